import { z } from 'zod';
import { type MemberRecordsParts, memberRecords, type Owner } from '../store/member-records.ts';
import { type Clock, DAY_MS } from '../time/clock.ts';
import { type WorkFilter, workFilterSchema } from './filter.ts';

/** Of one member in one server: those opened last can be gone on in. */
const VIEWS_MAX = 5;
const KEPT_MS = 7 * DAY_MS;

const recordSchema = z.object({
  views: z.array(z.object({ id: z.string(), filter: workFilterSchema })).max(VIEWS_MAX),
  atMs: z.int().min(0),
});

/** What members looked for last: a button has no room for it. All calls reject with StoreError when the store fails. */
export interface Views {
  add(owner: Owner, id: string, filter: WorkFilter): Promise<void>;
  /** Undefined where too many others were opened since, or it is too long ago. */
  find(owner: Owner, id: string): Promise<WorkFilter | undefined>;
  forget(owner: Owner): Promise<void>;
  sweep(): Promise<void>;
}

export function createViews({ clock, ...parts }: MemberRecordsParts & { clock: Pick<Clock, 'now'> }): Views {
  const records = memberRecords(parts, 'views', recordSchema, { isOver: ({ atMs }) => atMs <= clock.now() - KEPT_MS });
  return {
    add: async (owner, id, filter) => {
      await records.change(owner, (before) => {
        const others = before?.views.filter((view) => view.id !== id) ?? [];
        return { views: [{ id, filter }, ...others].slice(0, VIEWS_MAX), atMs: clock.now() };
      });
    },
    find: async (owner, id) => (await records.get(owner))?.views.find((view) => view.id === id)?.filter,
    forget: records.forget,
    sweep: () => records.sweep(),
  };
}
