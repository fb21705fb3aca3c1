import type { ListFault } from '../moderation/words/word-list.ts';
import { channels, code, codes, counted, length, number, roles } from './en-formats.ts';

/** What managers read of their server’s settings. */

const orAsWanted = (limit: number): string => (limit === 0 ? 'no limit' : number(limit));

const modes = {
  open: 'open (starts at once)',
  review: 'review (a moderator approves first)',
  preview: 'preview (a moderator sees the picture or clip first)',
  vote: 'vote (members vote first)',
};
const paged = (name: string, page: number): string => (page === 1 ? name : `${name} (${page})`);
const switches = { off: 'off', review: 'needs approval', refuse: 'refused' };

const byOthers = { nobody: 'no one', ask: 'ask the owner first', anyone: 'anyone' };

/** A setting that is a number. */
const amount = (name: string, label: string, about: string, value: (set: number) => string) => ({
  name,
  label,
  about,
  value,
});
const inHours = (hours: number): string => length(hours * 3_600_000);

export const settingsWords = {
  title: '## Settings of this server',
  lead: '-# Start here. Changes apply at once, and *Undo* reverts them.',
  /** @param hasMenu whether the menu is on the same page. */
  noModeratorsChannel: (hasMenu: boolean) =>
    `⚠️ Requests that need approval are being refused, because there’s no moderators’ channel. Choose one ${hasMenu ? 'below' : 'under *Moderators*'}.`,
  noModeratorRoles:
    '⚠️ There are no moderator roles yet, so only members with Manage Server are moderators. Choose roles below.',
  rolesGone: (names: readonly string[]) =>
    `⚠️ A role that was chosen here has been deleted: ${names.join(', ')}. Choose roles again.`,
  commandUnseen: (roleIds: readonly string[]) =>
    `⚠️ ${roles(roleIds)} ${roleIds.length === 1 ? 'doesn’t' : 'don’t'} have Manage Messages, so Discord doesn’t show \`/moderation\` to ${roleIds.length === 1 ? 'its' : 'their'} members. Give the permission, or let an admin show the command under *Server Settings, Integrations, Easel*. Buttons on cards work without it.`,
  /** On the first page, apart from the other settings of their sections. */
  namesAtStart: { defaultMode: 'Approval', 'words.refuse': 'Word list “Refuse”' } as Readonly<Record<string, string>>,
  othersChanged: '-# Other settings that differ from their defaults:',
  pick: 'More settings',
  experts: 'For experts …',
  save: 'Save as a file',
  /** What a menu without a choice says, by what it lists. */
  choose: {
    channels: 'Choose channels',
    channel: 'Choose a channel',
    roles: 'Choose roles',
    names: 'Choose which ones',
    choice: 'Choose one',
  },
  sections: {
    channels: { name: 'Channels', about: 'where members can use /image and /video' },
    roles: { name: 'Who can make pictures', about: 'and clips: everyone, or certain roles' },
    models: { name: 'Models and aspect ratios', about: 'which ones members can choose' },
    limits: { name: 'Limits', about: 'the wait between requests, how many at once and per day' },
    modes: { name: 'Approval', about: 'which channels need approval or votes' },
    waits: { name: 'Waiting and votes', about: 'how long requests wait, and how many votes they need' },
    moderators: { name: 'Moderators', about: 'roles, the moderators’ channel and reasons to choose from' },
    words: { name: 'Words', about: 'your own lists of words, phrases and patterns' },
    categories: {
      name: 'Ready-made lists',
      about: 'small lists by category; explicit, minors and hate are on at first',
    },
    results: { name: 'Pictures and clips', about: 'spoilers, who can read prompts, drafts and the gallery' },
    pictures: {
      name: 'Other people’s pictures',
      about: 'who can build on what others posted or made',
    },
    reports: { name: 'Reports', about: 'how many reports hide a picture or clip' },
    rounds: { name: 'Rounds', about: 'scheduled rounds: channel, themes and times' },
  },
  budget: { name: 'Budget', about: 'limits for members, alerts, time zone, statements, pause' },
  /** By section, where there is more to say than its name does. */
  explained: {
    modes: 'Moderators and trusted members skip approval and votes. Credits are held while a request waits.',
    moderators:
      'Members with Manage Server are always moderators. Trusted roles skip approval. Discord shows `/moderation` to members with Manage Messages; an admin can change that under *Server Settings, Integrations, Easel*.',
    words: [
      '**Refuse:** refused everywhere. **Explicit:** refused outside age-restricted channels. **Review:** needs a moderator’s',
      'approval. **Exceptions:** innocent uses, such as `blood orange`.',
      '\nWrite one entry on each line: a word (its plural counts too), a phrase, either with stars (`paint*`), or an RE2 pattern between slashes (`/colou?rs?/`).',
      'Easel sees through case, accents, look-alike, spaced-out and repeated letters, and digits for letters.',
    ].join(' '),
    categories: 'Small lists to start with. Your own words apply in addition.',
    pictures:
      'Members can always build on their own pictures, and their answers in `/preferences` come first. Asking the owner costs nothing until they allow it. With review on, a moderator approves each such request; moderators and trusted members skip it.',
    rounds:
      'With a channel, themes and a number of days, Easel opens rounds by itself, one theme after another, over and over. Moderators and trusted members open others with `/round`.',
    results:
      'Spoiler and prompt settings apply to new requests only. Members always see the prompts they vote on, and show in the gallery what they’re proud of. Only its author sees a draft; approval and votes follow when it’s shown. Word lists, limits, pauses and timeouts apply to drafts too.',
  } as Readonly<Record<string, string>>,
  /** Each setting: its name, and what its values are called. */
  each: {
    imageChannelIds: { name: 'Channels for `/image`', none: 'every channel' },
    videoChannelIds: { name: 'Channels for `/video`', none: 'every channel' },
    roleIds: { name: 'Who can make pictures and clips', none: 'everyone' },
    modelIds: { name: 'Models', none: 'all' },
    ratios: { name: 'Aspect ratios', none: 'any' },
    cooldownSeconds: amount('Wait between requests', 'Wait between requests, in seconds', '0 for none', (seconds) =>
      seconds === 0 ? 'none' : length(seconds * 1000),
    ),
    jobsAtOnce: amount('Requests at once', 'Requests at once', '0 for no limit', orAsWanted),
    jobsPerDay: amount('Requests a day', 'Requests within 24 hours', '0 for no limit', orAsWanted),
    'modes.open': { name: modes.open },
    'modes.review': { name: modes.review },
    'modes.preview': { name: modes.preview },
    'modes.vote': { name: modes.vote },
    defaultMode: { name: 'All other channels', values: modes },
    waitHours: amount(
      'A request expires after',
      'Hours until a request expires',
      'in review channels; at most about 24 with source pictures',
      inHours,
    ),
    votesNeeded: amount('Votes needed', 'Votes that a request needs', 'in vote channels', number),
    voteMinutes: amount('A vote ends after', 'Minutes until a vote ends', 'in vote channels', (minutes) =>
      length(minutes * 60_000),
    ),
    moderatorRoleIds: {
      name: 'Moderators',
      none: 'members with Manage Server',
      everyone: 'Nothing was changed: with @everyone chosen, every member would be a moderator. Choose other roles.',
    },
    trustedRoleIds: {
      name: 'Trusted roles',
      none: 'none',
      everyone:
        'Nothing was changed: with @everyone chosen, every member would be trusted. Choose other roles, or set the channels to “open” under *Approval*.',
    },
    moderatorsChannelId: {
      name: 'Moderators’ channel',
      hello: 'This is now the moderators’ channel. Requests, reports and decisions appear here.',
    },
    decisionReasons: {
      name: 'Reasons to choose from',
      label: 'One reason on each line, three at most',
      about: 'in forms that ask moderators why; members read them',
    },
    'words.refuse': { name: '“Refuse”' },
    'words.explicit': { name: '“Explicit”' },
    'words.review': { name: '“Review”' },
    'words.allow': { name: '“Exceptions”' },
    'categories.explicit': { name: 'Explicit (outside age-restricted channels)', values: switches },
    'categories.minors': { name: 'Sexualised minors', values: switches },
    'categories.hate': { name: 'Hate', values: switches },
    'categories.gore': { name: 'Gore', values: switches },
    'categories.selfHarm': { name: 'Self-harm', values: switches },
    spoiler: {
      name: 'Spoilers',
      values: {
        asked: 'when the author chooses it',
        ageRestricted: 'always in age-restricted channels',
        always: 'always',
      },
    },
    prompts: {
      name: 'Who can read prompts',
      values: { everyone: 'everyone', member: 'the author and the moderators' },
    },
    drafts: { name: 'Drafts', values: { off: 'off', on: 'on' } },
    uploadsByOthers: { name: 'Build on pictures members post', values: byOthers },
    resultsByOthers: { name: 'Build on what other members made', values: byOthers },
    appPictures: {
      name: 'Build on pictures by other bots and webhooks',
      values: { nobody: byOthers.nobody, anyone: byOthers.anyone },
    },
    reviewOthersPictures: {
      name: 'Review requests that use others’ pictures',
      values: { off: 'only in review channels', on: 'in every channel' },
    },
    galleryChannelId: {
      name: 'Gallery',
      hello:
        'This is now the gallery. To bring a picture or clip here, press *More …* and *Show in the gallery* below it.',
    },
    picturesPerRequest: amount(
      'Pictures per request',
      'Pictures per request',
      '1 to 4; members can choose otherwise',
      number,
    ),
    starsForGallery: amount(
      'Stars needed for the gallery',
      'Stars needed for the gallery',
      'by other members; 0 turns this off',
      (count: number) => (count === 0 ? 'off' : number(count)),
    ),
    roundChannelId: { name: 'Channel for scheduled rounds', hello: 'Scheduled rounds will open here.' },
    roundThemes: { name: 'Themes', label: 'One theme on each line' },
    roundEveryDays: amount('Scheduled rounds', 'Days between scheduled rounds', '0 turns them off', (days) =>
      days === 0 ? 'off' : `every ${counted(days, 'day')}`,
    ),
    roundHours: amount('Time to enter a prompt', 'Hours to enter a prompt', '1 to 168', inHours),
    roundVoteHours: amount('Time to vote', 'Hours to vote', '1 to 168', inHours),
    roundWinners: amount(
      'Winners of a round',
      'How many winners are made',
      'their credits are held until then',
      number,
    ),
    bestWorks: {
      name: 'Best of the gallery',
      values: { off: 'off', week: 'posted when a week ends', month: 'posted when a month ends' },
    },
    reportsToHide: amount(
      'Reports needed to hide',
      'Reports needed to hide',
      'a single report by a moderator, or of an intimate picture, always hides it',
      (count) => `${number(count)}, or one by a moderator`,
    ),
  },
  /** What a server says of each model. */
  ofModels: {
    name: {
      form: (page: number) => paged('model names', page),
      name: (model: string) => `${model} is called`,
      none: 'its default name',
    },
    about: {
      form: (page: number) => paged('descriptions', page),
      name: (model: string) => `${model} is described as`,
      none: 'its default description',
    },
  },
  none: 'none',
  lines: (count: number) => counted(count, 'line'),
  /** What lists hold. */
  listed: { channels, roles, names: codes },
  /** As many as are shown, and how many there are more. */
  andMore: (shown: string, more: number) => (more === 0 ? shown : `${shown} and ${number(more)} more`),
  is: (name: string, value: string) => `${name}: ${value}`,
  /** In the place of what a menu shows by itself. */
  atFirst: (value: string) => ` · *default: ${value}*`,
  unshown: (count: number) =>
    `-# ${counted(count, 'channel')} ${count === 1 ? 'doesn’t fit in the menu and stays as it is' : 'don’t fit in the menu and stay as they are'}. To change ${count === 1 ? 'it' : 'them'}, save the settings as a file, and load it with \`/settings\`.`,
  /** What the log says of one setting. */
  became: (name: string, from: string, to: string) => `${name}: ${from} → ${to}`,
  listBecame: (name: string, added: string, removed: string) =>
    `${name}: ${[added && `added ${added}`, removed && `removed ${removed}`].filter((one) => one !== '').join(', ') || 'reordered'}`,
  manyChanges: (count: number) => counted(count, 'change'),
  showChanges: (count: number) => `Show ${counted(count, 'change')}`,
  changesGone: 'The log no longer has this.',
  furtherChanges: (count: number) => `and ${counted(count, 'more change')}`,

  undo: (steps: number) => (steps === 0 ? 'Nothing to undo' : `Undo (${steps})`),
  undone: '-# Undone.',
  nothingToUndo: 'There’s nothing left to undo.',
  undoChanged:
    '-# Nothing was undone, because the settings have changed since. *Undo* reverts the latest change, also another manager’s.',
  back: 'Back',
  saved: '-# Saved.',
  unchanged: '-# Nothing was changed: that was already the value.',
  changeNumbers: 'Change numbers …',
  edit: (name: string) => `Edit ${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  listLabel: 'One word, phrase or pattern per line',
  listTooLong: 'This list is too long for a form. Press *Save as a file*, edit the file, and load it with `/settings`.',
  menuChanged: 'Nothing was changed, because someone else changed this in the meantime. Choose again.',
  formChanged: (name: string) =>
    `Nothing was changed, because someone else changed ${name} after you opened this form. Open it again and enter your change.`,
  tooManyModes: (most: number) =>
    `Nothing was changed: at most ${most} channels can have a mode of their own. Choose a mode for *All other channels*.`,
  notANumber: (label: string, least: number, most: number) =>
    `Nothing was changed: “${label}” must be a whole number from ${least} to ${most}.`,
  notPlain: (label: string, most: number) =>
    `Nothing was changed: what you entered for ${label} can’t be used. Use at most ${counted(most, 'character')}: letters, digits, emoji, spaces and \`. , ’ ! ? & + ( ) / -\`, and start with a letter, digit or emoji.`,
  galleryIsModerators: (channelId: string) =>
    `Nothing was changed: <#${channelId}> can’t be both the moderators’ channel and the gallery. Choose another one.`,
  sharedName: (name: string) => `Nothing was changed: two models would be called “${name}”. Give each its own name.`,
  listFault: (line: string, fault: ListFault, most: number) =>
    fault === 'too many'
      ? `Nothing was changed: the limit is ${counted(most, 'line')}, and you entered ${line}.`
      : `Nothing was changed. The line ${code(line)} ${settingsWords.faults[fault]}.`,
  faults: {
    'too long': 'is too long: the limit is 80 characters',
    empty: 'has no letter or digit in it',
    'too short': 'needs at least three letters next to its star',
    'bad pattern': 'isn’t a pattern Easel can use: it must be valid RE2 and must not match an empty text',
    'too large a pattern': 'is too large a pattern. Make it simpler',
    'no patterns here': 'is a pattern, and this list can only have words and phrases',
    'too many patterns': 'is one pattern too many: the limit is 20 in one list',
  } satisfies Record<Exclude<ListFault, 'too many'>, string>,

  channelClosed: (id: string) =>
    `Nothing was changed: Easel can’t send messages in <#${id}>. Allow it to view the channel and send messages, then choose it again.`,
  channelClosedKept: (id: string) =>
    `Easel can’t send messages in <#${id}>, but it stays set, because someone else changed the settings just then. Allow it, or choose another one.`,
  noForum: (id: string) => `Nothing was changed: <#${id}> holds posts, not messages. Choose a text channel.`,
  /** As Discord calls what a gallery of posts needs. */
  forumNeeds: {
    view: '*View Channel*',
    post: '*Send Messages and Create Posts*',
    write: '*Send Messages in Threads and Posts*',
    attach: '*Attach Files*',
    read: '*Read Message History*',
  },
  forumClosed: (id: string, lacking: string) =>
    `Nothing was changed: in <#${id}>, Easel needs ${lacking}. Allow that, then choose the channel again.`,
  forumWithout: {
    threads: (id: string) =>
      `-# Without *Manage Threads and Posts* in <#${id}>, Easel can only empty and rename a post that’s removed. The comments below it stay.`,
    channels: (id: string) =>
      `-# Without *Manage Channel* in <#${id}>, Easel uses existing tags and can’t add new ones.`,
  },
  greetedLater: (id: string) =>
    `-# Saved, but Discord didn’t accept a first message in <#${id}>. Check that Easel can view it and send messages.`,
  channelElsewhere: (id: string, field: string) =>
    `Nothing was changed: the channel \`${id}\` belongs to another server. Choose one of this server’s channels. In a settings file, set \`${field}\` to its id or to \`null\`.`,
  publicChannel: (id: string) =>
    `**Everyone can see <#${id}>.** The moderators’ channel shows unapproved prompts, reported pictures, and who decided what. Hide it from @everyone, or choose another one. Nothing was changed yet.`,
  publicChannelConfirm: 'Use it anyway',
  importPublicChannel: (id: string) =>
    `Nothing was changed: everyone can see <#${id}>, the moderators’ channel in this file. Hide it from @everyone, or confirm it under *Moderators* in \`/settings\`, then import the file again.`,
  audienceUnsure: (id: string) =>
    `Nothing was changed: Discord isn’t saying right now who can see <#${id}>. Try again in a minute.`,

  exported:
    'Here are this server’s settings. `/settings file:` loads them. For another server, first replace the ids of channels and roles with its own, or take them out; `null` means no channel.',
  importElsewhere: (id: string, field: string, what: 'role' | 'channel') =>
    `Nothing was changed: this server has no ${what} \`${id}\`. Correct it in \`${field}\` in the file, or take it out.`,
  importUnchecked:
    'Nothing was changed: Discord isn’t saying right now which roles and channels there are. Try again in a minute.',
  importBad: (where: string) =>
    `Nothing was changed: this isn’t a valid settings file${where === '' ? '' : `. Check ${code(where)}`}.`,
  importTooLarge: 'Nothing was changed: this file is too large to be a settings file.',
  importUnreadable: 'Easel couldn’t fetch this file from Discord. Try again.',
  imported: 'Imported. *Undo* in `/settings` reverts it.',
  importedSame: 'Nothing was changed: these are already the settings.',

  test: {
    button: 'Test a prompt …',
    title: 'Test a prompt',
    prompt: 'What would happen to this prompt?',
    channel: 'Channel',
    channelAbout: 'Leave out for this one. Nothing is sent.',
    before: {
      nobody: 'A member’s request with this would start at once.',
      moderators: 'A member’s request with this prompt would wait for a moderator’s approval.',
      members: 'A member’s request with this prompt would wait for other members’ votes.',
    },
    after: {
      nobody: [],
      moderators: ['Moderators would review the picture or clip before everyone sees it.'],
    },
    refuse: (words: string) => `A member’s request with this prompt would be refused:\n> ${words}`,
    entry: (line: string) => `-# because of the line ${code(line)}`,
    floor: (words: string) =>
      `-# because of \`${words}\`, which Easel refuses in every server; no setting changes that`,
    withPicture: (words: string) =>
      `With a source picture it would be refused because of \`${words}\`, which Easel refuses in every server; no setting changes that.`,
    unread: '-# because comparing this prompt with the lists takes too long; fewer or simpler patterns help',
  },
};
