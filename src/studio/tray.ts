import { z } from 'zod';
import { originSchema, SOURCE_ADDRESS_MAX_CHARACTERS } from '../jobs/origins.ts';
import { type MemberRecordsParts, memberRecords, type Owner } from '../store/member-records.ts';
import type { Clock } from '../time/clock.ts';

/** As many as one form or one command takes. */
export const TRAY_MAX = 10;
/** For about so long Discord's addresses can be used. */
const KEPT_FOR_MS = 24 * 3_600_000;

/** A picture to work on from. */
export const pictureSchema = z.object({
  address: z.string().max(SOURCE_ADDRESS_MAX_CHARACTERS),
  /** Whose it is. */
  of: originSchema,
});
export type Picture = z.output<typeof pictureSchema>;

/** What a member's open form is about. */
export const pickSchema = z.object({ id: z.string(), pictures: z.array(pictureSchema).max(TRAY_MAX) });
export type Pick = z.output<typeof pickSchema>;

const recordSchema = z.object({
  tray: z.array(pictureSchema).max(TRAY_MAX),
  pick: pickSchema.optional(),
  atMs: z.int().min(0),
});

/** What each member has laid out to work from, for a day. All calls reject with StoreError when the store fails. */
export interface Trays {
  of(owner: Owner): Promise<readonly Picture[]>;
  /** @returns how many are there then; `full` where they are too many together. */
  add(owner: Owner, pictures: readonly Picture[]): Promise<number | 'full'>;
  clear(owner: Owner): Promise<void>;
  /** Remembers what the form is about that is opened now. The one before is forgotten. */
  pick(owner: Owner, pick: Pick): Promise<void>;
  /** Undefined where another form was opened since, or a day has passed. */
  picked(owner: Owner, id: string): Promise<Pick | undefined>;
  sweep(): Promise<void>;
}

const AT_HAND = 5_000;

export function createTrays({ clock, ...parts }: MemberRecordsParts & { clock: Clock }): Trays {
  const records = memberRecords(parts, 'trays', recordSchema, {
    cached: AT_HAND,
    isOver: ({ atMs }) => atMs < clock.now() - KEPT_FOR_MS,
  });
  const change = async (owner: Owner, changes: { tray?: Picture[]; pick?: Pick }): Promise<void> => {
    await records.change(owner, (before) => ({ tray: [], ...before, ...changes, atMs: clock.now() }));
  };
  return {
    of: async (owner) => (await records.get(owner))?.tray ?? [],
    add: async (owner, pictures) => {
      const changed = await records.change(owner, (before) => {
        const laid = before?.tray ?? [];
        const known = new Set(laid.map(({ address }) => address));
        const tray = [...laid, ...pictures.filter(({ address }) => !known.has(address))];
        return tray.length > TRAY_MAX ? undefined : { ...before, tray, atMs: clock.now() };
      });
      return changed?.after.tray.length ?? 'full';
    },
    clear: (owner) => change(owner, { tray: [] }),
    pick: (owner, pick) => change(owner, { pick }),
    picked: async (owner, id) => {
      const pick = (await records.get(owner))?.pick;
      return pick?.id === id ? pick : undefined;
    },
    sweep: () => records.sweep(),
  };
}
