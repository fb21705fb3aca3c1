import { PermissionFlagsBits as P } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { Section } from '../../src/moderation/settings/setting-kinds.ts';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, buttonOf, type Easel, GALLERY, people, textOf } from '../support/easel.ts';
import { choose, configure, fill, image, moderate, prefer, readBy, STAFF, start } from './moderation-support.ts';
import { section } from './settings-support.ts';

const { manager, moderator } = people;

const setup = (easel: Easel): Promise<MessageView> => easel.command(manager, { channelId: GALLERY, name: 'setup' });

/** A message as the manager sees it now. */
function seen(easel: Easel, { channel_id, id }: MessageView): MessageView {
  const found = easel.discord.messages(channel_id, { as: manager }).find((one) => one.id === id);
  if (!found) throw new Error('the message is gone');
  return found;
}

/** Presses a button of `/setup`, and waits for its page. */
async function press(easel: Easel, message: MessageView, label: string, words: string): Promise<MessageView> {
  await easel.press(manager, message, label);
  return page(easel, message, words);
}

const page = (easel: Easel, message: MessageView, words: string): Promise<MessageView> =>
  easel.until(() => textOf(seen(easel, message)).includes(words) && seen(easel, message));

const panel = (easel: Easel, part: Section = 'moderators'): Promise<MessageView> => section(easel, part);

const logged = (easel: Easel): Promise<string> => moderate(easel, 'log');

/** Removes the hidden channel, and gives Easel a permission. */
function withoutStaffChannel(easel: Easel, permission = 0n): void {
  easel.discord.changeWorld(({ guilds }) => {
    const guild = guilds.find(({ id }) => id === atelier.guild);
    const bot = guild?.roles.find(({ id }) => id === atelier.roles.bot);
    if (!guild || !bot) throw new Error('the Atelier is not as expected');
    guild.channels = guild.channels.filter(({ id }) => id !== STAFF);
    bot.permissions = String(BigInt(bot.permissions) | permission);
  });
}

it('leads from a new server to moderators, their channel and review in three presses, which one press takes back', async () => {
  const easel = await start();
  const familyFriendly = async (): Promise<MessageView> => {
    const first = await setup(easel);
    expect(textOf(first)).toContain('Everything is made at once.');
    const second = await press(easel, first, 'Family-friendly', 'Who moderates?');
    const third = await press(easel, second, 'Use these', 'Ready?');
    expect(textOf(third)).toContain('A moderator approves each request before it’s made.');
    expect(textOf(third)).toContain(`<@&${atelier.roles.moderator}> decide in <#${STAFF}>.`);
    expect(textOf(third)).toContain('Each member can spend the whole budget of 500 credits a month.');
    expect(textOf(await panel(easel))).toContain('Moderators’ channel: none');
    return press(easel, third, 'Start', 'Easel is set up');
  };
  await press(easel, await familyFriendly(), 'Undo', 'Moderators’ channel: none');
  await familyFriendly();
  // It is one change with one entry in the log.
  const home = await easel.command(manager, { channelId: GALLERY, name: 'settings' });
  await easel.press(manager, home, 'Undo (1)');
  expect(textOf(seen(easel, home))).toContain('Moderators’ channel: none');
  await familyFriendly();
  expect(textOf(await panel(easel))).toContain(`Moderators’ channel: <#${STAFF}>`);
  expect(textOf(await image(easel, people.member))).toContain('Waiting for a moderator');
  expect(textOf(await setup(easel))).toContain(`<@&${atelier.roles.moderator}> decide in <#${STAFF}>.`);
});

it('applies what a manager chooses instead of the guesses, also after a restart', async () => {
  const easel = await start();
  const second = await press(easel, await setup(easel), 'Open', 'Who moderates?');
  const { artist } = atelier.roles;
  await choose(easel, manager, second, 'setup:roles', [artist]);
  const changed = await easel.until(
    () => JSON.stringify(seen(easel, second)).includes(`"default_values":[{"id":"${artist}"`) && seen(easel, second),
  );
  await easel.restart();
  const third = await press(easel, changed, 'Use these', 'Ready?');
  expect(textOf(third)).toContain(`<@&${artist}> decide in <#${STAFF}>.`);
  await press(easel, third, 'Start', 'Easel is set up');
  expect(textOf(await panel(easel))).toContain(`Moderators: <@&${artist}>`);
});

