import type { InteractionFacts, ServerFacts } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { renderJob } from '../../src/discord/messages/job-message.ts';
import { lackingHere } from '../../src/discord/server/permissions.ts';
import { MemberError } from '../../src/errors.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import { sentPromptsOf } from '../../src/jobs/variants.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { Verdict } from '../../src/moderation/verdict.ts';
import { refused } from '../moderation/refused.ts';
import { needSources, withSources } from '../moderation/source.ts';
import { askPeople } from '../review/ask.ts';
import { needBuildable, needConsent } from '../studio/consent.ts';
import { tellingBounds } from '../support/bounds.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { spenderOf } from '../support/spender.ts';
import { askFirst } from './ask-first.ts';
import { holdRefusal } from './hold-refusal.ts';
import { type Asked, keepRequest } from './keep-request.ts';
import { needService } from './service-refusal.ts';
import { checkAddress } from './source-picture.ts';
import { asWanted, isAgeRestricted, type LeftOpen, wishOf } from './wish.ts';

/** From a member's wish to a job, whatever it was asked by. */

type Texts = CommandContext['texts'];

/**
 * Starts a job and answers with its pending message, or asks first where it costs much. Where it cannot be started, no credits
 * were touched, and its member can edit it.
 */
export async function generate(
  interaction: InServer<InteractionFacts>,
  { request, count, usesTray, leftOpen = NOTHING_OPEN }: Asked & { leftOpen?: LeftOpen },
  respond: Responder,
  context: CommandContext,
  { wasAsked = false }: { wasAsked?: boolean } = {},
): Promise<void> {
  const { server, userId: memberId } = interaction;
  const rules = await rulesHere(server, context);
  const wanted = { request: asWanted(request, leftOpen, rules.ageRestricted, rules.settings), count, usesTray };
  const asks = async (): Promise<boolean> => !wasAsked && (await askFirst(interaction, wanted, respond, context));
  const isStarted = await keepRequest(interaction, wanted, respond, context, () =>
    start(interaction, { ...wanted, ...rules }, respond, context, asks),
  );
  if (isStarted && usesTray) await context.trays.clear({ guildId: server.guildId, memberId });
}

/**
 * What a member asked for earlier, started without a command of theirs.
 * @returns whether a job was started, or people are asked about it. @throws MemberError where it cannot be.
 */
export async function generateLate(
  interaction: InServer<InteractionFacts>,
  { request, count }: Asked,
  respond: RecordResponder,
  context: CommandContext,
): Promise<boolean> {
  const rules = await rulesHere(interaction.server, context);
  const wanted = { request: asWanted(request, NOTHING_OPEN, rules.ageRestricted, rules.settings), count };
  return start(interaction, { ...wanted, ...rules }, respond, context, async () => false);
}

/** Where the message goes that shows what was started. */
type RecordResponder = Pick<Responder, 'answerForRecord'>;

interface RulesHere {
  ageRestricted: boolean;
  settings: ModerationSettings;
}

async function rulesHere(server: ServerFacts, context: CommandContext): Promise<RulesHere> {
  const { settings } = await context.moderation.settings.of(server.guildId);
  return { settings, ageRestricted: await isAgeRestricted(server, context) };
}

/**
 * @param asks the member first; resolves with whether it did.
 * @returns whether a job was started, or people are asked about it. @throws MemberError where it cannot be.
 */
