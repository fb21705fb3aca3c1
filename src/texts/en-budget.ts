import type { PausedBy } from '../budget/account/decisions.ts';
import type { Share } from '../budget/account/shares.ts';
import type { AccountView } from '../budget/account/view.ts';
import type { Every } from '../budget/periods/period.ts';
import type { ProcessesStatus } from '../health/processes.ts';
import type { CommandResult } from '../operator-commands/operator-command.ts';
import type { MediaKind, Price } from '../task-api/models.ts';
import {
  agreeing,
  code,
  counted,
  credits,
  date,
  lasting,
  moment,
  number,
  price,
  priced,
  relative,
  things,
} from './en-formats.ts';

/** What people read of credits, and of the commands that are about nothing else. */

function whoOf({ target }: Share): string {
  switch (target.kind) {
    case 'everyone':
      return 'Each member';
    case 'member':
      return `<@${target.id}>`;
    case 'channel':
      return `All together in <#${target.id}>`;
    case 'role':
      return target.together ? `All with <@&${target.id}> together` : `Each member with <@&${target.id}>`;
  }
}

const NOW: Record<Share['every'], string> = { day: 'today', week: 'this week', month: 'this month' };

/** Whose limit it is, for a member whom it stops. */
function whoseOf({ target }: Share): string {
  if (target.kind === 'channel') return `<#${target.id}>’s`;
  return target.kind === 'role' && target.together ? `<@&${target.id}>’s` : 'your';
}

const share = (one: Share): string => `${whoOf(one)}: ${credits(one.credits)} each ${one.every}`;

const paused: Record<PausedBy, string> = {
  manager:
    'This server’s managers have paused spending. Running jobs continue. A manager can end the pause under *Budget* in `/settings`.',
  operator:
    'The operator of Easel has paused spending here. Running jobs continue. Ask the operator, or try again later.',
  'operator everywhere':
    'The operator of Easel has paused spending everywhere. Running jobs continue. Try again later.',
};

export const holdRefusals = {
  noBudget: (needed: number, left: number, renewsAtMs: number | undefined) =>
    `This needs about ${credits(needed)}, and the server has ${credits(left)} left. ${
      renewsAtMs === undefined
        ? 'This server gets no regular credits; a manager can ask Easel’s operator for some'
        : `The budget renews ${relative(renewsAtMs)}`
    }. See \`/budget\`.`,
  shareUsed: (needed: number, one: Share, left: number, renewsAtMs: number) =>
    `${credits(needed)} needed, ${number(left)} of ${whoseOf(one)} ${number(one.credits)} left ${NOW[one.every]}. More ${relative(renewsAtMs)}; see \`/budget\`.`,
  paused: (by: PausedBy) => paused[by],
  notApproved: 'Easel’s operator hasn’t approved this server yet, but has been asked. Try again later.',
  ceilingReached: (renewsAtMs: number | undefined) =>
    `Easel has reached its operator’s limit for all servers this month. ${
      renewsAtMs === undefined ? 'Try again next month' : `You can make more ${relative(renewsAtMs)}`
    }, or ask the operator to raise the limit.`,
  notManager: 'Only members with Manage Server can do that.',
  notOperator: 'Only Easel’s operator can do that. Your server’s managers can use `/settings`.',
};

/** What a refused request offers instead. */
export const refusedWords = {
  edit: 'Edit …',
  again: 'Try again',
  make: (count: number, all: Price, model?: string) =>
    priced(`Make ${count === 1 ? 'it' : number(count)}${model === undefined ? '' : ` with ${model}`}`, all),
  kept: (lifeMs: number, button: string) => `Your prompt is kept for ${lasting(lifeMs)}: press *${button}*.`,
};

