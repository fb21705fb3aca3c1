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
import { endRound, isDue, type RoundChange, toCreating, toVoting } from './decisions.ts';
import type { Barred, RoundMessages, With } from './port.ts';
import type { Round } from './round.ts';

export interface RoundsParts {
  collection: Collection<Round>;
  accounts: Pick<Accounts, 'mayHold' | 'hold' | 'holds' | 'releaseJob'>;
  jobs: Pick<Jobs, 'find'>;
  history: Pick<History, 'find'>;
  /** Makes the winners' jobs. */
  requests: Pick<Requests, 'enter' | 'find'>;
  /** Whether a server may start anything now. */
  mayBegin: (guildId: string) => Promise<boolean>;
  messages: RoundMessages;
  barred: Barred;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
}

/** What everything done with a round works with. */
export interface RoundsContext extends RoundsParts {
  cases: DrivenRecords<Round>;
  /** Rounds of this process whose message is on its way. */
  opening: Set<string>;
}

/** The round as it is by the clock. */
export function currentRound(context: RoundsContext, id: string): Promise<Round | undefined> {
  return context.cases.change(id, async (before) => {
    const round = before && (await movedOn(context, before));
    return round && round !== before ? { after: round, outcome: round } : { outcome: before };
  });
}

/** Decides about the round as it is by the clock. */
export function changeRound<Outcome extends object>(
  context: RoundsContext,
  id: string,
  decide: (round: Round) => RoundChange<Outcome> | Promise<RoundChange<Outcome>>,
): Promise<With<Outcome>> {
  return context.cases.change<With<Outcome>>(id, async (found) => {
    if (!found || found.phase === 'opening') return { outcome: { outcome: 'gone' } };
    const before = await movedOn(context, found);
    const { round = before, outcome } = await decide(before);
    return { ...(round !== found && { after: round }), outcome: { ...outcome, round } };
  });
}

/** What time alone makes of it. */
async function movedOn({ barred, clock, log, opening }: RoundsContext, round: Round): Promise<Round> {
  // A crash left it before it was posted, and no answer can be looked for: nobody can take part.
  if (round.phase === 'opening' && round.location.token === '' && !opening.has(round.id))
    return endRound(round, 'dropped', clock.now());
  if (!isDue(round, clock.now())) return round;
  const voting = round.phase === 'submitting' ? toVoting(round, clock.now()) : round;
  const next = isDue(voting, clock.now()) ? toCreating(voting, await barred(voting), clock.now()) : voting;
  log.info({ round: round.id, server: round.guildId, phase: next.phase }, 'round moved on');
  return next;
}

export async function releaseSlots(
  { accounts }: RoundsContext,
  { guildId }: Round,
  slots: readonly { jobId: string }[],
  why: string,
): Promise<void> {
  for (const { jobId } of slots) await accounts.releaseJob(guildId, jobId, why);
}

export function holdRequestOf(round: Round, jobId: string, tasks: HoldRequest['tasks']): HoldRequest {
  const { openedById: memberId, roleIds, channelIds } = round;
  return { jobId, memberId, tasks, roleIds, channelIds };
}
