/** Text displays of a message hold 4000 characters together; a link longer than this would crowd out the rest. */
const LINK_LIMIT = 1500;

/**
 * An address that somebody else gave, fit to stand in a masked link: written out again by the URL parser, so that it
 * cannot break out of the link's brackets.
 * @returns undefined for what is no web address, or too long.
 */
export function linkOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  const safe = href.replace(/[()<>\s]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return isWeb && safe.length <= LINK_LIMIT ? safe : undefined;
}
