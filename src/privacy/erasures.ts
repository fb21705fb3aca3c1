import { createDrivenRecords, type DrivenRecords } from '../engine/driven-records.ts';
import type { Next } from '../engine/lane.ts';
import type { Log } from '../log.ts';
import type { Owner } from '../store/member-records.ts';
import { everyPage } from '../store/pages.ts';
import type { Collection } from '../store/store.ts';
import { type Clock, uniqueTimeMs } from '../time/clock.ts';
import type { Erasure } from './erasure.ts';
import { dueInMs, followServer, LOOK_INTERVAL_MS, type ServerErasing } from './server-erasing.ts';

const keyOf = ({ guildId, memberId }: Owner): string => `${guildId}:${memberId}`;

export interface ErasuresParts {
  collection: Collection<Erasure>;
  clock: Clock;
  log: Log;
  /** Erases what isn't under way. Safe to repeat. */
  erase: (owner: Owner, how: Pick<Erasure, 'isOnlyRestored'>) => Promise<void>;
  /** Whether something of the member is under way that can't be erased yet. */
  isUnderWay: (owner: Owner) => Promise<boolean>;
  server: ServerErasing;
}

/**
 * Erases members from servers: at once, and again after their running and waiting work, also after a crash. Erases whole
 * servers once nothing is under way.
 */
export function createErasures(parts: ErasuresParts) {
  const { clock, collection, server } = parts;
  const records: DrivenRecords<Erasure> = createDrivenRecords<Erasure>({
    ...parts,
    name: 'erasure',
    guildOf: ({ guildId }) => guildId,
    dueInMs: (one, nowMs) => (one.doneAtMs === undefined ? dueInMs(one, server.keptMs, nowMs) : undefined),
    follow: async (erasure) => {
      const { memberId } = erasure;
      if (memberId === undefined) return followServer(erasure, parts, records);
      return followMember({ ...erasure, memberId }, parts, records);
    },
  });
  const newErasure = (whose: Pick<Erasure, 'guildId' | 'memberId'>, before: Erasure | undefined): Erasure => ({
    ...whose,
    askedAtMs: uniqueTimeMs(clock.now(), before?.askedAtMs),
    isWaiting: false,
  });
  /** Asks for an erasure and takes its first step. */
  const ask = async (key: string, asked: Pick<Erasure, 'guildId' | 'memberId'>): Promise<'erased' | 'later'> => {
    await records.change(key, (before) => ({ after: newErasure(asked, before), outcome: undefined }));
    await records.carryOut(key);
    return records.open.has(key) ? 'later' : 'erased';
  };
  return {
    load: records.load,
    run: records.run,
    /**
     * Erases a member from a server, at once as far as possible.
     * @returns whether everything is erased; if not, the rest follows by itself
     * @throws StoreError if the store fails before this is recorded
     */
    ask: ({ guildId, memberId }: Owner) => ask(keyOf({ guildId, memberId }), { guildId, memberId }),
    /** The same for a whole server. While something is under way there, it waits, and nothing new starts. */
    askForServer: (guildId: string) => ask(guildId, { guildId }),
    /** Easel isn't in the server. @returns whether that is new */
    markLeft: (guildId: string): Promise<boolean> =>
      records.change(guildId, (before) => {
        if (before && before.doneAtMs === undefined) return { outcome: false };
        return { after: { ...newErasure({ guildId }, before), isLeft: true }, outcome: true };
      }),
    /** The servers that Easel has left and hasn't erased yet. */
    left: (): string[] => [...records.open.values()].filter(({ isLeft }) => isLeft).map(({ guildId }) => guildId),
    /** Easel is in the server again. */
    dropMark: (guildId: string): Promise<void> =>
      records.drop(guildId, ({ isLeft, doneAtMs }) => isLeft === true && doneAtMs === undefined),
    /** For the erasure of their server. */
    forgetMembers: async (guildId: string): Promise<void> => {
      for await (const page of everyPage(collection, { prefix: `${guildId}:` }))
        for (const [key] of page.records) await records.drop(key);
    },
  };
}

async function followMember(
  erasure: Erasure & Owner,
  { clock, erase, isUnderWay }: ErasuresParts,
  records: DrivenRecords<Erasure>,
): Promise<Next> {
  // Asked first, so that what ends meanwhile is erased later.
  const isLater = await isUnderWay(erasure);
  if (!isLater || !erasure.isWaiting) await erase(erasure, erasure);
  const after: Partial<Erasure> = isLater ? { isWaiting: true } : { doneAtMs: clock.now() };
  await records.amend(keyOf(erasure), (now) =>
    now.askedAtMs === erasure.askedAtMs ? { ...now, ...after } : undefined,
  );
  return isLater ? { dueInMs: LOOK_INTERVAL_MS } : undefined;
}
