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
 * @throws StoreError for an unsupported address. The error never quotes it, because it may hold a password.
 */
export function parseStoreUrl(url: string): StoreAddress {
  const fault = storeUrlFault(url);
  if (fault !== undefined) throw new StoreError(`the store address is wrong: expected ${fault}`);
  const path = /^sqlite:\/\/(.*)$/su.exec(url)?.[1];
  return path === undefined ? { scheme: 'postgres', url } : { scheme: 'sqlite', path };
}

/** What is expected instead of this address; undefined if it can be used. */
export function storeUrlFault(url: string): string | undefined {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/su.exec(url) ?? [];
  switch (scheme) {
    case 'sqlite':
      return sqliteFault(rest);
    case 'postgres':
    case 'postgresql':
      return postgresFault(url);
    default:
      return `an address of the form ${FORMS}`;
  }
}

/** The forms of `sslmode` that pg knows. */
const TLS_MODES: readonly (string | null)[] = [
  ...['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'],
  null,
];

/** Without a database name, PostgreSQL would use one named after the user, where no one looks for records. */
function postgresFault(url: string): string | undefined {
  if (!URL.canParse(url) || !/^\/[^/]+$/u.test(new URL(url).pathname)) {
    return 'an address that names a database: postgres://user:password@host/database';
  }
  if (TLS_MODES.includes(new URL(url).searchParams.get('sslmode'))) return undefined;
  return `sslmode to be one of ${TLS_MODES.slice(0, -1).join(', ')}`;
}

/** SQLite takes an empty name and `:memory:` for temporary databases, and `file:` for an address with options. */
function sqliteFault(path: string): string | undefined {
  if (path === '' || path.endsWith('/') || path.includes('\0')) {
    return 'an address that names a file: sqlite://path/to/file';
  }
  return path.startsWith(':') || path.startsWith('file:') ? 'a file, not a database in memory' : undefined;
}

/** How a connection to PostgreSQL is protected: by nothing, by encryption alone, or also by the server's certificate. */
export function protectionOf(url: string): 'plain' | 'encrypted' | 'verified' {
  const { searchParams } = new URL(url);
  const mode = searchParams.get('sslmode') ?? (searchParams.get('ssl') === 'true' ? 'verify-full' : 'disable');
  if (mode === 'disable') return 'plain';
  return mode === 'no-verify' ? 'encrypted' : 'verified';
}
