import { renderRequest } from '../../src/discord/messages/request-message.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import { expiresAtMs } from '../../src/jobs/job/origins.ts';
import { quotesOf } from '../../src/jobs/job/variants.ts';
import type { AskVerdict } from '../../src/moderation/admission/verdict.ts';
import { BY_EASEL, type GatedRequest } from '../../src/moderation/requests/request.ts';
import type { Gates } from '../../src/moderation/settings/modes.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/time/clock.ts';
import type { ChannelRequest } from '../generate/request-in-channel.ts';
import { type Asker, type Context, type InServer, locationOf } from '../support/context.ts';
import { holdError, noModeratorsChannelError } from '../support/refusals.ts';

/**
 * Asks moderators or members to decide, before a request is made or before everyone sees its result. Its credits are held from
 * now on.
 * @returns false if Discord didn't accept the answer. @throws MemberError if the budget has no room for it, or no moderators'
 * channel is set.
 */
export async function askForDecision(
  interaction: Asker,
  { count, here }: { count: number; here: ChannelRequest },
  { gates, why }: Omit<AskVerdict, 'verdict'>,
  context: Context,
): Promise<boolean> {
  const { clock, models, moderation, texts } = context;
  const { guildId, request: asked } = here;
  const { settings } = here.rules;
  if (settings.moderatorsChannelId === null) throw noModeratorsChannelError(guildId, context);
  const nowMs = clock.now();
  const moderatorsChannel = { channelId: settings.moderatorsChannelId };
  const request: GatedRequest = {
    ...newRequest(interaction, here, nowMs),
    id: jobIdOf(interaction.id),
    count,
    gates,
    // At the latest with the links to its source pictures.
    expiresAtMs: Math.min(nowMs + decisionWindowMs(gates, settings), ...asked.sourceUrls.map(expiresAtMs)),
    why,
    quotesCredits: quotesOf(asked, count, models.quoteCredits),
    ...(gates.before === 'nobody' ? { result: moderatorsChannel } : { card: moderatorsChannel }),
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

/** How long people have to decide. */
export function decisionWindowMs({ before }: Gates, { voteMinutes, waitHours }: ModerationSettings): number {
  return before === 'members' ? voteMinutes * MINUTE_MS : waitHours * HOUR_MS;
}

/** The parts of a new request that every kind shares. */
export function newRequest(interaction: InServer, here: ChannelRequest, createdAtMs: number) {
  const { ageRestricted, channelIds, guildId, memberId, request, roleIds, rules } = here;
  return {
    guildId,
    memberId,
    request,
    ageRestricted,
    createdAtMs,
    roleIds: [...roleIds],
    channelIds: [...channelIds],
    phase: 'opening',
    phaseAtMs: createdAtMs,
    phaseById: BY_EASEL,
    shown: {},
    location: locationOf(interaction),
    edits: 0,
    votesNeeded: rules.settings.votesNeeded,
    voterIds: [],
    outbox: [],
  } satisfies Partial<GatedRequest>;
}
