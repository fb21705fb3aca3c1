import type { ListFault } from '../moderation/words/word-list.ts';
import { channels, code, counted, number, roles } from './en-formats.ts';

/** What managers read of their server’s settings. */

const duration = (seconds: number): string => {
  if (seconds % 3600 === 0) return counted(seconds / 3600, 'hour');
  return seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second');
};
const orAsWanted = (limit: number): string => (limit === 0 ? 'as many as wanted' : number(limit));

const modes = {
  open: 'open (begun at once)',
  review: 'review (a moderator approves first)',
  preview: 'preview (a moderator publishes the result)',
  vote: 'vote (members second it first)',
};
const switches = { off: 'off', review: 'a moderator looks first', refuse: 'refused' };

const byOthers = { nobody: 'nobody', ask: 'those whom the owner allows it', anyone: 'anyone' };

/** A setting that is a number. */
const amount = (name: string, label: string, about: string, value: (set: number) => string) => ({
  name,
  label,
  about,
  value,
});
const inHours = (hours: number): string => counted(hours, 'hour');

export const settingsWords = {
  title: '## Settings of this server',
  lead: '-# Small print is as Easel came; the rest was set here. Choose what to change: it counts at once, and *Undo* takes it back.',
  noModeratorsChannel:
    '⚠️ Some requests are refused: moderators decide about them first, and have no channel to see them in. Choose one under *Moderators*.',
  noModeratorRoles:
    '⚠️ No moderator roles are chosen, so only members with Manage Server are moderators. Choose the roles under *Moderators*.',
  pick: 'What do you want to change?',
  sections: {
    channels: { name: 'Channels', about: 'where /image and /video may be used' },
    roles: { name: 'Who', about: 'the roles that may make something' },
    models: { name: 'Models and ratios', about: 'which of them may be used' },
    limits: { name: 'Limits', about: 'pause between requests, at once, per day' },
    modes: { name: 'Approval', about: 'in which channels others decide first, and for how long' },
    moderators: { name: 'Moderators', about: 'their roles and their channel' },
    words: { name: 'Words', about: 'lists of words, phrases and patterns' },
    categories: { name: 'Ready-made lists', about: 'switch categories on and off' },
    results: { name: 'Results', about: 'spoilers, who reads prompts, drafts, and the gallery' },
    pictures: {
      name: 'Pictures by others',
      about: 'who may build on what others posted or made, and whether moderators look first',
    },
    reports: { name: 'Reports', about: 'how many hide a result' },
    rounds: { name: 'Rounds', about: 'those that come round by themselves' },
  },
  /** By section, where there is more to say than its name does. */
  explained: {
    modes: 'Moderators and trusted members wait for nobody. Credits are held while a request waits.',
    moderators:
      'Members with Manage Server are moderators, whatever their roles. Requests of trusted roles need nobody’s approval. Discord lists `/moderation` for everyone, as it cannot know your moderators’ roles: an admin can show it to those alone, under *Server Settings, Integrations, Easel*.',
    words: [
      '**Refuse:** such prompts are refused everywhere. **Explicit:** refused outside age-restricted channels. **Review:** a moderator',
      'looks first. **Exceptions:** innocent uses, such as `blood orange`.',
      '\nOne line each: a word (with its plural), a phrase, either with stars (`paint*`), or a pattern between slashes (`/colou?rs?/`, RE2).',
      'Case, accents, look-alike letters, letters set apart, repeated letters and leet are seen through.',
    ].join(' '),
    categories: 'Small lists to begin with; your own words come beside them.',
    pictures:
      'Everyone may build on their own pictures. A member’s own answer in `/preferences` always wins over what you choose here. *Ask* sends a question to the owner, and costs nothing until they allow it. In a review a moderator looks at the request before anything is made; moderators and trusted members don’t wait.',
    rounds:
      'With a channel, themes and a number of days, Easel opens a round by itself, each with the next theme of the list. Members open others with `/round open`.',
    results:
      'What is set of spoilers and prompts binds results that are asked for from then on. What members vote on they read in any case. In the gallery members show what they are proud of, with a button on their results. A draft is seen by its member alone, and made without waiting for anybody: what the channel’s mode asks is asked when it is shown. Lists, limits, pauses and timeouts bind drafts as well.',
  } as Readonly<Record<string, string>>,
  /** Each setting: its name, and what its values are called. */
  each: {
    imageChannelIds: { name: 'Channels for `/image`', none: 'every channel' },
    videoChannelIds: { name: 'Channels for `/video`', none: 'every channel' },
    roleIds: { name: 'Who may make something', none: 'everyone' },
    modelIds: { name: 'Models', none: 'all' },
    ratios: { name: 'Ratios', none: 'any' },
    cooldownSeconds: amount('Pause between requests', 'Pause between requests, in seconds', '0 for none', (seconds) =>
      seconds === 0 ? 'none' : duration(seconds),
    ),
    jobsAtOnce: amount('Requests at once', 'Requests at once', '0 for as many as wanted', orAsWanted),
    jobsPerDay: amount('Requests within a day', 'Requests within 24 hours', '0 for as many as wanted', orAsWanted),
    'modes.open': { name: modes.open },
    'modes.review': { name: modes.review },
    'modes.preview': { name: modes.preview },
    'modes.vote': { name: modes.vote },
    defaultMode: { name: 'Elsewhere', values: modes },
    waitHours: amount(
      'A request expires after',
      'Hours until a request expires',
      'in channels of mode review; about 24 at most with source pictures',
      inHours,
    ),
    votesNeeded: amount('Votes needed', 'Members who have to second it', 'in channels of mode vote', number),
    voteMinutes: amount('A vote ends after', 'Minutes until a vote ends', 'in channels of mode vote', (minutes) =>
      duration(minutes * 60),
    ),
    moderatorRoleIds: {
      name: 'Moderators',
      none: 'members with Manage Server',
      everyone:
        'With @everyone among their roles, everybody would be a moderator. Choose roles that only some members have. Nothing was changed.',
    },
    trustedRoleIds: {
      name: 'Trusted roles',
      none: 'nobody by role',
      everyone:
        'With @everyone among the trusted roles, everybody would be trusted. Choose roles that only some members have, or set the channels to “open” under *Approval*. Nothing was changed.',
    },
    moderatorsChannelId: { name: 'Moderators’ channel', hello: 'Easel tells the moderators here from now on.' },
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
        asked: 'when the member asks for it',
        ageRestricted: 'always in age-restricted channels',
        always: 'always',
      },
    },
    prompts: {
      name: 'Prompts are shown to',
      values: { everyone: 'everyone', member: 'their member and the moderators' },
    },
    drafts: { name: 'Drafts', values: { off: 'off', on: 'members may try alone, and show what they like' } },
    uploadsByOthers: { name: 'Build on pictures that members post', values: byOthers },
    resultsByOthers: { name: 'Build on results of other members', values: byOthers },
    appPictures: {
      name: 'Build on pictures by other bots and webhooks',
      values: { nobody: byOthers.nobody, anyone: byOthers.anyone },
    },
    reviewOthersPictures: {
      name: 'Review requests that use pictures by others',
      values: { off: 'only where the channel does', on: 'in every channel' },
    },
    galleryChannelId: {
      name: 'Gallery',
      hello: 'This is the gallery now: *Show in the gallery* on a result brings it here.',
    },
    starsForGallery: amount(
      'Stars that bring a result into the gallery',
      'Stars that bring a result in',
      'of other members; 0: only who shows it brings it in',
      (count: number) => (count === 0 ? 'none do' : number(count)),
    ),
    roundChannelId: { name: 'Rounds by themselves in', hello: 'Rounds come here by themselves from now on.' },
    roundThemes: { name: 'Themes', label: 'One theme on each line' },
    roundEveryDays: amount('A round every', 'Days from one round to the next', '0 for none', (days) =>
      days === 0 ? 'none' : counted(days, 'day'),
    ),
    roundHours: amount('Members hand in for', 'Hours to hand in', '1 to 168', inHours),
    roundVoteHours: amount('Members vote for', 'Hours to vote', '1 to 168', inHours),
    roundWinners: amount(
      'Winners of a round',
      'How many of the best are made',
      'their price is held meanwhile',
      number,
    ),
    roundThemesEnd: {
      name: 'When every theme had its round',
      values: { stop: 'stop, and tell the managers', again: 'begin the list anew' },
    },
    monthsBest: { name: 'The best of a month in the gallery', values: { off: 'not posted', on: 'posted at its end' } },
    reportsToHide: amount(
      'Reports that hide a result',
      'Reports that hide a result',
      'one of a moderator, or of an intimate picture, is always enough',
      (count) => `${number(count)}, or one of a moderator`,
    ),
  },
  /** What a server says of each model. */
  ofModels: {
    name: { form: 'model names', name: (model: string) => `${model} is called`, none: 'as it came' },
    about: { form: 'descriptions', name: (model: string) => `${model} is described as`, none: 'as Easel does' },
  },
  none: 'none',
  lines: (count: number) => counted(count, 'line'),
  /** What lists hold. */
  listed: { channels, roles, names: code },
  /** As many as are shown, and how many there are more. */
  andMore: (shown: string, more: number) => (more === 0 ? shown : `${shown} and ${number(more)} more`),
  is: (name: string, value: string) => `${name}: ${value}`,
  /** In the place of what a menu shows by itself. */
  atFirst: (value: string) => ` · *at first: ${value}*`,
  unshown: (count: number) =>
    `-# ${counted(count, 'channel')} of these ${count === 1 ? 'is not in the menu and stays as it is' : 'are not in the menu and stay as they are'}: \`/settings export\` and \`/settings import\` change them.`,
  /** What the log says of one setting. */
  became: (name: string, from: string, to: string) => `${name}: ${from} → ${to}`,
  listBecame: (name: string, added: string, removed: string) =>
    `${name}: ${[added && `added ${added}`, removed && `removed ${removed}`].filter((one) => one !== '').join(', ') || 'in another order'}`,
  furtherChanges: (count: number) => `and ${counted(count, 'more change')}`,

  undo: (steps: number) => (steps === 0 ? 'Nothing to undo' : `Undo (${steps})`),
  undone: 'Taken back.',
  nothingToUndo: 'There is no change left to take back.',
  undoChanged:
    'Nothing was taken back: the settings have changed since you saw them. This is how they are now; *Undo* takes back the last change, whoever made it.',
  back: 'Back',
  saved: '-# Saved.',
  unchanged: '-# That is what it was already.',
  changeNumbers: 'Change the numbers',
  edit: (name: string) => `Edit ${name}`,
  listLabel: 'One word, phrase or pattern on each line',
  listTooLong:
    'This list is too long for a form here. Use `/settings export`, change the file, and `/settings import`.',
  menuChanged:
    'Nothing was changed: somebody else changed this in the meantime. It is shown as it is now; choose again.',
  formChanged: (name: string) =>
    `Nothing was changed: somebody else changed ${name} after you opened this form. Open it again to see how it is now, and put in what you wanted.`,
  tooManyModes: (most: number) =>
    `Nothing was changed: at most ${most} channels can have a mode of their own. Take one away from another mode first, or choose a mode for *Elsewhere*.`,
  notANumber: (label: string, least: number, most: number) =>
    `“${label}” has to be a whole number from ${least} to ${most}. Nothing was changed.`,
  notPlain: (label: string, most: number) =>
    `What you wrote for ${label} cannot be used. Use at most ${counted(most, 'character')}: letters, digits, emoji, spaces and \`. , ’ ! ? & + ( ) / -\`, with a letter, a digit or an emoji first. Nothing was changed.`,
  sharedName: (name: string) =>
    `Two models would be called “${name}”. Give each a name of its own. Nothing was changed.`,
  listFault: (line: string, fault: ListFault) =>
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
  } satisfies Record<ListFault, string>,

  channelClosed: (id: string) =>
    `Easel cannot write in <#${id}>. Let Easel view it and send messages there, then choose it again. Nothing was changed.`,
  channelClosedKept: (id: string) =>
    `Easel cannot write in <#${id}>, and it was set all the same, for somebody else changed the settings just then. Let Easel view it and send messages there, or choose another.`,
  noForum: (id: string) => `<#${id}> has posts and no messages of its own. Choose a text channel. Nothing was changed.`,
  /** As Discord calls what a gallery of posts needs. */
  forumNeeds: {
    view: '*View Channel*',
    post: '*Send Messages and Create Posts*',
    write: '*Send Messages in Threads and Posts*',
    attach: '*Attach Files*',
    read: '*Read Message History*',
  },
  forumClosed: (id: string, lacking: string) =>
    `In <#${id}> Easel lacks ${lacking}. Allow that, then choose it again. Nothing was changed.`,
  forumWithout: {
    threads: (id: string) =>
      `-# Without *Manage Threads and Posts* in <#${id}>, Easel can only empty and rename a post that is taken out: comments below it stay.`,
    channels: (id: string) =>
      `-# Without *Manage Channel* in <#${id}>, Easel uses the tags that are there and makes none.`,
  },
  greetedLater: (id: string) =>
    `-# Saved, but Discord did not take a first message to <#${id}>. If nothing comes there, see whether Easel may view it and send messages.`,
  channelElsewhere: (id: string, field: string) =>
    `The channel \`${id}\` belongs to another server. Choose one of this server; in a settings file, put its id, or \`null\`, for \`${field}\`. Nothing was changed.`,
  publicDesk: (id: string) =>
    `**Everyone can see <#${id}>.** As the moderators’ channel it gets prompts that nobody has approved, reported pictures, and who decided what. Nothing was changed yet: hide the channel from @everyone, or choose another.`,
  publicDeskYes: 'Use it all the same',
  importPublicDesk: (id: string) =>
    `Everyone can see <#${id}>, which the file names as the moderators’ channel. Hide it from @everyone, or choose it under *Moderators* in \`/settings show\`, where you can confirm it; then import the file again. Nothing was changed.`,
  audienceUnsure: (id: string) =>
    `Discord does not say just now who can see <#${id}>. Try again in a minute. Nothing was changed.`,

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
    entry: (line: string) => `-# because of the line \`${line}\``,
    floor: (words: string) => `-# because of \`${words}\`: Easel makes this in no server, and no setting changes that`,
    withPicture: (words: string) =>
      `With a source picture it would be refused, because of \`${words}\`: Easel makes this in no server, and no setting changes that.`,
    unread: '-# because this prompt and the lists are too much to compare; fewer or simpler patterns help',
  },
};
