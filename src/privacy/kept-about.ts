import { serverInKey } from '../store/database/shards.ts';
import { type Keeps, wordsOfEnd } from '../store/keeps.ts';
import type { Owner } from '../store/member-records.ts';
import { everyPage, pagesOfServer } from '../store/pages.ts';
import type { CollectionDefinition, Store } from '../store/store.ts';
import { unlessUnreadable } from '../store/unreadable-records.ts';
import { partAbout } from './part-about.ts';

/** Far below any server's upload limit. */
const MAX_BYTES = 8_000_000;

/** One kind of record, as the member's file has it. */
export interface KeptKind {
  what: string;
  deleted: string;
  /** What *Forget all* does. */
  forgetting: Exclude<Keeps<unknown>['erased'], 'none'>['stays' | 'goes'][];
  records: unknown[];
}

export interface KeptAbout {
  kinds: KeptKind[];
  /** More is kept than fits. */
  isCut: boolean;
}

/** All that is kept about a member in a server, and about them in all servers. Reads all of the server's records. */
export async function findKeptAbout(
  store: Pick<Store, 'collection'>,
  definitions: readonly CollectionDefinition[],
  owner: Owner,
): Promise<KeptAbout> {
  const kinds: KeptKind[] = [];
  let bytes = 0;
  for (const definition of definitions) {
    const { erased, ends, what } = definition.keeps;
    if (erased === 'none') continue;
    const records: unknown[] = [];
    for await (const part of partsAbout(store, definition, owner)) {
      // Counts bytes, because accents and emoji take several. The file is indented.
      bytes += Buffer.byteLength(JSON.stringify(part, undefined, 2)) * 1.5;
      if (bytes > MAX_BYTES) return { kinds, isCut: true };
      if (records.push(part) === 1)
        kinds.push({ what, deleted: wordsOfEnd(ends), forgetting: forgettingOf(erased), records });
    }
  }
  return { kinds, isCut: false };
}

const forgettingOf = ({ goes, stays }: Exclude<Keeps<unknown>['erased'], 'none'>): KeptKind['forgetting'] => [
  ...(goes === undefined ? [] : [`deletes ${goes}`]),
  ...(stays === undefined ? [] : [`leaves ${stays}`]),
];

async function* partsAbout(
  store: Pick<Store, 'collection'>,
  definition: CollectionDefinition,
  { guildId, memberId }: Owner,
): AsyncGenerator<unknown> {
  const collection = store.collection(definition);
  if (definition.serverOf === undefined) {
    const own = await unlessUnreadable(collection.get(memberId));
    if (own !== undefined) yield partAbout(memberId, own, memberId);
    return;
  }
  for await (const { records } of pagesOfServer(collection, definition.serverOf, guildId)) {
    for (const [key, value] of records) {
      if (!`${key} ${JSON.stringify(value)}`.includes(memberId)) continue;
      const part = partAbout(key, value, memberId);
      if (part !== undefined) yield part;
    }
  }
}

/** The servers of this process with a record that names the member. Reads all records. */
export async function serversNaming(
  store: Pick<Store, 'collection'>,
  definitions: readonly CollectionDefinition[],
  memberId: string,
): Promise<string[]> {
  const guildIds = new Set<string>();
  for (const definition of definitions) {
    const { keeps, serverOf } = definition;
    // A server stays named after an erasure by the erasure itself.
    if (keeps.erased === 'none' || serverOf === undefined || keeps.erased.goes === undefined) continue;
    for await (const { records } of everyPage(store.collection(definition))) {
      for (const [key, value] of records) {
        const guildId = serverOf instanceof Function ? serverOf(value) : serverInKey(key);
        if (guildId !== undefined && `${key} ${JSON.stringify(value)}`.includes(memberId)) guildIds.add(guildId);
      }
    }
  }
  return [...guildIds];
}
