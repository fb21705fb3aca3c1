import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { KeyedLocks } from '../store/locks.ts';
import { everyPage } from '../store/pages.ts';
import type { Collection } from '../store/store.ts';
import { sweepPages } from '../store/sweeping.ts';

/** What a decision makes of a record; without `after` nothing is written. */
export interface Change<Case, Outcome> {
  after?: Case;
  outcome: Outcome;
}

/** Records about which people decide. Each is open until all that follows has been done, however often that is tried. */
export interface Cases<Case> {
  find(key: string): Promise<Case | undefined>;
  /** Reads, decides and writes, one after the other for each key. */
  change<Outcome>(key: string, decide: (before: Case | undefined) => Change<Case, Outcome>): Promise<Outcome>;
  drop(key: string): Promise<void>;
  /** Does what follows from what was decided. Never rejects: what does not work is tried again by itself. */
  carryOut(key: string): Promise<void>;
  /** Does something while nothing is carried out for this one, with the record as it is then. */
  alone<Result>(key: string, work: (one: Case | undefined) => Promise<Result>): Promise<Result>;
  /** The open ones, as they were last written. */
  readonly open: ReadonlyMap<string, Case>;
  /** Finds the open ones in the store. */
  load(): Promise<void>;
  /** Looks at every open one, again and again, until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  sweep(isOld: (one: Case) => boolean): Promise<void>;
}

export interface CasesParts<Case> {
  /** What one of them is called in locks and in the log. */
  name: string;
  collection: Collection<Case>;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
  lookIntervalMs: number;
  isOpen: (one: Case) => boolean;
  /** One at a time for each, and apart from its record, for this takes as long as Discord. Repeating it has to be harmless. */
  follow: (one: Case) => Promise<void>;
  /** What happens to an open one by itself, where that is more than to carry it out. */
  look?: (key: string) => Promise<void>;
}

export function createCases<Case>(parts: CasesParts<Case>): Cases<Case> {
  const { name, collection, locks, clock, log, lookIntervalMs, isOpen, follow } = parts;
  const open = new Map<string, Case>();
  const locked = <Result>(key: string, work: () => Promise<Result>): Promise<Result> =>
    locks.run(`${name}:${key}`, work);
  const failed = (key: string, error: unknown): void =>
    log.error({ [name]: key, err: error }, `a ${name} could not be carried out; it is tried again`);

  const write = async (key: string, after: Case): Promise<void> => {
    // Before the write: one that fails may have been kept all the same.
    if (isOpen(after)) open.set(key, after);
    await collection.set(key, after);
    if (!isOpen(after)) open.delete(key);
  };

  const close = (key: string): Promise<void> =>
    locked(key, async () => {
      const now = await collection.get(key);
      if (!now || !isOpen(now)) open.delete(key);
    });

  const alone: Cases<Case>['alone'] = (key, work) =>
    locks.run(`carrying out ${name}:${key}`, async () => work(await collection.get(key)));

  const carryOut = (key: string): Promise<void> =>
    alone(key, (one) => (one && isOpen(one) ? follow(one) : close(key))).catch((error: unknown) => failed(key, error));

  const drop = (key: string, isMeant: (one: Case) => boolean): Promise<void> =>
    locked(key, async () => {
      const now = await collection.get(key);
      if (now && !isMeant(now)) return;
      await collection.delete(key);
      open.delete(key);
    });

  const { look = carryOut } = parts;

  return {
    open,
    find: (key) => collection.get(key),
    change: (key, decide) =>
      locked(key, async () => {
        const { after, outcome } = decide(await collection.get(key));
        if (after) await write(key, after);
        return outcome;
      }),
    drop: (key) => drop(key, () => true),
    carryOut,
    alone,
    load: async () => {
      for await (const { records, unreadable } of everyPage(collection)) {
        for (const key of unreadable) log.error({ [name]: key }, `a ${name} cannot be read; it is left as it is`);
        for (const [key, one] of records) if (isOpen(one)) open.set(key, one);
      }
    },
    run: async (signal) => {
      for (;;) {
        for (const key of [...open.keys()]) {
          signal.throwIfAborted();
          await look(key).catch((error: unknown) => failed(key, error));
        }
        await clock.sleep(lookIntervalMs, signal);
      }
    },
    sweep: (isOld) => sweepPages(collection, isOld, (key) => drop(key, isOld)),
  };
}
