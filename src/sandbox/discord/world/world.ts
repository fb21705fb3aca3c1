import { PermissionFlagsBits as P } from 'discord.js';
import { workshop } from './workshop.ts';
import { ids } from './world-ids.ts';
import { bits, everybody, joined, ofBot, ofManager, ofModerator, onlyFor } from './world-parts.ts';
import { type World, type WorldInput, world } from './world-schema.ts';

const { people, atelier, annex } = ids;

/** Easel uses tags with these names. */
const exhibitionTags = ['picture', 'clip', 'round', 'image-model-a', 'image-model-b'].map((name, index) => ({
  id: `130000000000000040${index}`,
  name,
}));

const input: WorldInput = {
  application: { id: ids.application, name: 'Easel', botUserId: ids.bot, ownerId: people.operator },
  people: [
    { id: ids.bot, username: 'Easel', globalName: null, avatarColour: '#8b5cf6', bot: true },
    { id: people.member, username: 'mira', globalName: 'Mira', avatarColour: '#0ea5e9' },
    { id: people.secondMember, username: 'jonas', globalName: 'Jonas', avatarColour: '#f97316', locale: 'de' },
    { id: people.thirdMember, username: 'ben', globalName: 'Ben', avatarColour: '#14b8a6' },
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
        { id: atelier.roles.manager, name: 'Manager', colour: 0xec4899, position: 3, permissions: ofManager },
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
        {
          id: atelier.channels.exhibition,
          name: 'exhibition',
          type: 15,
          position: 2,
          forum: { tags: exhibitionTags },
          topic:
            'The best of this server, a post each: press *More …* and *Show in the gallery* below a picture or clip to bring it here.',
        },
        { id: atelier.channels.lateNight, name: 'late-night', ageRestricted: true, position: 3 },
        {
          id: atelier.channels.staff,
          name: 'staff',
          position: 4,
          overwrites: onlyFor(atelier.guild, atelier.roles.moderator, atelier.roles.manager, atelier.roles.bot),
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
        { id: annex.roles.manager, name: 'Manager', colour: 0xec4899, position: 2, permissions: ofManager },
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
    workshop,
  ],
  directChannels: [
    { id: ids.direct.member, userId: people.member },
    { id: ids.direct.operator, userId: people.operator },
  ],
};

/** Three servers with channels and people; a fresh copy each time. */
export const defaultWorld = (): World => world.parse(input);
