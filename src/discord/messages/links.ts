import type { ResultLink } from '../../jobs/results/redelivery.ts';
import type { Texts } from '../../texts/en.ts';

/** The text displays of a message hold 4000 characters together. A longer link would leave too little for the rest. */
export const LINK_LIMIT = 1500;
/** Room for the words around a link. */
const LINK_WORDS_CHARACTERS = 120;

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
export function linkOf(address: string, limit: number): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  const safe = href.replace(/[()<>\s]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return isWeb && safe.length <= limit ? safe : undefined;
}

/**
 * Links to results that aren't uploaded, one a line, with the reason.
 * @param room how many characters the lines may take together
 * @param request for people who may not read a hidden prompt, which the service's own file may contain
 */
export function linkLines(
  links: readonly ResultLink[],
  room: number,
  { history: words, job }: Texts,
  request: { hidesPrompt?: boolean | undefined } = {},
): string[] {
  const limit = Math.min(LINK_LIMIT, Math.floor(room / links.length) - LINK_WORDS_CHARACTERS);
  return links.map(({ address, why }) => {
    const link = linkOf(address, limit);
    const reason = job.linkReasons[why ?? 'too large'];
    if (request.hidesPrompt) return job.linkHidden(reason);
    return link === undefined ? words.linkTooLong(reason) : words.linked(reason, link);
  });
}
