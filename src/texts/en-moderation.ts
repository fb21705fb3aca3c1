import type { AuditAction, AuditEntry } from '../moderation/records/audit-log.ts';
import type { MediaKind } from '../task-api/models.ts';
import {
  agreeing,
  channels,
  code,
  codes,
  counted,
  length,
  member,
  moment,
  nounOf,
  relative,
  roles,
  someThing,
} from './en-formats.ts';

import { reportWords } from './en-reports.ts';

/** What people read of moderation: its commands, refusals, the log, members. */

export const moderationCommandWords = {
  report: 'Report to moderators',
  showInGallery: 'Show in the gallery',
  settings: {
    description: 'Managers: choose where, how and by whom things are made, and divide the budget',
    file: 'Load all settings from a file that *Save as a file* made',
  },
  moderation: {
    description: 'Moderators: manage members, waiting requests and the log',
    timeout: 'Moderators: time out a member in Easel',
    timeoutFor: 'Choose how long it lasts',
    panel: 'Moderators: see what waits, a member’s record and the log, or pause Easel',
    who: 'Choose the member',
    why: 'Give a reason; the member and the log show it',
  },
};

const oneOf = (names: readonly string[]): string => `${names.length > 1 ? 'one of ' : ''}${codes(names)}`;

export const moderationRefusals = {
  left: 'The member who asked for this has left the server, so it won’t be made.',
  'message deleted': 'Its message in the channel was deleted, so it wasn’t made. The credits were returned.',
  'hidden source': reportWords.hiddenSource,
  paused: 'The moderators have paused making pictures and clips here. Try again later.',
  timedOut: (untilMs: number, why: string) =>
    `A moderator has timed you out here until ${moment(untilMs)}${why === '' ? '' : `: ${why}`}. If that’s wrong, talk to the moderators.`,
  channel: (ids: readonly string[]) => `You can’t do that in this channel. Try ${channels(ids)}.`,
  role: (ids: readonly string[]) => `You need one of these roles: ${roles(ids)}. Ask a moderator for one.`,
  'retired model': 'That model is no longer available. Use `/image` or `/video` with another model.',
  model: (names: readonly string[], command: string) =>
    `This server doesn’t use that model. Use \`/${command}\` with ${oneOf(names)}.`,
  ratio: (names: readonly string[], command: string) =>
    `This server doesn’t use that ratio. Use \`/${command}\` with ${oneOf(names)}.`,
  noModel: (thing: MediaKind, command: string, names: readonly string[]) =>
    `This server doesn’t make ${nounOf(thing)}s. Use \`/${command}\` with ${oneOf(names)}.`,
  words:
    'This prompt breaks this server’s rules, so nothing was made. Change the words and try again. If you think that’s a mistake, ask a moderator.',
  explicit: 'This prompt is too explicit for this channel. Change the words, or use an age-restricted channel.',
  /** The same for everyone, and without a reason: a reason would say what to change. */
  floor: 'Easel doesn’t make this, here or in any other server. Change the prompt and try again.',
  unread: 'Easel can’t check this prompt, so nothing was made. Shorten it, write it in plain letters, and try again.',
  /** For moderators, of a prompt that they would publish or write. */
  line: (entry: string) => `The prompt matches the word-list line ${code(entry)}.`,
  atOnce: (limit: number) =>
    `You already have ${counted(limit, 'request')} running, the most allowed at once here. Wait until ${agreeing(limit, 'it', 'one')} is done.`,
  perDay: (limit: number, againAtMs: number) =>
    `You’ve reached this server’s limit of ${counted(limit, 'request')} a day. You can make the next one ${relative(againAtMs)}.`,
  cooldown: (againAtMs: number) =>
    `This server has a wait between requests. You can make the next one ${relative(againAtMs)}.`,
  'no consent':
    'The owner of a source picture doesn’t let others build on it, or wants to be asked again. Choose another picture.',
  'no moderators channel':
    'A moderator needs to approve this first, but Easel can’t reach the moderators’ channel. Tell a manager of this server: `/setup` chooses one in three presses.',
  notModerator: 'Only this server’s moderators can do that.',
  noModeratorRoles: 'Managers haven’t chosen any moderator roles here yet. They can with `/setup`.',
};

/** One decision. `place` is the channel, with a link if the message is known. */
interface AuditWords
  extends Pick<AuditEntry, 'action' | 'undid' | 'atMs' | 'byId' | 'memberId' | 'voterIds' | 'untilMs' | 'why'> {
  /** Undefined if the log has dropped it. */
  number: number | undefined;
  location?: string | undefined;
  prompt?: string | undefined;
  /** What the work is, while it's kept. */
  thing?: MediaKind | undefined;
}

