import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { KeyedLocks } from '../store/locks.ts';
import { everyPage } from '../store/pages.ts';
import type { Store, Change as StoreChange } from '../store/store.ts';
import { sweepPages } from '../store/sweeping.ts';
import { type Account, type Hold, NEW_ACCOUNT, withoutOldest } from './account.ts';
import { checkAmount } from './amounts.ts';
import { type AuditReport, audit } from './audit.ts';
import { changesOf, countedDays, datesOf, openBooks, readAccount } from './books.ts';
import { CONTROLS_KEY, controlsSchema, NO_CONTROLS } from './controls.ts';
import {
  type CorrectOutcome,
  type Decision,
  decideCorrect,
  decideHold,
  decideRelease,
  decideReleaseJob,
  decideSettle,
  decideUnconfirmed,
  type HoldOutcome,
  type HoldRefusal,
  type HoldRequest,
  isHeld,
  type MarkOutcome,
  type ReleaseOutcome,
  type SettleOutcome,
  type Terms,
} from './decisions.ts';
import type { Entry } from './ledger.ts';
import {
  type By,
  decideAllowance,
  decideGrant,
  decidePause,
  decideResolve,
  decideSettings,
  decideShare,
  decideUnshare,
  type GrantOrder,
  type GrantOutcome,
  type OrderOutcome,
  type Resolution,
  type ResolveOutcome,
} from './orders.ts';
import type { Allowance } from './plan.ts';
import type { Settings } from './settings.ts';
import { roomInShares, type Share, type ShareRoom, type Spender } from './shares.ts';
import { type DayUsage, NO_DAY_USAGE, USAGE_MAX_DAYS, type Usage } from './usage.ts';
import { type AccountView, viewOf } from './view.ts';
import { type WeighOutcome, weigh } from './weigh.ts';

/**
 * The accounts of all servers. Every change is one commit, decided under the server's lock; repeating a change is
 * harmless and says so. All calls reject with StoreError when the store fails: then the change may or may not have been
 * made, and repeating it is the way to know. BudgetError where a number is out of bounds.
 */
export interface Accounts extends Orders {
  view(guildId: string): Promise<AccountView>;
  /** Every server that has an account, those who have spent and hold most in their period first. */
  ranking(): Promise<string[]>;
  /** What `hold` would refuse now; a `hold` that follows may still be refused. */
  mayHold(guildId: string, request: HoldRequest): Promise<HoldRefusal | undefined>;
  /** Whether this is to be asked about first, and then also whether there is room for it, in one reading. */
  weigh(guildId: string, request: HoldRequest): Promise<WeighOutcome>;
  /**
   * Sets credits aside for all of a job's tasks, or for none of them.
   * @param also what is written in the same commit; it is asked for only where nothing is in the way.
   */
  hold(guildId: string, request: HoldRequest, also?: () => readonly StoreChange[]): Promise<HoldOutcome>;
  /**
   * What happened to some holds, in one commit.
   * @param also what is written in the same commit, also where nothing of the account changes.
   * @returns what came of each, in their order.
   */
  book(guildId: string, bookings: readonly Booking[], also?: () => readonly StoreChange[]): Promise<BookingOutcome[]>;
  /** All holds of a job go back, but for the unconfirmed ones. */
  releaseJob(guildId: string, jobId: string, why: string): Promise<ReleaseOutcome>;
  holds(guildId: string): Promise<(Hold & { taskKey: string })[]>;
  /** The holds of all servers that wait for an operator, oldest first. */
  unconfirmed(): Promise<UnconfirmedHold[]>;
  /** The limits that managers set. */
  shares(guildId: string): Promise<Share[]>;
  /** What the shares leave to one spender, the strictest first. */
  shareRooms(guildId: string, spender: Spender): Promise<ShareRoom[]>;
  /**
   * The last entries, oldest first, and how many were before them.
   * @param options `sinceMs` for those of a time only, `most` for the newest of them.
   */
  ledger(
    guildId: string,
    options?: { sinceMs?: number; most?: number },
  ): Promise<{
    entries: Entry[];
    earlierEntries: number;
    /** Some of those before may be of that time as well. */
    isCut: boolean;
  }>;
  /** By day, everything that ended until now. */
  usage(guildId: string): Promise<Usage>;
  audit(): Promise<AuditReport>;
  /** Keeps of entries older than the ledger's time their sum only, and drops usage and orders of that time. @throws StoreError */
  sweep(nowMs: number): Promise<void>;
}

