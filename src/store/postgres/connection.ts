import { hostname } from 'node:os';
import { Client, type ClientBase, type ClientConfig, DatabaseError } from 'pg';
import { StoreError, StoreUnavailableError, toStoreError } from '../database/failures.ts';

/** How much longer to wait than PostgreSQL itself allows a statement, so that its own error comes first. */
const UNHEARD_MS = 1000;

/** Shows operators which process it is. PostgreSQL keeps 63 bytes of a connection's name. */
const NAME = `Easel: ${hostname().slice(0, 36)}, process ${process.pid}`;

/** Connection settings. If PostgreSQL doesn't end a call in time, this side does. */
export function connectionOptions(url: string, callTimeoutMs: number): ClientConfig {
  return {
    connectionString: url,
    application_name: NAME,
    connectionTimeoutMillis: callTimeoutMs,
    statement_timeout: callTimeoutMs,
    query_timeout: callTimeoutMs + UNHEARD_MS,
    // A transaction left open by a stopped process would block all others.
    idle_in_transaction_session_timeout: callTimeoutMs,
    keepAlive: true,
  };
}

/** Opens a connection that isn't replaced when it is lost. @throws StoreError that never holds the address. */
export async function connect(url: string, callTimeoutMs: number): Promise<Client> {
  const client = new Client(connectionOptions(url, callTimeoutMs));
  // Every failure is also a rejection or the connection's end. Without a listener, the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    await client.end();
    const doing = 'PostgreSQL cannot be reached';
    throw toStoreError(doing, toStoreErrorWithoutCode(doing, cause));
  }
}

/**
 * Errors without a code come from the client, not from PostgreSQL. Converts them to StoreErrors that say what happened,
 * and returns other errors unchanged.
 */
export function toStoreErrorWithoutCode(doing: string, cause: unknown): unknown {
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
