import { StoreError } from './store.ts';

export type StoreAddress = { scheme: 'sqlite'; path: string };

/**
 * Where the records are, from `STORE_URL`. The one place that tells kinds of store apart.
 * @throws StoreError for a kind that is not supported; the address itself is never repeated, it may carry a password.
 */
export function parseStoreUrl(url: string): StoreAddress {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/su.exec(url) ?? [];
  if (scheme === undefined || rest === undefined) {
    throw new StoreError('the store address must have the form sqlite://path/to/file');
  }
  switch (scheme) {
    case 'sqlite':
      return { scheme, path: sqlitePath(rest) };
    default:
      throw new StoreError(`stores of the kind "${scheme.slice(0, 20)}" are not supported; use sqlite://path/to/file`);
  }
}

/** SQLite reads an empty name and `:memory:` as a database that nobody can read again, and `file:` as an address with options. */
function sqlitePath(path: string): string {
  if (path === '' || path.endsWith('/') || path.includes('\0')) {
    throw new StoreError('the store address must name a file: sqlite://path/to/file');
  }
  if (path.startsWith(':') || path.startsWith('file:')) {
    throw new StoreError('the store must be a file: nothing is kept in memory');
  }
  return path;
}
