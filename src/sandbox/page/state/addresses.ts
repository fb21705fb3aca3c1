/**
 * Discord signs file addresses anew each time it sends a message. The page keeps each file's first address while it is
 * valid, so that pictures and clips don't load again when a message changes.
 */
const kept = new Map<string, string>();

const isFile = /^https?:\/\/[^/]+(\/(?:ephemeral-)?attachments\/[^?]+)\?/;

const localAddress = (address: string): string => {
  const path = isFile.exec(address)?.[1];
  if (path === undefined) return address;
  const known = kept.get(path);
  if (
    known !== undefined &&
    Number.parseInt(new URL(known, location.href).searchParams.get('ex') ?? '', 16) * 1000 > Date.now()
  ) {
    return known;
  }
  const { pathname, search } = new URL(address);
  // The page's own server forwards files, so the page needs no other address.
  const local = `/files${pathname}${search}`;
  kept.set(path, local);
  return local;
};

/** Replaces each file's address by the page's own. */
export const keepAddresses = <Data>(data: Data): Data =>
  JSON.parse(JSON.stringify(data), (key, value) =>
    key === 'url' && typeof value === 'string' ? localAddress(value) : value,
  );
