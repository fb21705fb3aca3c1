import { z } from 'zod';
import { SOURCE_ADDRESS_MAX_CHARACTERS } from '../../jobs/job/sources.ts';
import { TimeoutError, withinLimit } from '../../time/time-limit.ts';

/** Files that members attach: which addresses Easel accepts, and reading a small file as text. */

/** Discord's file hosts, and the API hosts that go with them. */
const FILE_HOSTS = ['cdn.discordapp.com', 'media.discordapp.net'];
const API_HOSTS = ['discord.com', 'discordapp.com', 'canary.discord.com', 'ptb.discord.com'];
const FETCH_TIMEOUT_MS = 10_000;

export type IsSourceAddress = (address: string) => boolean;

/**
 * Accepts only Discord's own addresses for source pictures, because the content of others can change. An address must be
 * written as a URL parser writes it: other parsers read a backslash or a line end differently, and find another host.
 * @param apiUrl Discord's API. A stand-in such as the sandbox serves the files itself.
 */
export function createSourceAddressCheck(apiUrl: string): IsSourceAddress {
  const api = new URL(apiUrl);
  const ownOrigin = API_HOSTS.includes(api.hostname) ? undefined : api.origin;
  return (address) => {
    if (address.length > SOURCE_ADDRESS_MAX_CHARACTERS || !URL.canParse(address)) return false;
    const { hostname, href, origin, password, port, protocol, username } = new URL(address);
    if (href !== address || username !== '' || password !== '') return false;
    if (origin === ownOrigin) return true;
    return protocol === 'https:' && port === '' && FILE_HOSTS.includes(hostname);
  };
}

/**
 * Reads a small attached file from the address that Discord gave for it.
 * @returns undefined if the file is missing, larger, not text in UTF-8, or not fetched in time.
 */
export async function readAttachmentText(
  address: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return await withinLimit(FETCH_TIMEOUT_MS, signal, (within) => fetchText(address, maxBytes, within));
  } catch (error) {
    signal.throwIfAborted();
    // A failed fetch, a broken body and bytes that aren't text are all TypeErrors.
    if (error instanceof TypeError || error instanceof TimeoutError) return undefined;
    throw error;
  }
}

async function fetchText(address: string, maxBytes: number, signal: AbortSignal): Promise<string | undefined> {
  const response = await fetch(address, { redirect: 'error', signal });
  if (!response.ok || !response.body) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    const bytes = z.instanceof(Uint8Array).parse(chunk);
    size += bytes.length;
    if (size > maxBytes) return undefined;
    chunks.push(bytes);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}
