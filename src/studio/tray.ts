import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { originSchema } from '../jobs/origins.ts';
import { SOURCE_ADDRESS_MAX_CHARACTERS } from '../jobs/source-addresses.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Store } from '../store/store.ts';
import { sweepPages } from '../store/sweeping.ts';

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
type TrayRecord = z.output<typeof recordSchema>;

interface Owner {
  guildId: string;
  memberId: string;
}

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
  sweep(nowMs: number): Promise<void>;
}

const AT_HAND = 5_000;

export function createTrays({ store, locks, clock }: { store: Store; locks: KeyedLocks; clock: Clock }): Trays {
  const collection = store.collection('trays', recordSchema, { serverOf: 'key', cached: AT_HAND });
  const keyOf = ({ guildId, memberId }: Owner): string => `${guildId}:${memberId}`;
  const isOld = ({ atMs }: TrayRecord, nowMs: number): boolean => atMs < nowMs - KEPT_FOR_MS;

  const find = async (owner: Owner): Promise<TrayRecord> => {
    const found = await collection.get(keyOf(owner));
    return found && !isOld(found, clock.now()) ? found : { tray: [], atMs: clock.now() };
  };
  const change = <Result>(
    owner: Owner,
    decide: (before: TrayRecord) => { after?: TrayRecord; result: Result },
  ): Promise<Result> =>
    locks.run(`tray:${keyOf(owner)}`, async () => {
      const { after, result } = decide(await find(owner));
      if (after) await collection.set(keyOf(owner), { ...after, atMs: clock.now() });
      return result;
    });

  return {
    of: async (owner) => (await find(owner)).tray,
    add: (owner, pictures) =>
      change<number | 'full'>(owner, (before) => {
        const known = new Set(before.tray.map(({ address }) => address));
        const tray = [...before.tray, ...pictures.filter(({ address }) => !known.has(address))];
        return tray.length > TRAY_MAX ? { result: 'full' } : { after: { ...before, tray }, result: tray.length };
      }),
    clear: (owner) => change(owner, (before) => ({ after: { ...before, tray: [] }, result: undefined })),
    pick: (owner, pick) => change(owner, (before) => ({ after: { ...before, pick }, result: undefined })),
    picked: async (owner, id) => {
      const { pick } = await find(owner);
      return pick?.id === id ? pick : undefined;
    },
    sweep: (nowMs) =>
      sweepPages(
        collection,
        (record) => isOld(record, nowMs),
        (key) => locks.run(`tray:${key}`, () => collection.delete(key)),
      ),
  };
}
