/**
 * Discord signs the addresses of files anew each time it gives a message out. The page keeps the first address of each
 * file while it holds, so that pictures and clips are not loaded again whenever a message changes.
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
  // The page's own server passes files on: the page needs no other address.
  const local = `/files${pathname}${search}`;
  kept.set(path, local);
  return local;
};

/** The same data with every file's address under the page's own. */
export const keepAddresses = <Data>(data: Data): Data =>
  JSON.parse(JSON.stringify(data), (key, value) =>
    key === 'url' && typeof value === 'string' ? localAddress(value) : value,
  );
