import { type MemberRecordsParts, memberRecords, type Owner } from '../store/member-records.ts';
import type { Clock } from '../time/clock.ts';
import { STYLES_MAX, type Style, styleKeyOf, styleSchema } from './style.ts';

/** Whose styles: a member's own in a server, or those that everybody may use there. */
export type StyleOwner = Owner | { guildId: string; memberId?: never };

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
  find(member: Owner, name: string): Promise<FoundStyle | undefined>;
  /** By name. */
  listOf(owner: StyleOwner): Promise<Style[]>;
  /** @returns whether there was one. */
  remove(owner: StyleOwner, name: string): Promise<boolean>;
}

/** As many as one member and one server have, and then some. */
const AT_HAND = 10_000;

export function createStyles({ clock, ...parts }: MemberRecordsParts & { clock: Pick<Clock, 'now'> }): Styles {
  const records = memberRecords(parts, 'styles', styleSchema, { most: STYLES_MAX, cached: AT_HAND });
  return {
    save: async (owner, style) => {
      const saved = await records.change(refOf(owner, style.name), (before) => {
        const preset = { ...before?.preset, ...style.preset };
        return { ...before, ...style, preset, atMs: clock.now() };
      });
      if (!saved) return { outcome: 'full' };
      return { outcome: saved.before ? 'changed' : 'saved', style: saved.after };
    },
    find: async ({ guildId, memberId }, name) => {
      const own = await records.get(refOf({ guildId, memberId }, name));
      const style = own ?? (await records.get(refOf({ guildId }, name)));
      return style && { style, isServers: own === undefined };
    },
    listOf: async (owner) => {
      const styles = (await records.list(recordOwnerOf(owner))).map(({ value }) => value);
      return styles.sort((a, b) => a.name.localeCompare(b.name));
    },
    remove: (owner, name) => records.remove(refOf(owner, name)),
  };
}

/** No member's id is a word. */
const SERVER = 'server';

function recordOwnerOf({ guildId, memberId = SERVER }: StyleOwner): Owner {
  return { guildId, memberId };
}

function refOf(owner: StyleOwner, name: string): Owner & { id: string } {
  return { ...recordOwnerOf(owner), id: styleKeyOf(name) };
}
