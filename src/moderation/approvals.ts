import type { Accounts } from '../budget/accounts.ts';
import type { HoldRefusal } from '../budget/decisions.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Collection } from '../store/store.ts';
import type { AuditAction, AuditLog } from './audit-log.ts';
import type { CountName, Members } from './members.ts';
import { BY_EASEL, type Decision, type DecisionKind, holdOf, isUndecided, type Waiting } from './waiting.ts';

/** Where the people who decide see requests, and the requester what became of them. */
export interface ApprovalDesk {
  /** The card for moderators. */
  postCard(waiting: Waiting): Promise<{ messageId: string } | 'no access' | 'unavailable'>;
  /** Brings the card up to date; left out where it cannot be reached. */
  showCard(waiting: Waiting): Promise<void>;
  /** Brings the request's own message up to date. */
  showRequest(waiting: Waiting): Promise<'shown' | 'gone' | 'unavailable'>;
  /** Tells the requester, by a short reply, that it was decided. */
  notify(waiting: Waiting): Promise<void>;
}

export type AskOutcome =
  | { outcome: 'waiting' }
  | HoldRefusal
  /** The moderators' channel cannot be written to. */
  | { outcome: 'no desk' }
  | { outcome: 'unanswered' };

export type DecideOutcome =
  | { outcome: 'decided'; waiting: Waiting }
  /** Somebody was first. */
  | { outcome: 'late'; waiting: Waiting; decision: Decision }
  | { outcome: 'gone' };

export type VoteOutcome =
  | { outcome: 'counted' | 'taken back' | 'enough'; waiting: Waiting }
  | Exclude<DecideOutcome, { outcome: 'decided' }>;

/** Requests that wait for moderators or votes. Credits are held from the first write on until it is decided. */
export interface Approvals {
  /** @param answer shows the request's message as the first answer; resolves with its id. */
  ask(waiting: Waiting, answer: (waiting: Waiting) => Promise<string | undefined>): Promise<AskOutcome>;
  find(id: string): Promise<Waiting | undefined>;
  /** Written down once, for the first who decides. What follows from it is done by `carryOut`. */
  decide(id: string, decision: { kind: DecisionKind; byId: string; why?: string }): Promise<DecideOutcome>;
  /** Puts another prompt in the place of the member's. */
  edit(id: string, byId: string, prompt: string): Promise<DecideOutcome>;
  /** Adds a member's vote, or takes it back. */
  vote(id: string, memberId: string): Promise<VoteOutcome>;
  /** Does what follows from a decision; repeating it is harmless. Never rejects: it is tried again by itself. */
  carryOut(id: string): Promise<void>;
  idsOf(guildId: string, memberId: string): string[];
  /** The undecided ones, oldest first. */
  queueOf(guildId: string): Promise<Waiting[]>;
  /** Finds what waits in the store; before that nobody may ask. */
  load(): Promise<void>;
  /** Lets requests expire and does again what did not work, until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Drops what was decided long ago. */
  sweep(): Promise<void>;
}

export interface ApprovalsParts {
  collection: Collection<Waiting>;
  accounts: Pick<Accounts, 'mayHold' | 'hold' | 'releaseJob'>;
  audit: AuditLog;
  members: Members;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
  desk: ApprovalDesk;
  /** Makes the job of an approved request. `later` is tried again; after `gone` nothing is left of it. */
  begin: (waiting: Waiting) => Promise<'begun' | 'gone' | 'later'>;
}

/** Nobody minds a few seconds at the end of an hour. */
const LOOK_INTERVAL_MS = 10_000;
/** Whoever presses a button of long ago is told who decided. */
const KEPT_FOR_MS = 7 * 86_400_000;

const AUDIT_OF: Readonly<Record<DecisionKind, AuditAction>> = {
  approved: 'approved',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  expired: 'expired',
  dropped: 'dropped',
};
const COUNT_OF: Readonly<Partial<Record<DecisionKind, CountName>>> = { approved: 'approved', rejected: 'rejected' };

