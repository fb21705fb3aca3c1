import ipaddr from 'ipaddr.js';

/** All of IPv6 that IANA hands out for the public network; what lies outside (IPv4-compatible ones included) has no host to offer. */
const GLOBAL_UNICAST_V6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Whether an address is one of the public network. Loopback, private, link-local, shared (CGNAT), multicast, documentation and
 * reserved ranges are not, nor is any IPv6 form that carries an IPv4 address (mapped, NAT64, 6to4, Teredo), whatever it carries.
 * @param address a literal IPv4 or IPv6 address, without brackets; anything else counts as not public.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  if (!ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST_V6);
}

/** Names that are never resolved on the public network (RFC 6761, 6762, 8375, and what private networks use). */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|test)$/;

/** Whether a host, as `URL` gives it, is one of the public network. A name without a dot is one of the own network. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  if (ipaddr.isValid(host)) return isPublicAddress(host);
  return host.includes('.') && !PRIVATE_NAMES.test(host);
}
