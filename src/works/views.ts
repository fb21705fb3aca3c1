import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Store } from '../store/store.ts';
import { sweepPages } from '../store/sweeping.ts';
import { type WorkFilter, workFilterSchema } from './filter.ts';

/** Of one member in one server: those opened last can be gone on in. */
const VIEWS_MAX = 5;
const KEPT_MS = 7 * 86_400_000;

const recordSchema = z.object({
  views: z.array(z.object({ id: z.string(), filter: workFilterSchema })).max(VIEWS_MAX),
  atMs: z.int().min(0),
});

interface Owner {
  guildId: string;
  memberId: string;
}

/** What members looked for last: a button has no room for it. All calls reject with StoreError when the store fails. */
export interface Views {
  add(owner: Owner, id: string, filter: WorkFilter): Promise<void>;
  /** Undefined where too many others were opened since, or it is too long ago. */
  find(owner: Owner, id: string): Promise<WorkFilter | undefined>;
  forget(owner: Owner): Promise<void>;
  sweep(nowMs: number): Promise<void>;
}

export interface ViewsParts {
  store: Pick<Store, 'collection'>;
  locks: KeyedLocks;
  clock: Pick<Clock, 'now'>;
}

export function createViews({ store, locks, clock }: ViewsParts): Views {
  const collection = store.collection('views', recordSchema, { serverOf: 'key' });
  const keyOf = ({ guildId, memberId }: Owner): string => `${guildId}:${memberId}`;
  const locked = <Result>(key: string, work: () => Promise<Result>): Promise<Result> => locks.run(`views:${key}`, work);
  return {
    add: (owner, id, filter) =>
      locked(keyOf(owner), async () => {
        const { views = [] } = (await collection.get(keyOf(owner))) ?? {};
        const after = [{ id, filter }, ...views.filter((view) => view.id !== id)].slice(0, VIEWS_MAX);
        await collection.set(keyOf(owner), { views: after, atMs: clock.now() });
      }),
    find: async (owner, id) => (await collection.get(keyOf(owner)))?.views.find((view) => view.id === id)?.filter,
    forget: (owner) => locked(keyOf(owner), async () => void (await collection.delete(keyOf(owner)))),
    sweep: (nowMs) =>
      sweepPages(
        collection,
        ({ atMs }) => atMs <= nowMs - KEPT_MS,
        (key) => locked(key, () => collection.delete(key)),
      ),
  };
}
