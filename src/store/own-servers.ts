import { isAlone, ownsServer, type Shards, serverInKey } from './database/shards.ts';
import type { RowsRequest } from './rows.ts';
import { type Change, type CollectionOptions, type PageRequest, StoreError } from './store.ts';

/** Which of a collection's records this process owns, by `CollectionOptions.serverOf`. */
export function createOwnServers<Value>(
  { name, shards }: { name: string; shards: Shards },
  serverOf: CollectionOptions<Value>['serverOf'],
) {
  const ownsAll = isAlone(shards);
  const isInRecord = serverOf instanceof Function;
  const owns = (server: string | undefined): boolean => server !== undefined && ownsServer(shards, server);
  /** Whether no other process writes the record. @param value undefined if there is no record. */
  const ownsRecord = (key: string, value: Value | undefined): boolean => {
    if (ownsAll || serverOf === undefined) return ownsAll;
    if (!isInRecord) return owns(serverInKey(key));
    return value !== undefined && owns(serverOf(value));
  };
  const needsFilter = ({ prefix = '', everyServer = false }: PageRequest): boolean =>
    !ownsAll && serverOf !== undefined && !everyServer && serverInKey(prefix) === undefined;
  return {
    ownsRecord,
    /** Limits a request to this process's servers, unless it names a server or asks for every one. */
    requestFor: (request: PageRequest): RowsRequest =>
      needsFilter(request) ? { ...request, only: { shards, isInRecord } } : request,
    /** Drops other processes' records from a page: a copied record's row has no server, only its value names it. */
    filter: (request: PageRequest, records: [key: string, value: Value][]): [key: string, value: Value][] =>
      isInRecord && needsFilter(request) ? records.filter(([key, value]) => ownsRecord(key, value)) : records,
    /** @throws StoreError for a record of a server that this process doesn't own. */
    check: ({ key, text, server = serverInKey(key) }: Change): void => {
      if (ownsAll || serverOf === undefined || owns(server)) return;
      // A deletion by id alone: its caller has read the record in one of this process's pages.
      if (server === undefined && isInRecord && text === undefined) return;
      throw new StoreError(`record "${key}" of ${name} belongs to a server of another process`);
    },
  };
}
