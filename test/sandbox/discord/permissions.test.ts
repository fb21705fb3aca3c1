import { PermissionFlagsBits as P } from 'discord.js';
import { expect, test } from 'vitest';
import { channelPermissions, guildPermissions, has } from '../../../src/sandbox/discord/permissions.ts';
import { type Guild, guild as guildSchema } from '../../../src/sandbox/discord/world/world-schema.ts';

const [everybody, red, blue, channel, thread, owner, member] = ['10', '11', '12', '20', '21', '30', '31'];

interface Rule {
  id: string;
  type: 'role' | 'member';
  allow?: bigint;
  deny?: bigint;
}

const make = (base: bigint, overwrites: Rule[] = [], ofRed = 0n): Guild =>
  guildSchema.parse({
    id: everybody,
    name: 'Server',
    iconColour: '#000000',
    ownerId: owner,
    roles: [
      { id: everybody, name: '@everyone', permissions: String(base) },
      { id: red, name: 'Red', permissions: String(ofRed) },
      { id: blue, name: 'Blue', permissions: '0' },
    ],
    members: [
      { userId: owner, joinedAt: 0 },
      { userId: member, roleIds: [red, blue], joinedAt: 0 },
    ],
    channels: [
      {
        id: channel,
        name: 'channel',
        overwrites: overwrites.map(({ allow = 0n, deny = 0n, ...rest }) => ({
          ...rest,
          allow: String(allow),
          deny: String(deny),
        })),
      },
      { id: thread, name: 'thread', type: 11, parentId: channel, thread: { archived: false, locked: false } },
    ],
  });

const may = (guild: Guild, wanted: bigint, { userId = String(member), where = String(channel) } = {}): boolean => {
  const place = guild.channels.find((one) => one.id === where);
  if (!place) throw new Error('no such channel');
  return has(channelPermissions(guild, place, userId), wanted);
};

test('adds up a member’s roles', () => {
  const guild = make(P.ViewChannel, [], P.SendMessages);
  expect(guildPermissions(guild, String(member))).toBe(P.ViewChannel | P.SendMessages);
});

test('gives no permissions to people outside the server', () => {
  expect(may(make(P.ViewChannel), P.ViewChannel, { userId: '99' })).toBe(false);
});

test('gives owners and administrators every permission in every channel', () => {
  const hidden: Rule[] = [{ id: String(everybody), type: 'role', deny: P.ViewChannel }];
  expect(may(make(0n, hidden), P.ManageGuild, { userId: String(owner) })).toBe(true);
  expect(may(make(0n, hidden, P.Administrator), P.ViewChannel | P.BanMembers)).toBe(true);
});

test('lets a channel deny everyone and allow a role', () => {
  const rules: Rule[] = [{ id: String(everybody), type: 'role', deny: P.ViewChannel }];
  expect(may(make(P.ViewChannel, rules), P.ViewChannel)).toBe(false);
  const given: Rule[] = [...rules, { id: String(red), type: 'role', allow: P.ViewChannel }];
  expect(may(make(P.ViewChannel, given), P.ViewChannel)).toBe(true);
});

test('lets the role that allows win over the one that denies', () => {
  const rules: Rule[] = [
    { id: String(red), type: 'role', allow: P.SendMessages },
    { id: String(blue), type: 'role', deny: P.SendMessages },
  ];
  expect(may(make(0n, rules), P.SendMessages)).toBe(true);
});

test('lets the rule for a member win over those for roles', () => {
  const rules: Rule[] = [
    { id: String(red), type: 'role', allow: P.SendMessages },
    { id: String(member), type: 'member', deny: P.SendMessages },
  ];
  expect(may(make(P.SendMessages, rules), P.SendMessages)).toBe(false);
});

test('gives a thread its parent’s permissions', () => {
  const rules: Rule[] = [{ id: String(everybody), type: 'role', deny: P.ViewChannel }];
  expect(may(make(P.ViewChannel, rules), P.ViewChannel, { where: String(thread) })).toBe(false);
});
