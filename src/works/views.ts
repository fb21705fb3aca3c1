import { z } from 'zod';
import type { Needs } from '../runtime.ts';
import { defineMemberCollection, memberRecords, type Owner } from '../store/member-records.ts';
import { DAY_MS } from '../time/clock.ts';
import { type WorkFilter, workFilterSchema } from './filter.ts';

/** Per member and server. The pages of older lists can no longer be turned. */
const VIEWS_MAX = 5;
const KEPT_MS = 7 * DAY_MS;

const recordSchema = z.object({
  views: z.array(z.object({ id: z.string(), filter: workFilterSchema })).max(VIEWS_MAX),
  atMs: z.int().min(0),
});

export const viewCollection = defineMemberCollection({
  name: 'views',
  schema: recordSchema,
  keeps: {
    what: 'what a member last searched for',
    ends: { after: KEPT_MS, since: ({ atMs }) => atMs },
    erased: { goes: 'the member’s', own: 'deleted' },
  },
});

export type Views = ReturnType<typeof createViews>;

/** Filters of the lists that members opened last, for which buttons have no room. All calls reject with StoreError. */
export function createViews({ store, clock }: Needs<'clock' | 'store'>) {
  const records = memberRecords(store, viewCollection, { isOver: ({ atMs }) => atMs <= clock.now() - KEPT_MS });
  return {
    add: async (owner: Owner, id: string, filter: WorkFilter): Promise<void> => {
      await records.change(owner, (before) => {
        const others = before?.views.filter((view) => view.id !== id) ?? [];
        return { views: [{ id, filter }, ...others].slice(0, VIEWS_MAX), atMs: clock.now() };
      });
    },
    /** Undefined if the list is too old, or too many others were opened since. */
    find: async (owner: Owner, id: string) => (await records.get(owner))?.views.find((view) => view.id === id)?.filter,
  };
}
