import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { distinctOrigins, type Origin } from '../../src/jobs/job/origins.ts';
import { type Consent, QUESTIONS_MAX, type WaitingRequest } from '../../src/studio/consents.ts';
import type { SourcePicture } from '../../src/studio/saved-sources.ts';
import type { Context, InServer, Needs } from '../support/context.ts';
import { type DenialWords, denialError, sourceDenial } from '../support/work-access.ts';
import { renderConsentQuestion } from './view.ts';

/** Where these pictures come from. */
export const originsOf = (pictures: readonly SourcePicture[]): Origin[] =>
  distinctOrigins(pictures.map(({ origin }) => origin));

/**
 * Asks owners who want to be asked first.
 * @param wanted starts by itself once the owner agrees
 * @throws MemberError if building on one of the pictures isn't allowed here, or not yet
 */
export async function requireConsent(
  interaction: InServer,
  origins: readonly Origin[],
  context: Context,
  wanted?: WaitingRequest,
): Promise<void> {
  const { discord, studio, texts } = context;
  const { id, guildId, channelId, userId: askerId } = interaction;
  const words = texts.studio.consent;
  for (const origin of await requireBuildable(interaction, origins, context)) {
    const { id: jobId, memberId: ownerId } = origin;
    const ask = async (): Promise<boolean> => {
      if (await discord.hasLeft(guildId, ownerId)) throw new MemberError(words.gone(ownerId));
      const question = renderConsentQuestion(interaction, origin, words);
      return (await discord.post({ guildId, channelId }, question, id)) !== undefined;
    };
    const consent = await studio.consents.ask({ guildId, askerId, ownerId, jobId }, ask, wanted);
    requireAllowed(consent, ownerId, wanted !== undefined, context);
  }
}

/** @throws MemberError if building on one of the pictures isn't allowed here, or its owner can't be asked now */
export async function requireAskable(
  interaction: InServer,
  origins: readonly Origin[],
  context: Context,
): Promise<void> {
  const { guildId, userId: askerId } = interaction;
  for (const { id: jobId, memberId: ownerId } of await requireBuildable(interaction, origins, context)) {
    const consent = await context.studio.consents.check({ guildId, askerId, ownerId, jobId });
    if (consent) requireAllowed(consent, ownerId, false, context);
  }
}

/** @returns the pictures whose owners want to be asked @throws MemberError if building on one of them isn't allowed here */
export async function requireBuildable(
  interaction: InServer,
  origins: readonly Origin[],
  context: Context,
): Promise<Origin[]> {
  const toAsk: Origin[] = [];
  for (const origin of origins) {
    const denial = await sourceDenial(interaction, origin, context);
    if (denial === 'ask first') toAsk.push(origin);
    else if (denial) throw denialError(denial, context, await denialWords(interaction, origin, context));
  }
  return toAsk;
}

async function denialWords(
  { guildId }: InServer,
  { id: jobId, kind, memberId }: Origin,
  { studio: { preferences }, texts, works: { buildPolicies } }: Needs<'studio' | 'texts' | 'works'>,
): Promise<DenialWords> {
  const { hiddenSource } = texts.moderation.reports;
  const { byApp, notByOthers, notTheirs, notThisOne } = texts.studio.work;
  const isOfThis = kind === 'result' && (await buildPolicies.of({ guildId, jobId, memberId })) !== undefined;
  const isTheirs = kind !== 'app' && (await preferences.buildPolicy(memberId)) !== undefined;
  const byServer = kind === 'app' ? byApp : notByOthers;
  const byOwner = isOfThis ? notThisOne(memberId) : notTheirs(memberId);
  const noConsent = isOfThis || isTheirs ? byOwner : byServer;
  return { hidden: hiddenSource, removed: hiddenSource, 'no consent': noConsent };
}

/** @throws MemberError unless the owner has agreed */
function requireAllowed(consent: Consent, ownerId: string, goesOn: boolean, { texts }: Needs<'texts'>): void {
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
