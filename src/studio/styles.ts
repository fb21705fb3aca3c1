import type { Needs } from '../runtime.ts';
import { defineMemberCollection, memberRecords, type Owner, ownerOf, UNSEEN_MS } from '../store/member-records.ts';
import { STYLES_MAX, type Style, styleKeyOf, styleSchema } from './style.ts';

/** A member in a server, or the server itself, whose styles everyone there may use. */
export type StyleOwner = Owner | { guildId: string; memberId?: never };

/** Keeps what it leaves out, if there's a style with this name. */
export type SaveStyle = Omit<Style, 'atMs'>;

export interface FoundStyle {
  style: Style;
  /** Whether it's the server's own, which everyone there may use. */
  isServers: boolean;
}

export type SaveOutcome =
  | { outcome: 'saved' | 'changed'; style: Style }
  /** The owner has too many styles. */
  | { outcome: 'full' };

const CACHED_MAX = 10_000;
/** Never a member's id. */
const SERVER = 'server';

export const styleCollection = defineMemberCollection({
  name: 'styles',
  schema: styleSchema,
  cached: CACHED_MAX,
  keeps: {
    what: 'styles: their words, options and who saved them',
    ends: {
      after: UNSEEN_MS,
      since: ({ atMs }, key) => (ownerOf(key).memberId === SERVER ? undefined : atMs),
      unlessSeen: true,
      words: 'when they are deleted; a member’s own when they aren’t seen in the server for 400 days',
    },
    erased: { goes: 'the member’s own', stays: 'who saved the server’s', own: 'deleted' },
    restored: { from: 'backup' },
  },
});

export type Styles = ReturnType<typeof createStyles>;

/** All calls reject with StoreError when the store fails. */
export function createStyles({ store, clock }: Needs<'clock' | 'store'>) {
  const records = memberRecords(store, styleCollection, { most: STYLES_MAX });
  return {
    /** Saves a new style, or changes the one with this name. */
    save: async (owner: StyleOwner, style: SaveStyle): Promise<SaveOutcome> => {
      const saved = await records.change(refOf(owner, style.name), (before) => {
        const options = { ...before?.options, ...style.options };
        return { ...before, ...style, options, atMs: clock.now() };
      });
      if (!saved) return { outcome: 'full' };
      return { outcome: saved.before ? 'changed' : 'saved', style: saved.after };
    },
    /** The member's own style with this name, otherwise the server's. */
    find: async ({ guildId, memberId }: Owner, name: string): Promise<FoundStyle | undefined> => {
      const own = await records.get(refOf({ guildId, memberId }, name));
      const style = own ?? (await records.get(refOf({ guildId }, name)));
      return style && { style, isServers: own === undefined };
    },
    /** @param key of `styleKeyOf` */
    byKey: (owner: StyleOwner, key: string): Promise<Style | undefined> =>
      records.get({ ...recordOwnerOf(owner), id: key }),
    /** Sorted by name. */
    listOf: async (owner: StyleOwner): Promise<Style[]> => {
      const styles = (await records.list(recordOwnerOf(owner))).map(({ value }) => value);
      return styles.sort((a, b) => a.name.localeCompare(b.name));
    },
    /** @returns whether there was one */
    remove: (owner: StyleOwner, name: string) => records.remove(refOf(owner, name)),
  };
}

function recordOwnerOf({ guildId, memberId = SERVER }: StyleOwner): Owner {
  return { guildId, memberId };
}

function refOf(owner: StyleOwner, name: string): Owner & { id: string } {
  return { ...recordOwnerOf(owner), id: styleKeyOf(name) };
}
