import { createHash } from 'node:crypto';

/**
 * The values that a form or menu shows when it is drawn, in short: it is in the control's id, and tells whether they are still
 * the same when somebody answers it. What it would set then replaces all of them.
 */
export const stampOf = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 8);
