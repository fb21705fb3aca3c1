import type { RowsRequest } from './rows.ts';
import { ownsServer, type Shards, serverInKey } from './shards.ts';
import { isAlone } from './sharing.ts';
import { type Change, type CollectionOptions, type PageRequest, StoreError } from './store.ts';

/** Which of a collection's records are this process's: `CollectionOptions.serverOf`. */
export interface Servers<Value> {
  /** Whether nobody else writes the record. @param value undefined where there is none. */
  areOurs(key: string, value: Value | undefined): boolean;
  /** As asked, of this process's servers only where nothing else is said. */
  requestFor(request: PageRequest): RowsRequest;
  /** Those that were asked for, of some that may be others'. */
  among(request: PageRequest, records: [key: string, value: Value][]): [key: string, value: Value][];
  /** @throws StoreError */
  check(change: Change): void;
}

export function createServers<Value>(
  { name, shards }: { name: string; shards: Shards },
  serverOf: CollectionOptions<Value>['serverOf'],
): Servers<Value> {
  if (isAlone(shards)) {
    return {
      areOurs: () => true,
      requestFor: (asked) => asked,
      among: (_, records) => records,
      check: () => undefined,
    };
  }
  const isInRecord = serverOf instanceof Function;
  const owns = (server: string | undefined): boolean => server !== undefined && ownsServer(shards, server);
  const areOurs = (key: string, value: Value | undefined): boolean => {
    if (serverOf === undefined) return false;
    if (!isInRecord) return owns(serverInKey(key));
    return value !== undefined && owns(serverOf(value));
  };
  const isOfOurs = ({ prefix = '', everyServer = false }: PageRequest): boolean =>
    serverOf !== undefined && !everyServer && serverInKey(prefix) === undefined;
  return {
    areOurs,
    requestFor: (asked) => (isOfOurs(asked) ? { ...asked, only: { shards, isInRecord } } : asked),
    // A copied record has no stored server next to it; its value names the server.
    among: (asked, records) =>
      isInRecord && isOfOurs(asked) ? records.filter(([key, value]) => areOurs(key, value)) : records,
    check: ({ key, text, server = serverInKey(key) }) => {
      // What is dropped by an id was read before, in what this process pages.
      const isUnknown = server === undefined && isInRecord && text === undefined;
      if (serverOf === undefined || isUnknown || owns(server)) return;
      throw new StoreError(`record "${key}" of ${name} is of a server that this process does not serve`);
    },
  };
}
