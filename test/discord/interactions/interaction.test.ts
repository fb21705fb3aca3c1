import { describe, expect, it } from 'vitest';
import { parseInteraction } from '../../../src/discord/interactions/interaction.ts';

const user = { id: '1200000000000000001', username: 'ada' };
const command = {
  ...{ id: '1500000000000000001', application_id: '1', token: 't', type: 2 },
  ...{ guild_id: '1300000000000000000', channel_id: '1400000000000000001' },
  member: { user, roles: [], permissions: '0' },
  data: { name: 'image' },
};
const press = { ...command, type: 3, data: { custom_id: 'x' }, message: { id: '1', channel_id: '2' } };
const formOf = (components: object[]) => ({ ...press, type: 5, data: { custom_id: 'x', components } });
const attachment = { id: '1', filename: 'a.png', size: 1, url: 'https://cdn.example/a', content_type: null };

describe('an interaction', () => {
  it.each<[string, object]>([
    ['no more than Discord has to send', command],
    ['a channel that is null', { ...command, channel: null }],
    ['permissions of the bot that are null', { ...command, app_permissions: null }],
    ['no upload limit', { ...command, attachment_size_limit: null }],
    ['a locale that is null', { ...command, locale: null }],
    ['no name of the user', { ...command, member: { user: { id: user.id }, roles: [], permissions: '0' } }],
    ['options that are null', { ...command, data: { name: 'image', options: null, resolved: null } }],
    [
      'an option without a value',
      { ...command, data: { name: 'image', options: [{ name: 'a', type: 3, value: null }] } },
    ],
    ['a file of no type', { ...command, data: { name: 'image', resolved: { attachments: { '1': attachment } } } }],
    ['a button without values', { ...press, data: { custom_id: 'x', values: null } }],
    ['a message with odd flags', { ...press, message: { ...press.message, flags: null } }],
  ])('is parsed with %s', (_, raw) => {
    expect(parseInteraction(raw, 1)).toMatchObject({
      userId: user.id,
      guildId: command.guild_id,
      server: { appPermissions: 0n, uploadLimitBytes: 10 * 1024 * 1024 },
    });
  });

  it.each([
    ['https://CDN.discordapp.com/a%20b.png', 'https://cdn.discordapp.com/a%20b.png'],
    ['https://cdn.discordapp.com\\@evil.example/a.png', 'https://cdn.discordapp.com\\@evil.example/a.png'],
  ])('has the address %s of a file as a parser writes it', (url, written) => {
    const resolved = { attachments: { '1': { ...attachment, url } } };
    const options = [{ name: 'source', type: 11, value: '1' }];
    const parsed = parseInteraction({ ...command, data: { name: 'image', options, resolved } }, 1);
    expect(parsed).toMatchObject({ attachments: { source: { url: written } } });
  });

  it('has typed texts as people read them, with the names that Discord sends along', () => {
    const resolved = {
      users: { [user.id]: { username: 'ada', global_name: 'Ada' } },
      members: { [user.id]: { nick: 'Countess' } },
      roles: { '1200000000000000005': { name: 'Painters' } },
      channels: { '1200000000000000006': { name: 'studio' } },
    };
    const value = `<@${user.id}> of <@&1200000000000000005> in <#1200000000000000006>\u200b with <@1200000000000000007>`;
    const data = { name: 'image', options: [{ name: 'prompt', type: 3, value }], resolved };
    const readable = 'Countess of Painters in studio with someone';
    expect(parseInteraction({ ...command, data }, 1)).toMatchObject({ options: { prompt: readable } });
    expect(parseInteraction({ ...command, type: 4, data }, 1)).toMatchObject({ options: { prompt: readable } });
  });

  describe.each<[string, (value: string) => object]>([
    ['an option', (value) => ({ ...command, data: { name: 'x', options: [{ name: 'a', type: 3, value }] } })],
    [
      'an option of a subcommand in a group',
      (value) => {
        const options = [{ name: 'a', type: 3, value }];
        const group = { name: 'g', type: 2, options: [{ name: 's', type: 1, options }] };
        return { ...command, data: { name: 'x', options: [group] } };
      },
    ],
    ['a form with labels', (value) => formOf([{ type: 18, component: { custom_id: 'a', value } }])],
    ['a form with rows', (value) => formOf([{ type: 1, components: [{ custom_id: 'a', value }] }])],
  ])('has no codes in %s', (_, rawOf) => {
    const textIn = (value: string, names = {}) => {
      const parsed = parseInteraction(rawOf(value), 1, names);
      const texts = parsed?.kind === 'modal' ? parsed.fields : parsed?.kind === 'command' ? parsed.options : {};
      return { text: Object.values(texts)[0], unnamed: parsed?.unnamed };
    };

    it.each([
      ['<@123>', 'someone', 'person'],
      ['<@!1200000000000000009>', 'someone', 'person'],
      ['<@&1>', 'a role', 'role'],
      ['<#1>', 'a channel', 'channel'],
    ])('such as %s, and names it once its name is known', (code, word, kind) => {
      const id = code.replace(/\D/g, '');
      expect(textIn(`a portrait of ${code}\u200b`)).toEqual({ text: `a portrait of ${word}`, unnamed: [{ kind, id }] });
      expect(textIn(`a portrait of ${code}`, { [id]: 'Mira' })).toEqual({ text: 'a portrait of Mira', unnamed: [] });
    });

    it.each([
      ['<:blobfox:1>', 'blobfox'],
      ['<a:party:1200000000000000009>', 'party'],
      ['</image make:1>', '/image make'],
      ['<t:1700000000:D>', '14 November 2023'],
      ['<id:guide>', 'guide'],
    ])('such as %s', (code, words) => {
      expect(textIn(code)).toEqual({ text: words, unnamed: [] });
    });
  });

  it('has no server outside servers', () => {
    const raw = { ...command, guild_id: null, member: null, user };
    expect(parseInteraction(raw, 1)).toMatchObject({ userId: user.id, guildId: undefined, server: undefined });
  });

  it.each([1, 99])('is ignored if its type is %d', (type) => {
    expect(parseInteraction({ ...command, type }, 1)).toBeUndefined();
  });

  it.each<[string, object, string[]]>([
    ['its own, by its application', { application_id: '1', author: { id: '5' } }, ['again:job']],
    ['its own, posted by no interaction', { author: { id: '1' } }, ['again:job']],
    ['of another application', { application_id: '2', author: { id: '2' } }, []],
    ['of another application, which says nothing of it', { application_id: null, author: { id: '2' } }, []],
    ['of nobody', {}, []],
  ])('from a message’s context menu has the buttons of a message that is %s', (_, message, buttons) => {
    const components = [{ type: 1, components: [{ type: 2, custom_id: 'again:job' }] }];
    const data = { name: 'Report', target_id: '9', resolved: { messages: { '9': { ...message, components } } } };
    expect(parseInteraction({ ...command, data }, 1)).toMatchObject({ target: { id: '9', customIds: buttons } });
  });
});
