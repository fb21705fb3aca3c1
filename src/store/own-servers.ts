import type { KeyRange } from './database/database.ts';
import { isAlone, ownsServer, type Shards, serverInKey } from './database/shards.ts';
import { type Change, type PageRequest, type ServerOf, StoreError } from './store.ts';

/** Which of a collection's records this process owns, by `CollectionDefinition.serverOf`. */
export function createOwnServers<Value>(name: string, shards: Shards, serverOf: 'key' | ServerOf<Value> | undefined) {
  const ownsAll = isAlone(shards);
  const isInRecord = serverOf instanceof Function;
  const owns = (server: string | undefined): boolean => server !== undefined && ownsServer(shards, server);
  /** Whether no other process writes the record. @param value undefined if there is no record. */
  const ownsRecord = (key: string, value: Value | undefined): boolean => {
    if (ownsAll || serverOf === undefined) return ownsAll;
    if (!isInRecord) return owns(serverInKey(key));
    return value !== undefined && owns(serverOf(value));
  };
  return {
    ownsRecord,
    /** Limits a page to this process's servers, unless its request names a server or asks for every one. */
    limitOf: ({ prefix = '', everyServer = false }: PageRequest): KeyRange['only'] => {
      if (ownsAll || serverOf === undefined || everyServer || serverInKey(prefix) !== undefined) return undefined;
      return { shards, isInRecord };
    },
    /** @throws StoreError for a record of a server that this process doesn't own. */
    check: ({ key, text, server = serverInKey(key) }: Change): void => {
      if (ownsAll || serverOf === undefined || owns(server)) return;
      // A deletion by id alone: its caller has read the record in one of this process's pages.
      if (server === undefined && isInRecord && text === undefined) return;
      throw new StoreError(`record "${key}" of ${name} belongs to a server of another process`);
    },
  };
}
