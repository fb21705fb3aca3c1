import { z } from 'zod';
import { defineCollection } from '../../store/store.ts';

/** What was registered in one scope: a hash of the commands, and the ids that Discord gave to them, by name. */
const registrationSchema = z.object({ hash: z.string(), ids: z.record(z.string(), z.string()) });
export type Registered = z.output<typeof registrationSchema>;

/** By scope: a server's id, or `EVERYWHERE`. */
export const registrationCollection = defineCollection({
  name: 'registrations',
  schema: registrationSchema,
  keeps: {
    what: 'which commands were registered where',
    ends: { when: 'never' },
    erased: 'none',
    leaves: 'nothing',
  },
});
