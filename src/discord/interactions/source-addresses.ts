/** Which addresses of pictures Easel hands to the service: Discord's own alone, because what is behind any other can change. */

import { SOURCE_ADDRESS_MAX_CHARACTERS } from '../../jobs/origins.ts';

/** Discord's hosts of files, where its API is Discord's as well. */
const FILE_HOSTS = ['cdn.discordapp.com', 'media.discordapp.net'];
const API_HOSTS = ['discord.com', 'discordapp.com', 'canary.discord.com', 'ptb.discord.com'];

export type IsSourceAddress = (address: string) => boolean;

/** @param apiUrl of Discord; another server that stands for Discord, such as the sandbox, keeps the files itself. */
export function createSourceAddressCheck(apiUrl: string): IsSourceAddress {
  const api = new URL(apiUrl);
  const ownOrigin = API_HOSTS.includes(api.hostname) ? undefined : api.origin;
  return (address) => {
    if (address.length > SOURCE_ADDRESS_MAX_CHARACTERS || !URL.canParse(address)) return false;
    const { hostname, origin, password, port, protocol, username } = new URL(address);
    if (username !== '' || password !== '') return false;
    if (origin === ownOrigin) return true;
    return protocol === 'https:' && port === '' && FILE_HOSTS.includes(hostname);
  };
}
