import type { Accounts } from '../../budget/accounts.ts';
import type { HoldRefusal, HoldRequest } from '../../budget/decisions.ts';
import type { Clock } from '../../clock.ts';
import { createDrivenRecords, type Change as Written } from '../../driver/driven-records.ts';
import type { Next } from '../../driver/driver.ts';
import type { Log } from '../../log.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import type { Collection } from '../../store/store.ts';
import {
  type Change,
  cancelled,
  ended,
  endedEarly,
  isDue,
  letIn,
  removed,
  submitted,
  toCreating,
  toVoting,
  voted,
  withdrawn,
} from './decisions.ts';
import type { Barred } from './entry-rules.ts';
import type { OpenOutcome, RoundDesk, Rounds, With } from './port.ts';
import { isActive, KEPT_FOR_MS, OPEN_ROUNDS_MAX, potOf, type Round, type Winner } from './round.ts';
import type { Winners } from './winners.ts';

export interface RoundsParts {
  collection: Collection<Round>;
  accounts: Pick<Accounts, 'mayHold' | 'hold' | 'releaseJob'>;
  winners: Winners;
  desk: RoundDesk;
  barred: Barred;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
}

/** While winners' jobs are made. */
const LOOK_INTERVAL_MS = 5_000;
const NOBODY: ReadonlySet<number> = new Set();

