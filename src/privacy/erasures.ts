import { z } from 'zod';
import { createDrivenRecords } from '../engine/driven-records.ts';
import type { Log } from '../log.ts';
import type { Owner } from '../store/member-records.ts';
import { type Collection, defineCollection } from '../store/store.ts';
import { type Clock, MINUTE_MS } from '../time/clock.ts';

const erasureSchema = z.strictObject({
  guildId: z.string(),
  memberId: z.string(),
  askedAtMs: z.int().min(0),
  /** Only what was under way then is left. */
  isWaiting: z.boolean(),
});
type Erasure = z.output<typeof erasureSchema>;

/** By server and member. */
export const erasureCollection = defineCollection({
  name: 'erasures',
  schema: erasureSchema,
  serverOf: 'key',
  keeps: {
    what: 'members who asked for everything about them to be erased',
    ends: { when: 'once it’s erased' },
    erased: { stays: 'until everything else is erased' },
  },
});

/** How often to check whether a member's work has ended. */
const LOOK_INTERVAL_MS = 10 * MINUTE_MS;

export interface ErasuresParts {
  collection: Collection<Erasure>;
  clock: Clock;
  log: Log;
  /** Erases what isn't under way. Safe to repeat. */
  erase: (owner: Owner) => Promise<void>;
  /** Whether something of the member is under way that can't be erased yet. */
  isUnderWay: (owner: Owner) => Promise<boolean>;
}

export type Erasures = ReturnType<typeof createErasures>;

/** Erases members from servers: at once, and again after their running and waiting work, also after a crash. */
export function createErasures({ erase, isUnderWay, ...parts }: ErasuresParts) {
  const keyOf = ({ guildId, memberId }: Owner): string => `${guildId}:${memberId}`;
  const records = createDrivenRecords<Erasure>({
    ...parts,
    name: 'erasure',
    guildOf: ({ guildId }) => guildId,
    dueInMs: () => 0,
    follow: async (erasure) => {
      // Asked first, so that what ends meanwhile is erased later.
      const isLater = await isUnderWay(erasure);
      if (!isLater || !erasure.isWaiting) await erase(erasure);
      if (!isLater) await records.drop(keyOf(erasure));
      else if (!erasure.isWaiting) await records.amend(keyOf(erasure), (now) => ({ ...now, isWaiting: true }));
      return { dueInMs: LOOK_INTERVAL_MS };
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
      const after = { guildId, memberId, askedAtMs: parts.clock.now(), isWaiting: false };
      await records.change(key, () => ({ after, outcome: undefined }));
      await records.carryOut(key);
      return records.open.has(key) ? 'later' : 'erased';
    },
  };
}
