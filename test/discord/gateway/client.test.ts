import { Client, Events } from 'discord.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDiscordClient } from '../../../src/discord/gateway/client.ts';
import { createLog } from '../../../src/log.ts';
import { startDiscordSandbox } from '../../../src/sandbox/discord/server.ts';
import { tempFolder } from '../../store/temp-folder.ts';
import { GALLERY, people, startEasel, textOf } from '../../support/easel.ts';
import { FakeClock } from '../../support/fake-clock.ts';

it('discord.js neither keeps the user of an interaction nor reads unknown fields', async () => {
  const easel = await startEasel();
  onTestFinished(() => easel.close());
  const emitted = vi.spyOn(Client.prototype, 'emit');
  onTestFinished(() => emitted.mockRestore());
  const list = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
  expect(textOf(list)).toContain('You haven’t made anything here yet');
  const names = emitted.mock.calls.map(([name]) => String(name));
  expect(names).toContain(Events.Raw);
  expect(names).not.toContain(Events.InteractionCreate);
});

it('calls can be made before the login, because recovery shows messages before it', async () => {
  const clock = new FakeClock();
  const discord = await startDiscordSandbox({ clock, folder: await tempFolder() });
  onTestFinished(() => discord.stop());
  const client = createDiscordClient({
    ...{ token: discord.token, apiUrl: discord.apiUrl, clock, log: createLog('silent'), shards: 'auto' },
  });
  onTestFinished(() => client.stop());
  expect(await client.lines.bot.get(`/channels/${GALLERY}`)).toMatchObject({ id: GALLERY });
});

it.each([
  ['all of it where it serves all servers', 'https://discord.com/api', 'auto' as const, 50],
  ['its part of it by its shards', 'https://discord.com/api', { numbers: [0, 3], of: 5 }, 20],
  ['all of it where a proxy keeps the limit for all', 'http://127.0.0.1:8080/api', { numbers: [0, 3], of: 5 }, 50],
])('of Discord’s global rate limit, a process uses %s', async (_, apiUrl, shards, requestsPerSecond) => {
  const client = createDiscordClient({
    ...{ token: 'Bot.token', apiUrl, shards, clock: new FakeClock(), log: createLog('silent') },
  });
  onTestFinished(() => client.stop());
  expect(client.lines.bot.options.globalRequestsPerSecond).toBe(requestsPerSecond);
});

it.each([
  ['USER_UPDATE', {}],
  ['APPLICATION_COMMAND_PERMISSIONS_UPDATE', null],
  ['MESSAGE_CREATE', { author: null }],
  ['GUILD_DELETE', null],
  ['INTERACTION_CREATE', {}],
])('a malformed %s ends nothing, because discord.js never sees it', async (event, data) => {
  const easel = await startEasel();
  onTestFinished(() => easel.close());
  easel.discord.dispatch(event, data);
  const list = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
  expect(textOf(list)).toContain('You haven’t made anything here yet');
});

it('connects ever more slowly while connections come to nothing, and warns at once with the close code', async () => {
  const easel = await startEasel();
  onTestFinished(() => easel.close());
  const closes = () => easel.log.filter(({ code }) => code === 4002);
  const refusing = easel.discord.faults.switchOn({ name: 'gateway-no-hello' });
  easel.discord.faults.switchOn({ name: 'gateway-drop', parameters: { code: 4002 } });
  await easel.until(() => closes().some(({ level }) => level === 40));
  const atMs = easel.clock.now();
  const before = easel.discord.connectionsMade;
  await easel.until(() => easel.clock.now() - atMs >= 40_000, { stepMs: 500 });
  expect(easel.discord.connectionsMade - before).toBeLessThanOrEqual(8);
  // One line for the first close and one warning.
  expect(closes().map(({ level }) => level)).toEqual([30, 40]);
  easel.discord.faults.switchOff(refusing.id);
  await easel.until(() => easel.discord.connections > 0, { stepMs: 1 });
});

it('an interaction that a reconnect delivers after its 3 s starts nothing, and the log says so', async () => {
  const easel = await startEasel();
  onTestFinished(() => easel.close());
  const { faults } = easel.discord;
  const hidden = faults.switchOn({ name: 'gateway-hidden' });
  faults.switchOn({ name: 'gateway-drop' });
  await easel.until(() => easel.discord.connections === 0);
  const late = await easel.discord
    .as(people.member)
    .command({ channelId: GALLERY, name: 'image', options: { prompt: 'a hill' } });
  let answered = '';
  void late.answer.then(({ kind }) => {
    answered = kind;
  });
  await easel.until(() => answered === 'no-answer');
  faults.switchOff(hidden.id);
  const lines = () => easel.log.filter(({ msg }) => msg.startsWith('interaction '));
  await easel.until(() => lines().length > 0);
  expect(lines()).toMatchObject([{ msg: 'interaction late', level: 40, what: 'image', member: people.member }]);
  expect(easel.log.filter(({ msg }) => msg === 'job held')).toEqual([]);
  // One that comes in time is answered as ever.
  const list = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
  expect(textOf(list)).toContain('You haven’t made anything here yet');
});
