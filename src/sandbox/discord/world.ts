import { PermissionFlagsBits as P } from 'discord.js';
import { type World, type WorldInput, world } from './world-schema.ts';

const bits = (...flags: bigint[]): string => String(flags.reduce((sum, bit) => sum | bit, 0n));

const everybody = bits(
  P.ViewChannel,
  P.SendMessages,
  P.SendMessagesInThreads,
  P.EmbedLinks,
  P.AttachFiles,
  P.AddReactions,
  P.ReadMessageHistory,
  P.UseApplicationCommands,
);
const ofBot = bits(
  P.ViewChannel,
  P.SendMessages,
  P.SendMessagesInThreads,
  P.EmbedLinks,
  P.AttachFiles,
  P.ReadMessageHistory,
);
const ofModerator = bits(P.ManageMessages, P.ManageThreads, P.ModerateMembers);

const JOINED_AT = Date.UTC(2026, 0, 15);
const joined = (userId: string, ...roleIds: string[]) => ({ userId, roleIds, joinedAt: JOINED_AT });

/** The ids of the default world, by what they stand for. */
export const ids = {
  application: '1100000000000000001',
  bot: '1100000000000000001',
  people: {
    member: '1200000000000000001',
    secondMember: '1200000000000000002',
    artist: '1200000000000000003',
    moderator: '1200000000000000004',
    manager: '1200000000000000005',
    operator: '1200000000000000006',
    owner: '1200000000000000007',
  },
  atelier: {
    guild: '1300000000000000000',
    roles: {
      artist: '1300000000000000101',
      moderator: '1300000000000000102',
      manager: '1300000000000000103',
      bot: '1300000000000000104',
    },
    channels: {
      general: '1300000000000000201',
      gallery: '1300000000000000202',
      clips: '1300000000000000203',
      lateNight: '1300000000000000204',
      staff: '1300000000000000205',
      /** The bot cannot see it. */
      hidden: '1300000000000000206',
      /** The bot cannot attach files in it. */
      textOnly: '1300000000000000207',
      thread: '1300000000000000301',
      archivedThread: '1300000000000000302',
    },
  },
  annex: {
    guild: '1400000000000000000',
    roles: { artist: '1400000000000000101', manager: '1400000000000000103', bot: '1400000000000000104' },
    channels: { general: '1400000000000000201', sketches: '1400000000000000202' },
  },
  direct: { member: '1500000000000000001' },
} as const;

const { people, atelier, annex } = ids;

const input: WorldInput = {
  application: { id: ids.application, name: 'Easel', botUserId: ids.bot, ownerId: people.operator },
  people: [
    { id: ids.bot, username: 'Easel', globalName: null, avatarColour: '#8b5cf6', bot: true },
    { id: people.member, username: 'mira', globalName: 'Mira', avatarColour: '#0ea5e9' },
    { id: people.secondMember, username: 'jonas', globalName: 'Jonas', avatarColour: '#f97316', locale: 'de' },
    { id: people.artist, username: 'ayla', globalName: 'Ayla', avatarColour: '#22c55e' },
    { id: people.moderator, username: 'theo', globalName: 'Theo', avatarColour: '#eab308' },
    { id: people.manager, username: 'nadia', globalName: 'Nadia', avatarColour: '#ec4899' },
    { id: people.operator, username: 'oskar', globalName: 'Oskar', avatarColour: '#64748b' },
    { id: people.owner, username: 'wanda', globalName: 'Wanda', avatarColour: '#a16207' },
  ],
  guilds: [
    {
      id: atelier.guild,
      name: 'The Atelier',
      iconColour: '#7c3aed',
      ownerId: people.owner,
      boostTier: 2,
      roles: [
        { id: atelier.guild, name: '@everyone', permissions: everybody },
        { id: atelier.roles.artist, name: 'Artist', colour: 0x22c55e, position: 1, permissions: '0' },
        { id: atelier.roles.moderator, name: 'Moderator', colour: 0xeab308, position: 2, permissions: ofModerator },
        { id: atelier.roles.manager, name: 'Manager', colour: 0xec4899, position: 3, permissions: bits(P.ManageGuild) },
        { id: atelier.roles.bot, name: 'Easel', position: 4, permissions: ofBot },
      ],
      members: [
        joined(ids.bot, atelier.roles.bot),
        joined(people.member),
        joined(people.secondMember),
        joined(people.artist, atelier.roles.artist),
        joined(people.moderator, atelier.roles.moderator),
        joined(people.manager, atelier.roles.manager),
        joined(people.operator),
        joined(people.owner),
      ],
      channels: [
        { id: atelier.channels.general, name: 'general', topic: 'Say hello' },
        { id: atelier.channels.gallery, name: 'gallery', topic: 'Pictures with /image', position: 1 },
        { id: atelier.channels.clips, name: 'clips', topic: 'Clips with /video', position: 2 },
        { id: atelier.channels.lateNight, name: 'late-night', ageRestricted: true, position: 3 },
        {
          id: atelier.channels.staff,
          name: 'staff',
          position: 4,
          overwrites: [
            { id: atelier.guild, type: 'role', deny: bits(P.ViewChannel) },
            { id: atelier.roles.moderator, type: 'role', allow: bits(P.ViewChannel) },
            { id: atelier.roles.manager, type: 'role', allow: bits(P.ViewChannel) },
            { id: atelier.roles.bot, type: 'role', allow: bits(P.ViewChannel) },
          ],
        },
        {
          id: atelier.channels.hidden,
          name: 'no-bots',
          position: 5,
          overwrites: [{ id: ids.bot, type: 'member', deny: bits(P.ViewChannel) }],
        },
        {
          id: atelier.channels.textOnly,
          name: 'text-only',
          position: 6,
          overwrites: [{ id: ids.bot, type: 'member', deny: bits(P.AttachFiles) }],
        },
        {
          id: atelier.channels.thread,
          name: 'November challenge',
          type: 11,
          parentId: atelier.channels.gallery,
          thread: { archived: false, locked: false },
        },
        {
          id: atelier.channels.archivedThread,
          name: 'October challenge',
          type: 11,
          parentId: atelier.channels.gallery,
          thread: { archived: true, locked: false },
        },
      ],
    },
    {
      id: annex.guild,
      name: 'The Annex',
      iconColour: '#0d9488',
      ownerId: people.operator,
      uploadLimitBytes: 10_485_760,
      roles: [
        { id: annex.guild, name: '@everyone', permissions: everybody },
        { id: annex.roles.artist, name: 'Artist', colour: 0x22c55e, position: 1, permissions: '0' },
        { id: annex.roles.manager, name: 'Manager', colour: 0xec4899, position: 2, permissions: bits(P.ManageGuild) },
        { id: annex.roles.bot, name: 'Easel', position: 3, permissions: ofBot },
      ],
      members: [
        joined(ids.bot, annex.roles.bot),
        joined(people.member, annex.roles.artist),
        joined(people.artist, annex.roles.manager),
        joined(people.operator),
        joined(people.owner),
      ],
      channels: [
        { id: annex.channels.general, name: 'general' },
        { id: annex.channels.sketches, name: 'sketches', position: 1 },
      ],
    },
  ],
  directChannels: [{ id: ids.direct.member, userId: people.member }],
};

/** Two servers, their channels and people; a fresh copy each time. */
export const defaultWorld = (): World => world.parse(input);
