import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { Appeal } from '../../src/moderation/appeals/appeal.ts';
import { type GatedRequest, newRequestAt } from '../../src/moderation/requests/request.ts';
import type { Context, ServerInteraction } from '../support/context.ts';
import { explainBounds, holdError } from '../support/refusals.ts';
import { requireApprovable } from './waiting.ts';

/**
 * Starts a rejected request anew, under the appeal's id, in its own message. Safe to repeat.
 * @throws MemberError if the rules or the budget refuse it now; then nothing has started
 */
export async function restartRequest(
  { userId: byId }: ServerInteraction,
  { id, about }: Appeal,
  context: Context,
): Promise<void> {
  const { clock, moderation, texts } = context;
  const rejected = about.jobId === undefined ? undefined : await moderation.requests.find(about.jobId);
  if (!rejected) throw new MemberError(texts.moderation.waiting.gone, 'gone');
  await requireApprovable(rejected, context);
  const request = restarted(rejected, { id, byId, nowMs: clock.now() });
  const asked = await explainBounds(
    moderation.requests.ask(request, async () => request.location.messageId),
    texts,
  );
  if (asked.outcome === 'not held') throw holdError(asked.refusal, texts);
}

function restarted(
  { guildId, memberId, gates, why, consent, ageRestricted, roleIds, channelIds, location, ...rejected }: GatedRequest,
  { id, byId, nowMs }: { id: string; byId: string; nowMs: number },
): GatedRequest {
  const { request, quotesCredits, expiresAtMs, votesNeeded } = rejected;
  return {
    ...newRequestAt(nowMs),
    ...{ id, guildId, memberId, gates, why, ageRestricted, roleIds, channelIds, location },
    ...{ request, quotesCredits, expiresAtMs, votesNeeded },
    ...(consent && { consent }),
    phase: 'approved',
    phaseById: byId,
    decision: { kind: 'approved', byId, atMs: nowMs, why: '' },
  };
}
