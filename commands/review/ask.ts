import { renderRequest } from '../../src/discord/messages/request-message.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import type { Origin } from '../../src/jobs/job/sources.ts';
import { quotesOf } from '../../src/jobs/job/variants.ts';
import type { WaitVerdict } from '../../src/moderation/admission/admission.ts';
import type { RequestFacts } from '../../src/moderation/admission/verdict.ts';
import type { Moderation } from '../../src/moderation/moderation.ts';
import { deadlineMs, type GatedRequest, newRequestAt } from '../../src/moderation/requests/request.ts';
import type { ServerRules } from '../../src/moderation/settings/server-settings.ts';
import { type Asker, type Context, type InServer, locationOf } from '../support/context.ts';
import { holdError, noModeratorsChannelError } from '../support/refusals.ts';

/**
 * Asks the owners of its pictures, moderators or members to decide, before a request is made or before everyone sees its result. Its credits are held from
 * now on.
 * @returns false if Discord didn't accept the answer. @throws MemberError if the budget has no room for it, or no moderators'
 * channel is set.
 */
export async function askForDecision(
  interaction: Asker,
  { count, here }: { count: number; here: RequestFacts & { rules: ServerRules } },
  { gates, why, origins = [] }: Omit<WaitVerdict, 'verdict'>,
  context: Context,
): Promise<boolean> {
  const { clock, models, moderation, texts } = context;
  const { guildId, request: asked } = here;
  const { settings } = here.rules;
  const { moderatorsChannelId: channelId } = settings;
  if (channelId === null && gates.before !== 'owner') throw noModeratorsChannelError(guildId, context);
  const nowMs = clock.now();
  const request: GatedRequest = {
    ...newRequest(interaction, here, nowMs),
    id: jobIdOf(interaction.id),
    gates,
    expiresAtMs: deadlineMs(gates, asked, settings, nowMs),
    why,
    quotesCredits: quotesOf(asked, count, models.quoteCredits),
    ...(gates.before === 'owner' ? { consent: consentOf(origins, moderation.requests) } : placeOf(gates, channelId)),
  };
  const outcome = await moderation.requests.ask(request, (one) =>
    interaction.respond.answerForRecord(renderRequest(one, texts)),
  );
  switch (outcome.outcome) {
    case 'asked':
    case 'already':
      return true;
    case 'unanswered':
      return false;
    case 'not held':
      throw holdError(outcome.refusal, texts);
  }
}

/** Where moderators decide: on a card, or at the result. */
function placeOf({ before }: WaitVerdict['gates'], channelId: string | null): Pick<GatedRequest, 'card' | 'result'> {
  if (channelId === null) return {};
  return before === 'nobody' ? { result: { channelId } } : { card: { channelId } };
}

function consentOf(origins: readonly Origin[], { mayMention }: Moderation['requests']): GatedRequest['consent'] {
  const ownerIds = new Set(origins.map(({ ownerId }) => ownerId));
  return { origins: [...origins], allowedByIds: [], mentionedIds: [...ownerIds].filter(mayMention) };
}

/** The parts of a new request that every kind shares. */
export function newRequest(interaction: InServer, here: RequestFacts & { rules: ServerRules }, createdAtMs: number) {
  const { ageRestricted, channelIds, guildId, memberId, request, roleIds, rules } = here;
  return {
    ...newRequestAt(createdAtMs),
    guildId,
    memberId,
    request,
    ageRestricted,
    roleIds: [...roleIds],
    channelIds: [...channelIds],
    location: locationOf(interaction),
    votesNeeded: rules.settings.votesNeeded,
  } satisfies Partial<GatedRequest>;
}