it('makes a channel for moderators only at Start, and only where Easel may', async () => {
  const easel = await start();
  withoutStaffChannel(easel);
  const without = await press(easel, await setup(easel), 'Family-friendly', 'Who moderates?');
  expect(() => buttonOf(without, 'Make #easel-mods for me')).toThrow();
  withoutStaffChannel(easel, P.ManageChannels);
  const second = await press(easel, await setup(easel), 'Family-friendly', 'Who moderates?');
  const third = await press(easel, second, 'Make #easel-mods for me', 'Ready?');
  const made = () =>
    easel.discord.world.guilds
      .find(({ id }) => id === atelier.guild)
      ?.channels.filter(({ name }) => name === 'easel-mods');
  expect(made()).toEqual([]);
  await press(easel, third, 'Start', 'Easel is set up');
  const [channel] = made() ?? [];
  expect(textOf(await panel(easel))).toContain(`Moderators’ channel: <#${channel?.id}>`);
  const greeted = easel.discord.messages(String(channel?.id), { as: moderator }).map(textOf);
  expect(greeted).toEqual([
    'This is now the moderators’ channel. Requests, reports and decisions appear here.',
    expect.stringMatching(/changed the settings: \d+ changes\n\[Show \d+ changes\]/),
  ]);
  expect(easel.discord.messages(String(channel?.id), { as: people.member })).toEqual([]);
});

describe('in a fresh server, without a moderators’ channel or the permission to make one', () => {
  const familyFriendly = async (easel: Easel): Promise<MessageView> => {
    withoutStaffChannel(easel);
    const second = await press(easel, await setup(easel), 'Family-friendly', 'Who moderates?');
    expect(textOf(second)).toContain('To make one, press **+** next to your channels');
    expect(JSON.stringify(second.components)).toMatch(
      new RegExp(`"url":"https://discord.com/oauth2/authorize[^"]+&guild_id=${atelier.guild}`),
    );
    return press(easel, second, 'Use these', 'Ready?');
  };

  it('the last page warns of moderation that no one can do, and three presses lead to pictures', async () => {
    const easel = await start();
    const warned = await press(easel, await familyFriendly(easel), 'Start', 'Easel is set up');
    expect(textOf(warned)).toContain('so requests that need a moderator are refused');
    const third = await familyFriendly(easel);
    expect(textOf(third)).toContain('requests that need a moderator are refused');
    const last = await press(easel, third, 'Start as Open for now', 'Easel is set up');
    expect(textOf(last)).toContain('Everything is made at once.');
    expect(textOf(last)).toContain('⚠️ There’s no moderators’ channel, so reports reach no one.');
    expect(textOf(await image(easel, people.member))).toContain('Sending to the service');
  });

  it('Easel says that it found no moderators, and offers no way back from what changed nothing', async () => {
    const easel = await start();
    easel.discord.changeWorld(({ guilds }) => {
      for (const guild of guilds) guild.roles = guild.roles.filter(({ id }) => id !== atelier.roles.moderator);
    });
    withoutStaffChannel(easel);
    const second = await press(easel, await setup(easel), 'Open', 'Who moderates?');
    expect(textOf(second)).toContain('found no role or hidden channel of moderators');
    const third = await press(easel, second, 'Use these', 'Ready?');
    expect(textOf(await press(easel, third, 'Start', 'Easel is set up'))).not.toContain('Undo');
  });
});

