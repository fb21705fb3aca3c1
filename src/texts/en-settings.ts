import { channels, code, counted, roles } from './en-formats.ts';

/** What managers read of their server’s settings. */

type Mode = 'open' | 'review' | 'preview' | 'vote';
type Switch = 'off' | 'review' | 'refuse';
type Category = 'explicit' | 'minors' | 'hate' | 'gore' | 'selfHarm';
type ListName = 'refuse' | 'review' | 'explicit' | 'allow';
type EntryFault =
  | 'too long'
  | 'empty'
  | 'too short'
  | 'bad pattern'
  | 'too large a pattern'
  | 'too many'
  | 'too many patterns'
  | 'no patterns here';

const duration = (seconds: number): string => {
  if (seconds % 3600 === 0) return counted(seconds / 3600, 'hour');
  return seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second');
};

/** As many as may be shown, and how many there are more. */
const some = (all: readonly string[], most: number, listed: (some: readonly string[]) => string): string =>
  all.length > most ? `${listed(all.slice(0, most))} and ${all.length - most} more` : listed(all);

const unrestricted = (text: string, otherwise: string): string => (text === '' ? otherwise : text);

export const settingsWords = {
  title: '### Settings of this server',
  lead: '-# Choose what to change. Every change is in force at once, and *Undo* takes back the last ones.',
  pick: 'What do you want to change?',
  sections: {
    channels: { name: 'Channels', about: 'where /image and /video may be used' },
    roles: { name: 'Who', about: 'the roles that may make something' },
    models: { name: 'Models and ratios', about: 'which of them may be used' },
    limits: { name: 'Limits', about: 'pause between requests, at once, per day' },
    modes: { name: 'Approval', about: 'in which channels others decide first, and for how long' },
    moderators: { name: 'Moderators', about: 'their roles and their channel' },
    words: { name: 'Words', about: 'lists of words, phrases and patterns' },
    reports: { name: 'Reports', about: 'how many hide a result' },
    categories: { name: 'Ready-made lists', about: 'switch categories on and off' },
    results: { name: 'Results', about: 'spoilers, who reads prompts, and the gallery' },
  },
  undo: (steps: number) => (steps === 0 ? 'Nothing to undo' : `Undo (${steps})`),
  undone: 'Taken back.',
  nothingToUndo: 'There is no change left to take back.',
  undoChanged:
    'Nothing was taken back: the settings have changed since you saw them. This is how they are now; *Undo* takes back the last change, whoever made it.',
  back: 'Back',
  saved: '-# Saved.',
  unchanged: '-# That is what it was already.',
  changeNumbers: 'Change the numbers',

  lines: {
    imageChannels: (ids: readonly string[], most: number) =>
      `**\`/image\` in** ${unrestricted(some(ids, most, channels), 'every channel')}`,
    videoChannels: (ids: readonly string[], most: number) =>
      `**\`/video\` in** ${unrestricted(some(ids, most, channels), 'every channel')}`,
    roles: (ids: readonly string[], most: number) => `**By** ${unrestricted(some(ids, most, roles), 'everyone')}`,
    models: (names: readonly string[], most: number) => `**Models:** ${unrestricted(some(names, most, code), 'all')}`,
    ratios: (names: readonly string[], most: number) => `**Ratios:** ${unrestricted(some(names, most, code), 'any')}`,
    cooldown: (seconds: number) => `**Pause between requests:** ${seconds === 0 ? 'none' : duration(seconds)}`,
    atOnce: (limit: number) => `**At once:** ${limit === 0 ? 'as many as wanted' : limit}`,
    perDay: (limit: number) => `**Within a day:** ${limit === 0 ? 'as many as wanted' : limit}`,
    mode: (mode: Mode, ids: readonly string[], most: number) =>
      `**${settingsWords.modes[mode]}:** ${some(ids, most, channels)}`,
    defaultMode: (mode: Mode) => `**Elsewhere** ${settingsWords.modes[mode]}`,
    waits: (hours: number) => `**A request expires** after ${counted(hours, 'hour')}`,
    votes: (needed: number, minutes: number) => `**Votes:** ${needed} needed within ${duration(minutes * 60)}`,
    trustedRoles: (ids: readonly string[], most: number) =>
      `**Trusted:** ${unrestricted(some(ids, most, roles), 'nobody by role')}`,
    moderatorRoles: (ids: readonly string[], most: number) =>
      `**Moderators:** members with Manage Server${ids.length === 0 ? '' : ` or ${some(ids, most, roles)}`}`,
    moderatorsChannel: (id: string | null) => `**Moderators’ channel:** ${id === null ? 'none' : `<#${id}>`}`,
    words: (counts: Readonly<Record<ListName, number>>) =>
      `**Own lists:** refuse ${counts.refuse} · explicit ${counts.explicit} · review ${counts.review} · exceptions ${counts.allow}`,
    reports: (count: number) => `**Reports that hide a result:** ${count}, or one of a moderator`,
    category: (category: Category, to: Switch) =>
      `**${settingsWords.categories[category]}:** ${settingsWords.switches[to]}`,
    spoiler: (when: 'asked' | 'ageRestricted' | 'always') => `**Spoilers:** ${settingsWords.spoilers[when]}`,
    prompts: (who: 'everyone' | 'member') => `**Prompts are shown to** ${settingsWords.prompts[who]}`,
    gallery: (id: string | null) => `**Gallery:** ${id === null ? 'none' : `<#${id}>`}`,
  },

  selects: {
    imageChannelIds: 'Channels for /image (none chosen: every channel)',
    videoChannelIds: 'Channels for /video (none chosen: every channel)',
    roleIds: 'Roles that may make something (none: everyone)',
    modelIds: 'Models (none chosen: all)',
    ratios: 'Ratios (none chosen: any)',
    moderatorRoleIds: 'Roles of moderators',
    moderatorsChannelId: 'The moderators’ channel (none chosen: none)',
    trustedRoleIds: 'Trusted roles: nobody has to approve their requests',
    galleryChannelId: 'The gallery, where members show their best (none chosen: none)',
  },
  channelMode: {
    open: 'Channels that are open',
    review: 'Channels where moderators approve first',
    preview: 'Channels where moderators publish results',
    vote: 'Channels where members second requests',
  } satisfies Record<Mode, string>,
  modes: {
    open: 'open: begun at once',
    review: 'review: a moderator approves first',
    preview: 'preview: a moderator publishes the result',
    vote: 'vote: members second it first',
  } satisfies Record<Mode, string>,
  otherwise: (mode: string) => `Elsewhere: ${mode}`,
  modesAbout:
    'Moderators and trusted members wait for nobody. Credits are held while a request waits. Without a moderators’ channel such requests are refused.',
  unshownModes: (mode: Mode, count: number) =>
    `-# ${counted(count, 'channel')} of “${mode}” ${count === 1 ? 'is not in its menu and stays as it is' : 'are not in its menu and stay as they are'}: \`/settings export\` and \`/settings import\` change them.`,
  tooManyModes: (most: number) =>
    `Nothing was changed: at most ${most} channels can have a mode of their own. Take one away from another mode first, or choose a mode for *Elsewhere*.`,
  numbers: {
    titles: { limits: 'Limits for each member', modes: 'How long, and how many', reports: 'Reports' },
    waitHours: {
      label: 'Hours until a request expires',
      about: 'in channels of mode review; about 24 at most with source pictures',
    },
    reportsToHide: { label: 'Reports that hide a result', about: 'one of a moderator is always enough' },
    votesNeeded: { label: 'Members who have to second it', about: 'in channels of mode vote' },
    voteMinutes: { label: 'Minutes until a vote ends', about: 'in channels of mode vote' },
    cooldownSeconds: { label: 'Pause between requests, in seconds', about: '0 for none' },
    jobsAtOnce: { label: 'Requests at once', about: '0 for as many as wanted' },
    jobsPerDay: { label: 'Requests within 24 hours', about: '0 for as many as wanted' },
  },
  notANumber: (label: string, least: number, most: number) =>
    `“${label}” has to be a whole number from ${least} to ${most}. Nothing was changed.`,

  lists: {
    refuse: 'Refuse',
    explicit: 'Explicit',
    review: 'Review',
    allow: 'Exceptions',
  },
  listsAbout: [
    '**Refuse:** such prompts are refused everywhere. **Explicit:** refused outside age-restricted channels. **Review:** a moderator',
    'looks first. **Exceptions:** innocent uses, such as `blood orange`.',
    '\nOne line each: a word (with its plural), a phrase, either with stars (`paint*`), or a pattern between slashes (`/colou?rs?/`, RE2).',
    'Case, accents, look-alike letters, letters set apart, repeated letters and leet are seen through.',
  ].join(' '),
  editList: (name: string) => `Edit “${name}”`,
  listLabel: 'One word, phrase or pattern on each line',
  listTooLong:
    'This list is too long for a form here. Use `/settings export`, change the file, and `/settings import`.',
  listChanged: (name: string) =>
    `Nothing was changed: somebody else changed “${name}” after you opened this form. Open it again to see the list as it is now, and add to it what you wrote:`,
  menuChanged:
    'Nothing was changed: somebody else changed this list in the meantime. It is shown as it is now; choose again.',
  numbersChanged:
    'Nothing was changed: somebody else changed these numbers after you opened this form. Open it again to see them as they are now.',
  listFault: (line: string, fault: EntryFault) =>
    `Nothing was changed. The line \`${line}\` ${settingsWords.faults[fault]}.`,
  faults: {
    'too long': 'is too long: at most 80 characters are possible',
    empty: 'has no letter or digit in it',
    'too short': 'needs at least three letters beside its star',
    'bad pattern': 'is no pattern that Easel can use: it knows RE2, and a pattern must not match nothing at all',
    'too large a pattern': 'is too large a pattern',
    'too many': 'is the number of lines, and at most 200 are possible',
    'no patterns here': 'is a pattern, and exceptions are words and phrases only',
    'too many patterns': 'is one pattern too many: at most 20 are possible in one list',
  } satisfies Record<EntryFault, string>,

  categories: {
    explicit: 'Explicit (outside age-restricted channels)',
    minors: 'Sexualised minors',
    hate: 'Hate',
    gore: 'Gore',
    selfHarm: 'Self-harm',
  } satisfies Record<Category, string>,
  switches: { off: 'off', review: 'a moderator looks first', refuse: 'refused' } satisfies Record<Switch, string>,
  categoriesAbout: 'Small lists to begin with; your own words come beside them.',
  spoilers: {
    asked: 'when the member asks for it',
    ageRestricted: 'always in age-restricted channels',
    always: 'always',
  },
  spoilerChoice: {
    asked: 'Spoilers when the member asks for it',
    ageRestricted: 'Spoilers always in age-restricted channels',
    always: 'Spoilers always',
  },
  prompts: { everyone: 'everyone', member: 'their member and the moderators' },
  promptChoice: {
    everyone: 'Prompts are shown to everyone',
    member: 'Prompts are shown to their member and the moderators',
  },
  resultsAbout:
    'What is set of spoilers and prompts binds results that are asked for from then on. What members vote on they read in any case. In the gallery members show what they are proud of, with a button on their results.',

  channelClosed: (id: string) =>
    `Easel cannot write in <#${id}>. Let Easel view it and send messages there, then choose it again. Nothing was changed.`,
  everyone: {
    moderatorRoleIds:
      'With @everyone among their roles, everybody would be a moderator. Choose roles that only some members have. Nothing was changed.',
    trustedRoleIds:
      'With @everyone among the trusted roles, everybody would be trusted. Choose roles that only some members have, or set the channels to “open” under *Approval*. Nothing was changed.',
  },
  channelElsewhere: (id: string, field: 'moderatorsChannelId' | 'galleryChannelId') =>
    `The channel \`${id}\` belongs to another server. Choose one of this server; in a settings file, put its id, or \`null\`, for \`${field}\`. Nothing was changed.`,
  publicDesk: (id: string) =>
    `**Everyone can see <#${id}>.** As the moderators’ channel it gets prompts that nobody has approved, reported pictures, and who decided what. Nothing was changed yet: hide the channel from @everyone, or choose another.`,
  publicDeskYes: 'Use it all the same',
  importPublicDesk: (id: string) =>
    `Everyone can see <#${id}>, which the file names as the moderators’ channel. Hide it from @everyone, or choose it under *Moderators* in \`/settings show\`, where you can confirm it; then import the file again. Nothing was changed.`,
  audienceUnsure: (id: string) =>
    `Discord does not say just now who can see <#${id}>. Try again in a minute. Nothing was changed.`,
  channelHello: {
    moderatorsChannelId: 'Easel tells the moderators here from now on.',
    galleryChannelId: 'This is the gallery now: *Show in the gallery* on a result brings it here.',
  },

  exported:
    'All settings of this server. `/settings import` takes the file back, here or in another server: there, put that server’s own channels, or `null`, for `moderatorsChannelId` and `galleryChannelId` first.',
  importBad: (where: string) =>
    `This file cannot be used${where === '' ? '' : `: \`${where}\` is not as it should be`}. Nothing was changed.`,
  importTooLarge: 'This file is too large to be a settings file. Nothing was changed.',
  importUnreadable: 'This file could not be fetched from Discord. Try again.',
  imported: 'Taken over; *Undo* in `/settings show` takes it back.',
  importedSame: 'These are the settings already.',

  test: {
    allow: 'A member’s request with this prompt would be begun at once.',
    before: {
      nobody: 'A member’s request with this prompt would be made at once.',
      moderators: 'A member’s request with this prompt would wait for a moderator.',
      members: 'A member’s request with this prompt would wait for the votes of others.',
    },
    after: {
      nobody: [],
      moderators: ['Its result would be shown to moderators before everybody sees it.'],
    },
    refuse: (words: string) => `A member’s request with this prompt would be refused:\n> ${words}`,
    entry: (line: string) =>
      line === ''
        ? '-# because this prompt and the lists are too much to compare; fewer or simpler patterns help'
        : `-# because of the line \`${line}\``,
  },
};
