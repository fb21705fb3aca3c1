import type { AuditAction, AuditEntry } from '../moderation/audit-log.ts';
import type { MediaKind } from '../task-api/models.ts';
import { agreeing, channels, code, counted, member, moment, nounOf, relative, roles } from './en-formats.ts';

import { reportWords } from './en-reports.ts';

/** What people read of moderation: its commands, refusals, the log, members. */

export const moderationCommandWords = {
  report: 'Report to moderators',
  showInGallery: 'Show in the gallery',
  settings: {
    description: 'Managers: where, by whom and how pictures and clips are made here',
    show: 'Managers: every setting with its present value, to look at and to change',
    part: 'Only this part, with its menus (all when left out)',
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
    drafts: 'Moderators: the last drafts, which only their members saw',
    queue: 'Moderators: the requests that wait',
    pause: 'Moderators: nothing new is made until you resume',
    resume: 'Moderators: end the pause',
    log: 'Moderators: who decided what, about whom, when and why',
    who: 'The member',
    why: 'Why; for the member and the log',
    logMember: 'Only what was decided about this member',
    logModerator: 'Only what this moderator decided',
    logAbout: 'Only decisions of this kind',
    logKinds: {
      requests: 'Requests',
      results: 'Pictures and clips',
      gallery: 'The gallery',
      members: 'Members',
      rounds: 'Rounds',
      settings: 'Settings and pauses',
    },
    logDay: 'Only this day, such as 2026-11-20',
    asFile: 'All of it as a file',
  },
};

const oneOf = (names: readonly string[]): string => `${names.length > 1 ? 'one of ' : ''}${code(names)}`;

export const moderationRefusals = {
  left: 'Who asked for this is no longer in the server, so it is not made.',
  'message deleted': 'Its message in the channel was deleted, so it was not made. Its credits went back.',
  'hidden source': reportWords.hiddenSource,
  paused: 'Making pictures and clips is paused here by the moderators. Try again later.',
  timedOut: (untilMs: number, why: string) =>
    `You cannot make anything here until ${moment(untilMs)}, a moderator decided${why === '' ? '' : `: ${why}`}. If you think that is wrong, talk to the moderators.`,
  channel: (ids: readonly string[]) => `That is not done in this channel. Use it in ${channels(ids)}.`,
  role: (ids: readonly string[]) =>
    `For that you need one of these roles: ${roles(ids)}. A moderator can give it to you.`,
  'retired model': 'Nothing is made with that model any more. Ask again with `/image` or `/video`, and choose another.',
  model: (names: readonly string[], command: string) =>
    `That model is not used here. Use \`/${command}\` with ${oneOf(names)}.`,
  ratio: (names: readonly string[], command: string) =>
    `That ratio is not used here. Use \`/${command}\` with ${oneOf(names)}.`,
  noModel: (thing: MediaKind, command: string, names: readonly string[]) =>
    `No ${nounOf(thing)}s are made here. Use \`/${command}\`, with ${oneOf(names)}.`,
  words:
    'This prompt goes against this server’s rules for prompts, so nothing was made. Say it in other words; if you think it is a mistake, ask a moderator.',
  explicit: 'This prompt is too explicit for this channel. Say it in other words, or use an age-restricted channel.',
  /** The same for everyone, and without a reason: a reason would say what to change. */
  floor: 'Easel doesn’t make this, here or in any other server. Change the prompt and try again.',
  unread: 'Easel can’t check this prompt, so nothing was made. Shorten it, write it in plain letters, and try again.',
  /** For moderators, of a prompt that they would publish or write. */
  line: (entry: string) => `The prompt goes against the list line \`${entry}\`.`,
  atOnce: (limit: number) =>
    `You have ${counted(limit, 'request')} under way, and that is as many as may be at once here. Wait until ${agreeing(limit, 'it', 'one')} is done.`,
  perDay: (limit: number, againAtMs: number) =>
    `You have made ${counted(limit, 'request')} within a day, as many as may be here. The next is possible ${relative(againAtMs)}.`,
  cooldown: (againAtMs: number) =>
    `A little pause between requests is usual here: the next is possible ${relative(againAtMs)}.`,
  'no consent':
    'A member whose picture this was to be made from doesn’t want others to build on it, or wants to be asked again. Choose another picture.',
  'no moderators channel':
    'This would have to be approved by a moderator first, but the moderators’ channel is missing or closed to Easel. Please tell a manager of this server: `/settings` has it under Moderators.',
  notModerator: 'Only moderators of this server can do that.',
  noModeratorRoles: 'No manager has chosen the moderator roles here yet: `/settings show part: Moderators` does that.',
};

/** One decision; `place` is where everybody saw it, with a link where its message is known. */
interface AuditWords
  extends Pick<AuditEntry, 'action' | 'atMs' | 'byId' | 'memberId' | 'secondedByIds' | 'untilMs' | 'why'> {
  place?: string | undefined;
  prompt?: string | undefined;
}

/** What was decided, about what, and why, in one line. */
function decisionWords({ byId, action, memberId = '', why = '', ...about }: Omit<AuditWords, 'atMs'>): string {
  const { place = '', prompt = '', untilMs, secondedByIds = [] } = about;
  return [
    `${member(byId)} ${audited[action](`<@${memberId}>`)}`,
    ...(place === '' ? [] : [` in ${place}`]),
    ...(untilMs === undefined ? [] : [` until ${moment(untilMs)}`]),
    ...(secondedByIds.length === 0 ? [] : [`, seconded by ${secondedByIds.map(member).join(' ')}`]),
    ...(prompt === '' ? [] : [`, “${prompt}”`]),
    ...(why === '' ? [] : [`: ${why}`]),
  ].join('');
}

