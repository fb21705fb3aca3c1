import { z } from 'zod';
import { defineCollection } from './store.ts';

/** A restore that the operator hasn't been alerted to yet. The restore itself writes the record into the store. */
export const restoreSchema = z.strictObject({
  restoredAtMs: z.int().min(0),
  /** When the backup last changed. */
  backupChangedAtMs: z.int().min(0),
  /** Whether spending and decisions since the backup were carried over. */
  isCarriedOver: z.boolean(),
});
export type Restore = z.output<typeof restoreSchema>;

export const restoreCollection = defineCollection({
  name: 'restores',
  schema: restoreSchema,
  keeps: {
    erased: 'none',
    leaves: 'nothing',
    what: 'the last restore',
    ends: { when: 'once the operator has an alert about it' },
  },
});

/** The only key. */
export const LAST_RESTORE = 'last';
