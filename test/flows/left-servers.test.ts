import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { COLLECTIONS } from '../../src/parts/collections.ts';
import { DAY_MS, HOUR_MS } from '../../src/time/clock.ts';
import { frozenVersions, startOn, thaw } from '../release/stores.ts';
import { tempFolder } from '../store/temp-folder.ts';
import { atelier, type Easel, ids, people } from '../support/easel.ts';

/** After the days that filled the store. */
const LATER_MS = Date.UTC(2026, 10, 22);
const PACE = { limitMs: 5 * DAY_MS, stepMs: HOUR_MS };
/** What names the server, and what its members typed. */
const NAMES = [atelier.guild, ...Object.values(atelier.channels), 'castle', 'kraken', 'Towers', 'harbours', 'too grey'];
const MAY_STAY = new Set(
  COLLECTIONS.flatMap(({ name, keeps }) => ((keeps.leaves ?? 'nothing') === 'nothing' ? [] : name)),
);

/** How many records of each collection have one of the texts. */
function countNaming(path: string, texts: readonly string[]): Record<string, number> {
  const file = new DatabaseSync(path, { readOnly: true });
  const records = file.prepare('SELECT key, value FROM records').all();
  file.close();
  const named = records.filter(({ key, value }) => texts.some((text) => `${key} ${value}`.includes(text)));
  return Object.fromEntries(
    [...Map.groupBy(named, ({ key }) => String(key).split(':')[0] ?? '')].map(([name, all]) => [name, all.length]),
  );
}

/** Takes the bot out of the server. @returns what lets it in again */
function leave({ discord }: Easel): () => void {
  const { botUserId } = discord.world.application;
  const change = (change: (guild: (typeof discord.world.guilds)[number]) => void): void =>
    discord.changeWorld(({ guilds }) => guilds.filter(({ id }) => id === atelier.guild).forEach(change));
  const before = discord.world.guilds.flatMap(({ id, members }) =>
    id === atelier.guild ? structuredClone(members) : [],
  );
  change((guild) => {
    guild.members = guild.members.filter(({ userId }) => userId !== botUserId);
  });
  return () =>
    change((guild) => {
      guild.members = before;
    });
}

/** The operator releases the unconfirmed tasks of the server that Easel left. */
async function releaseAll(easel: Easel): Promise<void> {
  const at = { channelId: ids.annex.channels.general, name: 'credits', subcommand: 'resolve' };
  const options = { server: atelier.guild, decision: 'release' };
  const asked = { ...at, focused: 'task', options: { ...options, task: '' } };
  const operator = easel.discord.as(people.operator);
  for (const { value } of await operator.autocomplete(asked))
    await operator.command({ ...at, options: { ...options, task: String(value) } });
}

it('a server that Easel left is erased after its days, unless it comes back or Discord doesn’t say', async () => {
  const path = join(await tempFolder(), 'easel.sqlite');
  thaw(frozenVersions().at(-1) ?? '', path);
  const before = countNaming(path, NAMES);
  const annexBefore = countNaming(path, [ids.annex.guild]);
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['works', 'settings', 'rounds', 'requests', 'reports']));
  const { easel, collections } = await startOn(path, LATER_MS, { SERVER_KEPT_DAYS: '9' });
  onTestFinished(() => easel.close());
  const { clock, discord } = easel;
  const days = async (count: number): Promise<void> => {
    for (let day = 0; day < count; day++) {
      await easel.until(() => true);
      await clock.leap(DAY_MS);
    }
    await easel.until(() => true);
  };
  const findIn = async (name: string) => {
    const page = await collections.get(name)?.page({ prefix: atelier.guild, most: 1 });
    return page?.records.find(([key]) => key === atelier.guild)?.[1];
  };
  const mark = () => findIn('erasures');
  const hasSettings = async () => (await findIn('settings')) !== undefined;

  const comeBack = leave(easel);
  const { id: silence } = discord.faults.switchOn({ name: 'bad-gateway', route: '/users/@me/guilds' });
  await days(3);
  expect(await mark()).toBeUndefined();
  discord.faults.switchOff(silence);
  await days(2);
  expect(await mark()).toMatchObject({ isLeft: true });
  comeBack();
  await days(2);
  expect(await mark()).toBeUndefined();

  leave(easel);
  await days(2);
  discord.faults.switchOn({ name: 'internal-error', route: '/guilds/*' });
  await days(9);
  expect(await mark()).not.toHaveProperty('doneAtMs');
  expect(await hasSettings()).toBe(true);
  discord.faults.clear();
  await days(1);
  // Two tasks are unconfirmed.
  expect(await mark()).not.toHaveProperty('doneAtMs');
  await releaseAll(easel);
  await easel.until(async () => z.object({ doneAtMs: z.int() }).safeParse(await mark()).success, PACE);
  expect(await hasSettings()).toBe(false);
  await easel.app.stop();
  expect(Object.keys(countNaming(path, NAMES)).filter((name) => !MAY_STAY.has(name))).toEqual([]);
  expect(countNaming(path, [people.member, people.secondMember])).toEqual({ member_build_policies: 1 });
  expect(countNaming(path, [ids.annex.guild])).toMatchObject(annexBefore);
});
