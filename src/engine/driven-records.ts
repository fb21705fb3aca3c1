import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { KeyedLocks } from '../store/locks.ts';
import { everyPage, sweepPages } from '../store/pages.ts';
import type { Collection } from '../store/store.ts';
import { createLane, type Next, RetryLater } from './lane.ts';

/** What a decision makes of a record; without `after` nothing is written. */
export interface Decided<One, Outcome> {
  after?: One;
  outcome: Outcome;
}

/** Records from which something has to follow. Each is open until all of that has been done, however often it is tried. */
export interface DrivenRecords<One> {
  find(key: string): Promise<One | undefined>;
  /** Reads, decides and writes, one after the other for each key. */
  change<Outcome>(
    key: string,
    decide: (before: One | undefined) => Decided<One, Outcome> | Promise<Decided<One, Outcome>>,
  ): Promise<Outcome>;
  /** Changes one that exists, unless `decide` returns undefined. Resolves with the record as it is then. */
  amend(key: string, decide: (before: One) => One | undefined): Promise<One | undefined>;
  drop(key: string): Promise<void>;
  /** Does what follows now, for somebody who waits for it. Never rejects: what does not work is tried again by itself. */
  carryOut(key: string): Promise<void>;
  /** Does something while nothing is carried out for this one, with the record as it is then. */
  alone<Result>(key: string, work: (one: One | undefined) => Promise<Result>): Promise<Result>;
  /** The open ones, as they were last written. */
  readonly open: ReadonlyMap<string, One>;
  /** Finds the open ones in the store. */
  load(): Promise<void>;
  /** Does what follows from each when it is due, until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Drops those that are old and that nothing else depends on. */
  sweep(isOld: (one: One) => boolean, isNeeded?: (one: One) => Promise<boolean>): Promise<void>;
}

export interface DrivenRecordsParts<One> {
  /** What one of them is called in locks and in the log. */
  name: string;
  collection: Collection<One>;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
  guildOf: (one: One) => string;
  /** In how long something follows from it by itself, at once where that is not above zero; undefined when all is done. */
  dueInMs: (one: One, nowMs: number) => number | undefined;
  /**
   * Does what is due. One at a time for each, and apart from its record, for this takes as long as Discord. Repeating it has to
   * be harmless. Resolves with nothing where the record says what comes next; one that is still due then is tried again, later
   * each time.
   */
  follow: (one: One) => Promise<Next>;
  firstRetryMs?: number;
}

/** Whoever changes a record carries it out; this is for what nobody did. */
const LEFT_ALONE_MS = 5_000;

export function createDrivenRecords<One>(parts: DrivenRecordsParts<One>): DrivenRecords<One> {
  const { name, collection, locks, clock, log, guildOf, follow } = parts;
  const open = new Map<string, One>();
  /** Keys with a step under way: at its end it is seen what is due. */
  const stepping = new Set<string>();
  const locked = <Result>(key: string, work: () => Promise<Result>): Promise<Result> =>
    locks.run(`${name}:${key}`, work);
  const dueInMs = (one: One): number | undefined => parts.dueInMs(one, clock.now());

  const close = (key: string): void => {
    open.delete(key);
    driver.forget(key);
  };

  const write = async (key: string, after: One): Promise<void> => {
    const isOpen = dueInMs(after) !== undefined;
    // Before the write: one that fails may have been kept all the same.
    if (isOpen) {
      open.set(key, after);
      if (!stepping.has(key)) driver.due(key, guildOf(after), LEFT_ALONE_MS);
    }
    await collection.set(key, after);
    if (!isOpen) close(key);
  };

  const followUp = async (key: string): Promise<Next> => {
    const found = await collection.get(key);
    if (found && dueInMs(found) !== undefined) return follow(found);
    return locked(key, async () => {
      const now = await collection.get(key);
      if (!now || dueInMs(now) === undefined) close(key);
      return undefined;
    });
  };

  const step = async (key: string): Promise<Next> => {
    stepping.add(key);
    const next = await followUp(key).finally(() => stepping.delete(key));
    const now = open.get(key);
    const inMs = now && dueInMs(now);
    if (next || inMs === undefined) return next;
    if (inMs <= 0) throw new RetryLater();
    return { dueInMs: inMs };
  };
  const driver = createLane({
    ...{ name, clock, log, step },
    ...(parts.firstRetryMs === undefined ? {} : { firstRetryMs: parts.firstRetryMs }),
  });

  const drop = (key: string, isMeant: (one: One) => boolean | Promise<boolean>): Promise<void> =>
    locked(key, async () => {
      const now = await collection.get(key);
      if (now && !(await isMeant(now))) return;
      await collection.delete(key);
      close(key);
    });

  return {
    open,
    find: (key) => collection.get(key),
    change: (key, decide) =>
      locked(key, async () => {
        const { after, outcome } = await decide(await collection.get(key));
        if (after) await write(key, after);
        return outcome;
      }),
    amend: (key, decide) =>
      locked(key, async () => {
        const before = await collection.get(key);
        const after = before && decide(before);
        if (after) await write(key, after);
        return after ?? before;
      }),
    drop: (key) => drop(key, () => true),
    carryOut: (key) => {
      const one = open.get(key);
      return driver.step(key, one ? guildOf(one) : '');
    },
    alone: (key, work) => driver.alone(key, async () => work(await collection.get(key))),
    load: async () => {
      for await (const { records, unreadable } of everyPage(collection)) {
        for (const key of unreadable) log.error({ [name]: key }, `a ${name} cannot be read; it is left as it is`);
        for (const [key, one] of records) {
          const inMs = dueInMs(one);
          if (inMs === undefined) continue;
          open.set(key, one);
          driver.due(key, guildOf(one), inMs);
        }
      }
    },
    run: driver.run,
    sweep: (isOld, isNeeded = async () => false) =>
      sweepPages(collection, isOld, (key) => drop(key, async (one) => isOld(one) && !(await isNeeded(one)))),
  };
}
