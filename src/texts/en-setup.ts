import type { Every } from '../budget/periods/period.ts';
import type { ModerationSettings } from '../moderation/settings/settings.ts';
import type { SetupKind } from '../moderation/settings/setup.ts';
import type { Price } from '../task-api/models.ts';
import { channels, counted, credits, price, roles, someThings } from './en-formats.ts';

/** What managers read in `/setup`. */

const NAMES: Readonly<Record<SetupKind, string>> = {
  open: 'Open',
  family: 'Family-friendly',
  exhibition: 'Exhibition',
  own: 'Keep what is set',
};

/** What happens to a request, by the mode of channels without one of their own. */
const DECIDES: Readonly<Record<ModerationSettings['defaultMode'], string>> = {
  open: 'Everything is made at once.',
  review: 'A moderator approves each request before it’s made.',
  preview: 'A moderator looks at each picture or clip before everyone sees it.',
  vote: 'Members vote on each request before it’s made.',
};

const LISTS: Readonly<Record<keyof ModerationSettings['categories'], string>> = {
  explicit: 'explicit content (outside age-restricted channels)',
  minors: 'sexualised minors',
  hate: 'hate',
  gore: 'gore',
  selfHarm: 'self-harm',
};

/** The settings that `/setup` covers, as sentences. @param one the price of one picture */
function summary(settings: ModerationSettings, one: Price): string[] {
  const { imageChannelIds, roleIds, moderatorRoleIds, moderatorsChannelId, galleryChannelId, modes } = settings;
  const who = roleIds.length === 0 ? 'Everyone' : `Members with ${roles(roleIds)}`;
  const where = imageChannelIds.length === 0 ? 'every channel' : channels(imageChannelIds);
  const own = Object.keys(modes).length;
  const refused = listsThat('refuse', settings);
  const reviewed = listsThat('review', settings);
  const moderators =
    moderatorRoleIds.length === 0 ? 'Members with Manage Server' : `Members with ${roles(moderatorRoleIds)}`;
  const decideIn = moderatorsChannelId === null ? '' : ` in ${channels([moderatorsChannelId])}`;
  const count = settings.picturesPerRequest;
  const all = price({ ...one, credits: count * one.credits });
  return [
    `${who} can make pictures in ${where}.`,
    `A request makes ${someThings(count, 'image')} for ${all}, unless its author chooses another number.`,
    DECIDES[settings.defaultMode],
    ...(own === 0 ? [] : [`${counted(own, 'channel')} ${own === 1 ? 'has its' : 'have their'} own rule.`]),
    ...(refused === '' ? [] : [`Refused: ${refused}.`]),
    ...(reviewed === '' ? [] : [`A moderator approves first: ${reviewed}.`]),
    `${counted(settings.reportsToHide, 'report')} ${settings.reportsToHide === 1 ? 'hides' : 'hide'} a picture until a moderator decides.`,
    ...(settings.drafts === 'on' ? ['Members can make drafts that only they see.'] : []),
    ...(galleryChannelId === null ? [] : [`Members show what they’re proud of in ${channels([galleryChannelId])}.`]),
    `${moderators} decide${decideIn}.`,
  ];
}

const listsThat = (what: string, { categories }: ModerationSettings): string =>
  (Object.keys(LISTS) as (keyof typeof LISTS)[])
    .flatMap((name) => (categories[name] === what ? [LISTS[name]] : []))
    .join(', ');

export const setupCommandWords = { description: 'Set Easel up here: what kind of server, who moderates, and where' };

