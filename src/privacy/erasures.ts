import { z } from 'zod';
import { createDrivenRecords } from '../engine/driven-records.ts';
import type { Log } from '../log.ts';
import type { Owner } from '../store/member-records.ts';
import { type Collection, defineCollection } from '../store/store.ts';
import { type Clock, DAY_MS, MINUTE_MS } from '../time/clock.ts';

/** Longer than people keep backups, which may bring back what was erased. */
const KEPT_MS = 400 * DAY_MS;

const erasureSchema = z.strictObject({
  guildId: z.string(),
  memberId: z.string(),
  /** Identifies it: a later one for the same member has a later time. */
  askedAtMs: z.int().min(0),
  /** Only what was under way then is left. */
  isWaiting: z.boolean(),
  doneAtMs: z.int().min(0).optional(),
  /** A restore took only what comes from the backup. What was made since the erasure stays. */
  isOnlyRestored: z.boolean().optional(),
});
export type Erasure = z.output<typeof erasureSchema>;

/** By server and member. */
export const erasureCollection = defineCollection({
  name: 'erasures',
  schema: erasureSchema,
  serverOf: 'key',
  keeps: {
    what: 'members who had everything about them erased',
    ends: {
      after: KEPT_MS,
      since: ({ doneAtMs }) => doneAtMs,
      words: '400 days after it’s done; if a restored backup brings back what was erased, it goes again',
    },
    erased: { stays: 'for those 400 days' },
  },
});

/**
 * What a restore makes of an erasure in the replaced store.
 * @param inBackup the same member's in the backup, which lacks what had been erased by then
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
  const { guildId, memberId, askedAtMs } = replaced;
  return { guildId, memberId, askedAtMs, isWaiting: false, ...(isCarriedOver && { isOnlyRestored: true }) };
}

/** How often to check whether a member's work has ended. */
const LOOK_INTERVAL_MS = 10 * MINUTE_MS;

export interface ErasuresParts {
  collection: Collection<Erasure>;
  clock: Clock;
  log: Log;
  /** Erases what isn't under way. Safe to repeat. */
  erase: (owner: Owner, how: Pick<Erasure, 'isOnlyRestored'>) => Promise<void>;
  /** Whether something of the member is under way that can't be erased yet. */
  isUnderWay: (owner: Owner) => Promise<boolean>;
}

/** Erases members from servers: at once, and again after their running and waiting work, also after a crash. */
export function createErasures({ erase, isUnderWay, ...parts }: ErasuresParts) {
  const { clock } = parts;
  const keyOf = ({ guildId, memberId }: Owner): string => `${guildId}:${memberId}`;
  const records = createDrivenRecords<Erasure>({
    ...parts,
    name: 'erasure',
    guildOf: ({ guildId }) => guildId,
    dueInMs: ({ doneAtMs }) => (doneAtMs === undefined ? 0 : undefined),
    follow: async (erasure) => {
      // Asked first, so that what ends meanwhile is erased later.
      const isLater = await isUnderWay(erasure);
      if (!isLater || !erasure.isWaiting) await erase(erasure, erasure);
      const after: Partial<Erasure> = isLater ? { isWaiting: true } : { doneAtMs: clock.now() };
      await records.amend(keyOf(erasure), (now) =>
        now.askedAtMs === erasure.askedAtMs ? { ...now, ...after } : undefined,
      );
      return isLater ? { dueInMs: LOOK_INTERVAL_MS } : undefined;
    },
  });
  return {
    load: records.load,
    run: records.run,
    /**
     * Erases a member from a server, at once as far as possible.
     * @returns whether everything is erased; if not, the rest follows by itself
     * @throws StoreError if the store fails before this is recorded
     */
    ask: async (owner: Owner): Promise<'erased' | 'later'> => {
      const { guildId, memberId } = owner;
      const key = keyOf(owner);
      await records.change(key, (before) => {
        const askedAtMs = Math.max(clock.now(), (before?.askedAtMs ?? -1) + 1);
        return { after: { guildId, memberId, askedAtMs, isWaiting: false }, outcome: undefined };
      });
      await records.carryOut(key);
      return records.open.has(key) ? 'later' : 'erased';
    },
  };
}
