import { PermissionFlagsBits as P } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { missingPermission, permissionsOf } from '../../../src/discord/server/permissions.ts';
import { atelier, GALLERY, ids, people, startEasel, textOf } from '../../support/easel.ts';

const ALL = P.ViewChannel | P.SendMessages | P.SendMessagesInThreads | P.AttachFiles;
const inChannel = (appPermissions: bigint) => missingPermission({ appPermissions, parentChannelId: undefined });
const inThread = (appPermissions: bigint) => missingPermission({ appPermissions, parentChannelId: GALLERY });

describe('a permission that Easel lacks in a channel', () => {
  it('is none with all it asks for, and for an administrator', () => {
    for (const lacking of [inChannel, inThread]) {
      expect(lacking(ALL)).toBeUndefined();
      expect(lacking(P.Administrator)).toBeUndefined();
    }
  });

  it.each([
    ['see', P.ViewChannel],
    ['attach', P.AttachFiles],
  ] as const)('is to %s, in threads too', (what, permission) => {
    expect(inChannel(ALL & ~permission)).toBe(what);
    expect(inThread(ALL & ~permission)).toBe(what);
  });

  it('is to send, which is another permission in threads', () => {
    expect(inChannel(ALL & ~P.SendMessages)).toBe('send');
    expect(inThread(ALL & ~P.SendMessages)).toBeUndefined();
    expect(inChannel(ALL & ~P.SendMessagesInThreads)).toBeUndefined();
    expect(inThread(ALL & ~P.SendMessagesInThreads)).toBe('send');
  });

  it('is reported before anything starts, even if it is only the one to send', async () => {
    const easel = await startEasel();
    onTestFinished(() => easel.close());
    easel.discord.changeWorld(({ guilds }) => {
      const channel = guilds.flatMap(({ channels }) => channels).find(({ id }) => id === atelier.channels.general);
      channel?.overwrites.push({ id: ids.bot, type: 'member', allow: '0', deny: String(P.SendMessages) });
    });
    const options = { prompt: 'a lighthouse' };
    const command = { channelId: atelier.channels.general, name: 'image', options };
    expect(textOf(await easel.command(people.member, command))).toContain('can’t send messages in this channel');
    expect(easel.service.creates).toBe(0);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });
});

describe('a member’s permissions in a channel', () => {
  const [guildId, memberId] = ['1', '9'];
  const roles = [
    { id: guildId, permissions: P.ViewChannel | P.SendMessages },
    { id: '2', permissions: P.AttachFiles },
    { id: '3', permissions: P.Administrator },
  ];
  const of = (roleIds: string[], overwrites: Parameters<typeof permissionsOf>[2]) =>
    permissionsOf({ guildId, memberId, roleIds }, roles, overwrites);
  const allow = (id: string, bit: bigint) => ({ id, allow: bit, deny: 0n });
  const deny = (id: string, bit: bigint) => ({ id, allow: 0n, deny: bit });

  it('are those of their roles, and all for an administrator', () => {
    expect(of(['2'], [])).toBe(P.ViewChannel | P.SendMessages | P.AttachFiles);
    expect(of(['3'], [deny(guildId, P.ViewChannel)]) & P.ManageGuild).toBe(P.ManageGuild);
  });

  it('apply overwrites for everyone, then for their roles together, then for the member', () => {
    const closed = deny(guildId, P.ViewChannel);
    expect(of(['2'], [closed]) & P.ViewChannel).toBe(0n);
    expect(of(['2'], [allow('2', P.ViewChannel), closed]) & P.ViewChannel).toBe(P.ViewChannel);
    expect(of(['2'], [deny(memberId, P.ViewChannel), allow('2', P.ViewChannel)]) & P.ViewChannel).toBe(0n);
    expect(of([], [allow('2', P.ManageThreads)]) & P.ManageThreads).toBe(0n);
  });
});
