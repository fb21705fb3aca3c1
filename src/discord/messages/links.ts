/** The text displays of a message hold 4000 characters together. A longer link would leave too little for the rest. */
export const LINK_LIMIT = 1500;
/** The most characters that several links of one message take together. */
const LINKS_LIMIT = 3000;

/** The most characters of each of `count` links in one message. */
export function linkLimitFor(count: number): number {
  return Math.min(LINK_LIMIT, Math.floor(LINKS_LIMIT / Math.max(1, count)));
}

/** The address at which Discord's clients open a channel. */
export function channelUrl(guildId: string, channelId: string): string {
  return `https://discord.com/channels/${guildId}/${channelId}`;
}

/** The address at which Discord's clients open a message. */
export function messageUrl(guildId: string, channelId: string, messageId: string): string {
  return `${channelUrl(guildId, channelId)}/${messageId}`;
}

/**
 * Makes a foreign address safe for a masked link. The URL parser writes it again, so that it can't break out of the
 * link's brackets.
 * @returns undefined if it isn't a web address or is too long.
 */
export function linkOf(address: string, limit = LINK_LIMIT): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  const safe = href.replace(/[()<>\s]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return isWeb && safe.length <= limit ? safe : undefined;
}