/** What people order. Who may is the caller's to check; who did is in the ledger. */
export interface Orders {
  grant(guildId: string, order: GrantOrder): Promise<GrantOutcome>;
  setAllowance(guildId: string, allowance: Allowance, byId: string): Promise<OrderOutcome>;
  pause(guildId: string, by: By): Promise<OrderOutcome>;
  resume(guildId: string, by: By): Promise<OrderOutcome>;
  pauseEverywhere(byId: string): Promise<OrderOutcome>;
  resumeEverywhere(byId: string): Promise<OrderOutcome>;
  setShare(guildId: string, share: Share, byId: string): Promise<OrderOutcome>;
  /** @param key of `shareKey`. */
  removeShare(guildId: string, key: string, byId: string): Promise<OrderOutcome>;
  setSettings(guildId: string, changes: Partial<Settings>, byId: string): Promise<OrderOutcome>;
  /**
   * Ends an unconfirmed hold.
   * @param also what is written in the same commit for what came of it.
   */
  resolve(
    guildId: string,
    taskKey: string,
    resolution: Resolution,
    byId: string,
    also?: (outcome: ResolveOutcome) => readonly StoreChange[],
  ): Promise<ResolveOutcome>;
}

/** What happens to a hold. */
export type Booking =
  /** The service said what it charged: the hold becomes that, up or down, also past the limit. */
  | { kind: 'correct'; taskKey: string; credits: number }
  /** The task succeeded: its hold becomes spending. */
  | { kind: 'settle'; taskKey: string; credits: number }
  /** The task failed, or was never created: its hold goes back. `why` is for the ledger, without anybody's words. */
  | { kind: 'release'; taskKey: string; why: string }
  /** The create's answer was lost: the hold stays until it is settled, released, or corrected. */
  | { kind: 'mark unconfirmed'; taskKey: string };
/** `gone` and `already` where the hold had ended before. */
export type BookingOutcome = CorrectOutcome | MarkOutcome | SettleOutcome['outcome'] | ReleaseOutcome['outcome'];

/** A hold that waits for an operator, of whichever server. */
export type UnconfirmedHold = Hold & { guildId: string; taskKey: string };

export interface AccountsParts {
  store: Pick<Store, 'collection' | 'commit' | 'failures'>;
  locks: KeyedLocks;
  clock: Pick<Clock, 'now'>;
  /** What a server may spend each calendar month, unless an operator decided otherwise. */
  defaultAllowanceCredits: number;
  /** So long entries are kept singly; then the sum of those that went. */
  ledgerKeptDays?: number;
  /** Told after every change of an account. */
  onChange?: (guildId: string) => void;
  /** Told when a hold has become unconfirmed. */
  onUnconfirmed?: () => void;
}

const DAY_MS = 86_400_000;
/** Accounts that are looked at before others have their turn. */
const RANKED_TOGETHER = 50;
/** Entries that are read together. */
const LEDGER_PAGE_ENTRIES = 500;
/** The most entries that are told at once: a statement of some megabytes. */
const LEDGER_READ_MAX = 20_000;
/** Accounts of servers that are busy at the same time. */
const AT_HAND = 2_000;

