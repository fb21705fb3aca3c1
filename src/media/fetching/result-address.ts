import { FetchError } from '../media.ts';

/** Longest address read at all; signed ones come to about 2,000 characters. */
const LONGEST_ADDRESS_CHARACTERS = 8_192;
/** Below this, a port belongs to a well-known service, and only two of those speak HTTP. */
const FIRST_UNPRIVILEGED_PORT = 1_024;
const WEB_PORTS: readonly number[] = [80, 443];

/**
 * Reads a result's address, or a redirect's, as far as can be told without connecting.
 * @param base what a relative address is relative to.
 * @throws FetchError 'bad address': not http(s), credentials in it, a port of another service, too long, or no address at all.
 */
export function parseResultAddress(address: string, base?: URL): URL {
  const url = address.length <= LONGEST_ADDRESS_CHARACTERS ? URL.parse(address, base?.href) : null;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new FetchError('bad address', false);
  if (url.username !== '' || url.password !== '') throw new FetchError('bad address', false);
  const port = Number(url.port);
  if (url.port !== '' && port < FIRST_UNPRIVILEGED_PORT && !WEB_PORTS.includes(port)) {
    throw new FetchError('bad address', false);
  }
  return url;
}