it('asks how many pictures a request makes, with prices; a member’s own number comes first', async () => {
  const easel = await start({ environment: { BUDGET_DEFAULT_CREDITS: '16' } });
  const second = await press(easel, await setup(easel), 'Open', 'Who moderates?');
  const third = await press(easel, second, 'Use these', 'A request makes a picture for ~5 credits');
  expect(JSON.stringify(third.components)).toMatch(/"label":"3 pictures","value":"3","description":"~15 credits with/);
  expect(textOf(third)).not.toContain('less than one request costs');
  await choose(easel, manager, third, 'setup:count', ['4']);
  const dear = await page(easel, third, 'A request makes 4 pictures for ~20 credits');
  expect(textOf(dear)).toContain('whole budget of 16 credits a month. *Budget …* limits each member. ⚠️ That’s less');
  await choose(easel, manager, dear, 'setup:count', ['2']);
  await press(
    easel,
    await page(easel, dear, 'makes 2 pictures'),
    'Start',
    'A request makes 2 pictures for ~10 credits',
  );
  expect(textOf(await panel(easel, 'results'))).toContain('Pictures per request: 2');

  await image(easel, people.member);
  await easel.idle();
  expect(easel.service.tasks()).toHaveLength(2);
  const shown = await easel.command(people.member, { channelId: GALLERY, name: 'preferences' });
  expect(JSON.stringify(shown.components)).toMatch(/"label":"Pictures per request: 2",[^{}]*"default":true/);
  await prefer(easel, people.member, 'count', 1);
  await image(easel, people.member);
  await easel.idle();
  expect(easel.service.tasks()).toHaveLength(3);
});

it('makes one channel for two managers who start at once', async () => {
  const easel = await start();
  withoutStaffChannel(easel, P.ManageChannels);
  const pages = [];
  for (let number = 0; number < 2; number++) {
    const second = await press(easel, await setup(easel), 'Family-friendly', 'Who moderates?');
    pages.push(await press(easel, second, 'Make #easel-mods for me', 'Ready?'));
  }
  await Promise.all(pages.map((page) => press(easel, page, 'Start', 'Easel is set up')));
  const guild = easel.discord.world.guilds.find(({ id }) => id === atelier.guild);
  expect(guild?.channels.filter(({ name }) => name === 'easel-mods')).toHaveLength(1);
});

it('refuses a channel that everyone can see, and @everyone as a moderator before it makes a channel', async () => {
  const easel = await start();
  const second = await press(easel, await setup(easel), 'Open', 'Who moderates?');
  await choose(easel, manager, second, 'setup:staff', [atelier.channels.general]);
  await easel.until(() => JSON.stringify(seen(easel, second)).includes(`"id":"${atelier.channels.general}"`));
  await easel.press(manager, seen(easel, second), 'Use these');
  await easel.until(() =>
    easel.discord.messages(GALLERY, { as: manager }).some((one) => textOf(one).includes('everyone can see')),
  );
  expect(textOf(await panel(easel))).toContain('Moderators’ channel: none');

  withoutStaffChannel(easel, P.ManageChannels);
  const next = await press(easel, await setup(easel), 'Family-friendly', 'Who moderates?');
  await choose(easel, manager, next, 'setup:roles', [atelier.guild]);
  await easel.until(() => JSON.stringify(seen(easel, next)).includes(`"id":"${atelier.guild}"`));
  await easel.press(manager, seen(easel, next), 'Make #easel-mods for me');
  await easel.until(() =>
    easel.discord.messages(GALLERY, { as: manager }).some((one) => textOf(one).includes('@everyone')),
  );
  const guild = easel.discord.world.guilds.find(({ id }) => id === atelier.guild);
  expect(guild?.channels.filter(({ name }) => name === 'easel-mods')).toEqual([]);
});

it('says which moderators can’t see the channel that was made before', async () => {
  const easel = await start();
  withoutStaffChannel(easel, P.ManageChannels);
  for (const roleId of [atelier.roles.moderator, atelier.roles.artist]) {
    const second = await press(easel, await setup(easel), 'Family-friendly', 'Who moderates?');
    await choose(easel, manager, second, 'setup:roles', [roleId]);
    await easel.until(() => JSON.stringify(seen(easel, second)).includes(`"id":"${roleId}"`));
    const third = await press(
      easel,
      seen(easel, second),
      roleId === atelier.roles.artist ? 'Use these' : 'Make #easel-mods for me',
      'Ready?',
    );
    const done = await press(easel, third, 'Start', 'Easel is set up');
    const warning = `<@&${roleId}> can’t see <#`;
    if (roleId === atelier.roles.artist) expect(textOf(done)).toContain(warning);
    else expect(textOf(done)).not.toContain(warning);
  }
});

it('keeps settings that follow no preset, if the manager wants that', async () => {
  const easel = await start();
  await configure(easel, { defaultMode: 'vote', moderatorsChannelId: STAFF });
  const second = await press(easel, await setup(easel), 'Keep what is set', 'Who moderates?');
  await press(easel, await press(easel, second, 'Use these', 'Ready?'), 'Start', 'Easel is set up');
  expect(textOf(await setup(easel))).toContain('Members vote on each request before it’s made.');
  expect(await logged(easel)).toContain('Moderators');
});

describe('the gallery in /setup', () => {
  const { exhibition } = atelier.channels;
  const gallery = async (easel: Easel): Promise<string> =>
    textOf(await panel(easel, 'results')).match(/Gallery: (.*)/)?.[1] ?? '';

  it('has a menu of its own, so that no second command is needed', async () => {
    const easel = await start();
    const second = await press(easel, await setup(easel), 'Open', 'Who moderates?');
    // Easel may not make one.
    expect(() => buttonOf(second, 'Make #easel-gallery')).toThrow();
    await choose(easel, manager, second, 'setup:gallery', [exhibition]);
    const chosen = await easel.until(
      () =>
        JSON.stringify(seen(easel, second)).includes(`"default_values":[{"id":"${exhibition}"`) && seen(easel, second),
    );
    const third = await press(easel, chosen, 'Use these', 'Ready?');
    expect(textOf(third)).toContain(`Members show what they’re proud of in <#${exhibition}>.`);
    await press(easel, third, 'Start', 'Easel is set up');
    expect(await gallery(easel)).toBe(`<#${exhibition}>`);
  });

  it('is created at Start if the manager wants that, and the manager can think better of it', async () => {
    const easel = await start();
    withoutStaffChannel(easel, P.ManageChannels);
    const second = await press(easel, await setup(easel), 'Open', 'Who moderates?');
    const asked = await press(easel, second, 'Make #easel-gallery', '#easel-gallery** will be created');
    const without = await press(easel, asked, 'No gallery after all', '(optional)');
    const again = await press(easel, without, 'Make #easel-gallery', '#easel-gallery** will be created');
    const third = await press(easel, again, 'Make #easel-mods for me', 'Ready?');
    expect(textOf(third)).toContain('#easel-gallery** will be created');
    await press(easel, third, 'Start', 'Easel is set up');
    const channels = easel.discord.world.guilds.find(({ id }) => id === atelier.guild)?.channels ?? [];
    const made = channels.filter(({ name }) => name === 'easel-gallery');
    expect(made).toHaveLength(1);
    expect(await gallery(easel)).toBe(`<#${made[0]?.id}>`);
    const everyone = made[0]?.overwrites.find(({ id }) => id === atelier.guild);
    expect(everyone).toMatchObject({ deny: String(P.SendMessages) });
    expect(easel.discord.messages(String(made[0]?.id), { as: people.member })).toHaveLength(1);
  });
});

describe('a server where nothing was ever set', () => {
  const offers = (easel: Easel, userId: string): MessageView[] =>
    easel.discord.messages(GALLERY, { as: userId }).filter((one) => textOf(one).includes('isn’t set up here yet'));
  const use = (easel: Easel, userId: string, name: string) => easel.command(userId, { channelId: GALLERY, name });

  it('offers /setup once, privately, to the first manager who uses a command', async () => {
    const easel = await start();
    await use(easel, people.member, 'budget');
    await use(easel, manager, 'help');
    expect(offers(easel, people.member)).toEqual([]);
    expect(textOf(await use(easel, manager, 'budget'))).toContain('Budget of this server');
    const [offer] = await easel.until(() => offers(easel, manager).length === 1 && offers(easel, manager));
    expect(offers(easel, people.member)).toEqual([]);
    await easel.restart();
    await use(easel, manager, 'budget');
    await use(easel, manager, 'history');
    if (!offer) throw new Error('nothing was offered');
    await press(easel, offer, 'Set up Easel', 'What kind of server is this?');
    expect(offers(easel, manager)).toEqual([]);
  });

  it('offers it with the command after a first result, whose buttons are explained first', async () => {
    const easel = await start();
    await image(easel, manager);
    await easel.idle();
    expect(readBy(easel, manager).filter((text) => text.startsWith('Go on from your'))).toHaveLength(1);
    expect(offers(easel, manager)).toEqual([]);
    await use(easel, manager, 'budget');
    await easel.until(() => offers(easel, manager).length === 1);
  });

  it('offers nothing once a setting was changed', async () => {
    const easel = await start();
    await configure(easel, { defaultMode: 'vote' });
    await use(easel, manager, 'budget');
    await easel.idle();
    expect(offers(easel, manager)).toEqual([]);
  });

  it('answers a manager also while the offer can’t be sent', async () => {
    const easel = await start();
    easel.discord.faults.switchOn({ name: 'internal-error', route: '*/webhooks/*', times: 10 });
    expect(textOf(await use(easel, manager, 'budget'))).toContain('Budget of this server');
    await easel.until(() => easel.log.some(({ msg }) => msg === 'what follows an answer failed'));
    expect(easel.log.filter(({ msg }) => msg === 'interaction failed')).toEqual([]);
  });
});

it('suggests a forum for showing pictures, and a test picture with its price', async () => {
  const easel = await start();
  const second = await press(easel, await setup(easel), 'Exhibition', 'Who moderates?');
  const third = await press(easel, second, 'Use these', 'Ready?');
  expect(textOf(third)).toContain(`Members show what they’re proud of in <#${atelier.channels.exhibition}>.`);
  await fill(easel, manager, await easel.press(manager, third, 'Make a test picture (~5 credits) …'), {});
  await easel.idle();
  expect(easel.service.tasks()).toHaveLength(1);
});

it('is for managers only', async () => {
  const easel = await start();
  await expect(easel.command(people.member, { channelId: GALLERY, name: 'setup' })).rejects.toThrow();
});
