import type { z } from 'zod';
import { StoreError } from './store.ts';

/** What databases, the file system and the network say, in the words an operator can act on. No paths: an address may carry a password. */
const REASONS: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'another process has locked the file',
  SQLITE_CANTOPEN: 'the file cannot be opened; is it a folder, or in a folder that Easel may not write to?',
  SQLITE_CORRUPT: 'the file is damaged; restore it from a copy',
  SQLITE_FULL: 'the disk is full',
  SQLITE_IOERR: 'the disk fails',
  SQLITE_NOTADB: 'the file is not a SQLite database',
  SQLITE_PERM: 'Easel may not use the file',
  SQLITE_READONLY: 'the file or its folder cannot be written to',
  EACCES: 'Easel may not use the folder',
  EEXIST: 'a part of the path is a file, not a folder',
  ENOENT: 'the file is not there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EPERM: 'Easel may not use the folder',
  EROFS: 'the disk is read-only',
  ECONNREFUSED: 'nobody answers at its address',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'there is no way to its address',
  ENOTFOUND: 'its host is not known',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'it does not answer',
  // PostgreSQL's, from its manual's list of error codes.
  '25006': 'the database can only be read; is it a standby?',
  '28000': 'it refuses the user',
  '28P01': 'it refuses the password',
  '3D000': 'there is no such database',
  '42501': 'the user may not use the tables',
  '42P01': 'its table is gone',
  '53100': 'the disk is full',
  '53200': 'it has no memory left',
  '53300': 'it has too many connections',
  '57014': 'it took too long',
  '57P01': 'it is stopping',
  '57P02': 'it crashed',
  '57P03': 'it is starting or stopping',
  '58030': 'the disk fails',
  XX001: 'its files are damaged; restore them from a backup',
  XX002: 'its files are damaged; restore them from a backup',
};

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}

/** The store's failure as a StoreError; one that is a StoreError already stays as it is. */
export function storeFailure(doing: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const code = codeOf(cause);
  const reason = code === undefined ? 'an unexpected failure' : (REASONS[code] ?? 'an unexpected failure');
  return new StoreError(`${doing}: ${reason}${code === undefined ? '' : ` (${code})`}`, { cause });
}

/** Where and why a record does not have its shape; never what it holds, which may be a member's prompt. */
export function faultsOf(error: z.ZodError): string {
  const [first] = error.issues;
  if (first === undefined) return 'unknown fault';
  const place = first.path.map(String).join('.');
  return `${place === '' ? '' : `at ${place}: `}${first.message}`;
}