export const setupWords = {
  title: '## Set up Easel',
  lead: '-# Nothing changes before you press *Start*.',
  now: '**Now:**',
  summary,
  whichKind: '**What kind of server is this?**',
  names: NAMES,
  /** What members will see of each kind. */
  kinds: {
    open: '**Open:** everything is made at once, and 3 reports hide a picture.',
    family:
      '**Family-friendly:** a moderator approves each request first, all ready-made word lists are on, and 1 report hides a picture.',
    exhibition:
      '**Exhibition:** a moderator looks at each picture before everyone sees it, members can make drafts first, and the month’s best are posted in the gallery.',
    own: '**Keep what is set:** your own settings stay; the moderators, their channel and the gallery come next.',
  } satisfies Record<SetupKind, string>,
  whoModerates: '## Who moderates?',
  guessed: {
    some: '-# Guessed from your roles and hidden channels.',
    none: '-# Easel found no role or hidden channel of moderators.',
    unknown: '-# Discord didn’t say which roles and channels there are. Choose them yourself.',
  },
  roles: 'Roles that moderate, besides members with Manage Server:',
  noRoles: 'Choose roles',
  moreRoles: (count: number) => `-# ${counted(count, 'more role')} from \`/settings\` will stay.`,
  staff: 'The channel where requests and reports appear. Hide it from @everyone first:',
  howToMake:
    '-# There’s none yet. To make one, press **+** next to your channels, switch on *Private Channel*, add your moderators and Easel, then choose it here. Or press *Let Easel make it*, allow *Manage Channels*, then press *Back*.',
  letMake: 'Let Easel make it',
  noStaff: 'Choose a hidden channel',
  make: 'Make #easel-mods for me',
  gallery:
    '**The gallery** (optional): where members show what they’re proud of. A text channel, a forum or a media channel:',
  noGallery: 'No gallery',
  makeGallery: 'Make #easel-gallery',
  dontMakeGallery: 'No gallery after all',
  use: 'Use these',
  back: 'Back',
  ready: '## Ready?',
  done: '## Easel is set up',
  doneLead: ({ isManager, canUndo }: { isManager: boolean; canUndo: boolean }) =>
    `-# ${canUndo ? '*Undo* reverts all of it at once. ' : ''}${isManager ? '*Budget …* has a limit for each member, the channel for alerts and your time zone; ' : ''}*Change …* has everything else.`,
  willBeMade: {
    moderators: '**#easel-mods** will be created for your moderators, hidden from everyone else.',
    gallery: '**#easel-gallery** will be created, where members show what they’re proud of. Only Easel posts there.',
  },
  noStaffYet: (isRefused: boolean) =>
    isRefused
      ? '⚠️ There’s no moderators’ channel, so requests that need a moderator are refused, and reports reach no one. `/setup` chooses one.'
      : '⚠️ There’s no moderators’ channel, so reports reach no one. `/setup` chooses one.',
  wholeBudget: (amount: number, every: Every, isManager: boolean) =>
    `Each member can spend the whole budget of ${credits(amount)}${every === 'none' ? '' : ` a ${every}`}.${isManager ? ' *Budget …* limits each member.' : ''}`,
  tooDear: '⚠️ That’s less than one request costs.',
  count: '**Pictures per request:**',
  start: 'Start',
  startOpen: 'Start as Open for now',
  undo: 'Undo',
  change: 'Change …',
  budget: 'Budget …',
  test: (one: Price) => `Make a test picture (${price(one)}) …`,
  publicChannel: (channelId: string) =>
    `Nothing was changed: everyone can see <#${channelId}>, and the moderators’ channel shows unapproved prompts and reported pictures. Hide it from @everyone or choose another channel.`,
  channelUnseen: (channelId: string | null, roleIds: readonly string[]) =>
    `⚠️ ${roles(roleIds)} can’t see ${channels([channelId ?? ''])}. Allow *View Channel* for ${roleIds.length === 1 ? 'it' : 'them'} in the channel’s permissions.`,
  notCreated: (name: string) =>
    `Nothing was changed: Easel couldn’t create #${name}. Give Easel the permission Manage Channels, or choose another channel.`,
  created: (channelIds: readonly string[], why: string) =>
    `${why}\n-# ${channels(channelIds)} ${channelIds.length === 1 ? 'was created and stays' : 'were created and stay'}.`,
  offer: '**Easel isn’t set up here yet.** Three presses say what kind of server this is, who moderates, and where.',
  offerSmall: '-# `/setup` opens it again.',
  offerButton: 'Set up Easel',
};
