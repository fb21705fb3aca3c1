import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { COLLECTIONS } from '../../src/parts/collections.ts';
import { findKeptAbout } from '../../src/privacy/kept-about.ts';
import { partAbout } from '../../src/privacy/part-about.ts';
import { openStore } from '../../src/store/open-store.ts';
import { frozenVersions, thaw } from '../release/stores.ts';
import { tempFolder } from '../store/temp-folder.ts';
import { ids, people } from '../support/easel.ts';

const [ME, OTHER, CHANNEL] = ['300000000000000001', '300000000000000002', '200000000000000009'];

it.each<[what: string, key: string, record: unknown, part: unknown]>([
  [
    'a record under their id',
    `1:${ME}`,
    { trusted: { byId: OTHER, atMs: 1 } },
    { trusted: { byId: 'someone else', atMs: 1 } },
  ],
  ['a record under both ids', `1-${ME}`, { counts: 1 }, { counts: 1 }],
  ['a record that is theirs', '1:a', { memberId: ME, channelId: CHANNEL }, { memberId: ME, channelId: CHANNEL }],
  [
    'their element of a list',
    '1',
    { all: [{ memberId: OTHER }, { memberId: ME, why: 'so' }] },
    { all: [{ memberId: ME, why: 'so' }] },
  ],
  [
    'their limit',
    '1',
    { shares: [{ target: { id: ME }, credits: 5 }, { target: { id: OTHER } }] },
    { shares: [{ target: { id: ME }, credits: 5 }] },
  ],
  ['their entry of a table', '1', { models: {}, members: { [ME]: 5, [OTHER]: 6 } }, { members: { [ME]: 5 } }],
  ['their id in a list', '1', { works: [{ byIds: [OTHER, ME] }] }, { works: [{ byIds: [ME] }] }],
  [
    'nothing of others’ words',
    '1:a',
    { memberId: ME, reports: [{ byId: OTHER, why: 'secret' }] },
    { memberId: ME, reports: [] },
  ],
  [
    'no one’s vote',
    '1:a',
    { memberId: ME, votes: { [OTHER]: [1] }, voters: [OTHER] },
    { memberId: ME, votes: {}, voters: ['someone else'] },
  ],
  [
    'whose picture they used',
    `1:${ME}:a`,
    { sources: [{ ownerId: OTHER, id: 'b' }] },
    { sources: [{ ownerId: 'someone else', id: 'b' }] },
  ],
  [
    'no token and no address',
    `1:${ME}:a`,
    { token: 't', tasks: [{ results: ['https://x.org/a?sig=1'] }] },
    { tasks: [{ results: ['an address'] }] },
  ],
  ['nothing if it’s about others', '1:a', { memberId: OTHER }, undefined],
])('a member reads %s', (_, key, record, part) => {
  expect(partAbout(key, record, ME)).toEqual(part);
});

it('a member’s file has what they typed, and names no one else', async () => {
  const path = join(await tempFolder(), 'easel.sqlite');
  thaw(frozenVersions().at(-1) ?? '', path);
  const store = await openStore(`sqlite://${path}`);
  onTestFinished(() => store.close());
  const { kinds, isCut } = await findKeptAbout(store, COLLECTIONS, {
    guildId: ids.atelier.guild,
    memberId: people.member,
  });
  expect(isCut).toBe(false);
  const text = JSON.stringify(kinds);
  for (const prompt of ['a castle', 'a kraken', 'a picture in progress', 'Towers']) expect(text).toContain(prompt);
  const others = Object.values(people).filter((id) => id !== people.member && text.includes(id));
  expect(others).toEqual([]);
  expect(text).not.toMatch(/https?:|"token"/);
});
