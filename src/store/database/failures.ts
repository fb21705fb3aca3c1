import type { z } from 'zod';
import { TimeoutError, withinLimit } from '../../time/time-limit.ts';

/** The store failed or holds an unreadable record. Work that needs it is refused. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The database is temporarily unavailable; retry. */
export class StoreUnavailableError extends StoreError {}

/** Nothing is stored at this address: no store was made there yet, or another disk is missing where it was. */
export class NoStoreError extends StoreError {
  constructor() {
    super('there is no store');
  }
}

/** The record itself is unreadable or doesn't fit its schema. Retrying changes nothing. */
export class RecordError extends StoreError {}

/** Easel made a record that its own schema refuses. The store is fine; this is a fault of Easel's. */
export class UnfitRecordError extends RecordError {}

/**
 * Errors of databases, file systems and networks in words that operators can act on. No addresses: they may hold a
 * password.
 */
const REASONS: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'another process has locked the file',
  SQLITE_CANTOPEN: 'the file cannot be opened; is it a folder, or in a folder that Easel may not write to?',
  SQLITE_CORRUPT: 'the file is damaged; restore it from a copy',
  SQLITE_FULL: 'the disk is full',
  SQLITE_IOERR: 'the disk has an error',
  // SQLite couldn't make its file of shared memory larger.
  SQLITE_IOERR_SHMSIZE: 'the disk is full',
  SQLITE_NOTADB: 'the file is not a SQLite database',
  SQLITE_PERM: 'Easel may not use the file',
  SQLITE_READONLY: 'the file or its folder cannot be written to',
  EADDRINUSE: 'another program uses this port',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'Easel may not use the folder',
  EEXIST: 'a part of the path is a file, not a folder',
  EISDIR: 'the file cannot be opened; it is a folder',
  ENOENT: 'the file does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EPERM: 'Easel may not use the folder',
  EROFS: 'the disk is read-only',
  EAI_AGAIN: 'its host name cannot be resolved yet',
  ECONNREFUSED: 'no server answers at its address',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'there is no route to its address',
  ENETUNREACH: 'there is no route to its address',
  ENOTFOUND: 'its host name is unknown',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'it does not answer',
  // Certificates of TLS, from Node's manual.
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: "its certificate is not valid yet; is this machine's clock right?",
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted: add sslrootcert=FILE with it to the address',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name than that of the address',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted: add sslrootcert=FILE with its root to the address',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate is not trusted: add sslrootcert=FILE with its root to the address',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted: add sslrootcert=FILE with its root to the address',
  // PostgreSQL's error codes, from its manual.
  '25006': 'the database can only be read; is it a standby, or a pooler that shares sessions?',
  '26000': 'a pooler shares sessions; use it in session mode',
  '28000': 'it refuses the user',
  '28P01': 'it refuses the password',
  '3D000': 'there is no such database',
  '42P05': 'a pooler shares sessions; use it in session mode',
  '42501': 'the user may not use the tables, or may not make them',
  '42P01': 'its table is missing',
  '53100': 'the disk is full',
  '53200': 'it is out of memory',
  '53300': 'it has too many connections',
  '57014': 'it took too long',
  '57P01': 'it is stopping',
  '57P02': 'it crashed',
  '57P03': 'it is starting or stopping',
  '58030': 'the disk has an error',
  XX001: 'its files are damaged; restore them from a backup',
  XX002: 'its files are damaged; restore them from a backup',
};

const UNEXPECTED = 'an unexpected failure';

/** Errors of a database or disk that is starting, busy, full, read-only or unreachable. A retry may succeed. */
const MAY_PASS: ReadonlySet<string> = new Set([
  ...['EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'],
  ...['25006', '53100', '53200', '53300', '57014', '57P01', '57P02', '57P03', '58030'],
  ...['ENOSPC', 'EROFS', 'SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY'],
]);

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}

/** SQLite's extended codes start with the code that they refine: `SQLITE_IOERR_WRITE` is a `SQLITE_IOERR`. */
function refinedBy(code: string): string {
  return code.split('_').slice(0, 2).join('_');
}

/** Why a file, folder or database failed, in an operator's words and with its code: `the disk is full (ENOSPC)`. */
export function failureReason(cause: unknown, of: 'file' | 'address' = 'file'): string {
  const code = codeOf(cause);
  if (code === undefined) return UNEXPECTED;
  if (of === 'address' && code === 'EACCES') return 'Easel may not use this port (EACCES)';
  return `${REASONS[code] ?? REASONS[refinedBy(code)] ?? UNEXPECTED} (${code})`;
}

/** Converts a failure to a StoreError. Returns a StoreError unchanged. */
export function toStoreError(doing: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const Failure = MAY_PASS.has(refinedBy(codeOf(cause) ?? '')) ? StoreUnavailableError : StoreError;
  return new Failure(`${doing}: ${failureReason(cause)}`, { cause });
}

/** Where and why a record doesn't fit its schema. Never its contents, which may be a member's prompt. */
export function describeFault(error: z.ZodError): string {
  const [first] = error.issues;
  if (first === undefined) return 'unknown fault';
  const place = first.path.map(String).join('.');
  return `${place === '' ? '' : `at ${place}: `}${first.message}`;
}

/** A call took longer than allowed. Its work may still happen. */
export class StoreTimeoutError extends StoreError {}

/**
 * Limits how long to wait for `work`, which can't be stopped.
 * @throws StoreTimeoutError after `limitMs`; StoreError if the signal aborts first.
 */
export async function withinCallTimeout<Result>(
  work: Promise<Result>,
  limitMs: number,
  doing: string,
  signal?: AbortSignal,
): Promise<Result> {
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(new StoreError(`${doing}: given up`, { cause: signal?.reason }));
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  try {
    return await withinLimit(limitMs, undefined, () => Promise.race([work, givenUp]));
  } catch (error) {
    throw error instanceof TimeoutError ? new StoreTimeoutError(`${doing}: ${error.message}`) : error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
