import type { HoldRequest } from '../../budget/account/decisions.ts';
import type { Accounts } from '../../budget/accounts.ts';
import type { DrivenRecords } from '../../engine/driven-records.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { History } from '../../jobs/records/history.ts';
import type { Log } from '../../log.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import type { Collection } from '../../store/store.ts';
import type { Clock } from '../../time/clock.ts';
import type { Requests } from '../requests/requests.ts';
import { endRound, isDue, type RoundChange, startCreating, startVoting } from './decisions.ts';
import type { FindForbiddenEntries, RoundMessages, RoundOutcome } from './port.ts';
import type { Round } from './round.ts';

export interface RoundsParts {
  collection: Collection<Round>;
  accounts: Pick<Accounts, 'mayHold' | 'hold' | 'holds' | 'releaseJob'>;
  jobs: Pick<Jobs, 'find'>;
  history: Pick<History, 'find'>;
  /** Makes the winners' jobs. */
  requests: Pick<Requests, 'enter' | 'find'>;
  /** Whether a server may start anything now. */
  mayStart: (guildId: string) => Promise<boolean>;
  messages: RoundMessages;
  forbiddenEntries: FindForbiddenEntries;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
}

/** What the operations on rounds share. */
export interface RoundsContext extends RoundsParts {
  records: DrivenRecords<Round>;
  /** Rounds of this process whose first message is being sent. */
  openingIds: Set<string>;
}

/** The round, after any phase change that is due. */
export function currentRound(context: RoundsContext, id: string): Promise<Round | undefined> {
  return context.records.change(id, async (before) => {
    const round = before && (await advanceByClock(context, before));
    return round && round !== before ? { after: round, outcome: round } : { outcome: before };
  });
}

/** Changes the round, after any phase change that is due. */
export function changeRound<Outcome extends object>(
  context: RoundsContext,
  id: string,
  decide: (round: Round) => RoundChange<Outcome> | Promise<RoundChange<Outcome>>,
): Promise<RoundOutcome<Outcome>> {
  return context.records.change<RoundOutcome<Outcome>>(id, async (found) => {
    if (!found || found.phase === 'opening') return { outcome: { outcome: 'gone' } };
    const before = await advanceByClock(context, found);
    const { round = before, outcome } = await decide(before);
    return { ...(round !== found && { after: round }), outcome: { ...outcome, round } };
  });
}

/** Moves the round to the phase that the time calls for. */
async function advanceByClock(
  { forbiddenEntries, clock, log, openingIds }: RoundsContext,
  round: Round,
): Promise<Round> {
  // A crash left it before its message was posted, and without a token there is no answer to look for.
  if (round.phase === 'opening' && round.location.token === '' && !openingIds.has(round.id))
    return endRound(round, 'dropped', clock.now());
  if (!isDue(round, clock.now())) return round;
  const voting = round.phase === 'submitting' ? startVoting(round, clock.now()) : round;
  const next = isDue(voting, clock.now()) ? startCreating(voting, await forbiddenEntries(voting), clock.now()) : voting;
  log.info({ round: round.id, server: round.guildId, phase: next.phase }, 'round moved on');
  return next;
}

export async function releaseParts(
  { accounts }: RoundsContext,
  { guildId }: Round,
  slots: readonly { jobId: string }[],
  why: string,
): Promise<void> {
  for (const { jobId } of slots) await accounts.releaseJob(guildId, jobId, why);
}

export function toHoldRequest(round: Round, jobId: string, tasks: HoldRequest['tasks']): HoldRequest {
  const { openedById: memberId, roleIds, channelIds } = round;
  return { jobId, memberId, tasks, roleIds, channelIds };
}
