import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** Passed to undici instead of a connection. `fetch-failure.ts` converts it for callers. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';

  constructor() {
    super('the address is not a public one');
  }
}

export interface ConnectorOptions {
  allowPrivate: boolean;
  /** For resolving the name, connecting and TLS together. */
  timeoutMs: number;
  /** The machine's own resolver, unless a test passes another. */
  lookup?: LookupFunction;
}

/**
 * Connects for undici, only to public addresses unless private ones are allowed. Connects to the very addresses that it
 * checked, so a name that resolves differently a moment later changes nothing.
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
      // Refuses a private address even among public ones, because no one has a good reason to mix them.
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
    // Node doesn't call the lookup hook for literal addresses, so they are checked here.
    if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) {
      process.nextTick(callback, new PrivateAddressError(), null);
      return;
    }
    connect(target, callback);
  };
}

/**
 * The IPv6 range that IANA assigns to the public network. Addresses outside, IPv4-compatible ones included, have no
 * host to offer.
 */
const GLOBAL_UNICAST_V6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Whether an address belongs to the public network. Loopback, private, link-local, shared (CGNAT), multicast,
 * documentation and reserved ranges don't, nor does any IPv6 form that carries an IPv4 address (mapped, NAT64, 6to4,
 * Teredo).
 * @param address a literal IPv4 or IPv6 address without brackets. Anything else counts as not public.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  if (!ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST_V6);
}

/** Names that never resolve on the public network (RFC 6761, 6762, 8375, and what private networks use). */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|test)$/;

/** Whether a host, as `URL` returns it, belongs to the public network. A name without a dot is local. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  if (ipaddr.isValid(host)) return isPublicAddress(host);
  return host.includes('.') && !PRIVATE_NAMES.test(host);
}
