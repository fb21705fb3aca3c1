import pg from 'pg';
import { expect, it } from 'vitest';
import { failureReason, StoreUnavailableError, toStoreError } from '../../src/store/database/failures.ts';
import { toStoreErrorWithoutCode } from '../../src/store/postgres/connection.ts';

const coded = (code: string): Error => Object.assign(new Error('from outside'), { code });

it.each([
  ['ENOSPC', 'the disk is full (ENOSPC)'],
  ['SQLITE_IOERR_WRITE', 'the disk has an error (SQLITE_IOERR_WRITE)'],
  ['SQLITE_BUSY_SNAPSHOT', 'another process has locked the file (SQLITE_BUSY_SNAPSHOT)'],
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'its certificate is not trusted: add sslrootcert=FILE with its root to the address (SELF_SIGNED_CERT_IN_CHAIN)',
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'its certificate is for another name than that of the address (ERR_TLS_CERT_ALTNAME_INVALID)',
  ],
  ['42P05', 'a pooler shares sessions; use it in session mode (42P05)'],
  ['EXAMPLE', 'an unexpected failure (EXAMPLE)'],
])('explains %s and includes the code', (code, reason) => {
  expect(failureReason(coded(code))).toBe(reason);
});

it('calls a port that may not be used a port, not a folder', () => {
  expect(failureReason(coded('EACCES'), 'address')).toBe('Easel may not use this port (EACCES)');
});

it.each([
  ['unsupported startup parameter: statement_timeout', 'statement_timeout'],
  ['unsupported startup parameter in options: idle_session_timeout', 'idle_session_timeout'],
])('names what a pooler refuses: %s', (message, parameter) => {
  const refused = Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code: '08P01' });
  expect(toStoreErrorWithoutCode('PostgreSQL cannot be reached', refused)).toMatchObject({
    message: expect.stringContaining(`add ${parameter} to PgBouncer's ignore_startup_parameters`),
  });
});

it('includes no code if there is none', () => {
  expect(toStoreError('the store cannot be written', new Error('secret words')).message).toBe(
    'the store cannot be written: an unexpected failure',
  );
});

it.each(['25006', 'ENOSPC', 'EROFS', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_READONLY_DBMOVED', 'ECONNREFUSED'])(
  'takes %s for trouble that may pass',
  (code) => {
    expect(toStoreError('the store cannot be opened', coded(code))).toBeInstanceOf(StoreUnavailableError);
  },
);

it.each(['SQLITE_CORRUPT', 'SQLITE_CANTOPEN', 'EACCES', '28P01'])('takes %s for trouble that stays', (code) => {
  expect(toStoreError('the store cannot be opened', coded(code))).not.toBeInstanceOf(StoreUnavailableError);
});
