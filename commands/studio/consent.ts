import { ButtonStyle } from 'discord.js';
import { consentIds } from '../../src/discord/custom-ids/results.ts';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { actionRow, button, textDisplay } from '../../src/discord/messages/components.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { type MessageBody, messageBody } from '../../src/discord/rest/message-body.ts';
import { MemberError } from '../../src/errors.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { QUESTIONS_MAX } from '../../src/studio/consents.ts';
import type { Picture } from '../../src/studio/tray.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { defineButton } from '../support/define.ts';

type MadeBy = NonNullable<Picture['madeBy']>;

/**
 * Where a picture is a result of somebody who wants to be asked first, they are asked. What they said of that one result counts
 * more than what they said of all of theirs.
 * @throws MemberError where they do not want others to work on it, or have not said yet.
 */
export async function needConsent(
  interaction: InServer<InteractionFacts>,
  pictures: readonly Picture[],
  context: CommandContext,
): Promise<void> {
  const { preferences, terms, texts } = context;
  const { guildId } = interaction.server;
  const others = new Map<string, MadeBy>();
  for (const { madeBy } of pictures) {
    if (madeBy && madeBy.memberId !== interaction.userId) others.set(madeBy.jobId, madeBy);
  }
  for (const madeBy of others.values()) {
    const { jobId, memberId } = madeBy;
    const ofThis = await terms.of({ guildId, jobId, memberId });
    if (ofThis === false) throw new MemberError(texts.studio.work.notThisOne(memberId));
    const mayWorkOn = ofThis ?? (await preferences.of(guildId, memberId)).othersMayWorkOn ?? true;
    if (mayWorkOn === 'ask') await needWord(interaction, madeBy, context);
    else if (!mayWorkOn) throw new MemberError(texts.studio.work.notTheirs(memberId));
  }
}

/** @throws MemberError unless the owner has allowed it. */
async function needWord(
  interaction: InServer<InteractionFacts>,
  madeBy: MadeBy,
  context: CommandContext,
): Promise<void> {
  const { consents, hasLeft, postQuestion, texts } = context;
  const { id, server, channelId, userId: askerId } = interaction;
  const { guildId } = server;
  const { jobId, memberId: ownerId } = madeBy;
  const words = texts.studio.consent;
  const consent = await consents.ask({ guildId, askerId, ownerId, jobId }, async () => {
    if (await hasLeft(guildId, ownerId)) throw new MemberError(words.gone(ownerId));
    return postQuestion({ guildId, channelId }, questionOf(guildId, askerId, madeBy, words), id);
  });
  switch (consent.outcome) {
    case 'allowed':
      return;
    case 'refused':
      throw new MemberError(texts.studio.work.notThisOne(ownerId));
    case 'asked':
      throw new MemberError(words.asked(ownerId, consent.endsAtMs));
    case 'waits':
      throw new MemberError(words.waits(ownerId, consent.endsAtMs));
    case 'too many':
      throw new MemberError(words.tooMany(QUESTIONS_MAX));
    case 'not posted':
      throw new MemberError(words.notPosted(ownerId));
  }
}

type Words = CommandContext['texts']['studio']['consent'];

/** For the owner to answer, in the channel where it was asked. */
function questionOf(guildId: string, askerId: string, madeBy: MadeBy, words: Words): MessageBody {
  const { jobId, memberId: ownerId, channelId, messageId } = madeBy;
  const idOf = (verb: 'allow' | 'refuse'): string => consentIds.of(ownerId, { verb, jobId, askerId });
  return messageBody(
    [
      textDisplay(words.question(ownerId, askerId, messageUrl(guildId, channelId, messageId))),
      actionRow([
        button(idOf('allow'), words.allow, ButtonStyle.Success),
        button(idOf('refuse'), words.refuse, ButtonStyle.Secondary),
      ]),
    ],
    { mentions: [ownerId] },
  );
}

/** The owner's answer: taken once, while the question is open. */
export const consentButton = defineButton(
  consentIds,
  async ({ server, userId }, { verb, jobId, askerId, memberId: ownerId }, respond, { consents, texts }) => {
    const words = texts.studio.consent;
    if (userId !== ownerId) throw new MemberError(words.notYours(ownerId));
    const isAllowed = verb === 'allow';
    const wasOpen = await consents.answer({ guildId: server.guildId, askerId, ownerId, jobId }, isAllowed);
    const said = isAllowed ? words.allowed(askerId, ownerId) : words.refused(askerId, ownerId);
    await respond.update(messageBody([textDisplay(wasOpen ? said : words.ended)]));
  },
);

/** What a request says that is made from these pictures. Whose they are is kept of the first result among them. */
export function sourcesOf(pictures: readonly Picture[]): Pick<JobRequest, 'sourceUrls' | 'madeFrom'> {
  const madeBy = pictures.find((one) => one.madeBy)?.madeBy;
  const sourceUrls = pictures.map(({ address }) => address);
  return { sourceUrls, ...(madeBy && { madeFrom: { ...madeBy, how: 'picture' } }) };
}
