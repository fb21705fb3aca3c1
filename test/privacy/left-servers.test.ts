import { expect, it } from 'vitest';
import { createLog } from '../../src/log.ts';
import { NEW_SETTINGS_RECORD, settingsCollection } from '../../src/moderation/settings/server-settings.ts';
import { createLeftServers } from '../../src/privacy/left-servers.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const serverOf = (number: number): string => String(100_000_000_000_000_000n + BigInt(number));

it('no server is taken as left while most are missing at once, as with the token of another bot', async () => {
  const store = await storeOver(new MemoryDatabase());
  const settings = store.collection(settingsCollection);
  const [first = '', second = '', third = '', ...others] = [1, 2, 3, 4, 5].map(serverOf);
  for (const guildId of [first, second, third, ...others])
    await store.commit([settings.put(guildId, NEW_SETTINGS_RECORD)]);
  let isIn: string[] = [];
  const left = new Set<string>();
  const { sweep } = createLeftServers({
    store,
    definitions: [settingsCollection],
    log: createLog('silent'),
    ownServerIds: async () => isIn,
    erasures: {
      left: () => [...left],
      markLeft: async (guildId) => !left.has(guildId) && left.add(guildId).has(guildId),
      dropMark: async (guildId) => void left.delete(guildId),
    },
  });
  const leftWhen = async (ids: string[]): Promise<string[]> => {
    isIn = ids;
    await sweep();
    return [...left];
  };
  expect(await leftWhen([serverOf(9)])).toEqual([]);
  expect(await leftWhen([first, second])).toEqual([]);
  expect(await leftWhen([first, second, third, serverOf(9)])).toEqual(others);
  // Those that are known to be left don't count again.
  expect(await leftWhen([first, second])).toEqual([...others, third]);
  expect(await leftWhen([first, second, third, ...others])).toEqual([]);
});
