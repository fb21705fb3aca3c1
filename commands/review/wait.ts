import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { renderRequest } from '../../src/discord/messages/approval-card.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import { expiresAtMs } from '../../src/jobs/source-addresses.ts';
import type { Waiting } from '../../src/moderation/requests/waiting.ts';
import type { Verdict } from '../../src/moderation/verdict.ts';
import { holdRefusal } from '../generate/hold-refusal.ts';
import { noDesk } from '../moderation/no-desk.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { spenderOf } from '../support/spender.ts';
import { takeBackAnswer } from '../support/unanswered.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Puts a request before moderators, or to the vote; its credits are held from now on.
 * @returns whether it waits now. @throws MemberError where the budget has no room, or the moderators' channel is closed.
 */
export async function waitForApproval(
  interaction: InServer<InteractionFacts>,
  { request, count, ageRestricted }: { request: JobRequest; count: number; ageRestricted: boolean },
  verdict: Extract<Verdict, { verdict: 'ask' }>,
  respond: Responder,
  context: CommandContext,
): Promise<boolean> {
  const { clock, models, moderation, texts } = context;
  const { server, channelId, userId: memberId } = interaction;
  const { guildId } = server;
  const { settings } = await moderation.settings.of(guildId);
  if (settings.moderatorsChannelId === null) throw noDesk(guildId, context);
  const mode = verdict.gates.before === 'members' ? 'vote' : 'review';
  const { roleIds = [], channelIds = [] } = spenderOf(interaction);
  const waitMs = mode === 'vote' ? settings.voteMinutes * MINUTE_MS : settings.waitHours * HOUR_MS;
  // Without its source pictures nobody could make it.
  const sourcesUntilMs = Math.min(...request.sourceUrls.map(expiresAtMs));
  const waiting: Waiting = {
    version: 1,
    id: jobIdOf(interaction.id),
    ...{ guildId, memberId, mode, request, count, ageRestricted },
    createdAtMs: clock.now(),
    expiresAtMs: Math.min(clock.now() + waitMs, sourcesUntilMs),
    ...(verdict.entry === undefined ? {} : { entry: verdict.entry }),
    ...(verdict.gates.after === 'moderators' ? { isPreviewed: true } : {}),
    quoteCredits: models.quoteCredits(request.modelId),
    roleIds: [...roleIds],
    channelIds: [...channelIds],
    place: {
      guildId,
      channelId,
      applicationId: interaction.applicationId,
      token: interaction.token,
      tokenIssuedAtMs: interaction.receivedAtMs,
      uploadLimitBytes: server.uploadLimitBytes,
    },
    card: { channelId: settings.moderatorsChannelId },
    votesNeeded: settings.votesNeeded,
    voterIds: [],
    edits: 0,
    isOpen: false,
    notes: [],
  };
  const outcome = await moderation.approvals.ask(waiting, (asked) => respond.answer(renderRequest(asked, texts)));
  switch (outcome.outcome) {
    case 'waiting':
      return true;
    case 'unanswered':
      takeBackAnswer(respond, context);
      return false;
    case 'no desk':
      throw noDesk(guildId, context);
    default:
      throw holdRefusal(outcome, texts);
  }
}
