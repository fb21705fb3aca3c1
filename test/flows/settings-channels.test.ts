import { describe, expect, it } from 'vitest';
import { settingsCollection } from '../../src/moderation/settings/server-settings.ts';
import type { Section } from '../../src/moderation/settings/setting-kinds.ts';
import { settingsSchema } from '../../src/moderation/settings/settings.ts';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { openStore } from '../../src/store/open-store.ts';
import { ask } from '../commands/asking.ts';
import { atelier, type Easel, GALLERY, ids, passes, people, textOf } from '../support/easel.ts';
import {
  choose,
  chooseChannel,
  configure,
  fill,
  image,
  messageOf,
  privateText,
  STAFF,
  start,
} from './moderation-support.ts';
import { openSection, panel as panelIn, section } from './settings-support.ts';

const { annex } = ids;

/** What the manager of another server reads after importing a file there. */
async function importElsewhere(easel: Easel, settings: Record<string, unknown>): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(settings));
  const answer = await ask(easel, people.artist, {
    ...{ channelId: annex.channels.general, name: 'settings' },
    attachments: [{ option: 'file', name: 'settings.json', bytes }],
  });
  return textOf(answer);
}

/** Leaves another server with settings that are not checked when they are read. */
async function keepElsewhere(easel: Easel, settings: Record<string, unknown>): Promise<void> {
  await easel.app.stop();
  const store = await openStore(easel.config.STORE_URL);
  const record = { settings: settingsSchema.parse(settings), before: [], pause: null };
  await store.collection(settingsCollection).set(annex.guild, record);
  await store.close();
  await easel.restart();
}

const seenByModerators = (easel: Easel): string[] =>
  easel.discord.messages(STAFF, { as: people.moderator }).map(textOf);

describe('another server’s channels', () => {
  it('are refused in a file before any of its channels gets a greeting', async () => {
    const easel = await start();
    const { sketches } = annex.channels;
    const files: [Record<string, unknown>, string, string][] = [
      [{ moderatorsChannelId: STAFF }, STAFF, STAFF],
      [{ galleryChannelId: atelier.channels.general }, atelier.channels.general, atelier.channels.general],
      [{ moderatorsChannelId: sketches, galleryChannelId: GALLERY }, GALLERY, sketches],
    ];
    for (const [settings, foreign, quiet] of files) {
      const answer = await importElsewhere(easel, settings);
      expect(answer).toContain(`the channel \`${foreign}\` belongs to another server`);
      expect(answer).toContain('Nothing was changed');
      expect(easel.discord.messages(quiet, { as: people.owner })).toEqual([]);
    }
  });

  it('receive nothing about requests here, when they were once accepted too', async () => {
    const easel = await start();
    await keepElsewhere(easel, { defaultMode: 'review', moderatorsChannelId: STAFF });
    const secret = { options: { prompt: 'a secret of the Annex' } };
    const refused = await image(easel, people.member, { channelId: annex.channels.sketches, ...secret });
    expect(textOf(refused)).toContain('moderators’ channel');
    const panelThere = { channelId: annex.channels.general, name: 'moderation', subcommand: 'panel' };
    const form = await easel.press(people.artist, await easel.command(people.artist, panelThere), 'Pause …');
    expect(textOf(messageOf(await fill(easel, people.artist, form, {})))).toContain('Paused');
    await passes(easel, 10_000);
    expect(seenByModerators(easel)).toEqual([]);
    const panel = { channelId: annex.channels.general, name: 'settings' };
    expect(textOf(await easel.command(people.artist, panel))).toContain('Moderators’ channel: none');
  });
});

describe('another server’s channel that was once accepted', () => {
  it('can be replaced by one of this server', async () => {
    const easel = await start();
    await keepElsewhere(easel, { galleryChannelId: GALLERY });
    const { general, sketches } = annex.channels;
    const results = () => section(easel, 'results', people.artist, general);
    const shown = await results();
    expect(textOf(shown)).toContain('Gallery: none');
    await choose(easel, people.artist, shown, 'put-galleryChannelId', [sketches]);
    await easel.until(() =>
      easel.discord.messages(general, { as: people.artist }).some((one) => textOf(one).includes('Saved.')),
    );
    expect(textOf(await results())).toContain(`Gallery: <#${sketches}>`);
  });
});

const channelIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(1_300_000_000_000_100_000n + BigInt(index)));
/** A server with as many channels and roles as settings can name. */
async function startWithMany(): Promise<Easel> {
  const easel = await start();
  easel.discord.changeWorld(({ guilds }) => {
    const guild = guilds.find(({ id }) => id === atelier.guild);
    const channel = guild?.channels.find(({ id }) => id === GALLERY);
    const role = guild?.roles.find(({ id }) => id === atelier.roles.artist);
    if (!guild || !channel || !role) throw new Error('the Atelier is not as expected');
    guild.channels.push(...channelIds(100).map((id) => ({ ...channel, id })));
    guild.roles.push(...channelIds(25).map((id) => ({ ...role, id })));
  });
  return easel;
}
const modesOf = (channels: string[], mode: string): Record<string, string> =>
  Object.fromEntries(channels.map((id) => [id, mode]));
const panel = (easel: Easel): Promise<MessageView> => panelIn(easel, people.manager, STAFF);
const part = (easel: Easel, name: Section): Promise<MessageView> => section(easel, name, people.manager, STAFF);

describe('many channels', () => {
  it('keep their modes when the menu does not show them, and its section says so', async () => {
    const easel = await startWithMany();
    const modes = modesOf([...channelIds(25), GALLERY], 'review');
    await configure(easel, { moderatorsChannelId: STAFF, modes });
    const shown = await part(easel, 'modes');
    expect(textOf(shown)).toContain('1 channel doesn’t fit in the menu');
    const [general] = [atelier.channels.general];
    const chosen = messageOf(await choose(easel, people.manager, shown, 'put-modes.review', [general]));
    expect(textOf(chosen)).toContain(`review (a moderator approves first): <#${general}>, <#${GALLERY}>`);
    expect(textOf(chosen)).not.toContain('doesn’t fit in the menu');
    expect(textOf(await image(easel, people.member))).toContain('Waiting for a moderator');
  });

  it('are refused with an explanation when they are more than may have a mode', async () => {
    const easel = await startWithMany();
    await configure(easel, { modes: modesOf(channelIds(100), 'review') });
    const answer = await choose(easel, people.manager, await part(easel, 'modes'), 'put-modes.vote', [GALLERY]);
    expect(privateText(answer)).toContain('at most 100 channels');
    expect(textOf(await part(easel, 'modes'))).not.toContain(GALLERY);
  });

  it('or names from a file are all in a menu, and count once each', async () => {
    const easel = await startWithMany();
    const ratios = Array.from({ length: 25 }, (_, index) => `${index + 30}:7`);
    await configure(easel, { ratios, imageChannelIds: [GALLERY, GALLERY] });
    const chosen = await choose(easel, people.manager, await part(easel, 'models'), 'put-ratios', ratios.slice(1));
    expect(textOf(messageOf(chosen))).toContain('Aspect ratios: `31:7`, `32:7`');
    expect(textOf(await part(easel, 'channels'))).toContain(`Channels for \`/image\`: <#${GALLERY}>\n`);
  });

  it('and the most of all other settings leave the panel and its sections short enough to show', async () => {
    const easel = await startWithMany();
    const all = channelIds(100);
    const modes = ['open', 'review', 'preview', 'vote'].map((mode, index) =>
      modesOf(all.slice(index * 25, index * 25 + 25), mode),
    );
    const names = channelIds(25).map((id) => id.padEnd(40, '0'));
    await configure(easel, {
      ...{ imageChannelIds: channelIds(25), videoChannelIds: channelIds(25), modes: Object.assign({}, ...modes) },
      ...{ roleIds: channelIds(25), moderatorRoleIds: channelIds(25), trustedRoleIds: channelIds(25) },
      ...{ modelIds: names, ratios: names },
    });
    const home = await panel(easel);
    expect(textOf(home)).toMatch(/^Channels for `\/image`: <#\d+>(?:, <#\d+>){3} and 21 more$/m);
    for (const name of ['channels', 'roles', 'models', 'modes', 'moderators'] as const) {
      const shown = await openSection(easel, home, name);
      expect(textOf(shown)).not.toMatch(/and \d+ more/);
      expect(textOf(messageOf(await easel.press(people.manager, shown, 'Back')))).toContain('Settings of this server');
    }
  });
});

it('takes nothing away by a menu that was drawn before someone else changed its list, and shows what is set now', async () => {
  const easel = await start();
  const menus = [
    ['channels', 'put-imageChannelIds', [[STAFF], [GALLERY]]],
    ['roles', 'put-roleIds', [[atelier.roles.artist], [atelier.roles.manager]]],
    ['models', 'put-ratios', [['1:1'], ['4:3']]],
    ['modes', 'put-modes.vote', [[STAFF], [GALLERY]]],
  ] as const;
  for (const [name, menu, [first, second]] of menus) {
    const old = await part(easel, name);
    const chosen = messageOf(await choose(easel, people.manager, await part(easel, name), menu, [...first]));
    expect(textOf(chosen)).toContain('Saved.');
    const late = messageOf(await choose(easel, people.manager, old, menu, [...second]));
    expect(textOf(late)).toContain('someone else changed this in the meantime');
    expect(textOf(late)).toContain(first[0]);
    expect(textOf(late)).not.toContain(second[0]);
    const both = messageOf(await choose(easel, people.manager, late, menu, [...first, ...second]));
    expect(textOf(both)).toContain('Saved.');
    expect(textOf(both)).toContain(second[0]);
  }
});

describe('a moderators’ channel that everyone can see', () => {
  const { general, thread } = atelier.channels;
  const chooseModeratorsChannel = async (
    easel: Easel,
    channelId: string,
    words = '**Everyone can see',
  ): Promise<MessageView> => {
    const panel = await easel.command(people.manager, { channelId: GALLERY, name: 'settings' });
    const section = messageOf(await choose(easel, people.manager, panel, 'pick', ['moderators']));
    return chooseChannel(easel, section, 'put-moderatorsChannelId', channelId, words);
  };
  const posted = (easel: Easel, channelId: string): number =>
    easel.discord.messages(channelId, { as: people.owner }).length;

  it('is accepted only after a manager confirmed it, a public thread too', async () => {
    const easel = await start();
    let before = 'none';
    for (const channelId of [general, thread]) {
      const asked = await chooseModeratorsChannel(easel, channelId, `**Everyone can see <#${channelId}>`);
      expect(posted(easel, channelId)).toBe(0);
      const back = messageOf(await easel.press(people.manager, asked, 'Back'));
      expect(textOf(back)).toContain(`Moderators’ channel: ${before}`);

      const again = await chooseModeratorsChannel(easel, channelId);
      await easel.restart();
      await easel.press(people.manager, again, 'Use it anyway');
      await easel.until(() => posted(easel, channelId) > 0);
      before = `<#${channelId}>`;
      expect(textOf(await panel(easel))).toContain(`Moderators’ channel: ${before}`);
    }
  });

  it('is refused in a file, unless it is the moderators’ channel already', async () => {
    const easel = await start();
    const refused = await configure(easel, { moderatorsChannelId: general });
    expect(refused).toContain(`everyone can see <#${general}>`);
    expect(posted(easel, general)).toBe(0);
    // Nor as both.
    expect(await configure(easel, { moderatorsChannelId: STAFF, galleryChannelId: STAFF })).toContain('can’t be both');
    expect(textOf(await panel(easel))).toContain('Moderators’ channel: none');
    await easel.press(people.manager, await chooseModeratorsChannel(easel, general), 'Use it anyway');
    await easel.until(() => posted(easel, general) > 0);
    expect(await configure(easel, { moderatorsChannelId: general, ratios: ['4:3'] })).toContain('Imported');
  });

  it('is refused while Discord does not say who can see it, too', async () => {
    const easel = await start();
    easel.discord.faults.switchOn({ name: 'internal-error', route: '/guilds/*/roles' });
    await chooseModeratorsChannel(easel, general, 'isn’t saying right now who can see');
    easel.discord.faults.clear();
    const panel = await easel.command(people.manager, { channelId: GALLERY, name: 'settings' });
    expect(textOf(panel)).toContain('Moderators’ channel: none');
  });
});
