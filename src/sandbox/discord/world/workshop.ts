import { ids } from './world-ids.ts';
import { everybody, joined, ofBot, ofManager, ofModerator, onlyFor } from './world-parts.ts';
import type { WorldInput } from './world-schema.ts';

const { people } = ids;
const { guild, roles, channels } = ids.workshop;

const name = (userId: string): string => `<@${userId}>`;
const [mira, jonas, ben] = [people.member, people.secondMember, people.thirdMember].map(name);
const [ayla, theo, nadia] = [people.artist, people.moderator, people.manager].map(name);

/** Each channel's topic explains what to do there, and as whom. */
const topics = {
  open: `**Made at once, unless the prompt breaks a rule.** ${mira} types \`/image a lighthouse in a storm\`. Then try the word lists: \`/image a kraken in the bay\` is refused, and \`/image a dragon over the hills\` waits until ${theo} (moderator) approves it in #moderators. Then ${jonas} and ${ben} press *More …* and *Report …* below one of her pictures: two reports hide it, and ${theo} restores or removes it.`,
  review: `**A moderator approves each request before it’s made.** ${mira} types \`/image a castle in the clouds\`. Then become ${theo} (moderator) and open #moderators: *Approve*, *Reject …*, *Edit prompt …* or *Approve and trust*. ${nadia} (manager) can decide too, but only the first decision counts. ${ayla} is trusted, so her requests don’t wait.`,
  preview: `**A moderator reviews each picture before everyone sees it.** ${mira} types \`/image a ship in a bottle\`. It’s made at once, and only she can *View* it; ${jonas} can’t. Then become ${theo} (moderator) and open #moderators: *Publish* or *Discard …*.`,
  vote: `**Made when two other members want it.** ${mira} types \`/image a city of glass\`. Then become ${jonas} and press *Vote for it* below it, and do the same as ${ben}: now it’s made. Otherwise it expires after 30 minutes, and under *Behind the scenes* you can move the clock ahead. ${theo} (moderator) can press *Moderate …* and *Veto* it.`,
  rounds: `**Members enter prompts, and the winners are made.** ${ayla} (trusted) opens a round: \`/round theme:harbours at night\`. ${mira}, ${jonas} and ${ben} press *Enter a prompt*. Then become ${theo} (moderator): *Manage …*, *Start voting now*. The others press *See entries and vote*, ${theo} ends the round with *Manage …*, and the winner is made.`,
  lateHours: `**Age-restricted.** \`/image a vampire at a ball\` is made here, behind a spoiler. In every other channel ${mira} is refused.`,
  showcase: `**The gallery.** ${mira} makes a picture in any other channel and presses *More …* and *Show in the gallery* below it. Then it appears here. Commands don’t work here: try \`/image a paper boat\`.`,
  moderators: `**Only moderators see this channel.** Everything that waits for a decision appears here with its buttons, and so does each decision. ${theo} (moderator) has \`/moderation panel\`, with the log and the pause. ${nadia} (manager) changes how each channel works with \`/settings\`.`,
};

/** A server with a channel for each way of moderating, and enough people to try it. */
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
    { id: roles.manager, name: 'Manager', colour: 0xec4899, position: 3, permissions: ofManager },
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
      overwrites: onlyFor(guild, roles.moderator, roles.manager, roles.bot),
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
