import { expect, it } from 'vitest';
import { failureReason, storeFailure } from '../../src/store/failures.ts';

const coded = (code: string): Error => Object.assign(new Error('from outside'), { code });

it.each([
  ['ENOSPC', 'the disk is full (ENOSPC)'],
  ['SQLITE_IOERR_WRITE', 'the disk fails (SQLITE_IOERR_WRITE)'],
  ['SQLITE_BUSY_SNAPSHOT', 'another process has locked the file (SQLITE_BUSY_SNAPSHOT)'],
  ['EXAMPLE', 'an unexpected failure (EXAMPLE)'],
])('says what %s means, and the code itself', (code, reason) => {
  expect(failureReason(coded(code))).toBe(reason);
});

it('has no code to tell where there is none', () => {
  expect(storeFailure('the store cannot be written', new Error('secret words')).message).toBe(
    'the store cannot be written: an unexpected failure',
  );
});
