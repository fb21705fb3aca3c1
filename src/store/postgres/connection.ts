import { hostname } from 'node:os';
import { Client, type ClientBase, type ClientConfig, DatabaseError } from 'pg';
import { VERSION } from '../../version.ts';
import {
  failureReason,
  StoreError,
  StoreUnavailableError,
  toStoreError,
  withinCallTimeout,
} from '../database/failures.ts';

/** How much longer to wait than PostgreSQL itself allows a statement, so that its own error comes first. */
const UNHEARD_MS = 1000;

/** Shows operators which process it is, and its version. PostgreSQL keeps 63 bytes of a connection's name. */
const NAME = `Easel: ${hostname().slice(0, 24)}, ${VERSION}, process ${process.pid}`;

/** The library verifies certificates in these modes too, but announces that this will change. */
const ALSO_VERIFIED = ['prefer', 'require', 'verify-ca'];

function withClearMode(url: string): string {
  const clear = new URL(url);
  if (ALSO_VERIFIED.includes(clear.searchParams.get('sslmode') ?? '')) clear.searchParams.set('sslmode', 'verify-full');
  return clear.href;
}

/** The parameters that name files. The library reads them itself. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/** @throws StoreError that names the parameter whose file can't be read */
function createClient(url: string, callTimeoutMs: number): Client {
  try {
    return new Client(connectionOptions(url, callTimeoutMs));
  } catch (cause) {
    const path = cause instanceof Error && 'path' in cause ? cause.path : undefined;
    const named = FILES.find((name) => new URL(url).searchParams.get(name) === path);
    throw named === undefined ? cause : new StoreError(`the file of ${named} cannot be read: ${failureReason(cause)}`);
  }
}

/** Connection settings. If PostgreSQL doesn't end a call in time, this side does. */
export function connectionOptions(url: string, callTimeoutMs: number): ClientConfig {
  return {
    connectionString: withClearMode(url),
    application_name: NAME,
    connectionTimeoutMillis: callTimeoutMs,
    statement_timeout: callTimeoutMs,
    query_timeout: callTimeoutMs + UNHEARD_MS,
    // A transaction left open by a stopped process would block all others.
    idle_in_transaction_session_timeout: callTimeoutMs,
    keepAlive: true,
  };
}

/** Ends the connection, if PostgreSQL can still be told. A network that drops everything never confirms the end. */
export async function endConnection(client: Client): Promise<void> {
  await withinCallTimeout(client.end(), UNHEARD_MS, 'the connection cannot be ended').catch(() => undefined);
}

/** Opens a connection that isn't replaced when it is lost. @throws StoreError that never holds the address. */
export async function connect(url: string, callTimeoutMs: number): Promise<Client> {
  const client = createClient(url, callTimeoutMs);
  // Every failure is also a rejection or the connection's end. Without a listener, the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    await endConnection(client);
    const doing = 'PostgreSQL cannot be reached';
    throw toStoreError(doing, toStoreErrorWithoutCode(doing, cause));
  }
}

/** A violation of the protocol. PostgreSQL itself knows every parameter that Easel sends at a start. */
const REFUSED_BY_POOLER = '08P01';

/** PgBouncer's own sentence names the parameter. */
function refusedByPooler(doing: string, cause: DatabaseError): StoreError {
  const parameter = /^unsupported startup parameter(?: in options)?: (\w+)/u.exec(cause.message)?.[1];
  if (parameter === undefined) return toStoreError(doing, cause);
  const remedy = `add ${parameter} to PgBouncer's ignore_startup_parameters, or connect to PostgreSQL itself`;
  return new StoreError(`${doing}: a pooler refuses the parameter ${parameter} (${REFUSED_BY_POOLER}); ${remedy}`, {
    cause,
  });
}

/**
 * Errors without a code come from the client, not from PostgreSQL. Converts them to StoreErrors that say what happened,
 * and returns other errors unchanged.
 */
export function toStoreErrorWithoutCode(doing: string, cause: unknown): unknown {
  if (cause instanceof DatabaseError && cause.code === REFUSED_BY_POOLER) return refusedByPooler(doing, cause);
  if (!(cause instanceof Error) || 'code' in cause) return cause;
  if (cause.message.startsWith('SASL')) return new StoreError(`${doing}: the address has no password or a wrong one`);
  if (cause.message.includes('SSL')) return new StoreError(`${doing}: it does not offer TLS as the address demands`);
  return new StoreUnavailableError(`${doing}: it does not answer`, { cause });
}

/** A migration or an index may take many minutes, and other claims wait as long. */
const PATIENCE_MS = 3_600_000;

/** Runs a statement that may take longer than a call, within a transaction. */
export async function runSlowStatement(client: ClientBase, text: string): Promise<void> {
  await client.query(`SET LOCAL statement_timeout = ${PATIENCE_MS}`);
  // The library supports `query_timeout` for a statement, but its types don't.
  const statement = { text, query_timeout: PATIENCE_MS };
  await client.query(statement);
  await client.query('SET LOCAL statement_timeout TO DEFAULT');
}

/** Whether the statement failed without effect and the connection still works. */
export function isRefusal(error: unknown): boolean {
  // Class 57P: PostgreSQL ends the connection. Class 08: the connection failed.
  return error instanceof DatabaseError && !/^(57P|08)/u.test(error.code ?? '08');
}
