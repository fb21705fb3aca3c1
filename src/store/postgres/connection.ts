import { hostname } from 'node:os';
import { Client, type ClientBase, type ClientConfig, DatabaseError } from 'pg';
import { storeFailure } from '../failures.ts';
import { StoreError, StoreUnavailableError } from '../store.ts';

/** As much longer than PostgreSQL itself allows a statement, so that its own word comes first where it can be heard. */
const UNHEARD_MS = 1000;

/** Names this process to an operator. PostgreSQL keeps 63 bytes of a connection's name. */
const NAME = `Easel: ${hostname().slice(0, 36)}, process ${process.pid}`;

/** How connections are made. A call that PostgreSQL does not end within its time is ended from here. */
export function connectionOptions(url: string, callTimeoutMs: number): ClientConfig {
  return {
    connectionString: url,
    application_name: NAME,
    connectionTimeoutMillis: callTimeoutMs,
    statement_timeout: callTimeoutMs,
    query_timeout: callTimeoutMs + UNHEARD_MS,
    // A transaction that a stopped process leaves open would hold up all others.
    idle_in_transaction_session_timeout: callTimeoutMs,
    keepAlive: true,
  };
}

/** One connection that is not replaced when it is lost. @throws StoreError that never holds the address. */
export async function connect(url: string, callTimeoutMs: number): Promise<Client> {
  const client = new Client(connectionOptions(url, callTimeoutMs));
  // Every failure also comes as a rejection or as the connection's end; without a listener the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    await client.end();
    const doing = 'PostgreSQL cannot be reached';
    throw storeFailure(doing, silentFailure(doing, cause));
  }
}

/** What goes wrong without PostgreSQL having said anything comes without a code: as a StoreError that says it. Anything else as it is. */
export function silentFailure(doing: string, cause: unknown): unknown {
  if (!(cause instanceof Error) || 'code' in cause) return cause;
  if (cause.message.startsWith('SASL')) return new StoreError(`${doing}: the address has no password, or a wrong one`);
  if (cause.message.includes('SSL')) return new StoreError(`${doing}: it does not offer TLS as the address demands`);
  return new StoreUnavailableError(`${doing}: it does not answer`, { cause });
}

/** What is done once may take many minutes, and who waits for it waits as long. */
const PATIENCE_MS = 3_600_000;

/** Within a transaction, a statement that may take longer than a call. */
export async function patiently(client: ClientBase, text: string): Promise<void> {
  await client.query(`SET LOCAL statement_timeout = ${PATIENCE_MS}`);
  // Known to the library, though not to its types: as long as it waits itself.
  const statement = { text, query_timeout: PATIENCE_MS };
  await client.query(statement);
  await client.query('SET LOCAL statement_timeout TO DEFAULT');
}

/** Whether the statement failed and the connection is as good as before: then nothing of the statement was done. */
export function isRefusal(error: unknown): boolean {
  // Class 57P: PostgreSQL ends the connection. Class 08: the connection is at fault.
  return error instanceof DatabaseError && !/^(57P|08)/u.test(error.code ?? '08');
}
