import type { Accounts } from '../../budget/accounts.ts';
import type { HoldRefusal, HoldRequest } from '../../budget/decisions.ts';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import { everyPage } from '../../store/pages.ts';
import type { Collection } from '../../store/store.ts';
import { sweepPages } from '../../store/sweeping.ts';
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

/** The shortest phase is a minute. */
const LOOK_INTERVAL_MS = 5_000;
const NOBODY: ReadonlySet<number> = new Set();

export function createRounds(parts: RoundsParts): Rounds {
  const { collection, accounts, winners, desk, barred, locks, clock, log } = parts;
  /** Those that something has still to happen to. */
  const active = new Map<string, Round>();
  /** Those whose message is behind. */
  const behind = new Set<string>();
  /** Rounds of this process whose message is on its way. */
  const opening = new Set<string>();
  const locked = <Result>(id: string, work: () => Promise<Result>): Promise<Result> => locks.run(`round:${id}`, work);
  /** What follows, one at a time for each round; apart from its record, for this takes as long as Discord. */
  const inTurn = <Result>(id: string, work: () => Promise<Result>): Promise<Result> =>
    locks.run(`carrying out round:${id}`, work);

  const write = async (round: Round): Promise<Round> => {
    active.set(round.id, round);
    behind.add(round.id);
    await collection.set(round.id, round);
    return round;
  };

  /** The round as it is by the clock. To be called under its lock. */
  const current = async (id: string): Promise<Round | undefined> => {
    const round = await collection.get(id);
    if (!round || !isDue(round, clock.now())) return round;
    const voting = round.phase === 'submitting' ? toVoting(round, clock.now()) : round;
    const next = isDue(voting, clock.now()) ? toCreating(voting, await barred(voting), clock.now()) : voting;
    log.info({ round: id, server: round.guildId, phase: next.phase }, 'round moved on');
    return write(next);
  };

  const change = <Outcome extends object>(
    id: string,
    decide: (round: Round) => Change<Outcome> | Promise<Change<Outcome>>,
  ): Promise<With<Outcome>> =>
    locked(id, async () => {
      const before = await current(id);
      if (!before || before.phase === 'opening') return { outcome: 'gone' };
      const { round, outcome } = await decide(before);
      return { ...outcome, round: round ? await write(round) : before };
    });

  const setWinner = (id: string, jobId: string, part: Partial<Winner>): Promise<Round | undefined> =>
    locked(id, async () => {
      const round = await collection.get(id);
      if (!round) return undefined;
      const picks = round.picks.map((pick) => (pick.jobId === jobId ? { ...pick, ...part } : pick));
      return write({ ...round, picks });
    });

  const release = async (round: Round, slots: readonly { jobId: string }[], why: string): Promise<void> => {
    for (const { jobId } of slots) await accounts.releaseJob(round.guildId, jobId, why);
  };

  /** Begins the jobs of the winners, and looks how they ended. */
  const create = async (found: Round): Promise<void> => {
    await release(found, potOf(found).slice(found.picks.length), 'not used by the round');
    if (!found.isAnnounced) {
      // Written first: a courtesy that a crash drops is better than one that comes twice.
      await locked(found.id, async () => {
        const round = await collection.get(found.id);
        if (round) await write({ ...round, isAnnounced: true });
      });
      await desk.announce(found);
    }
    for (const { jobId } of found.picks) {
      // Read again each time: somebody may have cancelled it meanwhile.
      const round = await collection.get(found.id);
      const pick = round?.picks.find((one) => one.jobId === jobId);
      if (!round || !pick || round.phase !== 'creating') return;
      const after =
        pick.state === 'waiting'
          ? await winners.begin(round, pick, async (part) => {
              await setWinner(round.id, jobId, part);
            })
          : pick.state === 'begun'
            ? await winners.end(round, pick)
            : undefined;
      if (after) await setWinner(round.id, jobId, after);
      // Those after it wait for the same thing.
      else if (pick.state === 'waiting') return;
    }
    await locked(found.id, async () => {
      const round = await collection.get(found.id);
      if (round?.phase !== 'creating') return;
      if (round.picks.some(({ state }) => state === 'waiting' || state === 'begun')) return;
      await write(ended(round, 'done', clock.now()));
    });
  };

  /** What no job took over of the pot goes back, and no message goes on waiting for it. */
  const settle = async (round: Round): Promise<void> => {
    let isOver = true;
    for (const [index, { jobId }] of potOf(round).entries()) {
      const pick = round.picks[index];
      const isBegun = pick && pick.state !== 'waiting' && pick.state !== 'failed';
      if (isBegun || (pick && (await winners.isJob(round, pick)))) continue;
      await accounts.releaseJob(round.guildId, jobId, `round ${round.ending?.how ?? ''}`);
      if (pick?.state === 'waiting' && (await winners.drop(round, pick)) === 'unavailable') isOver = false;
    }
    if (!isOver) return;
    await locked(round.id, async () => {
      const last = await collection.get(round.id);
      if (last?.ending) await write({ ...last, ending: { ...last.ending, isSettled: true } });
    });
    log.info({ round: round.id, server: round.guildId, ending: round.ending?.how }, 'round ended');
  };

  const show = async (id: string): Promise<void> => {
    if (!behind.delete(id)) return;
    const round = await collection.get(id);
    if (!round || round.phase === 'opening' || round.messageId === undefined) return;
    const shown = await desk.show(round);
    if (shown === 'unavailable') behind.add(id);
    if (typeof shown === 'string') return;
    await locked(id, async () => {
      const last = await collection.get(id);
      if (last) await collection.set(id, { ...last, messageId: shown.messageId });
    });
  };

  const carryOut = (id: string): Promise<void> =>
    inTurn(id, async () => {
      const round = await collection.get(id);
      if (round?.phase === 'creating') await create(round);
      const after = await collection.get(id);
      if (after?.ending && !after.ending.isSettled) await settle(after);
      await show(id);
      const last = await collection.get(id);
      if (!last || (last.ending?.isSettled && !behind.has(id))) active.delete(id);
    }).catch((error: unknown) => {
      behind.add(id);
      log.error({ round: id, err: error }, 'what follows in a round could not be done; it is tried again');
    });

  const look = async (id: string): Promise<void> => {
    if (opening.has(id)) return;
    await locked(id, async () => {
      const round = await current(id);
      // A crash left it before its message was known: nobody can take part.
      if (round?.phase === 'opening') await write(ended(round, 'dropped', clock.now()));
    });
    await carryOut(id);
  };

  const undo = async (round: Round, why: string): Promise<void> => {
    await release(round, potOf(round), why);
    await locked(round.id, () => collection.delete(round.id));
    active.delete(round.id);
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
    const here = [...active.values()].filter(({ guildId }) => guildId === round.guildId);
    if (here.length >= OPEN_ROUNDS_MAX) return { outcome: 'too many' };
    // All of it at once first, so that a pot that is too large is told as a whole.
    const refusal = await accounts.mayHold(round.guildId, holdRequest(round, round.id, potOf(round)));
    if (refusal) return refusal;
    await write(round);
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
    await locked(round.id, () => write({ ...begun, messageId }));
    behind.delete(round.id);
    log.info({ round: round.id, server: round.guildId, winners: round.winners }, 'round opened');
    return { outcome: 'open' };
  };

  const rounds: Rounds = {
    open: async (round, answer) => {
      if (await collection.get(round.id)) return { outcome: 'open' };
      return locks.run(`rounds of:${round.guildId}`, async () => {
        opening.add(round.id);
        try {
          return await openUp(round, answer);
        } finally {
          opening.delete(round.id);
        }
      });
    },
    find: (id) => locked(id, () => current(id)),
    potJobIds: async () => {
      const running = await Promise.all([...active.keys()].map((id) => collection.get(id)));
      return running.flatMap((round) => (round ? potOf(round).map(({ jobId }) => jobId) : []));
    },
    undecided: () => [...active.values()].filter(({ phase }) => phase === 'submitting' || phase === 'voting'),
    inChannel: async (channelId) => {
      const ids = [...active].filter(([, one]) => one.channelId === channelId).map(([id]) => id);
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
    carryOut,
    refresh: async (id) => {
      behind.add(id);
      await carryOut(id);
    },
    load: async () => {
      for await (const { records, unreadable } of everyPage(collection)) {
        for (const key of unreadable) log.error({ round: key }, 'a round cannot be read; it is left as it is');
        for (const [id, round] of records) {
          if (round.ending?.isSettled) continue;
          active.set(id, round);
          behind.add(id);
        }
      }
    },
    run: async (signal) => {
      for (;;) {
        const looks = [...active.keys()].map((id) =>
          look(id).catch((error: unknown) => {
            if (!signal.aborted) log.error({ round: id, err: error }, 'a round stumbled; it is tried again');
          }),
        );
        await Promise.all(looks);
        await clock.sleep(LOOK_INTERVAL_MS, signal);
      }
    },
    // What is settled never changes.
    sweep: (nowMs) =>
      sweepPages(
        collection,
        ({ ending }) => ending?.isSettled === true && ending.atMs < nowMs - KEPT_FOR_MS,
        (id) => locked(id, () => collection.delete(id)),
      ),
  };
  return rounds;
}

function holdRequest(round: Round, jobId: string, tasks: HoldRequest['tasks']): HoldRequest {
  const { openedById: memberId, request, roleIds, channelIds } = round;
  return { jobId, memberId, modelId: request.modelId, tasks, roleIds, channelIds };
}
