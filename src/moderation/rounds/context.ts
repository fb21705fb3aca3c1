import type { NewHolds } from '../../budget/account/decisions.ts';
import type { Accounts } from '../../budget/accounts.ts';
import type { DrivenRecords } from '../../engine/driven-records.ts';
import type { Next } from '../../engine/lane.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { History } from '../../jobs/records/history.ts';
import type { Needs } from '../../runtime.ts';
import type { Collection } from '../../store/store.ts';
import type { Admission } from '../admission/admission.ts';
import type { Decisions, NewDecision } from '../records/decisions.ts';
import type { Brought } from '../records/messages.ts';
import type { Requests } from '../requests/requests.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { endRound, isDue, startCreating, startVoting } from './decisions.ts';
import type { Round, RoundMessage } from './round.ts';

/** Finds the numbers of the accepted entries, or of those in `only`, that the server's rules would now refuse. */
export type FindForbiddenEntries = (round: Round, only?: readonly number[]) => Promise<ReadonlySet<number>>;

/** The messages of rounds on Discord. If Discord is unavailable, these throw, and the round's step is retried. */
export interface RoundMessages {
  /** The id of the message that answered the opener, or when to look again while it may still appear. */
  findAnswer(round: Round): Promise<string | Next>;
  /**
   * Brings one of its messages up to date. The round's own is posted if no command answers with it or the old one is gone;
   * the reply that calls to the vote is a courtesy, which isn't retried.
   * @param options.unwantedSinceMs deletes it instead, if it was posted since then and a crash lost its id
   */
  bring(round: Round, key: RoundMessage, options?: { unwantedSinceMs?: number }): Promise<Brought>;
}

export interface RoundsParts extends Needs<'clock' | 'log' | 'store'> {
  accounts: Pick<Accounts, 'mayHold' | 'hold' | 'holds' | 'releaseJob'>;
  jobs: Pick<Jobs, 'find'>;
  history: Pick<History, 'find' | 'isKnown'>;
  /** Makes the winners' jobs. */
  requests: Pick<Requests, 'enter' | 'find'>;
  /** Whether a server may start anything now. */
  mayStart: (guildId: string) => Promise<boolean>;
  messages: RoundMessages;
  admission: Pick<Admission, 'recheck'>;
  settings: Pick<ServerSettings, 'of'>;
  decisions: Pick<Decisions, 'put' | 'deliver'>;
}

/** What the operations on rounds share. */
export interface RoundsContext extends RoundsParts {
  forbiddenEntries: FindForbiddenEntries;
  collection: Collection<Round>;
  records: DrivenRecords<Round>;
  /** Rounds of this process whose first message is being sent. */
  openingIds: Set<string>;
}

/** The round, after any phase change that is due. */
export function currentRound(context: RoundsContext, id: string): Promise<Round | undefined> {
  return context.records.change(id, async (before) => {
    const round = before && (await advanceByClock(context, before));
    return { after: round === before ? undefined : round, outcome: round };
  });
}

/** The outcome of a decision, with the round as it is now; `gone` if it no longer exists. */
export type RoundOutcome<Decided> = (Decided & { round: Round }) | { outcome: 'gone' };

/**
 * Decides about the round, after any phase change that is due, and stores the changed round.
 * @param entryFor what the log says if it's done
 */
export async function changeRound<Decided extends { outcome: string; round?: Round }>(
  context: RoundsContext,
  id: string,
  decide: (round: Round) => Decided | Promise<Decided>,
  entryFor?: (decided: Extract<Decided, { outcome: 'done' }>, round: Round) => NewDecision,
): Promise<RoundOutcome<Decided>> {
  const { records, decisions } = context;
  const outcome = await records.change<RoundOutcome<Decided>>(id, async (found) => {
    if (!found || found.phase === 'opening') return { outcome: { outcome: 'gone' } };
    const before = await advanceByClock(context, found);
    const decided = await decide(before);
    const { round = before } = decided;
    const after = round === found ? undefined : round;
    const also = entryFor && isDone(decided) ? [decisions.put(round.guildId, entryFor(decided, round))] : [];
    return { after, also, outcome: { ...decided, round } };
  });
  if (entryFor && 'round' in outcome) decisions.deliver(outcome.round.guildId);
  return outcome;
}

const isDone = <Decided extends { outcome: string }>(
  decided: Decided,
): decided is Extract<Decided, { outcome: 'done' }> => decided.outcome === 'done';

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

export function newHoldsOf(round: Round, jobId: string, tasks: NewHolds['tasks']): NewHolds {
  const { openedById: memberId, roleIds, channelIds } = round;
  return { jobId, memberId, tasks, roleIds, channelIds };
}
