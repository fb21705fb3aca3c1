import { z } from 'zod';
import type { Store } from '../../store/store.ts';
import { upgradesDone } from '../../store/upgraded.ts';
import { historyKey, historyPrefix, historyRecords } from './history.ts';

/** The first version kept a member's jobs in one record, the newest first; some of them perhaps of another shape. */
const historyV1Schema = z.array(z.unknown());
const namedSchema = z.object({ jobId: z.string().min(1) });

/**
 * Divides histories that the first version wrote into a record for each job, each history in one commit. Repeating it is harmless.
 * @returns the keys of those that cannot be read; they stay as they are, and are not looked at again.
 */
export async function upgradeHistory(store: Store): Promise<{ unreadable: string[] }> {
  const collection = historyRecords(store);
  const upgraded = upgradesDone(store);
  if (await upgraded.get('history')) return { unreadable: [] };
  const divided = await store.divide('history', async (undivided, record) => {
    const { guildId, memberId } = membersOf(undivided);
    const prefix = historyPrefix(guildId, memberId);
    /** The first one of an id is the newest. What has no id of its own sorts before all that have. */
    const works = new Map<string, unknown>();
    for (const [index, raw] of historyV1Schema.parse(record).entries()) {
      const { data } = namedSchema.safeParse(raw);
      const key = data && historyKey(guildId, memberId, data.jobId);
      works.set(key === undefined || works.has(key) ? `${prefix}!${index}` : key, raw);
    }
    return [...[...works].map(([key, raw]) => collection.put(key, raw)), collection.drop(undivided)];
  });
  await upgraded.set('history', true);
  return divided;
}

/** @throws TypeError for the key of something else. */
function membersOf(undivided: string): { guildId: string; memberId: string } {
  const [guildId, memberId, ...rest] = undivided.split('-');
  if (!guildId || !memberId || rest.length > 0) throw new TypeError('no history of a member');
  return { guildId, memberId };
}
