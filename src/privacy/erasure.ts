import { z } from 'zod';
import { defineCollection } from '../store/store.ts';
import { DAY_MS } from '../time/clock.ts';

/** Longer than people keep backups, which may bring back what was erased. */
const KEPT_MS = 400 * DAY_MS;

const erasureSchema = z.strictObject({
  guildId: z.string(),
  /** Missing if the whole server is erased. */
  memberId: z.string().optional(),
  /** Identifies it: a later one for the same member has a later time. Of a server that Easel left: when it was seen to be gone. */
  askedAtMs: z.int().min(0),
  /** Easel isn't in the server. If it comes back first, nothing is erased. */
  isLeft: z.boolean().optional(),
  /** Only what was under way then is left. */
  isWaiting: z.boolean(),
  doneAtMs: z.int().min(0).optional(),
  /** A restore took only what comes from the backup. What was made since the erasure stays. */
  isOnlyRestored: z.boolean().optional(),
});
export type Erasure = z.output<typeof erasureSchema>;

/** By server and member, or by server alone. */
export const erasureCollection = defineCollection({
  name: 'erasures',
  schema: erasureSchema,
  serverOf: 'key',
  keeps: {
    what: 'members and servers that were erased, and servers that Easel has left',
    ends: {
      after: KEPT_MS,
      since: ({ doneAtMs }) => doneAtMs,
      words: '400 days after it’s done; if a restored backup brings back what was erased, it goes again',
    },
    erased: { stays: 'for those 400 days' },
    leaves: 'that it was erased, for those 400 days',
  },
});

/**
 * What a restore makes of an erasure in the replaced store.
 * @param inBackup the same one's in the backup, which lacks what had been erased by then
 * @param isCarriedOver whether the restore takes from the backup only what the collections say
 * @returns the erasure that runs at the next start; undefined if the restore brought nothing back
 */
export function erasureAfterRestore(
  replaced: Erasure,
  inBackup: Erasure | undefined,
  isCarriedOver: boolean,
): Erasure | undefined {
  if (replaced.doneAtMs === undefined) return replaced;
  if (inBackup?.askedAtMs === replaced.askedAtMs && inBackup.doneAtMs !== undefined) return undefined;
  const { doneAtMs: _, isLeft: __, isOnlyRestored: ___, ...again } = replaced;
  return { ...again, isWaiting: false, ...(isCarriedOver && { isOnlyRestored: true }) };
}