export const commandWords = {
  budget: {
    description: 'See what’s left, held and spent, and your own limits',
  },
  credits: {
    description: 'Operator: manage what servers can spend',
    grant: 'Give a server one-time credits that don’t expire',
    grantCredits: 'Set how many; a negative number removes unused credits',
    why: 'Add a note for the ledger',
    server: 'Choose the server by name or id (leave out for this one)',
    allowance: 'Set a server’s regular allowance',
    allowanceCredits: 'Set how many credits each period',
    allowanceEvery: 'Choose how often it renews; with no allowance, only what you grant counts',
    carryCap: 'Set the most unused credits that carry over (leave out for none)',
    pause: 'Stop new spending in one server or everywhere',
    resume: 'End your pause',
    everywhere: 'Apply to all servers',
    statement: 'Get every change of a server’s account as a file',
    statementPeriod: 'Choose how far back (leave out for this period)',
    resolve: 'Settle or release tasks the service never confirmed',
    resolveTask: 'Choose a task (leave out to list all of them)',
    resolveDecision: 'Choose what happened (leave out to ask the service)',
    resolveCredits: 'Settle for this many credits instead of what’s held',
    servers: 'See what each server spends, and compare it with the service',
    status: 'See what Easel does now, what today costs, and what is wrong',
  },
  every: {
    day: 'each day',
    week: 'each week',
    month: 'each month',
    none: 'no allowance',
    default: 'the default',
  },
};

const outOfBounds = (most: number) => `Enter a whole number of credits, up to ${number(most)}.`;

const named: Record<Every, string> = { ...NOW, none: 'in total' };

/** Held credits by purpose. */
export interface HeldByPurpose {
  /** Tasks at the service, or about to be. */
  making: number;
  /** Requests that wait for moderators or votes. */
  undecided: number;
  /** Rounds without winners yet. */
  rounds: number;
  unconfirmed: number;
}

const heldParts = ({ making, undecided, rounds, unconfirmed }: HeldByPurpose, made: string): string[] => [
  ...(making > 0 ? [`${number(making)} for ${made}`] : []),
  ...(undecided > 0 ? [`${number(undecided)} for requests waiting for moderators or votes`] : []),
  ...(rounds > 0 ? [`${number(rounds)} for rounds`] : []),
  ...(unconfirmed > 0 ? [`${number(unconfirmed)} for unconfirmed tasks`] : []),
];
const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

