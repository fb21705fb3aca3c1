import { expect, it } from 'vitest';
import { createAttachedFiles } from '../../../src/discord/reconciler/attached-files.ts';
import type { ShownMessage } from '../../../src/discord/rest/message.ts';
import type { EndedJob } from '../../../src/jobs/job/job.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const CHANNEL = '200000000000000001';
const LISTED_MAX = 100;

const idOf = (number: number): string => String(300_000_000_000_000_000n + BigInt(number));
const messageOf = (number: number): ShownMessage => ({
  ...{ id: idOf(number), channelId: CHANNEL, customIds: [] },
  files: [{ attachmentId: String(number), name: `${number}.png`, address: `https://cdn.example/${number}` }],
});
const entryOf = (number: number): EndedJob => {
  const delivery = { how: 'attached', files: [{ attachmentId: String(number), name: `${number}.png` }] };
  const tasks = [{ state: 'delivered', delivery }];
  return { location: { guildId: '1', channelId: CHANNEL, messageId: idOf(number) }, tasks } as unknown as EndedJob;
};

/** A channel with these messages, and what is asked about it. */
function channelWith(numbers: readonly number[], isReadable = true) {
  const calls: string[] = [];
  const all = numbers.map(messageOf).reverse();
  const files = createAttachedFiles({
    clock: new FakeClock(),
    client: {
      list: async (_, before) => {
        calls.push('list');
        const older = all.filter(({ id }) => BigInt(id) < BigInt(before)).slice(0, LISTED_MAX);
        return { outcome: 'done', value: isReadable ? older : [] };
      },
      read: async ({ messageId }) => {
        calls.push('read');
        const value = all.find(({ id }) => id === messageId);
        return value ? { outcome: 'done', value } : { outcome: 'gone' };
      },
    },
  });
  const addressesOf = async (wanted: readonly number[]): Promise<string[]> => {
    const entries = wanted.map(entryOf);
    await files.readTogether(entries);
    return (await Promise.all(entries.map(files.filesOf))).flat().map(({ address }) => address);
  };
  return { addressesOf, calls };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const NINE = [290, 285, 260, 150, 149, 148, 20, 10, 1];
const ADDRESSES = NINE.map((number) => `https://cdn.example/${number}`);

it('reads the messages of a page in lists, and knows them for a while', async () => {
  const { addressesOf, calls } = channelWith(upTo(300));
  expect(await addressesOf(NINE)).toEqual(ADDRESSES);
  expect(await addressesOf(NINE)).toEqual(ADDRESSES);
  expect(calls).toEqual(['list', 'list', 'list']);
});

it('knows from a list that a message is gone', async () => {
  const { addressesOf, calls } = channelWith(upTo(60).filter((number) => number !== 50));
  expect(await addressesOf([60, 50, 40])).toEqual(['https://cdn.example/60', 'https://cdn.example/40']);
  expect(calls).toEqual(['list']);
});

it('reads each message that no list reaches, and all of them where older ones can’t be listed', async () => {
  const apart = upTo(9).map((number) => number * 1_000);
  const far = channelWith(upTo(9_000));
  expect(await far.addressesOf(apart)).toHaveLength(9);
  expect(far.calls).toEqual([...Array(4).fill('list'), ...Array(5).fill('read')]);
  const closed = channelWith(upTo(300), false);
  expect(await closed.addressesOf(NINE)).toEqual(ADDRESSES);
  expect(closed.calls).toEqual(['list', ...Array(9).fill('read')]);
});