export function createRounds(parts: RoundsParts): Rounds {
  const { collection, accounts, winners, desk, barred, locks, clock, log } = parts;
  /** Those whose message is behind. */
  const behind = new Set<string>();
  /** Rounds of this process whose message is on its way. */
  const opening = new Set<string>();

  const written = <Outcome>(round: Round, outcome: Outcome): Written<Round, Outcome> => {
    behind.add(round.id);
    return { after: round, outcome };
  };

  /** What time alone makes of it. */
  const moved = async (round: Round): Promise<Round> => {
    // A crash left it before its message was known: nobody can take part.
    if (round.phase === 'opening' && !opening.has(round.id)) return ended(round, 'dropped', clock.now());
    if (!isDue(round, clock.now())) return round;
    const voting = round.phase === 'submitting' ? toVoting(round, clock.now()) : round;
    const next = isDue(voting, clock.now()) ? toCreating(voting, await barred(voting), clock.now()) : voting;
    log.info({ round: round.id, server: round.guildId, phase: next.phase }, 'round moved on');
    return next;
  };

  /** The round as it is by the clock. */
  const current = (id: string): Promise<Round | undefined> =>
    cases.change(id, async (before) => {
      const round = before && (await moved(before));
      return round && round !== before ? written(round, round) : { outcome: before };
    });

  const change = <Outcome extends object>(
    id: string,
    decide: (round: Round) => Change<Outcome> | Promise<Change<Outcome>>,
  ): Promise<With<Outcome>> =>
    cases.change<With<Outcome>>(id, async (found) => {
      if (!found || found.phase === 'opening') return { outcome: { outcome: 'gone' } };
      const before = await moved(found);
      const { round = before, outcome } = await decide(before);
      return round === found ? { outcome: { ...outcome, round } } : written(round, { ...outcome, round });
    });

  /** The round as `decide` makes it; undefined leaves it as it is. */
  const amend = (id: string, decide: (round: Round) => Round | undefined): Promise<void> =>
    cases.change(id, (now) => {
      const after = now && decide(now);
      return after ? written(after, undefined) : { outcome: undefined };
    });

  const setWinner = (id: string, jobId: string, part: Partial<Winner>): Promise<void> =>
    amend(id, (round) => {
      const picks = round.picks.map((pick) => (pick.jobId === jobId ? { ...pick, ...part } : pick));
      return { ...round, picks };
    });

  const release = async (round: Round, slots: readonly { jobId: string }[], why: string): Promise<void> => {
    for (const { jobId } of slots) await accounts.releaseJob(round.guildId, jobId, why);
  };

  /** Begins the jobs of the winners, and looks how they ended. */
  const create = async (found: Round): Promise<void> => {
    await release(found, potOf(found).slice(found.picks.length), 'not used by the round');
    if (!found.isAnnounced) {
      // Written first: a courtesy that a crash drops is better than one that comes twice.
      await amend(found.id, (round) => ({ ...round, isAnnounced: true }));
      await desk.announce(found);
    }
    for (const { jobId } of found.picks) {
      // Read again each time: somebody may have cancelled it meanwhile.
      const round = await cases.find(found.id);
      const pick = round?.picks.find((one) => one.jobId === jobId);
      if (!round || !pick || round.phase !== 'creating') return;
      const after =
        pick.state === 'waiting'
          ? await winners.begin(round, pick, (part) => setWinner(round.id, jobId, part))
          : pick.state === 'begun'
            ? await winners.end(round, pick)
            : undefined;
      if (after) await setWinner(round.id, jobId, after);
      // Those after it wait for the same thing.
      else if (pick.state === 'waiting') return;
    }
    await amend(found.id, (round) => {
      if (round.phase !== 'creating') return undefined;
      const isOver = round.picks.every(({ state }) => state !== 'waiting' && state !== 'begun');
      return isOver ? ended(round, 'done', clock.now()) : undefined;
    });
  };

  /** What no job took over of the pot goes back, and no message goes on waiting for it. */
  const settle = async (round: Round): Promise<undefined> => {
    let isOver = true;
    for (const [index, { jobId }] of potOf(round).entries()) {
      const pick = round.picks[index];
      const isBegun = pick && pick.state !== 'waiting' && pick.state !== 'failed';
      if (isBegun || (pick && (await winners.isJob(round, pick)))) continue;
      await accounts.releaseJob(round.guildId, jobId, `round ${round.ending?.how ?? ''}`);
      if (pick?.state === 'waiting' && (await winners.drop(round, pick)) === 'unavailable') isOver = false;
    }
    // Last of all: what is settled is looked at no more.
    if (!isOver || !(await show(round.id))) return;
    await cases.change(round.id, (last) => {
      const ending = last?.ending && { ...last.ending, isSettled: true };
      return { ...(last && ending ? { after: { ...last, ending } } : {}), outcome: undefined };
    });
    log.info({ round: round.id, server: round.guildId, ending: round.ending?.how }, 'round ended');
  };

  /** @returns whether its message shows it as it is, as far as it can. */
  const show = async (id: string): Promise<boolean> => {
    if (!behind.delete(id)) return true;
    const round = await cases.find(id);
    if (!round || round.phase === 'opening' || round.messageId === undefined) return true;
    const shown = await desk.show(round);
    if (shown === 'unavailable') behind.add(id);
    if (typeof shown === 'string') return shown !== 'unavailable';
    const { messageId } = shown;
    await cases.change(id, (last) => ({ ...(last ? { after: { ...last, messageId } } : {}), outcome: undefined }));
    return true;
  };

  const follow = async ({ id }: Round): Promise<Next> => {
    if (opening.has(id)) return { dueInMs: LOOK_INTERVAL_MS };
    try {
      const round = await current(id);
      if (round?.phase === 'creating') await create(round);
      const after = await cases.find(id);
      if (after?.ending && !after.ending.isSettled) return await settle(after);
      if (!(await show(id))) return { retryAfterMs: undefined };
      return after?.phase === 'creating' ? { dueInMs: LOOK_INTERVAL_MS } : undefined;
    } catch (error) {
      behind.add(id);
      throw error;
    }
  };

  const cases = createDrivenRecords<Round>({
    ...{ name: 'round', collection, locks, clock, log, follow },
    guildOf: ({ guildId }) => guildId,
    dueInMs: ({ phase, submitUntilMs, voteUntilMs, ending }, nowMs) => {
      if (ending?.isSettled) return undefined;
      if (phase === 'submitting') return submitUntilMs - nowMs;
      return phase === 'voting' ? voteUntilMs - nowMs : 0;
    },
  });
  const { open } = cases;

  const undo = async (round: Round, why: string): Promise<void> => {
    await release(round, potOf(round), why);
    await cases.drop(round.id);
    behind.delete(round.id);
  };

  const holdPot = async (round: Round): Promise<HoldRefusal | undefined> => {
    for (const { jobId, taskKey, quoteCredits } of potOf(round)) {
      const hold = await accounts.hold(round.guildId, holdRequest(round, jobId, [{ taskKey, quoteCredits }]));
      if (hold.outcome !== 'held' && hold.outcome !== 'already') return hold;
    }
    return undefined;
  };

  const openUp = async (round: Round, answer: Parameters<Rounds['open']>[1]): Promise<OpenOutcome> => {
    const other = await rounds.inChannel(round.channelId);
    if (other) return { outcome: 'another', round: other };
    const here = [...open.values()].filter(({ guildId }) => guildId === round.guildId);
    if (here.length >= OPEN_ROUNDS_MAX) return { outcome: 'too many' };
    // All of it at once first, so that a pot that is too large is told as a whole.
    const refusal = await accounts.mayHold(round.guildId, holdRequest(round, round.id, potOf(round)));
    if (refusal) return refusal;
    await cases.change(round.id, () => ({ after: round, outcome: undefined }));
    const short = await holdPot(round);
    if (short) {
      await undo(round, 'not held');
      return short;
    }
    const begun: Round = { ...round, phase: 'submitting' };
    const messageId = await answer(begun);
    if (messageId === undefined) {
      await undo(round, 'unanswered');
      return { outcome: 'unanswered' };
    }
    await cases.change(round.id, () => ({ after: { ...begun, messageId }, outcome: undefined }));
    log.info({ round: round.id, server: round.guildId, winners: round.winners }, 'round opened');
    return { outcome: 'open' };
  };

  const rounds: Rounds = {
    open: async (round, answer) => {
      if (await cases.find(round.id)) return { outcome: 'open' };
      return locks.run(`rounds of:${round.guildId}`, async () => {
        opening.add(round.id);
        try {
          return await openUp(round, answer);
        } finally {
          opening.delete(round.id);
        }
      });
    },
    find: current,
    potJobIds: async () => {
      const running = await Promise.all([...open.keys()].map(cases.find));
      return running.flatMap((round) => (round ? potOf(round).map(({ jobId }) => jobId) : []));
    },
    undecided: () => [...open.values()].filter(({ phase }) => phase === 'submitting' || phase === 'voting'),
    inChannel: async (channelId) => {
      const ids = [...open].filter(([, one]) => one.channelId === channelId).map(([id]) => id);
      const found = await Promise.all(ids.map((id) => rounds.find(id)));
      return found.find((round) => round && isActive(round));
    },
    barred,
    submit: (id, entry) => change(id, (round) => submitted(round, { ...entry, nowMs: clock.now() })),
    withdraw: (id, memberId) => change(id, (round) => withdrawn(round, memberId)),
    vote: (id, memberId, number) => change(id, (round) => voted(round, memberId, number)),
    remove: (id, number, byId, why) => change(id, (round) => removed(round, number, byId, why)),
    letIn: (id, number, byId, atMs) => change(id, (round) => letIn(round, number, byId, atMs)),
    endEarly: (id, phase, byId) =>
      change(id, async (round) => {
        const isVoting = phase === 'voting' && round.phase === 'voting';
        return endedEarly(round, { phase, byId, nowMs: clock.now(), barred: isVoting ? await barred(round) : NOBODY });
      }),
    cancel: (id, byId) => change(id, (round) => cancelled(round, byId, clock.now())),
    carryOut: cases.carryOut,
    refresh: (id) => {
      behind.add(id);
      return cases.carryOut(id);
    },
    load: async () => {
      await cases.load();
      for (const id of open.keys()) behind.add(id);
    },
    run: cases.run,
    // What is settled never changes.
    sweep: (nowMs) => cases.sweep(({ ending }) => ending?.isSettled === true && ending.atMs < nowMs - KEPT_FOR_MS),
  };
  return rounds;
}

function holdRequest(round: Round, jobId: string, tasks: HoldRequest['tasks']): HoldRequest {
  const { openedById: memberId, request, roleIds, channelIds } = round;
  return { jobId, memberId, modelId: request.modelId, tasks, roleIds, channelIds };
}
