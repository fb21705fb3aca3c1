import { counted, relative } from './en-formats.ts';

/** What people read of moderation: settings, refusals, approvals, reports. */

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
  | 'too many patterns';

const channels = (ids: readonly string[]): string => ids.map((id) => `<#${id}>`).join(', ');
const roles = (ids: readonly string[]): string => ids.map((id) => `<@&${id}>`).join(', ');
const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
const duration = (seconds: number): string => {
  if (seconds % 3600 === 0) return counted(seconds / 3600, 'hour');
  return seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second');
};

export const moderationCommandWords = {
  settings: {
    description: 'Managers: where, by whom and how pictures and clips are made here',
    show: 'Managers: every setting with its present value, to look at and to change',
    export: 'Managers: all settings as a JSON file',
    import: 'Managers: take over settings from a JSON file',
    file: 'A file that /settings export gave',
    test: 'Managers: try what would become of a prompt; nothing is sent',
    testPrompt: 'The prompt to try',
    testChannel: 'As if in this channel (here when left out)',
  },
};

export const moderationRefusals = {
  paused: 'Making pictures and clips is paused here by the moderators. Try again later.',
  timedOut: (untilMs: number, why: string) =>
    `You cannot make anything here until ${relative(untilMs)}, a moderator decided${why === '' ? '' : `: ${why}`}. If you think that is wrong, talk to the moderators.`,
  channel: (ids: readonly string[]) => `That is not done in this channel. Use it in ${channels(ids)}.`,
  role: (ids: readonly string[]) =>
    `For that you need one of these roles: ${roles(ids)}. A moderator can give it to you.`,
  model: (names: readonly string[]) => `That model is not used here. Choose one of ${code(names)}.`,
  ratio: (names: readonly string[]) => `That ratio is not used here. Choose one of ${code(names)}.`,
  words:
    'This prompt goes against this server’s rules for prompts, so nothing was made. Say it in other words; if you think it is a mistake, ask a moderator.',
  explicit: 'This prompt is too explicit for this channel. Say it in other words, or use an age-restricted channel.',
  atOnce: (limit: number) =>
    `You have ${counted(limit, 'request')} under way, and that is as many as may be at once here. Wait until one is done.`,
  perDay: (limit: number, againAtMs: number) =>
    `You have made ${counted(limit, 'request')} within a day, as many as may be here. The next is possible ${relative(againAtMs)}.`,
  cooldown: (againAtMs: number) =>
    `A little pause between requests is usual here: the next is possible ${relative(againAtMs)}.`,
  noModeratorsChannel:
    'This would have to be approved by a moderator first, but the moderators’ channel is missing or closed to Easel. Please tell a manager of this server: `/settings` has it under Moderators.',
  notManager: 'Only members with Manage Server can change the settings.',
  notModerator: 'Only moderators of this server can do that.',
};

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
    moderators: { name: 'Moderators', about: 'their roles and their channel' },
    words: { name: 'Words', about: 'lists of words, phrases and patterns' },
    categories: { name: 'Ready-made lists', about: 'switch categories on and off' },
    spoilers: { name: 'Spoilers', about: 'which results are hidden until clicked' },
  },
  undo: (steps: number) => (steps === 0 ? 'Nothing to undo' : `Undo (${steps})`),
  undone: 'Taken back.',
  nothingToUndo: 'There is no change left to take back.',
  back: 'Back',
  saved: '-# Saved.',
  unchanged: '-# That is what it was already.',
  changeNumbers: 'Change the numbers',

  lines: {
    imageChannels: (ids: readonly string[]) => `**\`/image\` in** ${unrestricted(channels(ids), 'every channel')}`,
    videoChannels: (ids: readonly string[]) => `**\`/video\` in** ${unrestricted(channels(ids), 'every channel')}`,
    roles: (ids: readonly string[]) => `**By** ${unrestricted(roles(ids), 'everyone')}`,
    models: (names: readonly string[]) => `**Models:** ${unrestricted(code(names), 'all')}`,
    ratios: (names: readonly string[]) => `**Ratios:** ${unrestricted(code(names), 'any')}`,
    cooldown: (seconds: number) => `**Pause between requests:** ${seconds === 0 ? 'none' : duration(seconds)}`,
    atOnce: (limit: number) => `**At once:** ${limit === 0 ? 'as many as wanted' : limit}`,
    perDay: (limit: number) => `**Within a day:** ${limit === 0 ? 'as many as wanted' : limit}`,
    moderatorRoles: (ids: readonly string[]) =>
      `**Moderators:** members with Manage Server${ids.length === 0 ? '' : ` or ${roles(ids)}`}`,
    moderatorsChannel: (id: string | null) => `**Moderators’ channel:** ${id === null ? 'none' : `<#${id}>`}`,
    words: (counts: Readonly<Record<ListName, number>>) =>
      `**Own lists:** refuse ${counts.refuse} · explicit ${counts.explicit} · review ${counts.review} · exceptions ${counts.allow}`,
    category: (category: Category, to: Switch) =>
      `**${settingsWords.categories[category]}:** ${settingsWords.switches[to]}`,
    spoiler: (when: 'asked' | 'ageRestricted' | 'always') => `**Spoilers:** ${settingsWords.spoilers[when]}`,
  },

  selects: {
    imageChannelIds: 'Channels for /image (none chosen: every channel)',
    videoChannelIds: 'Channels for /video (none chosen: every channel)',
    roleIds: 'Roles that may make something (none: everyone)',
    modelIds: 'Models (none chosen: all)',
    ratios: 'Ratios (none chosen: any)',
    moderatorRoleIds: 'Roles of moderators',
    moderatorsChannelId: 'The moderators’ channel (none chosen: none)',
  },
  numbers: {
    title: 'Limits for each member',
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
    'Case, accents, look-alike letters, spacing and leet are seen through.',
  ].join(' '),
  editList: (name: string) => `Edit “${name}”`,
  listLabel: 'One word, phrase or pattern on each line',
  listTooLong:
    'This list is too long for a form here. Use `/settings export`, change the file, and `/settings import`.',
  listFault: (line: string, fault: EntryFault) =>
    `Nothing was changed. The line \`${line}\` ${settingsWords.faults[fault]}.`,
  faults: {
    'too long': 'is too long: at most 80 characters are possible',
    empty: 'has no letter or digit in it',
    'too short': 'needs at least three letters beside its star',
    'bad pattern': 'is no pattern that Easel can use: it knows RE2, and a pattern must not match nothing at all',
    'too large a pattern': 'is too large a pattern',
    'too many': 'is the number of lines, and at most 200 are possible',
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

  channelClosed: (id: string) =>
    `Easel cannot write in <#${id}>. Let Easel view it and send messages there, then choose it again. Nothing was changed.`,
  channelHello: 'Easel tells the moderators here from now on.',

  exported: 'All settings of this server. `/settings import` takes the file back, here or in another server.',
  importBad: (where: string) =>
    `This file cannot be used${where === '' ? '' : `: \`${where}\` is not as it should be`}. Nothing was changed.`,
  importTooLarge: 'This file is too large to be a settings file. Nothing was changed.',
  importUnreadable: 'This file could not be fetched from Discord. Try again.',
  imported: 'Taken over; *Undo* in `/settings show` takes it back.',
  importedSame: 'These are the settings already.',

  test: {
    allow: 'A member’s request with this prompt would be begun at once.',
    ask: (mode: Exclude<Mode, 'open'>) =>
      ({
        review: 'A member’s request with this prompt would wait for a moderator.',
        preview: 'A member’s request with this prompt would be made and shown to moderators first.',
        vote: 'A member’s request with this prompt would wait for the votes of others.',
      })[mode],
    refuse: (words: string) => `A member’s request with this prompt would be refused:\n> ${words}`,
    entry: (line: string) => `-# because of the line \`${line}\``,
  },
};
