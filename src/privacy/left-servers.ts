import type { Log } from '../log.ts';
import { serversInKeys } from '../store/pages.ts';
import type { CollectionDefinition, Store } from '../store/store.ts';
import type { createErasures } from './erasures.ts';

interface LeftServersParts {
  store: Pick<Store, 'collection'>;
  definitions: readonly CollectionDefinition[];
  erasures: Pick<ReturnType<typeof createErasures>, 'dropMark' | 'left' | 'markLeft'>;
  /** All servers that Easel is in; undefined if Discord doesn't say. */
  ownServerIds: () => Promise<readonly string[] | undefined>;
  log: Log;
}

/**
 * Finds out which servers Easel has left, because without intents Discord doesn't tell it. A server that is only unavailable
 * is on Discord's list.
 */
export function createLeftServers({ store, definitions, erasures, ownServerIds, log }: LeftServersParts) {
  return {
    /** Once a day, as all sweeps. */
    sweep: async (): Promise<void> => {
      const ids = await ownServerIds();
      if (!ids) return log.info('Discord did not say which servers Easel is in');
      const isIn = new Set(ids);
      const left = new Set(erasures.left());
      for (const guildId of left) if (isIn.has(guildId)) await erasures.dropMark(guildId);
      const kept = [...(await serversKept(store, definitions))].filter((guildId) => !left.has(guildId));
      const gone = kept.filter((guildId) => !isIn.has(guildId));
      // Most of them at once: with the token of another bot, its servers are on the list.
      if (gone.length * 2 > kept.length)
        return log.warn(
          { gone: gone.length, kept: kept.length },
          'Easel is in few of its servers, so none was taken as left',
        );
      for (const guildId of gone) {
        if (!(await erasures.markLeft(guildId))) continue;
        log.info({ server: guildId }, 'Easel is no longer in a server, whose records will be erased');
      }
    },
  };
}

/** The servers of this process with a record that an erasure would delete. Each has one whose key says so. */
async function serversKept(
  store: Pick<Store, 'collection'>,
  definitions: readonly CollectionDefinition[],
): Promise<ReadonlySet<string>> {
  const guildIds = new Set<string>();
  for (const definition of definitions) {
    if (definition.serverOf !== 'key' || definition.keeps.leaves !== undefined) continue;
    for await (const guildId of serversInKeys(store.collection(definition))) guildIds.add(guildId);
  }
  return guildIds;
}
