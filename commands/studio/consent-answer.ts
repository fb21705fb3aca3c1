import type { consentIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { textDisplay } from '../../src/discord/messages/components.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';
import { CAUTIOUS_LIMIT_BYTES } from '../../src/jobs/job/job.ts';
import type { WaitingRequest } from '../../src/studio/consents.ts';
import { kindOf } from '../../src/task-api/models.ts';
import { start } from '../generate/generation.ts';
import { requestInChannel } from '../generate/request-in-channel.ts';
import { checkSources } from '../generate/validation.ts';
import { GENERATE_COMMANDS, requireCommand } from '../support/command-access.ts';
import type { Asker, Context, Handler, InServer, Needs } from '../support/context.ts';

type Answer = NonNullable<ReturnType<typeof consentIds.read>>;

/** The owner's answer. Only the first one counts, while the question is open. After a yes, Easel starts what was asked for. */
export const answerConsent: Handler<Answer> = async (interaction, answer, context) => {
  const { verb, jobId, askerId, memberId: ownerId } = answer;
  const { respond, id, guildId, userId } = interaction;
  const words = context.texts.studio.consent;
  if (userId !== ownerId) throw new MemberError(words.notYours(ownerId));
  const isAllowed = verb === 'allow';
  const question = { guildId, askerId, ownerId, jobId };
  const { wasOpen, wanted } = await context.studio.consents.answer(question, isAllowed);
  if (!wasOpen) return respond.update(messageBody([textDisplay(words.ended)]));
  await respond.update(messageBody([textDisplay(isAllowed ? words.youAllowed(ownerId) : words.youRefused(ownerId))]));

  const text = isAllowed ? words.allowed(askerId, ownerId, wanted !== undefined) : words.refused(askerId, ownerId);
  await notifyAsker(interaction, { askerId, key: `${id}-said`, text }, context);
  if (isAllowed && wanted) await startWanted(interaction, askerId, wanted, context);
};

/** Posts a new message, because Discord doesn't notify members of mentions in edits. */
async function notifyAsker(
  { channelId, guildId }: InServer,
  { askerId, key, text }: { askerId: string; key: string; text: string },
  { discord: { post } }: Needs<'discord'>,
): Promise<void> {
  await post({ guildId, channelId }, messageBody([textDisplay(text)], { mentions: [askerId] }), key);
}

/** Starts the waiting request. The current rules and budget apply; if they refuse it, the asker learns why. */
async function startWanted(
  interaction: InServer,
  askerId: string,
  { request, count, roleIds }: WaitingRequest,
  context: Context,
): Promise<void> {
  const { discord, texts } = context;
  const { channelId, id, guildId, server } = interaction;
  if (await discord.hasLeft(guildId, askerId)) return;
  const asker: Asker = {
    ...interaction,
    userId: askerId,
    respond: { answerForRecord: (body) => discord.post({ guildId, channelId }, body, id) },
    // The interaction token belongs to the owner's press. This makes it look expired, so that Easel doesn't use it.
    receivedAtMs: 0,
    // The owner's permissions aren't the asker's.
    server: { ...server, roleIds, memberPermissions: 0n, uploadLimitBytes: CAUTIOUS_LIMIT_BYTES },
  };
  try {
    await requireCommand(GENERATE_COMMANDS[kindOf(request.modelId)], asker, context);
    checkSources(request.sourceUrls, context);
    const here = await requestInChannel(asker, request, context);
    if (!(await start(asker, { count, here }, context))) throw new MemberError(texts.studio.consent.notShown);
  } catch (error) {
    if (!(error instanceof MemberError)) throw error;
    const text = texts.studio.consent.notStarted(askerId, error.message);
    await notifyAsker(interaction, { askerId, key: `${id}-refused`, text }, context);
  }
}
