import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { BY_EASEL, type GatedRequest } from '../../src/moderation/requests/request.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { InServer } from '../support/context.ts';
import { spenderOf } from '../support/spender.ts';

/** What every request begins with, whatever is asked for: where it was asked, and that nobody has decided yet. */
export function newRequest(
  interaction: InServer<InteractionFacts>,
  { votesNeeded }: ModerationSettings,
  createdAtMs: number,
) {
  const { applicationId, channelId, server, token, receivedAtMs: tokenIssuedAtMs } = interaction;
  const { guildId, uploadLimitBytes } = server;
  const { roleIds, channelIds } = spenderOf(interaction);
  return {
    ...{ guildId, createdAtMs, roleIds: [...roleIds], channelIds: [...channelIds] },
    ...{ phase: 'opening', phaseAtMs: createdAtMs, phaseById: BY_EASEL, shown: {} },
    place: { guildId, channelId, applicationId, token, tokenIssuedAtMs, uploadLimitBytes },
    ...{ edits: 0, votesNeeded, voterIds: [], notes: [] },
  } satisfies Partial<GatedRequest>;
}