const audited: Readonly<Record<AuditAction, (who: string) => string>> = {
  'settings changed': () => 'changed the settings',
  'settings undone': () => 'took a change of the settings back',
  'settings imported': () => 'took over settings from a file',
  approved: (who) => `approved a request of ${who}`,
  rejected: (who) => `rejected a request of ${who}`,
  withdrawn: (who) => `withdrew a request of ${who}`,
  expired: (who) => `let a request of ${who} expire`,
  dropped: (who) => `dropped a request of ${who}: the moderators’ channel is missing or closed`,
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
  'shown in the gallery': (who) => `showed a result of ${who} in the gallery`,
  'taken out of the gallery': (who) => `took a result of ${who} out of the gallery`,
};

/** The private menu behind the one button that everybody sees. */
export const moderateWords = {
  button: 'Moderate …',
  command: 'Moderate this',
  ofResult: (memberId: string) => `### A result of <@${memberId}>`,
  ofRequest: (memberId: string) => `### A request of <@${memberId}>`,
  notReported: 'It is shown, and nobody has reported it.',
  hide: 'Hide …',
  remove: 'Remove …',
  timeout: 'Time out …',
  member: 'About the member',
  forms: {
    remove: 'Remove this for good',
    timeout: 'Keep this member from making anything',
    for: 'For how long?',
    why: 'Why? The member reads it',
  },
  unsure: 'Discord does not say just now who that is. Use `/moderation timeout`, or try again in a minute.',
};

export const moderatorWords = {
  timedOut: (memberId: string, untilMs: number) => `<@${memberId}> can make nothing here until ${moment(untilMs)}.`,
  notYourself: 'You cannot decide this about yourself. Ask another moderator.',
  noTimeoutOfBots: 'This is a bot: it asks for nothing here, so there is nothing to keep it from.',
  noTimeoutOfManagers: (memberId: string) =>
    `<@${memberId}> manages this server, and managers cannot be timed out. Talk to them, or to the owner of the server.`,
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
    `- <@${memberId}> until ${moment(untilMs)}, by ${member(byId)}${why === '' ? '' : `: ${why}`}`,
  trusted: (memberId: string) => `Requests of <@${memberId}> need no approval any more.`,
  untrusted: (memberId: string) => `Requests of <@${memberId}> need approval again, where others’ do.`,
  sameTrust: 'That is how it is already.',
  record: (memberId: string) => `### <@${memberId}>`,
  standing: {
    timedOut: (untilMs: number, byId: string, why: string) =>
      `Timed out until ${moment(untilMs)} by ${member(byId)}${why === '' ? '' : `: ${why}`}`,
    trusted: (byId: string, atMs: number) => `Trusted by ${member(byId)} ${relative(atMs)}`,
    ordinary: 'Neither timed out nor trusted by name',
    waiting: (count: number) =>
      `${counted(count, 'request')} waiting: \`/moderation queue\` has ${agreeing(count, 'it', 'them')}`,
  },
  lastRefusals: '**Last refused prompts**',
  lastDecisions: '**Last decisions**',
  refusals: '### Prompts that the lists refused',
  noRefusals: 'The lists have refused nothing yet.',
  refusal: (memberId: string, channelId: string, atMs: number, entry: string, prompt: string) =>
    `- <@${memberId}> in <#${channelId}> ${relative(atMs)}, line \`${entry}\`: ${prompt}`,
  queue: '### Requests that wait',
  emptyQueue: 'No request waits.',
  waiting: (memberId: string, channelId: string, expiresAtMs: number, prompt: string, cardUrl: string | undefined) =>
    `- <@${memberId}> in <#${channelId}>, expires ${relative(expiresAtMs)}: ${prompt}${cardUrl === undefined ? '' : ` [card](${cardUrl})`}`,
  postCards: 'Post lost cards again',
  cardsPosted: (posted: number, left: number) =>
    [
      posted === 0 ? 'No card is missing.' : `${counted(posted, 'card')} posted again in the moderators’ channel.`,
      ...(left === 0 ? [] : [`${counted(left, 'request')} not looked at yet: press again once some are decided.`]),
    ].join(' '),
  more: (count: number) => `-# and ${count} more`,
  atLeast: (count: number) => `-# and at least ${count} more`,
  paused:
    'Paused: nothing new is made here until somebody ends it with `/moderation resume`. What is under way goes on.',
  pausedAlready: 'It is paused already.',
  resumed: 'The pause is over.',
  notPaused: 'There is no pause.',
  log: '### What was decided',
  emptyLog: 'Nothing was decided yet that fits.',
  entry: ({ atMs, ...decision }: AuditWords) => `- ${relative(atMs)} ${decisionWords(decision)}`,
  line: (decision: Omit<AuditWords, 'atMs'>) => `-# ${decisionWords(decision)}`,
  place: (channelId: string, url: string | undefined) =>
    url === undefined ? `<#${channelId}>` : `<#${channelId}> ([message](${url}))`,
  logReady: (count: number) => `${counted(count, 'decision')}, newest first.`,
};