export function createAccounts({
  store,
  locks,
  clock,
  defaultAllowanceCredits,
  ledgerKeptDays = USAGE_MAX_DAYS,
  onChange,
  onUnconfirmed,
}: AccountsParts): Accounts {
  checkAmount(defaultAllowanceCredits, 'the allowance');
  const books = openBooks(store);
  const controls = store.collection('controls', controlsSchema, { cached: 1 });
  /** Valid while no commit failed since they were read or written. */
  const atHand = new LRUCache<string, { account: Account; failures: number }>({ max: AT_HAND });
  const knownNow = (guildId: string): Account | undefined => {
    const known = atHand.get(guildId);
    return known?.failures === store.failures ? known.account : undefined;
  };
  const remember = (guildId: string, account: Account, failures: number): void => {
    atHand.set(guildId, { account: { ...account, latest: [] }, failures });
  };

  /** Under the account's lock, or else it may be older than what is at hand by now. */
  const read = async (guildId: string): Promise<Account> => {
    for (;;) {
      const known = knownNow(guildId);
      if (known) return known;
      const { failures } = store;
      const account = await readAccount(books, guildId);
      // What was read in part before a commit failed and in part after it belongs to no moment.
      if (failures === store.failures) {
        remember(guildId, account, failures);
        return account;
      }
    }
  };
  const locked = <Result>(guildId: string, work: () => Promise<Result>): Promise<Result> =>
    locks.run(`account:${guildId}`, work);
  const look = async (guildId: string): Promise<Account> =>
    knownNow(guildId) ?? (await locked(guildId, () => read(guildId)));

  const terms = (): Terms => ({ nowMs: clock.now(), defaultAllowanceCredits });
  const fullTerms = async (): Promise<Terms> => {
    const { pausedEverywhere } = (await controls.get(CONTROLS_KEY)) ?? NO_CONTROLS;
    return { ...terms(), isPausedEverywhere: pausedEverywhere !== null };
  };

  /**
   * Decides and asks for the commit without waiting for anything in between, and gives the account's lock back while the
   * disk works: who comes next builds on it, and fails with it if it fails (see `Store.commit`).
   */
  const decideAndCommit = async <Outcome>(
    guildId: string,
    decide: (before: Account, now: Terms) => Decision<Outcome>,
    { now, also }: { now: Terms; also: (outcome: Outcome) => readonly StoreChange[] },
  ): Promise<{ outcome: Outcome; done: Promise<void> | undefined }> => {
    for (;;) {
      const before = await read(guildId);
      const { failures } = store;
      const { account: after, outcome } = decide(before, now);
      const days = new Map<string, DayUsage>();
      for (const date of after ? datesOf(after.latest, after.settings.timeZone) : []) {
        days.set(date, (await books.usage.get(`${guildId}:${date}`)) ?? NO_DAY_USAGE);
      }
      if (failures !== store.failures) continue;
      const changes = [...(after ? booked(guildId, before, after, days) : []), ...also(outcome)];
      if (changes.length === 0) return { outcome, done: undefined };
      const done = store.commit(changes);
      if (after) remember(guildId, after, failures);
      return { outcome, done };
    }
  };

  const booked = (
    guildId: string,
    before: Account,
    after: Account,
    days: ReadonlyMap<string, DayUsage>,
  ): StoreChange[] => {
    const counted = countedDays(after.latest, after.settings.timeZone, days);
    const taskKeys = after.latest.flatMap((entry) => ('taskKey' in entry ? [entry.taskKey] : []));
    return changesOf(books, guildId, { before, after, days: counted, taskKeys });
  };

  const change = async <Outcome>(
    guildId: string,
    decide: (before: Account, now: Terms) => Decision<Outcome>,
    {
      termsNow = terms,
      also = () => [],
    }: { termsNow?: () => Terms | Promise<Terms>; also?: (outcome: Outcome) => readonly StoreChange[] } = {},
  ): Promise<Outcome> => {
    const now = await termsNow();
    const { outcome, done } = await locked(guildId, () => decideAndCommit(guildId, decide, { now, also }));
    if (done === undefined) return outcome;
    await done;
    onChange?.(guildId);
    return outcome;
  };

  /** Some of a server's oldest entries at a time. Resolves with whether there may be more that are too old. */
  const dropOldest = async (guildId: string, beforeMs: number): Promise<boolean> => {
    const { done, isCut } = await locked(guildId, async () => {
      for (;;) {
        const before = await read(guildId);
        const { failures } = store;
        const { records } = await books.ledger.page({ prefix: `${guildId}:`, most: LEDGER_PAGE_ENTRIES });
        const young = records.findIndex(([, { atMs }]) => atMs >= beforeMs);
        const leaving = young === -1 ? records : records.slice(0, young);
        if (failures !== store.failures) continue;
        if (leaving.length === 0) return { done: undefined, isCut: false };
        const after = withoutOldest(
          before,
          leaving.map(([, entry]) => entry),
        );
        const dropped = leaving.map(([key]) => books.ledger.drop(key));
        const changes = [...changesOf(books, guildId, { before, after, days: new Map(), taskKeys: [] }), ...dropped];
        const work = store.commit(changes);
        remember(guildId, after, failures);
        return { done: work, isCut: leaving.length === LEDGER_PAGE_ENTRIES };
      }
    });
    await done;
    return isCut;
  };

  const control = (isPaused: boolean, byId: string): Promise<OrderOutcome> =>
    locks.run('account controls', async () => {
      const before = (await controls.get(CONTROLS_KEY)) ?? NO_CONTROLS;
      if ((before.pausedEverywhere !== null) === isPaused) return 'unchanged';
      await controls.set(CONTROLS_KEY, { pausedEverywhere: isPaused ? { atMs: clock.now(), byId } : null });
      return 'done';
    });

  return {
    view: async (guildId) => viewOf(await look(guildId), await fullTerms()),
    ranking: async () => {
      const now = terms();
      const used: { guildId: string; credits: number }[] = [];
      for await (const { records } of everyPage(books.accounts, { most: RANKED_TOGETHER })) {
        for (const [guildId, record] of records) {
          const { spentCredits, heldCredits } = viewOf({ ...NEW_ACCOUNT, ...record }, now);
          used.push({ guildId, credits: spentCredits + heldCredits });
        }
      }
      return used.sort((a, b) => b.credits - a.credits).map(({ guildId }) => guildId);
    },
    mayHold: async (guildId, request) => {
      const { outcome } = decideHold(await look(guildId), request, await fullTerms());
      return isHeld(outcome) ? undefined : outcome;
    },
    weigh: async (guildId, request) => {
      const [account, now] = await Promise.all([look(guildId), fullTerms()]);
      return weigh(account, request, now);
    },
    hold: (guildId, request, also = () => []) =>
      change(guildId, (before, now) => decideHold(before, request, now), {
        termsNow: fullTerms,
        also: (outcome) => (isHeld(outcome) ? also() : []),
      }),
    book: async (guildId, bookings, also = () => []) => {
      const outcomes = await change(guildId, (before, now) => decideAll(before, bookings, now), { also });
      if (outcomes.includes('marked')) onUnconfirmed?.();
      return outcomes;
    },
    releaseJob: (guildId, jobId, why) => change(guildId, (before, now) => decideReleaseJob(before, jobId, why, now)),
    holds: async (guildId) =>
      Object.entries((await look(guildId)).holds).map(([taskKey, hold]) => ({ taskKey, ...hold })),
    unconfirmed: async () => {
      const found: UnconfirmedHold[] = [];
      for await (const { records } of everyPage(books.unconfirmed)) {
        const holds = await Promise.all(records.map(([key]) => books.holds.get(key)));
        records.forEach(([key], index) => {
          const [guildId = '', taskKey = ''] = partsOf(key);
          const hold = holds[index];
          if (hold?.unconfirmed) found.push({ guildId, taskKey, ...hold });
        });
      }
      return found.sort((a, b) => a.heldAtMs - b.heldAtMs || a.taskKey.localeCompare(b.taskKey));
    },
    shares: async (guildId) => (await look(guildId)).shares,
    shareRooms: async (guildId, spender) => {
      const { shares, counters, settings } = await look(guildId);
      return roomInShares(shares, counters, spender, clock.now(), settings.timeZone);
    },
    ledger: async (guildId, { sinceMs = 0, most = LEDGER_READ_MAX } = {}) => {
      const entries: Entry[] = [];
      let before: string | undefined;
      let isWhole = false;
      do {
        const request = { prefix: `${guildId}:`, after: before, most: LEDGER_PAGE_ENTRIES, backwards: true };
        const page = await books.ledger.page(request);
        const fresh = page.records.map(([, entry]) => entry).filter(({ atMs }) => atMs >= sinceMs);
        entries.push(...fresh);
        isWhole = fresh.length < page.records.length;
        before = isWhole || entries.length >= most ? undefined : page.next;
      } while (before !== undefined);
      const told = entries.slice(0, most).reverse();
      const earlierEntries = (told[0]?.number ?? 1) - 1;
      return { entries: told, earlierEntries, isCut: earlierEntries > 0 && !isWhole };
    },
    usage: async (guildId) => {
      const request = { prefix: `${guildId}:`, most: USAGE_MAX_DAYS, backwards: true };
      const { records } = await books.usage.page(request);
      return Object.fromEntries(records.map(([key, day]) => [partsOf(key)[1], day]));
    },
    audit: () => audit(books),
    sweep: async (nowMs) => {
      const keptSinceMs = nowMs - ledgerKeptDays * DAY_MS;
      for await (const { records } of everyPage(books.accounts, { most: RANKED_TOGETHER })) {
        for (const [guildId] of records) while (await dropOldest(guildId, keptSinceMs));
      }
      const beforeMs = nowMs - USAGE_MAX_DAYS * DAY_MS;
      await sweepPages(
        books.orders,
        (atMs) => atMs < beforeMs,
        (key) => books.orders.delete(key),
      );
      const firstDate = new Date(beforeMs).toISOString().slice(0, 10);
      for await (const { records } of everyPage(books.usage)) {
        const old = records.filter(([key]) => partsOf(key)[1] < firstDate);
        await store.commit(old.map(([key]) => books.usage.drop(key)));
      }
    },

    grant: (guildId, order) =>
      locks.run(`order:${guildId}`, async () => {
        const key = `${guildId}:${order.orderId}`;
        if ((await books.orders.get(key)) !== undefined) return { outcome: 'already' };
        return change(guildId, (before, now) => decideGrant(before, order, now), {
          also: (outcome) => (outcome.outcome === 'not there' ? [] : [books.orders.put(key, clock.now())]),
        });
      }),
    setAllowance: (guildId, allowance, byId) =>
      change(guildId, (before, now) => decideAllowance(before, allowance, byId, now)),
    pause: (guildId, by) => change(guildId, (before, now) => decidePause(before, by, true, now)),
    resume: (guildId, by) => change(guildId, (before, now) => decidePause(before, by, false, now)),
    pauseEverywhere: (byId) => control(true, byId),
    resumeEverywhere: (byId) => control(false, byId),
    setShare: (guildId, share, byId) => change(guildId, (before, now) => decideShare(before, share, byId, now)),
    removeShare: (guildId, key, byId) => change(guildId, (before, now) => decideUnshare(before, key, byId, now)),
    setSettings: (guildId, changes, byId) =>
      change(guildId, (before, now) => decideSettings(before, changes, byId, now)),
    resolve: (guildId, taskKey, resolution, byId, also) =>
      change(guildId, (before, now) => decideResolve(before, taskKey, resolution, byId, now), also ? { also } : {}),
  };
}

function decideAll(before: Account, bookings: readonly Booking[], now: Terms): Decision<BookingOutcome[]> {
  let account: Account | undefined;
  const outcomes: BookingOutcome[] = [];
  for (const booking of bookings) {
    const decision = decideOne(account ?? before, booking, now);
    account = decision.account ?? account;
    outcomes.push(typeof decision.outcome === 'string' ? decision.outcome : decision.outcome.outcome);
  }
  return { account, outcome: outcomes };
}

function decideOne(
  before: Account,
  booking: Booking,
  now: Terms,
): Decision<CorrectOutcome | SettleOutcome | ReleaseOutcome | MarkOutcome> {
  const { taskKey } = booking;
  switch (booking.kind) {
    case 'correct':
      return decideCorrect(before, taskKey, booking.credits, now);
    case 'settle':
      return decideSettle(before, taskKey, booking.credits, now);
    case 'release':
      return decideRelease(before, taskKey, booking.why, now);
    case 'mark unconfirmed':
      return decideUnconfirmed(before, taskKey, now);
  }
}

/** A server, and what of it a record is about. */
function partsOf(key: string): [guildId: string, rest: string] {
  const at = key.indexOf(':');
  return [key.slice(0, at), key.slice(at + 1)];
}
