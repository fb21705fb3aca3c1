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
import { accessOf, type DenialWords, denied } from '../support/work-access.ts';

type MadeBy = NonNullable<Picture['madeBy']>;

/**
 * Where a picture is a result of somebody who wants to be asked first, they are asked.
 * @throws MemberError where nothing may be made of one of them here, or its author has not said so yet.
 */
export async function needConsent(
  interaction: InServer<InteractionFacts>,
  pictures: readonly Picture[],
  context: CommandContext,
): Promise<void> {
  const works = new Map<string, MadeBy>();
  for (const { madeBy } of pictures) if (madeBy) works.set(madeBy.jobId, madeBy);
  for (const madeBy of works.values()) {
    const { denials } = await accessOf(interaction, madeBy, ['build'], context);
    if (denials.build === 'ask first') await needWord(interaction, madeBy, context);
    else if (denials.build) throw denied(denials.build, context, await wordsOf(interaction, madeBy, context));
  }
}

async function wordsOf(
  { server: { guildId } }: InServer<InteractionFacts>,
  { jobId, memberId }: MadeBy,
  { terms, texts }: CommandContext,
): Promise<DenialWords> {
  const { hiddenSource } = texts.moderation.reports;
  const { notThisOne, notTheirs } = texts.studio.work;
  const isOfThis = (await terms.of({ guildId, jobId, memberId })) !== undefined;
  return { hidden: hiddenSource, removed: hiddenSource, 'no consent': (isOfThis ? notThisOne : notTheirs)(memberId) };
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
