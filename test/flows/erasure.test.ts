import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { COLLECTIONS } from '../../src/parts/collections.ts';
import { DAY_MS, HOUR_MS } from '../../src/time/clock.ts';
import { frozenVersions, startOn, thaw } from '../release/stores.ts';
import { tempFolder } from '../store/temp-folder.ts';
import { type Easel, people } from '../support/easel.ts';
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

/** Starts the bot on a store, waits until all erasures in it are done, and stops. */
async function untilErased(
  path: string,
  atMs: number,
  act: (easel: Easel) => Promise<unknown> = async () => undefined,
) {
  const { easel, collections } = await startOn(path, atMs);
  onTestFinished(() => easel.close());
  await easel.idle();
  await act(easel);
  const isErased = async (): Promise<boolean> => {
    const records = await collections.get('erasures')?.page({ most: 10 });
    return records?.records.every(([, one]) => 'doneAtMs' in z.object({}).loose().parse(one)) === true;
  };
  // A picture in progress is given up some time, and then its erasure goes on.
  await easel.until(isErased, { limitMs: 4 * DAY_MS, stepMs: HOUR_MS });
  await easel.app.stop();
}

function expectErased(path: string): void {
  const { named, prompted } = findIn(path);
  expect(prompted).toEqual([]);
  const mayName = named.filter((name) => {
    const rule = RULES.get(name);
    return rule !== undefined && rule !== 'none' && rule.stays !== undefined;
  });
  expect(named).toEqual(mayName);
}

it('*Forget all* leaves no prompt of a member, and their id only where a rule says why, also after a restore', async () => {
  const path = join(await tempFolder(), 'easel.sqlite');
  const backup = `${path}-backup`;
  for (const one of [path, backup]) thaw(frozenVersions().at(-1) ?? '', one);
  const before = findIn(path);
  expect(before.named).toEqual(expect.arrayContaining(['works', 'kept_requests', 'collections', 'rounds']));
  expect(before.prompted).toEqual(expect.arrayContaining(['works', 'requests', 'audit', 'rounds']));
  await untilErased(path, LATER_MS, (easel) => forgetAll(easel, member));
  expectErased(path);
  const { stdout } = spawnSync(process.execPath, ['src/store-tool/store-tool.ts', 'restore', backup, '--forget'], {
    env: { ...process.env, STORE_URL: `sqlite://${path}` },
    encoding: 'utf8',
  });
  expect(stdout).toContain('Restored from');
  expect(findIn(path).prompted).toEqual(before.prompted);
  await untilErased(path, LATER_MS + 5 * DAY_MS);
  expectErased(path);
});
