import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ids } from '../../src/sandbox/discord/world/world-ids.ts';
import { answered } from '../commands/asking.ts';
import { atelier, GALLERY, mediaOf, people, textOf } from '../support/easel.ts';
import { configure, moderate, privateText, STAFF, start } from './moderation-support.ts';
import { panel, section, set } from './settings-support.ts';

const { channels } = atelier;
/** A channel of another server. */
const others = ids.annex.channels.general;

describe('settings as a file', () => {
  it('greet a channel only when it becomes the moderators’ or the gallery', async () => {
    const easel = await start();
    const channelIds = { moderatorsChannelId: STAFF, galleryChannelId: channels.clips };
    expect(await configure(easel, channelIds)).toContain('Imported');
    expect(await configure(easel, { ...channelIds, ratios: ['4:3'] })).toContain('Imported');
    expect(easel.discord.messages(channels.clips, { as: people.member })).toHaveLength(1);
    expect(await configure(easel, { ...channelIds, galleryChannelId: channels.hidden })).toContain(
      'can’t send messages in',
    );
    expect(textOf(await panel(easel))).toContain(`Gallery: <#${channels.clips}>`);
  });

  const OTHERS = '1399999999999999999';
  it('change nothing if they name what the server doesn’t have, or are none', async () => {
    const easel = await start();
    const before = textOf(await panel(easel));
    const invalid = 'isn’t a valid settings file';
    const files: [unknown, string][] = [
      [{ moderatorRoleIds: [OTHERS] }, `no role \`${OTHERS}\`. Correct it in \`moderatorRoleIds\``],
      [{ roleIds: [OTHERS] }, 'in `roleIds`'],
      [{ imageChannelIds: [GALLERY, OTHERS] }, `no channel \`${OTHERS}\``],
      [{ modes: { [OTHERS]: 'review' } }, 'in `modes.review`'],
      [{ modes: { [others]: 'vote' } }, 'in `modes.vote`'],
      [{ colour: 'red' }, invalid],
      [{ jobsAtOnce: 51 }, invalid],
      [{ words: { refuse: ['/(/'], review: [], explicit: [], allow: [] } }, invalid],
      [{ roleIds: ['everyone'] }, invalid],
      [[], invalid],
    ];
    for (const [content, words] of files) {
      expect(await configure(easel, content as Record<string, unknown>)).toContain(words);
    }
    expect(textOf(await panel(easel))).toBe(before);
    expect(before).toContain('Nothing to undo');
  });

  it('say on the panel that a role was deleted, and let it go with the next choice', async () => {
    const easel = await start();
    await configure(easel, { roleIds: [atelier.roles.artist, atelier.roles.moderator] });
    expect(textOf(await section(easel, 'roles'))).not.toContain('has been deleted');
    easel.discord.changeWorld(({ guilds }) => {
      for (const guild of guilds) guild.roles = guild.roles.filter(({ id }) => id !== atelier.roles.artist);
    });
    const shown = await section(easel, 'roles');
    expect(textOf(shown)).toContain('A role that was chosen here has been deleted: Who can make pictures and clips');
    expect(JSON.stringify(shown.components)).not.toContain(`{"id":"${atelier.roles.artist}"`);
    expect(JSON.stringify(shown.components)).toContain(`{"id":"${atelier.roles.moderator}"`);
  });

  it('go out and come back', async () => {
    const easel = await start();
    await set(easel, 'models', 'ratios', ['16:9', '1:1']);
    const pressing = easel.press(people.manager, await panel(easel), 'Save as a file');
    const exported = await answered(easel, people.manager, pressing);
    const [file] = mediaOf(exported);
    const json = z.record(z.string(), z.unknown()).parse(await (await fetch(String(file?.url))).json());
    expect(json).toMatchObject({ version: 1, ratios: ['16:9', '1:1'] });
    expect(await configure(easel, json)).toContain('already the settings');
    expect(await configure(easel, { ...json, ratios: ['4:3'] })).toContain('Imported');
    expect(textOf(await panel(easel))).toContain('Aspect ratios: `4:3`');
  });

  it('are told in the log as the panel tells them: what they were and are', async () => {
    const easel = await start();
    const lines = { explicit: [], review: [], allow: [] };
    await configure(easel, { jobsPerDay: 3, words: { ...lines, refuse: ['kraken', 'squid', 'eel', 'whale'] } });
    const rest = { moderatorsChannelId: STAFF, modes: { [GALLERY]: 'review' } };
    await configure(easel, { ratios: ['4:3'], words: { ...lines, refuse: ['kraken', '`shark'] }, ...rest });
    await set(easel, 'models', 'ratios', ['1:1']);
    await easel.press(people.manager, await panel(easel), 'Undo (3)');
    const log = await easel.until(async () => {
      const text = await moderate(easel, 'log', {}, people.manager);
      return text.includes('undid a change of the settings') && text;
    });
    const said = log.split('\n').map((line) => line.replace(/^.*<@\d+> /, ''));
    expect(said).toEqual([
      '### Moderation log',
      'undid a change of the settings: Aspect ratios: added `4:3`, removed `1:1`',
      'changed the settings: Aspect ratios: added `1:1`, removed `4:3`',
      'imported settings from a file: 5 changes',
      'imported settings from a file: “Refuse”: added `kraken`, `squid`, `eel` and 1 more; Requests a day: no limit → 3',
      '[Show 5 changes]',
    ]);
    const line = await easel.until(() =>
      easel.discord.messages(STAFF, { as: people.moderator }).find((one) => textOf(one).includes('[Show 5 changes]')),
    );
    expect(textOf(line)).toContain('imported settings from a file: 5 changes');
    expect(privateText(await easel.press(people.manager, line, 'Show 5 changes')).split('\n')).toEqual([
      expect.stringContaining('imported settings from a file'),
      `- review (a moderator approves first): added <#${GALLERY}>`,
      `- Moderators’ channel: none → <#${STAFF}>`,
      '- “Refuse”: added `ˋshark`, removed `squid`, `eel`, `whale`',
      '- Requests a day: 3 → no limit',
      '- Aspect ratios: added `4:3`',
    ]);
    const posted = (): string[] => easel.discord.messages(STAFF, { as: people.moderator }).map(textOf);
    await easel.until(() => posted().some((text) => text.endsWith(`<@${people.manager}> ${said[1]}`)));
  });
});
