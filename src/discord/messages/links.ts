/** Text displays of a message hold 4000 characters together; a link longer than this would crowd out the rest. */
export const LINK_LIMIT = 1500;
/** What several links of one message may take together. */
const LINKS_LIMIT = 3000;

/** How long each of so many links of one message may be. */
export function linkLimitFor(count: number): number {
  return Math.min(LINK_LIMIT, Math.floor(LINKS_LIMIT / Math.max(1, count)));
}

/** Where Discord's clients open a channel. */
export function channelUrl(guildId: string, channelId: string): string {
  return `https://discord.com/channels/${guildId}/${channelId}`;
}

/** Where they open a message. */
export function messageUrl(guildId: string, channelId: string, messageId: string): string {
  return `${channelUrl(guildId, channelId)}/${messageId}`;
}

/**
 * An address that somebody else gave, fit to stand in a masked link: written out again by the URL parser, so that it
 * cannot break out of the link's brackets.
 * @returns undefined for what is no web address, or too long.
 */
export function linkOf(address: string, limit = LINK_LIMIT): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  const safe = href.replace(/[()<>\s]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return isWeb && safe.length <= limit ? safe : undefined;
}
