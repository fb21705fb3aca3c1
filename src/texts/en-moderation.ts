import { counted, credits, relative } from './en-formats.ts';

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
  | 'too many patterns'
  | 'no patterns here';

const channels = (ids: readonly string[]): string => ids.map((id) => `<#${id}>`).join(', ');
const roles = (ids: readonly string[]): string => ids.map((id) => `<@&${id}>`).join(', ');
const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
const duration = (seconds: number): string => {
  if (seconds % 3600 === 0) return counted(seconds / 3600, 'hour');
  return seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second');
};

export const moderationCommandWords = {
  report: 'Report to moderators',
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
  moderation: {
    description: 'Moderators: members, requests that wait, and what was decided',
    timeout: 'Moderators: keep a member from making anything for a while',
    timeoutFor: 'For how long',
    lift: 'Moderators: end a timeout',
    timeouts: 'Moderators: who is timed out, and until when',
    trust: 'Moderators: this member’s requests need no approval any more',
    untrust: 'Moderators: this member’s requests need approval again',
    member: 'Moderators: what is known of a member',
    refusals: 'Moderators: the last prompts that the lists refused',
    queue: 'Moderators: the requests that wait',
    pause: 'Moderators: nothing new is made until you resume',
    resume: 'Moderators: end the pause',
    log: 'Moderators: who decided what, about whom, when and why',
    who: 'The member',
    why: 'Why; for the member and the log',
    logMember: 'Only what was decided about this member',
    logModerator: 'Only what this moderator decided',
    asFile: 'All of it as a file',
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

type AuditAction =
  | 'settings changed'
  | 'settings undone'
  | 'settings imported'
  | 'approved'
  | 'rejected'
  | 'withdrawn'
  | 'expired'
  | 'dropped'
  | 'prompt edited'
  | 'trusted'
  | 'no longer trusted'
  | 'timed out'
  | 'timeout lifted'
  | 'paused'
  | 'resumed'
  | 'round opened'
  | 'round ended early'
  | 'round cancelled'
  | 'entry removed'
  | 'entry let in'
  | 'reported'
  | 'hidden'
  | 'restored'
  | 'removed'
  | 'published'
  | 'discarded';

interface AuditWords {
  atMs: number;
  byId: string;
  action: AuditAction;
  memberId?: string | undefined;
  why?: string | undefined;
}

const audited: Readonly<Record<AuditAction, (who: string) => string>> = {
  'settings changed': () => 'changed the settings',
  'settings undone': () => 'took a change of the settings back',
  'settings imported': () => 'took over settings from a file',
  approved: (who) => `approved a request of ${who}`,
  rejected: (who) => `rejected a request of ${who}`,
  withdrawn: (who) => `withdrew a request of ${who}`,
  expired: (who) => `let a request of ${who} expire`,
  dropped: (who) => `dropped a request of ${who} after a restart`,
  'prompt edited': (who) => `edited a prompt of ${who}`,
  trusted: (who) => `trusts ${who} from now on`,
  'no longer trusted': (who) => `no longer trusts ${who}`,
  'timed out': (who) => `timed ${who} out`,
  'timeout lifted': (who) => `lifted the timeout of ${who}`,
  paused: () => 'paused making things here',
  resumed: () => 'ended the pause',
  'round opened': () => 'opened a round',
  'round ended early': () => 'ended a phase of a round early',
  'round cancelled': () => 'cancelled a round',
  'entry removed': (who) => `removed the entry of ${who} from a round`,
  'entry let in': (who) => `let the entry of ${who} into a round`,
  reported: (who) => `reported a result of ${who}`,
  hidden: (who) => `hid a result of ${who}`,
  restored: (who) => `left or restored a result of ${who}`,
  removed: (who) => `removed a result of ${who}`,
  published: (who) => `published a result of ${who}`,
  discarded: (who) => `did not publish a result of ${who}`,
};

type PreviewPhase = 'making' | 'ready' | 'failed' | 'published' | 'discarded' | 'lost';

export const previewWords = {
  phases: {
    making: 'It is being made. Moderators look at it before everybody sees it.',
    ready: 'It is done. Moderators look at it before everybody sees it.',
    failed: 'It could not be made; its credits went back. Try again.',
    published: 'It is being published …',
    discarded: 'The moderators did not publish it. If you want to know why, ask them.',
    lost: 'A moderator published it, but the service no longer has it. Ask again if you still want it.',
  } satisfies Record<PreviewPhase, string>,
  buttons: { look: 'Look at it', publish: 'Publish', discard: 'Discard' },
  notForYou: 'Until a moderator publishes it, only the member who asked and the moderators see it.',
  decided: (phase: PreviewPhase, byId: string, memberId: string, url: string | undefined) =>
    phase === 'lost'
      ? `A result of <@${memberId}> was to be published, but the service no longer has it.`
      : `${phase === 'published' ? '**Published**' : '**Discarded**'} by ${member(byId)}: a result of <@${memberId}>${url === undefined ? '' : ` ([message](${url}))`}`,
  late: (phase: PreviewPhase, byId: string) =>
    `Too late: ${member(byId)} ${phase === 'published' ? 'published' : 'decided on'} it already.`,
};

type ReportState = 'shown' | 'hidden' | 'restored' | 'removed';

export const reportWords = {
  noResult: 'This is no result of Easel’s. Use it on a message with a picture or a clip that Easel made.',
  yourOwn: 'This is your own: *Delete* removes it.',
  form: { title: 'Report this to the moderators', why: 'What is wrong with it? Moderators read it' },
  thanks: {
    counted: 'Thank you: the moderators look at it.',
    hidden: 'Thank you: it is hidden now, and the moderators look at it.',
    already: 'Thank you: it was reported already, and the moderators know.',
  },
  titleOf: (memberId: string) => `A result of <@${memberId}>`,
  alt: 'Hidden after a report',
  states: {
    shown: '',
    restored: 'The moderators looked at it and left it.',
    hidden: 'Hidden after a report, until the moderators have looked at it.',
    removed: 'Removed by the moderators.',
  } satisfies Record<ReportState, string>,
  buttons: { restore: 'Restore', keep: 'Leave it', remove: 'Remove' },
  card: (memberId: string, channelId: string, url: string | undefined) =>
    `### Reported: a result of <@${memberId}> in <#${channelId}>${url === undefined ? '' : ` ([message](${url}))`}`,
  promptGone: '(Easel no longer keeps the prompt)',
  report: (byId: string, atMs: number, why: string) => `- <@${byId}> ${relative(atMs)}${why === '' ? '' : `: ${why}`}`,
  cardState: (state: ReportState, byId: string) =>
    ({
      shown: 'It is still shown.',
      hidden: `Hidden by ${byId === 'easel' ? 'the number of reports' : `<@${byId}>`}.`,
      restored: `**Left as it is** by ${member(byId)}`,
      removed: `**Removed** by ${member(byId)}, with what was made from it`,
    })[state],
  late: (state: ReportState, byId: string) =>
    `Too late: ${member(byId)} ${{ shown: 'left', hidden: 'hid', restored: 'left or restored', removed: 'removed' }[state]} it already.`,
  notice: {
    hidden: (memberId: string) =>
      `<@${memberId}>, your result was reported and is hidden until the moderators have looked at it.`,
    restored: (memberId: string) => `<@${memberId}>, the moderators looked at your result and left it.`,
    removed: (memberId: string) =>
      `<@${memberId}>, the moderators removed your result. If you do not know why, ask them.`,
  },
  hiddenSource: 'This result was hidden or removed, so nothing is made from it.',
};

export const moderatorWords = {
  timedOut: (memberId: string, untilMs: number) => `<@${memberId}> can make nothing here until ${relative(untilMs)}.`,
  notYourself: 'That is for another moderator to decide about you.',
  lifted: (memberId: string) => `<@${memberId}> can make things here again.`,
  notTimedOut: (memberId: string) => `<@${memberId}> is not timed out.`,
  durations: {
    10: '10 minutes',
    60: '1 hour',
    360: '6 hours',
    1440: '1 day',
    4320: '3 days',
    10080: '1 week',
    40320: '4 weeks',
  },
  timeouts: '### Timed out',
  noTimeouts: 'Nobody is timed out.',
  timeout: (memberId: string, untilMs: number, byId: string, why: string) =>
    `- <@${memberId}> until ${relative(untilMs)}, by ${member(byId)}${why === '' ? '' : `: ${why}`}`,
  trusted: (memberId: string) => `Requests of <@${memberId}> need no approval any more.`,
  untrusted: (memberId: string) => `Requests of <@${memberId}> need approval again, where others’ do.`,
  sameTrust: 'That is how it is already.',
  record: (memberId: string) => `### <@${memberId}>`,
  standing: {
    timedOut: (untilMs: number, byId: string, why: string) =>
      `Timed out until ${relative(untilMs)} by ${member(byId)}${why === '' ? '' : `: ${why}`}`,
    trusted: (byId: string, atMs: number) => `Trusted by ${member(byId)} ${relative(atMs)}`,
    ordinary: 'Neither timed out nor trusted by name',
    waiting: (count: number) => `${counted(count, 'request')} waiting: \`/moderation queue\` has them`,
  },
  lastRefusals: '**Last refused prompts**',
  lastDecisions: '**Last decisions**',
  refusals: '### Prompts that the lists refused',
  noRefusals: 'The lists have refused nothing yet.',
  refusal: (memberId: string, channelId: string, atMs: number, entry: string, prompt: string) =>
    `- <@${memberId}> in <#${channelId}> ${relative(atMs)}, line \`${entry}\`: ${prompt}`,
  queue: '### Requests that wait',
  emptyQueue: 'No request waits.',
  waiting: (memberId: string, channelId: string, expiresAtMs: number, prompt: string, url: string) =>
    `- <@${memberId}> in <#${channelId}>, expires ${relative(expiresAtMs)}: ${prompt} [card](${url})`,
  more: (count: number) => `-# and ${count} more`,
  paused:
    'Paused: nothing new is made here until somebody ends it with `/moderation resume`. What is under way goes on.',
  pausedAlready: 'It is paused already.',
  resumed: 'The pause is over.',
  notPaused: 'There is no pause.',
  log: '### What was decided',
  emptyLog: 'Nothing was decided yet that fits.',
  entry: ({ atMs, byId, action, memberId = '', why = '' }: AuditWords) =>
    `- ${relative(atMs)} ${member(byId)} ${audited[action](`<@${memberId}>`)}${why === '' ? '' : `: ${why}`}`,
  line: ({ byId, action, memberId = '', why = '' }: Omit<AuditWords, 'atMs'>) =>
    `-# ${member(byId)} ${audited[action](`<@${memberId}>`)}${why === '' ? '' : `: ${why}`}`,
  logReady: (count: number) => `${counted(count, 'decision')}, oldest first.`,
};

type DecisionKind = 'approved' | 'rejected' | 'withdrawn' | 'expired' | 'dropped';
type Thing = 'image' | 'video';

const member = (id: string): string => (id === 'easel' ? 'Easel' : `<@${id}>`);
const thingsOf = (thing: Thing, count: number): string =>
  count === 1 ? (thing === 'image' ? 'a picture' : 'a clip') : `${count} ${thing === 'image' ? 'pictures' : 'clips'}`;

export const waitingWords = {
  title: (memberId: string, thing: Thing, count: number) => `<@${memberId}> asks for ${thingsOf(thing, count)}`,
  waitsForModerator: (expiresAtMs: number) =>
    `A moderator looks at it first. Without an answer it expires ${relative(expiresAtMs)}.`,
  waitsForVotes: (votes: number, needed: number, expiresAtMs: number) =>
    `It is made when ${counted(needed, 'member')} ${needed === 1 ? 'seconds' : 'second'} it until ${relative(expiresAtMs)}: ${votes} so far.`,
  held: (amount: number) => `${credits(amount)} held until then`,
  outcome: {
    approved: 'Approved; it is being sent to the service …',
    rejected: 'Not approved by the moderators. Its credits went back.',
    withdrawn: 'Withdrawn. Its credits went back.',
    expired: 'Expired without an answer. Its credits went back; ask again if you still want it.',
    dropped: 'Easel was restarted before this could be asked. Nothing was begun; please ask again.',
  } satisfies Record<DecisionKind, string>,
  notice: {
    approved: (memberId: string) => `<@${memberId}>, your request was approved.`,
    rejected: (memberId: string) => `<@${memberId}>, your request was not approved. *Why?* tells you more.`,
    withdrawn: (memberId: string) => `<@${memberId}>, your request was withdrawn.`,
    expired: (memberId: string) =>
      `<@${memberId}>, your request expired without an answer. Ask again if you still want it.`,
    dropped: (memberId: string) => `<@${memberId}>, Easel was restarted while you asked. Please ask again.`,
  } satisfies Record<DecisionKind, (memberId: string) => string>,
  buttons: {
    withdraw: 'Withdraw',
    why: 'Why?',
    second: (votes: number, needed: number) => `Second (${votes}/${needed})`,
    veto: 'Veto',
    approve: 'Approve',
    reject: 'Reject …',
    edit: 'Edit prompt …',
    trust: 'Trust this member',
  },
  card: {
    because: (entry: string) => `A line of the list “Review” wants it: \`${entry}\``,
    becauseChannel: (channelId: string) => `In <#${channelId}>, where moderators look first`,
    facts: (model: string, ratio: string | undefined, cost: number) =>
      [model, ...(ratio === undefined ? [] : [ratio]), `about ${credits(cost)}`].join(' · '),
    record: (counts: { begun: number; approved: number; rejected: number; refused: number; hidden: number }) =>
      `So far ${counts.begun} asked, ${counts.approved} approved, ${counts.rejected} rejected, ${counts.refused} refused, ${counts.hidden} hidden`,
    waits: (expiresAtMs: number) => `Expires ${relative(expiresAtMs)}`,
    edited: (byId: string) => `Prompt edited by <@${byId}>`,
    cut: 'The prompt is longer; *Edit prompt* shows all of it.',
    decided: (kind: DecisionKind, byId: string, atMs: number, why: string) =>
      `**${{ approved: 'Approved', rejected: 'Rejected', withdrawn: 'Withdrawn', expired: 'Expired', dropped: 'Never asked: Easel was restarted' }[kind]}** by ${member(byId)} ${relative(atMs)}${why === '' ? '' : `: ${why}`}`,
    message: (url: string) => `[message](${url})`,
  },
  forms: {
    reject: 'Reject this request',
    reason: 'Why? The member reads it',
    edit: 'Edit the prompt',
    prompt: 'The prompt that is sent instead',
  },
  late: (kind: DecisionKind, byId: string, atMs: number) =>
    `Too late: ${member(byId)} ${{ approved: 'approved', rejected: 'rejected', withdrawn: 'withdrew', expired: 'let expire', dropped: 'dropped' }[kind]} it ${relative(atMs)}.`,
  gone: 'This request is no longer there.',
  notYours: 'Only the member who asked for this can do that.',
  noReason: 'The moderators gave no reason. If you have questions, ask them.',
  reason: (why: string) => `The moderators’ reason: ${why}`,
  ownVote: 'This is your own request: others second it.',
  editRefused: (entry: string) => `This prompt goes against the list line \`${entry}\`. Nothing was changed.`,
  edited: '-# The prompt was changed.',
  trusted: '-# Requests of this member are no longer held up.',
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
    modes: { name: 'Approval', about: 'in which channels others decide first, and for how long' },
    moderators: { name: 'Moderators', about: 'their roles and their channel' },
    words: { name: 'Words', about: 'lists of words, phrases and patterns' },
    reports: { name: 'Reports', about: 'how many hide a result' },
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
    mode: (mode: Mode, ids: readonly string[]) => `**${settingsWords.modes[mode]}:** ${channels(ids)}`,
    defaultMode: (mode: Mode) => `**Elsewhere** ${settingsWords.modes[mode]}`,
    waits: (hours: number) => `**A request expires** after ${counted(hours, 'hour')}`,
    votes: (needed: number, minutes: number) => `**Votes:** ${needed} needed within ${duration(minutes * 60)}`,
    trustedRoles: (ids: readonly string[]) => `**Trusted:** ${unrestricted(roles(ids), 'nobody by role')}`,
    moderatorRoles: (ids: readonly string[]) =>
      `**Moderators:** members with Manage Server${ids.length === 0 ? '' : ` or ${roles(ids)}`}`,
    moderatorsChannel: (id: string | null) => `**Moderators’ channel:** ${id === null ? 'none' : `<#${id}>`}`,
    words: (counts: Readonly<Record<ListName, number>>) =>
      `**Own lists:** refuse ${counts.refuse} · explicit ${counts.explicit} · review ${counts.review} · exceptions ${counts.allow}`,
    reports: (count: number) => `**Reports that hide a result:** ${count}, or one of a moderator`,
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
    trustedRoleIds: 'Trusted roles: nobody has to approve their requests',
  },
  channelMode: {
    open: 'Channels that are open',
    review: 'Channels where moderators approve first',
    preview: 'Channels where moderators publish results',
    vote: 'Channels where members second requests',
  },
  modes: {
    open: 'open: begun at once',
    review: 'review: a moderator approves first',
    preview: 'preview: a moderator publishes the result',
    vote: 'vote: members second it first',
  } satisfies Record<Mode, string>,
  otherwise: (mode: string) => `Elsewhere: ${mode}`,
  modesAbout:
    'Moderators and trusted members wait for nobody. Credits are held while a request waits. Without a moderators’ channel such requests are refused.',
  numbers: {
    titles: { limits: 'Limits for each member', modes: 'How long, and how many', reports: 'Reports' },
    waitHours: { label: 'Hours until a request expires', about: 'in channels of mode review' },
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
