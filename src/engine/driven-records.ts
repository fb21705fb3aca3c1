import type { Needs } from '../runtime.ts';
import { everyPage, sweepPages } from '../store/pages.ts';
import type { Change, Collection } from '../store/store.ts';
import { createLane, type Next, RetryLater } from './lane.ts';

/** A decision about a record; nothing is written without `after`. */
export interface Decided<One, Outcome> {
  after?: One | undefined;
  /** What is committed with `after`. */
  also?: readonly Change[];
  /** Commits the record with what only the committer knows. Resolves with false if it may not be written after all. */
  commit?: (changes: readonly Change[]) => Promise<boolean>;
  outcome: Outcome;
}

/** What goes to disk with a change, and what to call once it is there. */
export interface Logged {
  changes: readonly Change[];
  onCommitted: () => void;
}

type Written<One> = Omit<Decided<One, unknown>, 'outcome'> & { before: One | undefined; after: One };

/** Records that need further steps. A record is open until all its steps have succeeded. */
export interface DrivenRecords<One> {
  find(key: string): Promise<One | undefined>;
  /** Reads, decides and writes under the key's lock. */
  change<Outcome>(
    key: string,
    decide: (before: One | undefined) => Decided<One, Outcome> | Promise<Decided<One, Outcome>>,
  ): Promise<Outcome>;
  /** Changes an existing record unless `decide` returns undefined. Resolves with the current record. */
  amend(key: string, decide: (before: One) => One | undefined): Promise<One | undefined>;
  /** Deletes the record, or does nothing if another one is meant. */
  drop(key: string, isMeant?: (one: One) => boolean): Promise<void>;
  /** Takes the next steps now, for a caller that waits. Never rejects: the engine retries what fails. */
  carryOut(key: string): Promise<void>;
  /** Runs `work` with the current record while no step of it runs. */
  runExclusive<Result>(key: string, work: (one: One | undefined) => Promise<Result>): Promise<Result>;
  /** The open records, as last written. */
  readonly open: ReadonlyMap<string, One>;
  /** Loads the open records from the store. */
  load(): Promise<void>;
  /** Takes due steps until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Deletes old records that nothing else needs. */
  sweep(isOld: (one: One) => boolean, isNeeded?: (one: One) => Promise<boolean>): Promise<void>;
}

export interface DrivenRecordsParts<One> extends Needs<'clock' | 'log'> {
  /** The name of one record in the log. */
  name: string;
  collection: Collection<One>;
  guildOf: (one: One) => string;
  /** When its next step is due; at once if not above zero; undefined if it is done. */
  dueInMs: (one: One, nowMs: number) => number | undefined;
  /**
   * Does what is due, one step at a time for each record and outside its lock, because Discord may be slow. Must be safe to
   * repeat. Resolves with nothing if the record itself says what is next; a record that is still due then is retried with
   * back-off.
   */
  follow: (one: One) => Promise<Next>;
  /** What a change adds to the log, in the same commit. */
  logged?: (before: One | undefined, after: One) => Logged;
  firstRetryMs?: number;
}

/** Callers take the steps of what they change; this delay is for changes that were interrupted. */
const LEFT_ALONE_MS = 5_000;

export function createDrivenRecords<One>(parts: DrivenRecordsParts<One>): DrivenRecords<One> {
  const { name, collection, clock, log, guildOf, follow } = parts;
  const open = new Map<string, One>();
  /** The keys whose step is running. When it ends, the record says what is due, so nothing is planned before. */
  const running = new Set<string>();
  const { locked } = collection;
  const dueInMs = (one: One | undefined): number | undefined => one && parts.dueInMs(one, clock.now());

  const close = (key: string): void => {
    open.delete(key);
    driver.forget(key);
  };

  const keepIfOpen = (key: string, now: One | undefined): void => {
    if (now !== undefined && dueInMs(now) !== undefined) open.set(key, now);
    else close(key);
  };

  const write = async (key: string, { before, after, also = [], commit }: Written<One>): Promise<void> => {
    const logged = parts.logged?.(before, after);
    // Before the write, because a write that fails may still have reached the disk.
    if (dueInMs(after) !== undefined) {
      open.set(key, after);
      if (!running.has(key)) driver.due(key, guildOf(after), LEFT_ALONE_MS);
    }
    const others = [...also, ...(logged?.changes ?? [])];
    const isWritten = commit ? await commit([collection.put(key, after), ...others]) : true;
    if (!commit) await collection.set(key, after, others);
    keepIfOpen(key, isWritten ? after : before);
    if (isWritten) logged?.onCommitted();
  };

  const change: DrivenRecords<One>['change'] = (key, decide) =>
    locked(key, async () => {
      const before = await collection.get(key);
      const { after, outcome, ...how } = await decide(before);
      if (after) await write(key, { before, after, ...how });
      return outcome;
    });

  const followUp = async (key: string): Promise<Next> => {
    const found = await collection.get(key);
    if (found && dueInMs(found) !== undefined) return follow(found);
    return locked(key, async () => {
      keepIfOpen(key, await collection.get(key));
      return undefined;
    });
  };

  const step = async (key: string): Promise<Next> => {
    running.add(key);
    const next = await followUp(key).finally(() => running.delete(key));
    const inMs = dueInMs(open.get(key));
    if (next || inMs === undefined) return next;
    if (inMs <= 0) throw new RetryLater();
    return { dueInMs: inMs };
  };
  const driver = createLane({ name, clock, log, step, firstRetryMs: parts.firstRetryMs });

  const drop = (key: string, isMeant: (one: One) => boolean | Promise<boolean> = () => true): Promise<void> =>
    locked(key, async () => {
      const now = await collection.get(key);
      if (now && !(await isMeant(now))) return;
      await collection.delete(key);
      close(key);
    });

  return {
    open,
    find: (key) => collection.get(key),
    change,
    amend: (key, decide) =>
      change(key, (before) => {
        const after = before && decide(before);
        return { after, outcome: after ?? before };
      }),
    drop,
    carryOut: (key) => {
      const one = open.get(key);
      return driver.step(key, one ? guildOf(one) : '');
    },
    runExclusive: (key, work) => driver.runExclusive(key, async () => work(await collection.get(key))),
    load: async () => {
      for await (const { records } of everyPage(collection)) {
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
