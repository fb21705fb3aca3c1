import { z } from 'zod';
import { lateTriesSchema } from '../../engine/late-tries.ts';
import { defineCollection } from '../../store/store.ts';

const lateEditSchema = lateTriesSchema.extend({ guildId: z.string(), memberId: z.string(), jobId: z.string() });
/** The message of an ended job doesn't show its last state yet. */
export type LateEdit = z.output<typeof lateEditSchema>;

/** By job id. */
export const lateEditCollection = defineCollection({
  name: 'late_edits',
  schema: lateEditSchema,
  serverOf: ({ guildId }) => guildId,
  keeps: {
    what: 'finished jobs whose messages don’t show their last states yet',
    ends: { when: 'once they show them, or after a week' },
    erased: { stays: 'until they end' },
  },
});