export const budget = {
  title: 'Budget of this server',
  left: (left: number, all: number, every: Every) => `**${credits(left)} left** of ${number(all)} ${named[every]}`,
  amounts: (spent: number, held: HeldByPurpose) => {
    const parts = heldParts(held, 'pictures and clips in progress');
    const all = held.making + held.undecided + held.rounds + held.unconfirmed;
    return `${credits(spent)} spent · ${number(all)} held${all === 0 ? '' : `: ${listed(parts)}`}`;
  },
  parts: (allowance: number, carried: number, grants: number) =>
    [
      `${number(allowance)} allowance`,
      ...(carried === 0 ? [] : [`${number(carried)} carried over`]),
      ...(grants === 0 ? [] : [`${number(grants)} granted once`]),
    ].join(' + '),
  overspent: (amount: number) =>
    `${credits(amount)} over budget, because the service charged more than expected. Nothing new starts until there’s room.`,
  unconfirmed: (count: number, amount: number) =>
    `${counted(count, 'unconfirmed task')} with ${credits(amount)} held: it’s unknown what the service charged, so the operator needs to settle or release ${agreeing(count, 'it', 'them')}.`,
  renews: (atMs: number) => `Renews ${relative(atMs)}, on ${date(atMs)}`,
  neverRenews: 'This server has no recurring allowance. The operator grants credits.',
  paused: (by: PausedBy) => paused[by],
  notApproved: 'Easel’s operator hasn’t approved this server yet, so it has no allowance.',
  worth: 'At current prices, that’s enough for:',
  model: (model: string, count: number, thing: MediaKind, each: Price) =>
    `${model}: ${things(count, thing)} (${price(each)} each)`,
  ownShares: 'Your own limits here',
  ownShare: (one: Share, left: number, renewsAtMs: number) =>
    `${share(one)} · **${number(left)} left**, renews ${relative(renewsAtMs)}`,

  share,
  shares: 'Limits of this server',
  noShares: 'There are no limits, so everyone can spend from the whole budget.',
  shareSet: (one: Share) =>
    `Set: ${share(one)}. It counts from now on. If several limits apply, the strictest one counts.`,
  shareSame: 'Nothing was changed: that limit is already set.',
  shareRemoved: 'Limit removed.',
  shareGone: 'Someone else removed that limit.',
  removeShare: 'Remove a limit',
  limit: {
    everyone: 'Limit each member',
    member: 'Limit a member',
    role: 'Limit a role',
    channel: 'Limit a channel',
  },
  limitForm: {
    member: 'Member',
    role: 'Role',
    how: 'Whose spending counts',
    eachOfRole: 'each member with this role by themselves',
    togetherOfRole: 'all members with this role together',
    channel: 'Channel, with its threads',
    credits: 'The most credits to spend',
    every: 'How often it renews',
  },
  every: { day: 'each day', week: 'each week', month: 'each month' },
  zone: 'Time zone …',
  zoneTitle: 'Time zone, and asking first',
  zoneLabel: 'Time zone or city, such as Europe/Berlin',
  askLabel: 'Ask before spending this many (0: never)',
  manage: 'Manage …',
  pause: 'Pause spending',
  resume: 'Resume spending',
  pausedNow: 'Paused. Nothing new starts here until a manager resumes. Running jobs continue.',
  resumedNow: 'You ended your pause.',
  notPaused: 'No manager has paused spending here, so nothing changed.',
  settings: (timeZone: string, askFrom: number | null) =>
    `Time zone: ${timeZone}\n${askFrom === null ? 'Easel never asks before spending' : `Easel asks before spending ${credits(askFrom)} or more at once`}`,
  settingsSaved: 'Saved.',
  unknownTimeZone: (given: string) =>
    `“${given}” isn’t a time zone. Enter one such as Europe/Berlin or America/New_York.`,
  outOfBounds,
  bounds: {
    credits: outOfBounds,
    shares: (most: number) => `A server can have at most ${counted(most, 'limit')}. Remove one first.`,
    tasks: (most: number) =>
      `This server has ${counted(most, 'task')} in progress, the most Easel allows. Try again when some are done.`,
  },

  ask: (all: Price, left: number) => `Make this for **${price(all)}**? The server has ${number(left)} left.`,
  askOfShare: (all: Price, one: Share, left: number) =>
    `Make this for **${price(all)}**? A limit of this server leaves ${number(left)}: ${share(one)}.`,
  askExpires: (atMs: number) => `This question expires ${relative(atMs)}. Nothing is spent until you confirm.`,
  askNo: 'Cancel',
  askDropped: 'Cancelled. No credits were spent.',
  askGone: 'This question has expired. If you want this, use the command again.',
  askStarted:
    'You already answered this, and your request is there: see its message or `/history`. It didn’t start twice.',
  askAnswered:
    'You already answered this, and Easel is working on it. If no message follows within a minute, nothing was started and no credits were spent.',
  askNotYours: 'This question is for someone else.',

  alertsSet: (channelId: string) =>
    `<#${channelId}> gets alerts when 50, 80 and 100 % of the budget is used, when a task is unconfirmed, and when Easel can’t reach the moderators.`,
  alertsNone:
    'No channel gets budget alerts yet: warnings when the budget runs low, when a task is unconfirmed, and when Easel can’t reach the moderators.',
  alertsChoose: 'Choose a channel for alerts',
  alertsNotPosted: (channelId: string) =>
    `Easel can’t send messages in <#${channelId}>. Let Easel view the channel and send messages there, or choose another one.`,
  alertHello:
    'This channel now gets alerts when 50, 80 and 100 % of the budget is used, when a task is unconfirmed, and when Easel can’t reach the moderators.',
  alertModeratorsUnreachable:
    '### Easel can’t reach the moderators\nThe moderators’ channel is missing or closed to Easel. Requests that need approval are returned, and moderators don’t see reports. Choose another channel under *Moderators* in `/settings`, or let Easel view this one and send messages there.',
  alertUsed: (percent: number, left: number, all: number, renewsAtMs: number | undefined) =>
    `### ${percent >= 100 ? 'The budget is used up' : `${percent} % of the budget is used`}\n${credits(left)} of ${number(all)} left.${
      renewsAtMs === undefined
        ? ' No allowance renews it. The operator can grant credits.'
        : ` It renews ${relative(renewsAtMs)}.`
    }\n-# See \`/budget\`.`,
  alertUnconfirmed: (count: number, amount: number) =>
    `### ${counted(count, 'unconfirmed task')}\nIt’s unknown what the service charged. ${credits(amount)} ${agreeing(amount, 'stays', 'stay')} held until the operator settles or releases ${agreeing(count, 'it', 'them')}.`,

  statementReady: (entries: number, from: string, until: string) =>
    `The account from ${from} to ${until}: ${counted(entries, 'entry', 'entries')}.`,
  statementCut: (carried: number) =>
    `Only the newest entries are listed. ${counted(carried, 'older one')} may belong to this period too.`,
  getStatement: 'Get the account as a file',
  statement: (period: string) => `The account as a file: ${period}`,
  statementPeriods: {
    period: 'this period',
    '7': 'the last 7 days',
    '31': 'the last 31 days',
    all: 'everything kept',
  },

  chart: {
    button: 'Chart',
    title: 'Credits per day',
    subtitle: (from: string, until: string) => `${from} to ${until}`,
    spenders: 'Top spenders',
    forecast: (atEnd: number, all: number) =>
      atEnd > all
        ? `At this pace, the period would take about ${credits(atEnd)}. The budget is ${number(all)}.`
        : `At this pace, about ${number(atEnd)} of ${credits(all)} will be used by the end of the period.`,
    runsOut: (atMs: number) => `The budget would run out ${relative(atMs)}.`,
    course: 'This period, with forecast',
    used: 'used',
    budget: (amount: number) => `budget ${number(amount)}`,
    amount: number,
    nothing: 'Nothing was spent on these days. Try `/image`!',
    alt: (from: string, until: string, total: number) =>
      `Bar chart of credits per day from ${from} to ${until}: ${credits(total)} in total.`,
    altModel: (model: string, amount: number) => `${model}: ${number(amount)}`,
    altBest: (day: string, amount: number) => `Most on ${day}: ${credits(amount)}.`,
    altForecast: (used: number, atEnd: number, all: number) =>
      `This period: ${number(used)} of ${credits(all)} used so far, about ${number(atEnd)} by its end.`,
    altSpenders: (amounts: readonly number[]) => `Credits of the top spenders: ${amounts.map(number).join(', ')}.`,
    spender: (place: number, memberId: string, amount: number) => `${place}. <@${memberId}> ${credits(amount)}`,
  },
};

