import { z } from 'zod';
import { lateTriesSchema } from '../../engine/late-tries.ts';
import type { Collection, Store } from '../../store/store.ts';

const lateEditSchema = lateTriesSchema.extend({ guildId: z.string(), memberId: z.string(), jobId: z.string() });
/** The message of an ended job doesn't show its last state yet. */
export type LateEdit = z.output<typeof lateEditSchema>;

/** By the key of a resolved task, or by the id of a job whose message was out of reach when it ended. */
export function lateEditRecords(store: Pick<Store, 'collection'>): Collection<LateEdit> {
  return store.collection('late_edits', lateEditSchema, { serverOf: ({ guildId }) => guildId });
}