export function createApprovals(parts: ApprovalsParts): Approvals {
  const { collection, accounts, audit, members, locks, clock, log, desk, begin } = parts;
  /** Those that something has still to happen to: not decided, or not carried out. */
  const open = new Map<string, Pick<Waiting, 'guildId' | 'memberId'>>();
  const locked = <Result>(id: string, work: () => Promise<Result>): Promise<Result> => locks.run(`waiting:${id}`, work);
  /** What follows from a decision, one at a time for each request; apart from its record, for this takes as long as Discord. */
  const inTurn = <Result>(id: string, work: () => Promise<Result>): Promise<Result> =>
    locks.run(`carrying out:${id}`, work);

  const write = async (waiting: Waiting): Promise<Waiting> => {
    open.set(waiting.id, waiting);
    await collection.set(waiting.id, waiting);
    return waiting;
  };

  const change = <Outcome>(
    id: string,
    whenUndecided: (waiting: Waiting) => Promise<Outcome>,
  ): Promise<Outcome | Exclude<DecideOutcome, { outcome: 'decided' }>> =>
    locked(id, async () => {
      const waiting = await collection.get(id);
      if (!waiting) return { outcome: 'gone' };
      if (waiting.decision) return { outcome: 'late', waiting, decision: waiting.decision };
      if (!waiting.isOpen) return { outcome: 'gone' };
      return whenUndecided(waiting);
    });

  const decided = (waiting: Waiting, kind: DecisionKind, byId: string, why: string): Waiting => ({
    ...waiting,
    decision: { kind, byId, why: why.slice(0, 300), atMs: clock.now(), isCarriedOut: false },
  });

  const decide: Approvals['decide'] = (id, { kind, byId, why = '' }) =>
    change(id, async (waiting) => ({
      outcome: 'decided' as const,
      waiting: await write(decided(waiting, kind, byId, why)),
    }));

  const note = async ({ guildId, memberId, id }: Waiting, { kind, byId, why }: Decision): Promise<void> => {
    const { entries } = await audit.of(guildId);
    if (entries.some((entry) => entry.jobId === id && entry.action === AUDIT_OF[kind])) return;
    await audit.add(guildId, { byId, action: AUDIT_OF[kind], memberId, jobId: id, ...(why === '' ? {} : { why }) });
    const count = COUNT_OF[kind];
    if (count) await members.count(guildId, memberId, count);
  };

  const conclude = async (waiting: Waiting, decision: Decision): Promise<'done' | 'later'> => {
    if (decision.kind === 'approved') {
      const begun = await begin(waiting);
      if (begun === 'later') return 'later';
      if (begun === 'gone') await accounts.releaseJob(waiting.guildId, waiting.id, 'not begun');
    } else {
      await accounts.releaseJob(waiting.guildId, waiting.id, decision.kind);
      if (waiting.place.messageId !== undefined) {
        const shown = await desk.showRequest(waiting);
        if (shown === 'unavailable') return 'later';
        // Who withdrew it knows.
        if (shown === 'shown' && decision.kind !== 'withdrawn') await desk.notify(waiting);
      }
    }
    await desk.showCard(waiting);
    await note(waiting, decision);
    return 'done';
  };

  const carryOut = (id: string): Promise<void> =>
    inTurn(id, async () => {
      const waiting = await collection.get(id);
      const decision = waiting?.decision;
      if (!waiting || !decision || decision.isCarriedOut) {
        if (!waiting || decision) open.delete(id);
        return;
      }
      if ((await conclude(waiting, decision)) === 'later') return;
      await locked(id, () => collection.set(id, { ...waiting, decision: { ...decision, isCarriedOut: true } }));
      open.delete(id);
      log.info({ request: id, server: waiting.guildId, decision: decision.kind }, 'request decided');
    }).catch((error: unknown) => {
      log.error({ request: id, err: error }, 'a decision could not be carried out; it is tried again');
    });

  /** A request that a crash left before its messages were there: nobody can decide on it. */
  const dropUnopened = (id: string): Promise<void> =>
    locked(id, async () => {
      const waiting = await collection.get(id);
      if (waiting && !waiting.isOpen && !waiting.decision) {
        await write(decided(waiting, 'dropped', BY_EASEL, ''));
      }
    });

  /** Requests of this process whose messages are on their way. */
  const opening = new Set<string>();

  const look = async (id: string): Promise<void> => {
    const waiting = await collection.get(id);
    if (waiting && !waiting.isOpen && !opening.has(id)) await dropUnopened(id);
    if (waiting && isUndecided(waiting) && waiting.expiresAtMs <= clock.now()) {
      await decide(id, { kind: 'expired', byId: BY_EASEL });
    }
    if (!opening.has(id)) await carryOut(id);
  };

  const undo = async (waiting: Waiting, why: string): Promise<void> => {
    await accounts.releaseJob(waiting.guildId, waiting.id, why);
    await locked(waiting.id, () => collection.delete(waiting.id));
    open.delete(waiting.id);
  };

  const openUp = async (asked: Waiting, answer: Parameters<Approvals['ask']>[1]): Promise<AskOutcome> => {
    const hold = holdOf(asked);
    const refusal = await accounts.mayHold(asked.guildId, hold);
    if (refusal) return refusal;
    await write(asked);
    const held = await accounts.hold(asked.guildId, hold);
    if (held.outcome !== 'held' && held.outcome !== 'already') {
      await undo(asked, 'not held');
      return held;
    }
    const card = await desk.postCard(asked);
    if (typeof card === 'string') {
      await undo(asked, 'no desk');
      return { outcome: 'no desk' };
    }
    const carded: Waiting = { ...asked, card: { ...asked.card, messageId: card.messageId } };
    const messageId = await answer(carded);
    if (messageId === undefined) {
      await undo(carded, 'unanswered');
      await desk.showCard(decided(carded, 'dropped', BY_EASEL, ''));
      return { outcome: 'unanswered' };
    }
    await locked(asked.id, () => write({ ...carded, place: { ...carded.place, messageId }, isOpen: true }));
    log.info({ request: asked.id, server: asked.guildId, mode: asked.mode }, 'request waits');
    return { outcome: 'waiting' };
  };

  return {
    ask: async (waiting, answer) => {
      if (await collection.get(waiting.id)) return { outcome: 'waiting' };
      opening.add(waiting.id);
      try {
        return await openUp(waiting, answer);
      } finally {
        opening.delete(waiting.id);
      }
    },
    find: (id) => collection.get(id),
    decide,
    edit: (id, byId, prompt) =>
      change(id, async (waiting) => {
        const edited = { ...waiting, request: { ...waiting.request, prompt }, editedById: byId };
        return { outcome: 'decided' as const, waiting: await write(edited) };
      }),
    vote: (id, memberId) =>
      change(id, async (waiting): Promise<VoteOutcome> => {
        const isBack = waiting.voterIds.includes(memberId);
        const voterIds = isBack
          ? waiting.voterIds.filter((voter) => voter !== memberId)
          : [...waiting.voterIds, memberId];
        const voted = { ...waiting, voterIds };
        if (isBack) return { outcome: 'taken back', waiting: await write(voted) };
        if (voterIds.length < waiting.votesNeeded) return { outcome: 'counted', waiting: await write(voted) };
        return { outcome: 'enough', waiting: await write(decided(voted, 'approved', BY_EASEL, '')) };
      }),
    carryOut,
    idsOf: (guildId, memberId) =>
      [...open].filter(([, one]) => one.guildId === guildId && one.memberId === memberId).map(([id]) => id),
    queueOf: async (guildId) => {
      const ids = [...open].filter(([, one]) => one.guildId === guildId).map(([id]) => id);
      const found = await Promise.all(ids.map((id) => collection.get(id)));
      return found
        .filter((one) => one !== undefined)
        .filter(isUndecided)
        .sort((a, b) => a.createdAtMs - b.createdAtMs);
    },
    load: async () => {
      const { records, unreadable } = await collection.all();
      for (const key of unreadable)
        log.error({ request: key }, 'a waiting request cannot be read; it is left as it is');
      for (const [id, waiting] of records) if (!waiting.decision?.isCarriedOut) open.set(id, waiting);
    },
    run: async (signal) => {
      for (;;) {
        for (const id of [...open.keys()]) {
          signal.throwIfAborted();
          await look(id).catch((error: unknown) => {
            log.error({ request: id, err: error }, 'a waiting request stumbled; it is tried again');
          });
        }
        await clock.sleep(LOOK_INTERVAL_MS, signal);
      }
    },
    sweep: async () => {
      const { records } = await collection.all();
      for (const [id, { decision }] of records) {
        if (decision?.isCarriedOut && decision.atMs < clock.now() - KEPT_FOR_MS) {
          await locked(id, () => collection.delete(id));
        }
      }
    },
  };
}
