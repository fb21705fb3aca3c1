import { describe, expect, it } from 'vitest';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, GALLERY, ids, mediaOf, people, textOf } from '../support/easel.ts';
import {
  choose,
  chooseChannel,
  configure,
  fill,
  image,
  messageOf,
  moderate,
  privateText,
  prompts,
  STAFF,
  start,
} from './moderation-support.ts';
import { panel, section, set } from './settings-support.ts';

const { channels, roles } = atelier;
const HELLO = 'This is now the moderators’ channel. Requests, reports and decisions appear here.';

describe('the panel of settings', () => {
  it('shows what is set, and what was chosen counts at once and after a restart', async () => {
    const easel = await start();
    expect(textOf(await section(easel, 'channels'))).toContain('Channels for `/image`: every channel');
    expect(await set(easel, 'channels', 'imageChannelIds', [channels.general])).toContain(
      `Channels for \`/image\`: <#${channels.general}>`,
    );
    expect(textOf(await image(easel, people.member))).toContain(`Try <#${channels.general}>`);
    await easel.restart();
    expect(textOf(await panel(easel))).toContain(`Channels for \`/image\`: <#${channels.general}>`);
    expect(textOf(await image(easel, people.member))).toContain('can’t do that in this channel');
    expect(textOf(await image(easel, people.member, { channelId: channels.general }))).toContain('asked for a picture');
    await easel.idle();
    expect(prompts(easel)).toHaveLength(1);
  });

  it('takes back the last changes, one after the other', async () => {
    const easel = await start();
    await set(easel, 'roles', 'roleIds', [roles.artist]);
    await set(easel, 'results', 'spoiler', ['always']);
    const changed = await panel(easel);
    expect(textOf(changed)).toContain('Spoilers: always\n');
    const once = messageOf(await easel.press(people.manager, changed, 'Undo (2)'));
    expect(textOf(once)).not.toContain('Spoilers');
    expect(textOf(once)).toContain(`<@&${roles.artist}>`);
    await easel.restart();
    const twice = messageOf(await easel.press(people.manager, once, 'Undo (1)'));
    expect(textOf(twice)).toContain('Who can make pictures and clips: everyone');
    expect(textOf(twice)).toContain('Nothing to undo');
  });

  it('takes no change back that its panel did not show', async () => {
    const easel = await start();
    await set(easel, 'results', 'spoiler', ['always']);
    const seen = await panel(easel);
    await configure(easel, { spoiler: 'always', categories: { gore: 'refuse' } });
    const refused = messageOf(await easel.press(people.manager, seen, 'Undo (1)'));
    expect(textOf(refused)).toContain('Nothing was undone');
    expect(textOf(refused)).toContain('Gore: refused');
    expect(textOf(refused)).toContain('Spoilers: always\n');
    const undone = messageOf(await easel.press(people.manager, refused, 'Undo (2)'));
    expect(textOf(undone)).not.toContain('Gore');
    expect(textOf(undone)).toContain('Spoilers: always\n');
  });

  it('warns as long as a mode or a list wants moderators to decide, who have no channel', async () => {
    const easel = await start();
    const warning = 'Requests that need approval are being refused';
    const asking = [
      { defaultMode: 'review' },
      { modes: { [GALLERY]: 'preview' } },
      { words: { refuse: [], review: ['kraken'], explicit: [], allow: [] } },
      { categories: { gore: 'review' } },
    ];
    for (const settings of asking) {
      expect(textOf(await panel(easel))).not.toContain(warning);
      await configure(easel, settings);
      expect(textOf(await panel(easel))).toContain(warning);
      expect(textOf(await section(easel, 'moderators'))).toContain(warning);
      await configure(easel, { ...settings, moderatorsChannelId: STAFF });
    }
    expect(textOf(await panel(easel))).not.toContain(warning);
  });

  it('is for managers only, also at its buttons when the role is gone', async () => {
    const easel = await start();
    expect(() => easel.discord.as(people.member).commands(GALLERY)).not.toThrow();
    expect(
      easel.discord
        .as(people.member)
        .commands(GALLERY)
        .map(({ name }) => name),
    ).not.toContain('settings');
    const shown = await panel(easel);
    const part = await section(easel, 'results');
    easel.discord.changeWorld(({ guilds }) => {
      const member = guilds[0]?.members.find(({ userId }) => userId === people.manager);
      if (member) member.roleIds = [];
    });
    expect(privateText(await choose(easel, people.manager, part, 'put-spoiler', ['always']))).toContain(
      'Only members with Manage Server',
    );
    expect(privateText(await choose(easel, people.manager, shown, 'pick', ['roles']))).toContain('Only members with');
  });

  it('takes numbers by a form, and refuses what is none, or what was opened before somebody else changed them', async () => {
    const easel = await start();
    const limits = await section(easel, 'limits');
    expect(textOf(limits)).toContain('### Limits\nWait between requests: none\nRequests at once: no limit');
    const opened = () => easel.press(people.manager, limits, 'Change numbers …');
    const [form, old] = [await opened(), await opened()];
    const values = { cooldownSeconds: '90', jobsAtOnce: '1', jobsPerDay: '0' };
    const saved = messageOf(await fill(easel, people.manager, form, values));
    expect(textOf(saved)).toContain('Wait between requests: 90 seconds · *default: none*');
    const late = await fill(easel, people.manager, old, { ...values, cooldownSeconds: '0', jobsPerDay: '7' });
    expect(privateText(late)).toContain('someone else changed Limits');
    const refused = await fill(easel, people.manager, await opened(), { ...values, jobsAtOnce: 'ten' });
    expect(privateText(refused)).toContain('must be a whole number from 0 to 50');
    expect(textOf(await section(easel, 'limits'))).toMatch(/requests: 90 seconds[\s\S]*Requests at once: 1/);
    expect(textOf(messageOf(await easel.press(people.manager, saved, 'Back')))).toContain('Undo (1)');
  });

  it('takes a list of words by a form, names the line that it cannot use, and switches ready-made lists', async () => {
    const easel = await start();
    const words = await section(easel, 'words');
    const form = await easel.press(people.manager, words, 'Edit “Refuse”');
    const saved = await fill(easel, people.manager, form, { 'words.refuse': 'kraken\n\nsea monst*\nkraken' });
    expect(textOf(messageOf(saved))).toContain('“Refuse”: 2 lines');
    const again = await easel.press(people.manager, words, 'Edit “Refuse”');
    expect(privateText(await fill(easel, people.manager, again, { 'words.refuse': 'kraken\n/(/' }))).toContain(
      'The line `/(/` isn’t a pattern',
    );
    const refused = await image(easel, people.member, { options: { prompt: 'a K R A K E N' } });
    expect(refused.sandbox.ephemeral).toBe(true);
    expect(textOf(refused)).toContain('breaks this server’s rules');
    expect(textOf(refused).toLowerCase()).not.toContain('kraken');

    // What is long comes back as a file.
    const lines = Array.from({ length: 190 }, (_, index) => `a line of words ${index}`).join('\n');
    const long = await easel.press(people.manager, await section(easel, 'words'), 'Edit “Refuse”');
    const { id } = messageOf(await fill(easel, people.manager, long, { 'words.refuse': `${lines}\n/(/` }));
    const answer = await easel.until(() => {
      const seen = easel.discord.messages(GALLERY, { as: people.manager }).find((one) => one.id === id);
      return seen && mediaOf(seen).length > 0 && seen;
    });
    expect(textOf(answer)).toContain('The line `/(/` isn’t a pattern');
    expect(await (await fetch(String(mediaOf(answer)[0]?.url))).text()).toBe(`${lines}\n/(/`);

    expect(textOf(await image(easel, people.member, { options: { prompt: 'a gory scene' } }))).toContain('asked for');
    await set(easel, 'categories', 'categories.gore', ['refuse']);
    expect(textOf(await image(easel, people.member, { options: { prompt: 'a gory scene' } }))).toContain('rules');
    await easel.idle();
  });

  it('takes nothing away of a list that somebody else changed since its form was opened, and gives back what was written', async () => {
    const easel = await start();
    const open = async (userId: string): Promise<Answer> => {
      const part = messageOf(await choose(easel, userId, await panel(easel, userId), 'pick', ['words']));
      return easel.press(userId, part, 'Edit “Refuse”');
    };
    const old = await open(people.manager);
    await fill(easel, people.owner, await open(people.owner), { 'words.refuse': 'kraken' });
    const late = privateText(await fill(easel, people.manager, old, { 'words.refuse': 'squid\ncuttlefish' }));
    expect(late).toContain('Nothing was changed, because someone else changed “Refuse”');
    expect(late).toContain('```\nsquid\ncuttlefish\n```');
    expect(textOf(await image(easel, people.member, { options: { prompt: 'a kraken' } }))).toContain(
      'breaks this server’s rules',
    );
    const again = await fill(easel, people.manager, await open(people.manager), { 'words.refuse': 'kraken\nsquid' });
    expect(textOf(messageOf(again))).toContain('“Refuse”: 2 lines');
  });

  it('takes @everyone under Who as everybody, and for neither moderators nor trusted roles', async () => {
    const easel = await start();
    const everyone = [atelier.guild];
    await set(easel, 'roles', 'roleIds', everyone);
    expect(textOf(await image(easel, people.member))).toContain('asked for a picture');
    await easel.idle();
    const menu = await section(easel, 'moderators');
    const refused = await choose(easel, people.manager, menu, 'put-moderatorRoleIds', everyone);
    expect(privateText(refused)).toContain('every member would be a moderator');
    const trusted = await choose(easel, people.manager, menu, 'put-trustedRoleIds', [roles.artist, ...everyone]);
    expect(privateText(trusted)).toContain('every member would be trusted');
    expect(await configure(easel, { trustedRoleIds: everyone, galleryChannelId: channels.clips })).toContain(
      'be trusted',
    );
    expect(easel.discord.messages(channels.clips, { as: people.member })).toEqual([]);
    expect(textOf(await section(easel, 'moderators'))).toContain('Trusted roles: none');
    expect(textOf(await section(easel, 'roles'))).toContain(`Who can make pictures and clips: <@&${atelier.guild}>`);
  });

  it('opens on what a manager sets up first, and adds only what differs from its default', async () => {
    const easel = await start();
    const fresh = textOf(await panel(easel)).split('\n');
    expect(fresh.filter((line) => /^\w.*: /.test(line))).toEqual([
      'Moderators: members with Manage Server',
      'Moderators’ channel: none',
      'Who can make pictures and clips: everyone',
      'Approval: open (starts at once)',
      'Word list “Refuse”: none',
    ]);
    await configure(easel, { spoiler: 'always', cooldownSeconds: 90, roleIds: [roles.artist] });
    expect(
      textOf(await panel(easel))
        .split('\n')
        .filter((line) => !fresh.includes(line)),
    ).toEqual([
      `Who can make pictures and clips: <@&${roles.artist}>`,
      '-# Other settings that differ from their defaults:',
      '**Pictures and clips**',
      'Spoilers: always',
      '**Limits**',
      'Wait between requests: 90 seconds',
      '[Undo (1)]',
    ]);
  });

  it('returns to the page on which something was chosen, from menus of all kinds of channels', async () => {
    const easel = await start();
    const chosen = await choose(easel, people.manager, await panel(easel), 'put-defaultMode', ['review']);
    expect(textOf(messageOf(chosen))).toMatch(/Settings of this server[\s\S]*Approval: review[\s\S]*Saved\./);
    const inSection = await choose(easel, people.manager, await section(easel, 'modes'), 'put-defaultMode', ['open']);
    expect(textOf(messageOf(inSection))).toMatch(/### Approval[\s\S]*All other channels: open[\s\S]*Saved\./);

    // From a menu that was drawn before someone else chose, nothing is taken.
    const seen = await section(easel, 'results');
    await set(easel, 'results', 'spoiler', ['always']);
    const late = messageOf(await choose(easel, people.manager, seen, 'put-spoiler', ['ageRestricted']));
    expect(textOf(late)).toContain('someone else changed this in the meantime');
    expect(textOf(late)).toContain('Spoilers: always · *default: when the author chooses it*');

    const { components } = await section(easel, 'channels');
    for (const field of ['imageChannelIds', 'videoChannelIds']) {
      const menu = JSON.stringify(components).match(new RegExp(`put-${field}[^{]*?"channel_types":\\[([\\d,]+)\\]`));
      expect(menu?.[1]?.split(',')).toEqual(expect.arrayContaining(['0', '2', '5', '11', '12', '13', '15', '16']));
    }
  });

  it('asks on the first page whether everyone may see the moderators’ channel, and returns there', async () => {
    const easel = await start();
    const asked = await chooseChannel(
      ...([easel, await panel(easel), 'put-moderatorsChannelId', channels.general, '**Everyone can see'] as const),
    );
    await easel.press(people.manager, asked, 'Use it anyway');
    const saved = await easel.until(() => {
      const seen = easel.discord.messages(GALLERY, { as: people.manager }).find(({ id }) => id === asked.id);
      return seen && textOf(seen).includes('Saved.') && seen;
    });
    expect(textOf(saved)).toContain('Settings of this server');
  });

  it('takes a moderators’ channel only when Easel can write there', async () => {
    const easel = await start();
    const part = await section(easel, 'moderators');
    await chooseChannel(easel, part, 'put-moderatorsChannelId', channels.hidden, 'can’t send messages in');
    expect(textOf(await panel(easel))).toContain('Moderators’ channel: none');
    expect(textOf(await panel(easel))).toContain('Nothing to undo');
    await chooseChannel(easel, part, 'put-moderatorsChannelId', STAFF, `channel: <#${STAFF}>`);
    expect(easel.discord.messages(STAFF, { as: people.moderator }).map(textOf)[0]).toBe(HELLO);
    await easel.until(() =>
      easel.discord
        .messages(STAFF, { as: people.moderator })
        .some((one) =>
          textOf(one).includes(`<@${people.manager}> changed the settings: Moderators’ channel: none → <#${STAFF}>`),
        ),
    );
  });
});

describe('a channel in which Easel is to post', () => {
  const route = { method: 'POST', route: '/channels/*/messages' };
  const moderatorsSection = (easel: Easel): Promise<MessageView> => section(easel, 'moderators');
  const choseStaff = (easel: Easel, shown: MessageView): Promise<Answer> =>
    choose(easel, people.manager, shown, 'put-moderatorsChannelId', [STAFF]);
  const said = (easel: Easel): string[] => easel.discord.messages(STAFF, { as: people.moderator }).map(textOf);
  const seen = (easel: Easel): string => easel.discord.messages(GALLERY, { as: people.manager }).map(textOf).join('\n');

  it('is acknowledged before anything is posted in it, however long that takes', async () => {
    const easel = await start();
    const shown = await moderatorsSection(easel);
    easel.discord.faults.switchOn({ name: 'slow', parameters: { delayMs: 4_000 }, ...route });
    expect((await choseStaff(easel, shown)).kind).toBe('deferred-update');
    expect(said(easel)).toEqual([]);
    await easel.until(() => seen(easel).includes('Saved.'));
    expect(said(easel)[0]).toBe(HELLO);
    expect(seen(easel)).not.toContain('busy');
  });

  it('stays as it was where Discord refuses the first message, and the log has both changes', async () => {
    const easel = await start();
    const shown = await moderatorsSection(easel);
    easel.discord.faults.switchOn({ name: 'missing-access', ...route });
    await choseStaff(easel, shown);
    await easel.until(() => seen(easel).includes('can’t send messages in'));
    expect(textOf(await panel(easel))).toContain('Moderators’ channel: none');
    expect(textOf(await panel(easel))).toContain('Nothing to undo');
    const log = await moderate(easel, 'log', {}, people.manager);
    expect(log).toMatch(/undid a change of the settings: Moderators’ channel: <#\d+> → none/);
    expect(log).toMatch(/changed the settings: Moderators’ channel: none → <#\d+>/);
  });

  it('stays set where Discord does not take the first message just then, and that is said', async () => {
    const easel = await start();
    const shown = await moderatorsSection(easel);
    easel.discord.faults.switchOn({ name: 'internal-error', ...route });
    await choseStaff(easel, shown);
    await easel.until(() => seen(easel).includes('Discord didn’t accept a first message'));
    expect(textOf(await panel(easel))).toContain(`Moderators’ channel: <#${STAFF}>`);
    expect(textOf(await panel(easel))).toContain('Undo (1)');
  });

  it('stays set beside what somebody else changed meanwhile, though Easel cannot write there, and that is said', async () => {
    const easel = await start();
    const [shown, other] = [await moderatorsSection(easel), await section(easel, 'results')];
    easel.discord.faults.switchOn({ name: 'slow', parameters: { delayMs: 2_000 }, times: 1, ...route });
    await choseStaff(easel, shown);
    await easel.until(async () => textOf(await panel(easel)).includes(STAFF), { stepMs: 1 });
    await choose(easel, people.manager, other, 'put-spoiler', ['always']);
    easel.discord.changeWorld(({ guilds }) => {
      const staff = guilds[0]?.channels.find(({ id }) => id === STAFF);
      if (staff) staff.overwrites = [{ id: ids.bot, type: 'member', deny: '2048', allow: '0' }];
    });
    await easel.until(() => seen(easel).includes('stays set'));
    expect(textOf(await panel(easel))).toContain('Spoilers: always');
    expect(textOf(await panel(easel))).toContain('Undo (2)');
  });

  it('is greeted once, however often it is chosen', async () => {
    const easel = await start();
    await chooseChannel(easel, await moderatorsSection(easel), 'put-moderatorsChannelId', STAFF, 'Saved.');
    const again = await choose(easel, people.manager, await moderatorsSection(easel), 'put-moderatorsChannelId', [
      STAFF,
    ]);
    expect(textOf(messageOf(again))).toContain('that was already the value');
    expect(said(easel).filter((one) => one.includes('This is now the moderators’ channel'))).toHaveLength(1);
  });
});

describe('the part about results', () => {
  it('sets who reads prompts, and a gallery that Easel can write in', async () => {
    const easel = await start();
    expect(textOf(await section(easel, 'results'))).toContain('Who can read prompts: everyone');
    expect(await set(easel, 'results', 'prompts', ['member'])).toContain(
      'Who can read prompts: the author and the moderators',
    );
    const part = await section(easel, 'results');
    await chooseChannel(easel, part, 'put-galleryChannelId', channels.hidden, 'can’t send messages in');
    await chooseChannel(easel, part, 'put-galleryChannelId', channels.clips, `Gallery: <#${channels.clips}>`);
    expect(easel.discord.messages(channels.clips, { as: people.member }).map(textOf)[0]).toContain(
      'This is now the gallery',
    );
    expect(await set(easel, 'results', 'galleryChannelId', [])).toContain('Gallery: none');
  });
});
