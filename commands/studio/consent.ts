import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { distinctOrigins, type Origin } from '../../src/jobs/origins.ts';
import { type Consent, QUESTIONS_MAX, type Wanted } from '../../src/studio/consents.ts';
import type { Picture } from '../../src/studio/saved-sources.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { type DenialWords, denied, sourceDenial } from '../support/work-access.ts';
import { renderConsentQuestion } from './view.ts';

/** Whose these pictures are. */
export const originsOf = (pictures: readonly Picture[]): Origin[] => distinctOrigins(pictures.map(({ of }) => of));

/**
 * Where an owner wants to be asked first, they are asked.
 * @param wanted goes on by itself once they allow it.
 * @throws MemberError where nothing may be made of one of their pictures here, or they have not said so yet.
 */
export async function needConsent(
  interaction: InServer<InteractionFacts>,
  origins: readonly Origin[],
  context: CommandContext,
  wanted?: Wanted,
): Promise<void> {
  for (const origin of await needBuildable(interaction, origins, context)) {
    await needWord(interaction, origin, context, wanted);
  }
}

/** @throws MemberError where nothing may be made of one of the pictures here, or its owner cannot be asked now. */
export async function needAskable(
  interaction: InServer<InteractionFacts>,
  origins: readonly Origin[],
  context: CommandContext,
): Promise<void> {
  const { server, userId: askerId } = interaction;
  for (const { id: jobId, memberId: ownerId } of await needBuildable(interaction, origins, context)) {
    const consent = await context.studio.consents.look({ guildId: server.guildId, askerId, ownerId, jobId });
    if (consent) needAllowed(consent, ownerId, false, context);
  }
}

/** @returns those whose owners want to be asked. @throws MemberError where nothing may be made of one of the pictures here. */
export async function needBuildable(
  interaction: InServer<InteractionFacts>,
  origins: readonly Origin[],
  context: CommandContext,
): Promise<Origin[]> {
  const toAsk: Origin[] = [];
  for (const origin of origins) {
    const denial = await sourceDenial(interaction, origin, context);
    if (denial === 'ask first') toAsk.push(origin);
    else if (denial) throw denied(denial, context, await wordsOf(interaction, origin, context));
  }
  return toAsk;
}

async function wordsOf(
  { server: { guildId } }: InServer<InteractionFacts>,
  { id: jobId, kind, memberId }: Origin,
  { studio: { preferences }, texts, works: { terms } }: CommandContext,
): Promise<DenialWords> {
  const { hiddenSource } = texts.moderation.reports;
  const { byApp, notByOthers, notTheirs, notThisOne } = texts.studio.work;
  const isOfThis = kind === 'result' && (await terms.of({ guildId, jobId, memberId })) !== undefined;
  const isTheirs = kind !== 'app' && (await preferences.mayWorkOn(memberId)) !== undefined;
  const noConsent = isOfThis
    ? notThisOne(memberId)
    : isTheirs
      ? notTheirs(memberId)
      : kind === 'app'
        ? byApp
        : notByOthers;
  return { hidden: hiddenSource, removed: hiddenSource, 'no consent': noConsent };
}

/** @throws MemberError unless the owner has allowed it. */
async function needWord(
  interaction: InServer<InteractionFacts>,
  origin: Origin,
  context: CommandContext,
  wanted: Wanted | undefined,
): Promise<void> {
  const { texts } = context;
  const { hasLeft, post } = context.discord;
  const { consents } = context.studio;
  const { id, server, channelId, userId: askerId } = interaction;
  const { guildId } = server;
  const { id: jobId, memberId: ownerId } = origin;
  const words = texts.studio.consent;
  const ask = async (): Promise<boolean> => {
    if (await hasLeft(guildId, ownerId)) throw new MemberError(words.gone(ownerId));
    return (await post({ guildId, channelId }, renderConsentQuestion(interaction, origin, words), id)) !== undefined;
  };
  const consent = await consents.ask({ guildId, askerId, ownerId, jobId }, ask, wanted);
  needAllowed(consent, ownerId, wanted !== undefined, context);
}

/** @throws MemberError for all but a yes. */
function needAllowed(consent: Consent, ownerId: string, goesOn: boolean, { texts }: CommandContext): void {
  const words = texts.studio.consent;
  switch (consent.outcome) {
    case 'allowed':
      return;
    case 'refused':
      throw new MemberError(texts.studio.work.notThisOne(ownerId));
    case 'asked':
      throw new MemberError(words.asked(ownerId, consent.endsAtMs, goesOn));
    case 'waits':
      throw new MemberError(words.waits(ownerId, consent.endsAtMs));
    case 'too many':
      throw new MemberError(words.tooMany(QUESTIONS_MAX));
    case 'not posted':
      throw new MemberError(words.notPosted(ownerId));
  }
}