/** What was decided, about what, and why, in one line. */
function decisionWords({
  number,
  byId,
  action,
  undid,
  memberId = '',
  why = '',
  ...about
}: Omit<AuditWords, 'atMs'>): string {
  const { location = '', prompt = '', thing, untilMs, voterIds = [] } = about;
  return [
    `${number === undefined ? '' : `#${number} `}${member(byId)} ${audited[action](`<@${memberId}>`, someThing(thing))}`,
    ...(undid ? [`: ${audited[undid](`<@${memberId}>`, someThing(thing))}`] : []),
    ...(location === '' ? [] : [` in ${location}`]),
    ...(untilMs === undefined ? [] : [` until ${moment(untilMs)}`]),
    ...(voterIds.length === 0 ? [] : [`, with votes by ${voterIds.map(member).join(' ')}`]),
    ...(prompt === '' ? [] : [`, “${prompt}”`]),
    ...(why === '' ? [] : [`: ${why}`]),
  ].join('');
}

const audited: Readonly<Record<AuditAction, (who: string, thing: string) => string>> = {
  'settings changed': () => 'changed the settings',
  'settings undone': () => 'undid a change of the settings',
  'settings imported': () => 'imported settings from a file',
  approved: (who) => `approved a request by ${who}`,
  rejected: (who) => `rejected a request by ${who}`,
  allowed: (who) => `let ${who} build on their picture`,
  declined: (who) => `declined a request by ${who} to build on their picture`,
  withdrawn: (who) => `withdrew a request by ${who}`,
  expired: (who) => `let a request by ${who} expire`,
  dropped: (who) => `returned a request by ${who}, because the moderators’ channel is missing or closed`,
  'prompt edited': (who) => `edited a prompt by ${who}`,
  trusted: (who) => `trusted ${who}`,
  'no longer trusted': (who) => `stopped trusting ${who}`,
  'timed out': (who) => `timed ${who} out`,
  'timeout lifted': (who) => `ended the timeout of ${who}`,
  'decision changed': (who) => `looked again at a decision about ${who} and changed it`,
  'decision kept': (who) => `looked again at a decision about ${who} and kept it`,
  paused: () => 'paused making pictures and clips',
  resumed: () => 'ended the pause',
  'round opened': () => 'opened a round',
  'vote started early': () => 'started the vote of a round early',
  'vote ended early': () => 'ended the vote of a round early',
  'round cancelled': () => 'cancelled a round',
  'entry removed': (who) => `removed an entry by ${who} from a round`,
  'entry approved': (who) => `let an entry by ${who} into a round`,
  reported: (who, thing) => `reported ${thing} by ${who}`,
  hidden: (who, thing) => `hid ${thing} by ${who}`,
  kept: (who, thing) => `kept ${thing} by ${who} that was reported`,
  restored: (who, thing) => `restored ${thing} by ${who}`,
  removed: (who, thing) => `removed ${thing} by ${who}`,
  'allowed again': (who) => `let a removed picture by ${who} be made again`,
  published: (who, thing) => `published ${thing} by ${who}`,
  discarded: (who, thing) => `discarded ${thing} by ${who}`,
  undone: () => 'undid',
  'shown in the gallery': (who, thing) => `showed ${thing} by ${who} in the gallery`,
  'taken out of the gallery': (who, thing) => `took ${thing} by ${who} out of the gallery`,
};

/** The private menu behind the button that everyone sees. */
export const moderateWords = {
  button: 'Moderate …',
  command: 'Moderate this',
  ofResult: (thing: MediaKind | undefined, memberId: string) => `### Moderate ${someThing(thing)} by <@${memberId}>`,
  ofRequest: (memberId: string) => `### A request by <@${memberId}>`,
  notReported: 'It’s visible, and no one has reported it.',
  hide: 'Hide …',
  remove: 'Remove …',
  timeout: 'Time out …',
  member: 'View member record',
  forms: {
    remove: 'Remove this permanently',
    timeout: 'Time out this member',
    for: 'For how long?',
    why: 'Why? The member will see this',
    ownWords: 'In your own words',
    other: 'Other',
  },
  unsure: 'Discord isn’t saying right now who that is. Use `/moderation timeout`, or try again in a minute.',
};

