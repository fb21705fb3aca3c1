import { StoreError } from './store.ts';

export type StoreAddress = { scheme: 'sqlite'; path: string } | { scheme: 'postgres'; url: string };

/** The path of a store in a file. @throws StoreError for another kind of store. */
export function storeFileOf(url: string): string {
  const address = parseStoreUrl(url);
  if (address.scheme === 'sqlite') return address.path;
  throw new StoreError(
    'only a store in a file is backed up and restored so; use pg_dump and pg_restore for PostgreSQL',
  );
}

const FORMS = 'sqlite://path/to/file or postgres://user:password@host/database';

/**
 * Where the records are, from `STORE_URL`. The only place that knows the kinds of store.
 * @throws StoreError for an unsupported kind. The error never quotes the address, which may hold a password.
 */
export function parseStoreUrl(url: string): StoreAddress {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/su.exec(url) ?? [];
  if (scheme === undefined || rest === undefined) {
    throw new StoreError(`the store address must have the form ${FORMS}`);
  }
  switch (scheme) {
    case 'sqlite':
      return { scheme, path: sqlitePath(rest) };
    case 'postgres':
    case 'postgresql':
      return { scheme: 'postgres', url: postgresUrl(url) };
    default:
      throw new StoreError(`stores of the kind "${scheme.slice(0, 20)}" are not supported; use ${FORMS}`);
  }
}

/** Without a database name, PostgreSQL would use one named after the user, where no one looks for records. */
function postgresUrl(url: string): string {
  if (!URL.canParse(url) || !/^\/[^/]+$/u.test(new URL(url).pathname)) {
    throw new StoreError('the store address must name a database: postgres://user:password@host/database');
  }
  return url;
}

/** SQLite takes an empty name and `:memory:` for temporary databases, and `file:` for an address with options. */
function sqlitePath(path: string): string {
  if (path === '' || path.endsWith('/') || path.includes('\0')) {
    throw new StoreError('the store address must name a file: sqlite://path/to/file');
  }
  if (path.startsWith(':') || path.startsWith('file:')) {
    throw new StoreError('the store must be a file, not in memory');
  }
  return path;
}
