import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { COLLECTIONS } from '../../src/parts/collections.ts';
import { DAY_MS, HOUR_MS } from '../../src/time/clock.ts';
import { frozenVersions, startOn, thaw } from '../release/stores.ts';
import { tempFolder } from '../store/temp-folder.ts';
import { keysOf } from '../support/all-records.ts';
import { people } from '../support/easel.ts';
import { forgetAll } from './moderation-support.ts';

const { member } = people;
/** After the days that filled the store. */
const LATER_MS = Date.UTC(2026, 10, 22);
/** What the member typed on those days. */
const PROMPTS = ['a castle', 'a wave', 'a kraken', 'a tower', 'a red boat', 'a picture in progress', 'a fox in winter'];
PROMPTS.push('a lost answer', 'another lost answer', 'Towers');

const RULES = new Map(COLLECTIONS.map(({ name, keeps }) => [name, keeps.erased]));

/** The collections that name the member, and those that have a prompt of theirs. */
function findIn(path: string): { named: string[]; prompted: string[] } {
  const file = new DatabaseSync(path, { readOnly: true });
  const records = file.prepare('SELECT key, value FROM records').all();
  file.close();
  const [named, prompted] = [new Set<string>(), new Set<string>()];
  for (const { key, value } of records) {
    const [name = ''] = String(key).split(':');
    const text = `${key} ${value}`;
    if (text.includes(member)) named.add(name);
    if (PROMPTS.some((prompt) => text.includes(JSON.stringify(prompt)))) prompted.add(name);
  }
  return { named: [...named].sort(), prompted: [...prompted].sort() };
}

it('*Forget all* leaves no prompt of a member, and their id only where a rule says why', async () => {
  const path = join(await tempFolder(), 'easel.sqlite');
  thaw(frozenVersions().at(-1) ?? '', path);
  const before = findIn(path);
  expect(before.named).toEqual(expect.arrayContaining(['history', 'kept_requests', 'collections', 'rounds']));
  expect(before.prompted).toEqual(expect.arrayContaining(['history', 'requests', 'audit', 'rounds']));
  const { easel, collections } = await startOn(path, LATER_MS);
  onTestFinished(() => easel.close());
  await easel.idle();
  await forgetAll(easel, member);
  // The picture in progress is given up some time, and then its erasure goes on.
  const erasures = collections.get('erasures');
  const isErased = async () => erasures !== undefined && (await keysOf(erasures)).length === 0;
  await easel.until(isErased, { limitMs: 4 * DAY_MS, stepMs: HOUR_MS });
  await easel.app.stop();
  const { named, prompted } = findIn(path);
  expect(prompted).toEqual([]);
  const mayName = named.filter((name) => {
    const rule = RULES.get(name);
    return rule !== undefined && rule !== 'none' && rule.stays !== undefined;
  });
  expect(named).toEqual(mayName);
});