async function start(
  interaction: InServer<InteractionFacts>,
  { ageRestricted, settings, ...asked }: Asked & RulesHere,
  respond: RecordResponder,
  context: CommandContext,
  asks: () => Promise<boolean>,
): Promise<boolean> {
  const { moderation, texts } = context;
  const { server, userId: memberId } = interaction;
  const { request: wanted, count } = asked;
  needUsableChannel(server, texts);
  needService(context, memberId);
  for (const address of wanted.sourceUrls) checkAddress(address, context);
  await needSources(server.guildId, wanted, context);
  await needBuildable(interaction, wanted.madeOf ?? [], context);
  if (wanted.isDraft) refuseDraft(settings, texts);
  const wish = wishOf(interaction, wanted, ageRestricted, settings);
  const jobId = jobIdOf(interaction.id);
  let isStarted = false;
  const admitted = await moderation.admission.admit(
    { guildId: server.guildId, memberId, jobId, wish },
    async (verdict) => {
      if (await asks()) return false;
      // A draft is for its member alone, which only an answer to their own command can be.
      const later = wanted.isDraft ? undefined : { request: wanted, count, roleIds: server.roleIds };
      await needConsent(interaction, wanted.madeOf ?? [], context, later);
      isStarted = await withSources(interaction, wanted, context, () => {
        if (wanted.isDraft) return submitDraft(interaction, { request: wanted, count }, verdict, respond, context);
        if (verdict.verdict === 'ask') {
          return askPeople(interaction, { request: wanted, count, ageRestricted }, verdict, respond, context);
        }
        return submitJob(interaction, { request: wanted, count }, respond, context);
      });
      return isStarted;
    },
  );
  if (admitted.verdict === 'refuse') throw refused(admitted.refusal, server.guildId, context);
  return isStarted;
}

/** @throws MemberError where Easel may not do what a result needs. */
export function needUsableChannel(server: ServerFacts, { refusals }: Texts): void {
  const lacking = lackingHere(server);
  if (!lacking) return;
  throw new MemberError({ see: refusals.cannotSee, send: refusals.cannotSend, attach: refusals.cannotAttach }[lacking]);
}

const NOTHING_OPEN: LeftOpen = { model: false, ratio: false };

/** @returns whether a job was begun. @throws MemberError where the budget has no room for it. */
async function submitJob(
  interaction: InServer<InteractionFacts>,
  { request, count }: { request: JobRequest; count: number },
  respond: RecordResponder,
  context: CommandContext,
): Promise<boolean> {
  const { jobs, texts } = context;
  const { server, channelId } = interaction;
  const submitted = jobs.submit(
    {
      jobId: jobIdOf(interaction.id),
      request,
      count,
      ...spenderOf(interaction),
      place: {
        guildId: server.guildId,
        channelId,
        applicationId: interaction.applicationId,
        token: interaction.token,
        tokenIssuedAtMs: interaction.receivedAtMs,
        uploadLimitBytes: server.uploadLimitBytes,
      },
    },
    (job) => respond.answerForRecord(renderJob({ job, expectation: undefined, newFiles: [] }, texts)),
  );
  const outcome = await tellingBounds(submitted, texts);
  if (outcome.outcome === 'busy') throw new MemberError(texts.refusals.busy(outcome.roomAtMs));
  if (outcome.outcome !== 'unanswered' && outcome.outcome !== 'begun' && outcome.outcome !== 'already') {
    throw holdRefusal(outcome, texts);
  }
  return outcome.outcome !== 'unanswered';
}

function refuseDraft({ drafts }: ModerationSettings, texts: Texts): void {
  if (drafts === 'off') throw new MemberError(texts.drafts.off);
}

/**
 * What the channel's mode asks is asked when the draft is shown; what a list asks of moderators concerns what is made, and a draft
 * nobody sees. @throws MemberError for such a prompt.
 */
async function submitDraft(
  interaction: InServer<InteractionFacts>,
  asked: { request: JobRequest; count: number },
  verdict: Exclude<Verdict, { verdict: 'refuse' }>,
  respond: RecordResponder,
  context: CommandContext,
): Promise<boolean> {
  if (verdict.verdict === 'ask' && verdict.entry !== undefined) throw new MemberError(context.texts.drafts.reviewed);
  const isBegun = await submitJob(interaction, asked, respond, context);
  const { server, channelId, userId: memberId } = interaction;
  const prompt = sentPromptsOf(asked.request).join('\n');
  if (isBegun) await context.moderation.audit.addDraft(server.guildId, { memberId, channelId, prompt });
  return isBegun;
}
