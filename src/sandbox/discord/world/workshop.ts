import { PermissionFlagsBits as P } from 'discord.js';
import { ids } from './world-ids.ts';
import { bits, everybody, joined, ofBot, ofModerator } from './world-parts.ts';
import type { WorldInput } from './world-schema.ts';

const { people } = ids;
const { guild, roles, channels } = ids.workshop;

const name = (userId: string): string => `<@${userId}>`;
const [mira, jonas, ben] = [people.member, people.secondMember, people.thirdMember].map(name);
const [ayla, theo, nadia] = [people.artist, people.moderator, people.manager].map(name);

const onlyModerators = [
  { id: guild, type: 'role' as const, deny: bits(P.ViewChannel) },
  ...[roles.moderator, roles.manager, roles.bot].map((id) => ({
    id,
    type: 'role' as const,
    allow: bits(P.ViewChannel),
  })),
];

/** What to do there, and as whom: each channel explains itself. */
const topics = {
  open: `**Made at once, unless the words are against it.** ${mira} asks: \`/image a lighthouse in a storm\`. Two of the word lists: \`/image a kraken in the bay\` is refused, and \`/image a dragon over the hills\` waits until ${theo} (moderator) approves it in #moderators. Then ${jonas} and ${ben} press *Report* below a picture of hers: two reports hide it, and ${theo} restores or removes it.`,
  review: `**A moderator approves before anything is made.** ${mira} asks: \`/image a castle in the clouds\`. Then be ${theo} (moderator) and look into #moderators: *Approve*, *Reject …*, *Edit prompt …* or *Trust this member*. ${nadia} (manager) may decide as well, but only one of them can. ${ayla} is trusted and waits for nobody.`,
  preview: `**A moderator reviews it before everyone sees it.** ${mira} asks: \`/image a ship in a bottle\`. It is made at once, and she alone can *View* it; ${jonas} cannot. Then be ${theo} (moderator) and look into #moderators: *Publish* or *Discard …*.`,
  vote: `**Made when two others want it.** ${mira} asks: \`/image a city of glass\`. Then be ${jonas}, press *Second* below it, and once more as ${ben}: it is made. Without them it expires after 30 minutes; *Behind the scenes*, the clock can jump ahead. ${theo} (moderator) may *Veto*, behind *Moderate …*.`,
  rounds: `**Prompts handed in, the best of them made.** ${ayla} (trusted) opens a round: \`/round open theme:harbours at night winners:1\`. ${mira}, ${jonas} and ${ben} press *Enter a prompt*. Then be ${theo} (moderator): *Manage …*, *Start voting now*. The others vote under *See entries and vote*, ${theo} ends it in the same place, and the winner is made.`,
  lateHours: `**Age-restricted.** \`/image a vampire at a ball\` is made here, hidden until clicked; in every other channel ${mira} is refused.`,
  showcase: `**The gallery.** ${mira} makes something in any other channel and presses *Show in the gallery* below it: it comes here. Commands are not taken here, \`/image a paper boat\` says so.`,
  moderators: `**Only moderators see this channel.** Whatever waits for them comes here with its buttons, and so does everything that they decide. ${theo} (moderator) has \`/moderation queue\`, \`/moderation log\`, \`/moderation pause\` and \`/moderation resume\`; ${nadia} (manager) changes how each channel is run with \`/settings show\`.`,
};

/** A server with a channel for each way of moderating, and the people that it takes to try it. */
export const workshop: WorldInput['guilds'][number] = {
  id: guild,
  name: 'The Workshop',
  iconColour: '#b45309',
  ownerId: people.owner,
  boostTier: 2,
  roles: [
    { id: guild, name: '@everyone', permissions: everybody },
    { id: roles.trusted, name: 'Trusted', colour: 0x22c55e, position: 1, permissions: '0' },
    { id: roles.moderator, name: 'Moderator', colour: 0xeab308, position: 2, permissions: ofModerator },
    { id: roles.manager, name: 'Manager', colour: 0xec4899, position: 3, permissions: bits(P.ManageGuild) },
    { id: roles.bot, name: 'Easel', position: 4, permissions: ofBot },
  ],
  members: [
    joined(ids.bot, roles.bot),
    joined(people.member),
    joined(people.secondMember),
    joined(people.thirdMember),
    joined(people.artist, roles.trusted),
    joined(people.moderator, roles.moderator),
    joined(people.manager, roles.manager),
    joined(people.operator),
    joined(people.owner),
  ],
  channels: [
    { id: channels.open, name: 'open', topic: topics.open },
    { id: channels.review, name: 'review', topic: topics.review, position: 1 },
    { id: channels.preview, name: 'preview', topic: topics.preview, position: 2 },
    { id: channels.vote, name: 'vote', topic: topics.vote, position: 3 },
    { id: channels.rounds, name: 'rounds', topic: topics.rounds, position: 4 },
    { id: channels.lateHours, name: 'late-hours', topic: topics.lateHours, ageRestricted: true, position: 5 },
    { id: channels.showcase, name: 'showcase', topic: topics.showcase, position: 6 },
    {
      id: channels.moderators,
      name: 'moderators',
      topic: topics.moderators,
      position: 7,
      overwrites: onlyModerators,
    },
    {
      id: channels.reviewThread,
      name: 'Skies of November',
      type: 11,
      parentId: channels.review,
      thread: { archived: false, locked: false },
    },
  ],
};