export const moderatorWords = {
  timedOut: (memberId: string, untilMs: number) => `<@${memberId}> can’t make anything here until ${moment(untilMs)}.`,
  notYourself: 'You can’t decide this about yourself. Ask another moderator.',
  noTimeoutOfBots: 'That’s a bot, so there’s nothing to time out.',
  noTimeoutOfManagers: (memberId: string) => `<@${memberId}> manages this server, and managers can’t be timed out.`,
  notTimedOut: (memberId: string) => `<@${memberId}> isn’t timed out.`,
  durations: [10, 60, 360, 1440, 4320, 10_080, 40_320].map((minutes) => ({
    minutes,
    name: length(minutes * 60_000),
  })),
  timeouts: '### Timed out',
  noTimeouts: 'No one is timed out.',
  timeout: (memberId: string, untilMs: number, byId: string, why: string) =>
    `- <@${memberId}> until ${moment(untilMs)}, by ${member(byId)}${why === '' ? '' : `: ${why}`}`,
  decide: { lift: 'End timeout', timeout: 'Time out …', trust: 'Trust', untrust: 'Stop trusting' },
  changed: {
    lift: (memberId: string) => `<@${memberId}> can make pictures and clips here again.`,
    trust: (memberId: string) => `Requests by <@${memberId}> no longer need approval.`,
    untrust: (memberId: string) =>
      `Requests by <@${memberId}> need approval again, wherever other members’ requests do.`,
  },
  undo: 'Undo',
  undone: (memberId: string) => `Undone: for <@${memberId}>, everything is as before.`,
  undoLate:
    'This can’t be undone: ten minutes have passed, or someone has decided about this member since. Open the member’s record to decide again.',
  sameTrust: 'That’s already the case. Nothing was changed.',
  record: (memberId: string) => `### <@${memberId}>`,
  status: {
    timedOut: (untilMs: number, byId: string, why: string) =>
      `Timed out until ${moment(untilMs)} by ${member(byId)}${why === '' ? '' : `: ${why}`}`,
    trusted: (byId: string, atMs: number) => `Trusted by ${member(byId)} ${relative(atMs)}`,
    ordinary: 'No timeout, no special trust',
    waiting: (count: number) => `${counted(count, 'request')} waiting: see \`/moderation panel\``,
  },
  lastRefusals: '**Latest refused prompts**',
  lastDecisions: '**Latest decisions**',
  refusals: '### Prompts refused by word lists',
  noRefusals: 'Word lists haven’t refused anything yet.',
  refusal: (memberId: string, channelId: string, atMs: number, entry: string, prompt: string) =>
    `- <@${memberId}> in <#${channelId}> ${relative(atMs)}, line ${code(entry)}: ${prompt}`,
  queue: '### Waiting requests',
  emptyQueue: 'No requests are waiting.',
  waiting: (memberId: string, channelId: string, expiresAtMs: number, prompt: string, cardUrl: string | undefined) =>
    `- <@${memberId}> in <#${channelId}>, expires ${relative(expiresAtMs)}: ${prompt}${cardUrl === undefined ? '' : ` ([card](${cardUrl}))`}`,
  find: 'Find a member …',
  showList: 'Log …',
  lists: {
    all: 'All decisions',
    requests: 'Decisions about requests',
    results: 'Decisions about pictures and clips',
    gallery: 'Decisions about the gallery',
    members: 'Decisions about members',
    rounds: 'Decisions about rounds',
    settings: 'Settings and pauses',
    file: 'All decisions as a file',
    timeouts: 'Timeouts now',
    refusals: 'Refused prompts',
    drafts: 'Drafts',
    known: 'Known pictures',
    removed: 'Removed pictures',
  },
  known: '## Pictures that stay away',
  noKnown: 'None. A picture that you remove, or that is reported as intimate, is refused afterwards.',
  knownLine: (jobId: string, atMs: number) => `\`${jobId}\`, ${relative(atMs)}`,
  forgetKnown: 'Allow one again …',
  forgotten: 'It may be made and used again.',
  removed: '### Pictures and clips that you can bring back',
  noRemoved: 'None. You can bring back what moderators removed within the last 30 days, ten minutes after they did.',
  bringBack: 'Bring one back …',
  broughtBack: {
    'brought back': 'It’s visible again, with what was removed with it.',
    late: 'This can’t be brought back: 30 days have passed, or someone has decided about it since.',
    withheld: 'What it was made from is hidden or removed. Bring that back first. Nothing was changed.',
    lost: 'Neither the service nor the report’s card still has it. Nothing was changed.',
    'not kept': 'Its author deleted their history, or it’s too old, so Easel can’t show it again. Nothing was changed.',
    'message gone': 'Its message was deleted. Nothing was changed.',
  },
  pause: 'Pause …',
  pauseTitle: 'Stop all new pictures and clips',
  pauseWhy: 'Why? The log shows it',
  resume: 'Resume',
  postCards: 'Repost missing cards',
  cardsPosted: (posted: number, left: number) =>
    [
      posted === 0 ? 'No cards are missing.' : `${counted(posted, 'card')} reposted in the moderators’ channel.`,
      ...(left === 0 ? [] : [`${counted(left, 'request')} not checked yet. Press again once some are decided.`]),
    ].join(' '),
  more: (count: number) => `-# and ${count} more`,
  atLeast: (count: number) => `-# and at least ${count} more`,
  paused:
    'Paused. Nothing new is made until a moderator presses *Resume* in `/moderation panel`. What’s running continues.',
  pausedAlready: 'It’s already paused.',
  resumed: 'Resumed. Members can make pictures and clips again.',
  notPaused: 'It isn’t paused.',
  log: '### Moderation log',
  emptyLog: 'No matching decisions.',
  entry: ({ atMs, ...decision }: AuditWords) => `- ${relative(atMs)} ${decisionWords(decision)}`,
  line: (decision: Omit<AuditWords, 'atMs'>) => `-# ${decisionWords(decision)}`,
  /** Below what was decided, so that people can name it. */
  number: (number: number) => `-# Decision #${number}`,
  place: (channelId: string, url: string | undefined) =>
    url === undefined ? `<#${channelId}>` : `<#${channelId}> ([message](${url}))`,
  logReady: (count: number) => `${counted(count, 'decision')}, newest first.`,
};