const same = 'Nothing was changed: that’s already the case.';
const notUnconfirmed = 'That task is still in progress and will end by itself.';

/** The outcomes of operators' commands. `done` has words of its own for each command. */
const commandOutcomes: Readonly<
  Record<
    Exclude<CommandResult['outcome'], 'done'> | 'waiting' | 'too many',
    (server: string, amount: number, left: number) => string
  >
> = {
  granted: (server, amount, left) => `Granted ${credits(amount)} to ${server}, which now has ${credits(left)} left.`,
  removed: (server, amount, left) => `Removed ${credits(amount)} from ${server}, which now has ${credits(left)} left.`,
  already: () => 'Nothing was changed: this command already ran.',
  'too few': (server, _, left) =>
    `${server} has only ${credits(left)} of grants that are neither spent nor held. Remove at most that.`,
  unchanged: () => same,
  settled: (_, amount) => `Settled for ${credits(amount)}.`,
  released: (_, amount) => `Released. ${credits(amount)} ${agreeing(amount, 'is', 'are')} available again.`,
  'not unconfirmed': () => notUnconfirmed,
  'not believed': (_, amount) =>
    `Nothing was changed: the service says that it charged ${credits(amount)}, far more than was quoted. Check its account page, then settle the right number here, or release it.`,
  'unknown at the service': () =>
    'The service never named this task, so Easel can’t ask about it. Check the service’s account page, then settle or release the task here.',
  'still running': () => 'The service says it’s still in progress. Ask again later.',
  'no answer': () =>
    'The service doesn’t say how it ended. Check its account page, then settle or release the task here.',
  failed: (server) => `The process that serves ${server} couldn’t run this. Its log says why.`,
  waiting: (server) =>
    `The process that serves ${server} is away. Your command waits until one serves it again. Don’t repeat it.`,
  'too many': () => 'Not done: too many commands wait for servers that no process serves. Start one for them first.',
};

