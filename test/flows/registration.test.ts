import { afterEach, describe, expect, it } from 'vitest';
import { atelier, type Easel, GALLERY, people, startEasel, textOf } from '../support/easel.ts';

let easel: Easel;
afterEach(() => easel.close());

/** A server to which no one invited the bot. */
const ELSEWHERE = '222222222222222222';

const warnings = () =>
  easel.log.filter(({ level, finding }) => level >= 40 && ['discord.commands', 'discord.guild'].includes(`${finding}`));
const history = () => easel.command(people.member, { channelId: GALLERY, name: 'history' });
const namesIn = (guildId: string | null) => easel.discord.commands(guildId).map(({ name }) => name);

describe('commands that cannot be registered', () => {
  it.each([
    ['internal-error', 'Discord is in trouble'],
    ['bad-gateway', 'Discord is in trouble'],
    ['rate-limited', 'slow down'],
    ['cut-before', 'cannot be reached'],
  ] as const)('do not end the bot, which works with those of before and says why: %s', async (name, words) => {
    easel = await startEasel();
    const parameters = name === 'rate-limited' ? { retryAfterSeconds: 5 } : {};
    const fault = easel.discord.faults.switchOn({ name, parameters, route: '/applications/*' });
    await easel.restart();
    expect(warnings()).toMatchObject([{ msg: expect.stringContaining(words) }]);
    expect(textOf(await history())).toContain('You haven’t made anything here yet');
    easel.discord.faults.switchOff(fault.id);
    await easel.until(() => easel.log.filter(({ msg }) => msg === 'commands are up to date').length > 0);
    expect(warnings()).toHaveLength(1);
  });

  it('are reported with what to do, where DISCORD_GUILD_ID names a server without Easel', async () => {
    easel = await startEasel();
    await easel.restart({ DISCORD_GUILD_ID: ELSEWHERE });
    expect(warnings()).toMatchObject([{ msg: expect.stringMatching(/DISCORD_GUILD_ID.*npm run doctor/) }]);
    expect(textOf(await history())).toContain('You haven’t made anything here yet');
  });
});

it('are removed from a trial server when DISCORD_GUILD_ID is unset', async () => {
  easel = await startEasel({ environment: { DISCORD_GUILD_ID: atelier.guild } });
  expect(namesIn(null)).toEqual([]);
  const registered = namesIn(atelier.guild);
  expect(registered).toContain('image');
  await easel.restart({ DISCORD_GUILD_ID: '' });
  await easel.until(() => namesIn(atelier.guild).length === 0);
  expect(namesIn(null)).toEqual(registered);
});

it('are mentioned in answers as Discord registered them, when Discord does not answer too', async () => {
  easel = await startEasel();
  const imageId = easel.discord.commands(null).find(({ name }) => name === 'image')?.id;
  const mention = JSON.stringify(`You haven’t made anything here yet. Try </image:${imageId}>!`);
  expect(JSON.stringify(await history())).toContain(mention);
  easel.discord.faults.switchOn({ name: 'internal-error', route: '/applications/*' });
  await easel.restart();
  expect(JSON.stringify(await history())).toContain(mention);
});
