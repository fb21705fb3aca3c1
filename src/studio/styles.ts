import type { Clock } from '../clock.ts';
import type { KeyedLocks } from '../store/locks.ts';
import { hasRoom } from '../store/pages.ts';
import type { Collection, Store } from '../store/store.ts';
import { STYLE_MIGRATIONS, STYLES_MAX, type Style, styleKeyOf, styleSchema } from './style.ts';

/** Whose styles: a member's own in a server, or those that everybody may use there. */
export type StyleOwner = { guildId: string; memberId: string } | { guildId: string; memberId?: never };

/** What is left out stays as it was, where there is one of that name. */
export type SaveStyle = Omit<Style, 'atMs'>;

export interface FoundStyle {
  style: Style;
  /** Whether everybody in the server may use it. */
  isServers: boolean;
}

export type SaveOutcome =
  | { outcome: 'saved' | 'changed'; style: Style }
  /** The owner has as many as may be. */
  | { outcome: 'full' };

/** All calls reject with StoreError when the store fails. */
export interface Styles {
  /** Keeps it, or changes the one of that name. */
  save(owner: StyleOwner, style: SaveStyle): Promise<SaveOutcome>;
  /** The member's own of that name, otherwise the server's. */
  find(at: { guildId: string; memberId: string }, name: string): Promise<FoundStyle | undefined>;
  /** By name. */
  listOf(owner: StyleOwner): Promise<Style[]>;
  /** @returns whether there was one. */
  remove(owner: StyleOwner, name: string): Promise<boolean>;
}

/** As many as one member and one server have, and then some. */
const AT_HAND = 10_000;

export function createStyles({
  store,
  locks,
  clock,
}: {
  store: Store;
  locks: KeyedLocks;
  clock: Pick<Clock, 'now'>;
}): Styles {
  const collection: Collection<Style> = store.collection('styles', styleSchema, {
    ...{ serverOf: 'key', cached: AT_HAND, migrations: STYLE_MIGRATIONS },
  });

  const listOf = async (owner: StyleOwner): Promise<Style[]> => {
    const { records } = await collection.page({ prefix: prefixOf(owner), most: STYLES_MAX });
    return records.map(([, style]) => style).sort((a, b) => a.name.localeCompare(b.name));
  };

  return {
    save: (owner, style) =>
      locks.run(`styles:${prefixOf(owner)}`, async () => {
        const key = keyOf(owner, style.name);
        const before = await collection.get(key);
        const bound = { prefix: prefixOf(owner), most: STYLES_MAX };
        if (!before && !(await hasRoom(collection, bound))) return { outcome: 'full' };
        const preset = { ...before?.preset, ...style.preset };
        const after: Style = { ...before, ...style, preset, atMs: clock.now() };
        await collection.set(key, after);
        return { outcome: before ? 'changed' : 'saved', style: after };
      }),
    find: async ({ guildId, memberId }, name) => {
      const own = await collection.get(keyOf({ guildId, memberId }, name));
      const style = own ?? (await collection.get(keyOf({ guildId }, name)));
      return style && { style, isServers: own === undefined };
    },
    listOf,
    remove: (owner, name) => locks.run(`styles:${prefixOf(owner)}`, () => collection.delete(keyOf(owner, name))),
  };
}

/** No member's id is a word. */
const SERVER = 'server';

function prefixOf({ guildId, memberId = SERVER }: StyleOwner): string {
  return `${guildId}:${memberId}:`;
}

function keyOf(owner: StyleOwner, name: string): string {
  return `${prefixOf(owner)}${styleKeyOf(name)}`;
}