export const creditsCommand = {
  outcomes: commandOutcomes,
  same,
  notUnconfirmed,
  asked: (server: string) => `Asked the process that serves ${server} …`,
  zero: 'Enter at least one credit to grant, or a negative number to remove credits.',
  notNow: (server: string, guildId: string) =>
    `${server} stays without credits. To give it some later, use \`/credits allowance every:month credits:… server:${guildId}\`.`,
  allowance: (server: string, amount: number, every: Every, cap: number) =>
    every === 'none'
      ? `${server} no longer has an allowance, only what you grant it.`
      : `${server} now gets ${credits(amount)} each ${every}${cap === 0 ? '. Unused credits expire' : `. Up to ${number(cap)} unused credits carry over`}.`,
  defaultAllowance: (server: string) => `${server} has the default allowance again.`,
  needsCredits: 'Enter how many credits, or choose no allowance.',
  paused: (server: string) => `Paused. ${server} starts nothing new until you resume it.`,
  resumed: (server: string) => `Resumed. ${server} can spend again.`,
  pausedAll: 'Paused everywhere. Nothing new starts until you resume it.',
  resumedAll: 'Resumed everywhere. Servers that you paused individually stay paused.',
  server: (guildId: string, name: string | undefined) =>
    name === undefined ? `server ${guildId}` : `**${name}** (${guildId})`,
  noServer: 'Easel doesn’t know a server by that name. Pick one from the list, or enter its id (17 to 20 digits).',
  severalServers: 'Several servers have that name. Pick one from the list.',
  needsServer: 'Which server? Pick one in the option `server`, or enter its id.',

  noUnconfirmed: 'There’s no such unconfirmed task.',
  task: (taskKey: string, memberId: string, modelId: string, amount: number, date: string) =>
    `${date} · ${modelId} · ${credits(amount)} · member ${memberId} · ${taskKey}`,

  unconfirmed: {
    title: 'Unconfirmed tasks',
    none: 'No tasks are unconfirmed.',
    about: (tasks: number, servers: number, amount: number) =>
      `${counted(tasks, 'task')} in ${counted(servers, 'server')} ${tasks === 1 ? 'holds' : 'hold'} ${credits(amount)}. No one knows what the service charged, so check its account page. Settle what it charged, and release what it didn’t.`,
    line: (number: number, facts: { model: string; amount: number; atMs: number; memberId: string }) =>
      `**${number}** ${facts.model} · ${credits(facts.amount)} · ${moment(facts.atMs)} · <@${facts.memberId}>`,
    place: (server: string, taskId: string | undefined) =>
      `-# ${server} · ${taskId === undefined ? 'not named by the service' : `at the service: ${taskId}`}`,
    claimed: (amount: number) => `-# The service says that it charged ${credits(amount)}. Easel doesn’t believe that.`,
    noPrompt: 'The prompt is no longer kept.',
    settle: 'Settle',
    release: 'Release',
    settleAll: 'Settle all on this page',
    releaseAll: 'Release all on this page',
    ask: {
      settle: (tasks: number, amount: number) =>
        `Settle ${tasks === 1 ? 'this task' : `these ${tasks} tasks`} for ${credits(amount)}, the amount held? The servers pay that. You can’t undo this.`,
      release: (tasks: number, amount: number) =>
        `Release ${tasks === 1 ? 'this task' : `these ${tasks} tasks`}? ${credits(amount)} ${agreeing(amount, 'goes', 'go')} back to the servers. You can’t undo this.`,
    },
    yes: { settle: 'Settle', release: 'Release' },
    no: 'Cancel',
    changed: 'Nothing was done, because the list has changed. Here’s the current list.',
    ended: {
      settle: (tasks: number, amount: number) => `${counted(tasks, 'task')} settled for ${credits(amount)}.`,
      release: (tasks: number, amount: number) =>
        `${counted(tasks, 'task')} released. ${credits(amount)} ${agreeing(amount, 'is', 'are')} available again.`,
    },
    waiting: (tasks: number) =>
      `${counted(tasks, 'task')} ${agreeing(tasks, 'belongs', 'belong')} to servers whose process is away and ${agreeing(tasks, 'ends', 'end')} once a process serves them again.`,
    page: (page: number, pages: number) => `Page ${page} of ${pages}, oldest first`,
  },

  status: {
    title: 'Easel right now',
    tasks: ({ sending, atService, delivering, forPeople }: ProcessesStatus['tasks']) =>
      [
        ...(atService > 0 ? [`**${counted(atService, 'task')}** at the service`] : []),
        ...(sending > 0 ? [`${number(sending)} waiting to be sent`] : []),
        ...(delivering > 0 ? [`${counted(delivering, 'result')} on the way`] : []),
        ...(forPeople > 0 ? [`${counted(forPeople, 'request')} for people to decide`] : []),
      ].join(' · ') || 'Nothing runs or waits',
    today: (tasks: number, spent: number) =>
      `Today, by each server’s time zone: **${credits(spent)}** spent on ${counted(tasks, 'task')}`,
    returned: (tasks: number, reasons: readonly (readonly [why: string, times: number])[]) =>
      `Credits returned for ${counted(tasks, 'task')}: ${listed(reasons.map(([why, times]) => `${why} ${number(times)}`))}`,
    withoutResult: (tasks: number) =>
      `${counted(tasks, 'task')} succeeded today without a picture or clip: the service charged for them, and no server pays. \`/credits servers\` has the sum`,
    findings: (count: number) => (count === 0 ? 'No problems right now' : `${counted(count, 'problem')} right now`),
    dearest: 'Most spent today',
    server: (server: string, amount: number) => `${server}: ${credits(amount)}`,
    processes: (count: number) => counted(count, 'process', 'processes'),
    process: ({ version, shards, startedAtMs, isOwn, findings }: ProcessesStatus['running'][number]) =>
      [
        `Easel ${version}, shards: ${shards}, started ${relative(startedAtMs)}`,
        ...(isOwn ? ['answers you'] : findings.slice(0, 2).map(code)),
      ].join(' · '),
  },

  serversTitle: 'Servers',
  serverLine: (server: string, { spentCredits, heldCredits, leftCredits, ...view }: AccountView) =>
    [
      `${server}: ${number(spentCredits)} spent, ${number(heldCredits)} held, ${number(leftCredits)} of ${number(view.budgetCredits)} left`,
      ...(view.unconfirmed.holds === 0 ? [] : [counted(view.unconfirmed.holds, 'unconfirmed task')]),
      ...(view.pausedBy === undefined ? [] : ['paused']),
    ].join(' · '),
  noServers: 'No servers have spent anything yet.',
  page: (page: number, pages: number, servers: number) => `Page ${page} of ${pages} · ${counted(servers, 'server')}`,
  ceiling: (used: number, ceiling: number, renewsAtMs: number | undefined) =>
    `All servers together: **${number(used)}** of ${credits(ceiling)} this month${renewsAtMs === undefined ? '' : `, renewed ${relative(renewsAtMs)}`} (\`BUDGET_ALL_CREDITS\`)`,
  service: (charged: number, refunded: number, net: number) =>
    `At the service: ${credits(charged)} charged, ${number(refunded)} refunded, **${number(net)} net**`,
  writtenOff: (amount: number) =>
    `${credits(amount)} of that charged for tasks that returned nothing; no server pays for them`,
  accounts: (spent: number, held: number) => `In the accounts: ${credits(spent)} spent and ${number(held)} held`,
  agrees: 'The service’s charges match the accounts.',
  agreesBut: (held: HeldByPurpose) =>
    `The service’s charges match the accounts, apart from what’s held: ${listed(heldParts(held, 'tasks the service hasn’t answered for yet'))}.`,
  differs: (amount: number) =>
    `**The service’s charges and the accounts differ by ${credits(amount)}.** Run \`npm run audit\`.`,
  booksInOrder: 'Every account matches its entries.',
  booksDiffer: (faults: number) =>
    `**${counted(faults, 'fault')} in the books.** Run \`npm run audit\` to see which server and entry.`,
};
