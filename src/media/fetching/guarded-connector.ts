import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from './public-address.ts';

/** Told to undici in place of a connection; `fetch-result.ts` turns it into the error that callers see. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';

  constructor() {
    super('the address is not a public one');
  }
}

export interface ConnectorOptions {
  allowPrivate: boolean;
  /** Resolving the name, connecting and TLS together. */
  timeoutMs: number;
  /** Resolves names; the machine's own resolver unless a test brings another. */
  lookup?: LookupFunction;
}

/**
 * Connects for undici, and only to public addresses unless private ones are allowed.
 * The addresses that were checked are the very ones connected to, so a name that resolves differently a moment later changes nothing.
 */
export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { allowPrivate, timeoutMs: timeout, lookup = dns.lookup } = options;
  const guarded: LookupFunction = (hostname, lookupOptions, callback) => {
    lookup(hostname, { ...lookupOptions, all: true }, (error, found, family) => {
      if (error) {
        callback(error, '', 0);
        return;
      }
      const addresses = typeof found === 'string' ? [{ address: found, family: family ?? isIP(found) }] : found;
      const first = addresses[0];
      // One private address among public ones is refused as well: nobody has a good reason to mix them.
      if (!first || (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))) {
        callback(new PrivateAddressError(), '', 0);
      } else if (lookupOptions.all) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
  const connect = buildConnector({ allowH2: false, timeout, lookup: guarded });
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    // Node does not call the lookup hook for a literal address, so those are checked here.
    if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) {
      process.nextTick(callback, new PrivateAddressError(), null);
      return;
    }
    connect(target, callback);
  };
}
