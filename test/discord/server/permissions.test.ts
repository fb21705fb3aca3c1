import { PermissionFlagsBits as P } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lackingHere } from '../../../src/discord/server/permissions.ts';
import { atelier, GALLERY, ids, people, startEasel, textOf } from '../../support/easel.ts';

const ALL = P.ViewChannel | P.SendMessages | P.SendMessagesInThreads | P.AttachFiles;
const inChannel = (appPermissions: bigint) => lackingHere({ appPermissions, parentChannelId: undefined });
const inThread = (appPermissions: bigint) => lackingHere({ appPermissions, parentChannelId: GALLERY });

describe('what Easel lacks in a channel', () => {
  it('is nothing with all that it asks for, and for an administrator', () => {
    for (const lacking of [inChannel, inThread]) {
      expect(lacking(ALL)).toBeUndefined();
      expect(lacking(P.Administrator)).toBeUndefined();
    }
  });

  it.each([
    ['see', P.ViewChannel],
    ['attach', P.AttachFiles],
  ] as const)('is to %s, also in threads', (what, permission) => {
    expect(inChannel(ALL & ~permission)).toBe(what);
    expect(inThread(ALL & ~permission)).toBe(what);
  });

  it('is to write there: in a thread that is another right than in a channel', () => {
    expect(inChannel(ALL & ~P.SendMessages)).toBe('send');
    expect(inThread(ALL & ~P.SendMessages)).toBeUndefined();
    expect(inChannel(ALL & ~P.SendMessagesInThreads)).toBeUndefined();
    expect(inThread(ALL & ~P.SendMessagesInThreads)).toBe('send');
  });

  it('is told before anything is begun, where only writing was taken from it', async () => {
    const easel = await startEasel();
    onTestFinished(() => easel.close());
    easel.discord.changeWorld(({ guilds }) => {
      const channel = guilds.flatMap(({ channels }) => channels).find(({ id }) => id === atelier.channels.general);
      channel?.overwrites.push({ id: ids.bot, type: 'member', allow: '0', deny: String(P.SendMessages) });
    });
    const options = { prompt: 'a lighthouse' };
    const command = { channelId: atelier.channels.general, name: 'image', options };
    expect(textOf(await easel.command(people.member, command))).toContain('may not write in this channel');
    expect(easel.service.creates).toBe(0);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });
});
