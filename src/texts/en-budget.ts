import type { PausedBy } from '../budget/account/decisions.ts';
import type { Share } from '../budget/account/shares.ts';
import type { Every } from '../budget/periods/period.ts';
import type { CarriedOut } from '../orders/order.ts';
import type { MediaKind } from '../task-api/models.ts';
import { agreeing, counted, credits, date, moment, number, relative, things } from './en-formats.ts';

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

const share = (one: Share): string => `${whoOf(one)}: ${credits(one.credits)} each ${one.every}`;

const paused: Record<PausedBy, string> = {
  manager:
    'Spending is paused by this server’s managers. What is under way goes on; a manager ends the pause with `/budget resume`.',
  operator:
    'Spending is paused here by the operator of the bot. What is under way goes on. Ask the operator, or try later.',
  'operator everywhere':
    'Spending is paused everywhere by the operator of the bot. What is under way goes on. Try later.',
};

export const holdRefusals = {
  noBudget: (needed: number, left: number, renewsAtMs: number | undefined) =>
    `This needs about ${credits(needed)}, and the server has ${credits(left)} left. ${
      renewsAtMs === undefined
        ? 'It has no allowance that renews: a manager can ask the operator for credits'
        : `The budget renews ${relative(renewsAtMs)}`
    }; \`/budget show\` tells more.`,
  shareUsed: (needed: number, one: Share, left: number, renewsAtMs: number) =>
    `This needs about ${credits(needed)}, and a limit of this server leaves ${credits(left)}: ${share(one)}. It renews ${relative(renewsAtMs)}; \`/budget show\` tells more.`,
  paused: (by: PausedBy) => paused[by],
  notApproved: 'The operator of this bot hasn’t approved this server yet, and has been asked. Try again later.',
  ceilingReached: (renewsAtMs: number | undefined) =>
    `All servers that use this bot have spent what its operator pays for this month. ${
      renewsAtMs === undefined ? 'Try again next month' : `You can make more ${relative(renewsAtMs)}`
    }, or ask the operator to raise the limit.`,
  notManager: 'Only members with Manage Server can do that.',
  notOperator: 'Only the operator of this bot can do that. In your server, `/budget` is the command for its managers.',
};

/** What a refused request offers instead. */
export const refusedWords = {
  edit: 'Edit …',
  make: (count: number, amount: number, model: string | undefined) =>
    `Make ${number(count)}${model === undefined ? '' : ` with ${model}`} for ${credits(amount)}`,
  kept: (endsAtMs: number) => `*Edit …* opens a form with your prompt in it. It works until ${moment(endsAtMs)}.`,
};

export const commandWords = {
  budget: {
    description: 'What this server may spend, and how it is divided',
    show: 'What is left, held and spent, and your own share',
    pause: 'Managers: nothing new is begun until you resume',
    resume: 'Managers: end your pause',
    statement: 'Managers: every change of the account, as a file',
    statementPeriod: 'How far back (this period when left out)',
    chart: 'Credits for each day by model, who spends most, and where it is going',
    alerts: 'Managers: see or choose the channel for alerts at 50, 80 and 100 % of the budget',
    alertsChannel: 'Send alerts to this channel',
    settings: 'Managers: time zone, and from which price on to ask first',
    timeZone: 'Days, weeks and months begin at its midnight, such as Europe/Berlin',
    askFrom: 'Ask before spending so many credits or more at once; 0 for never',
    share: 'Managers: divide the budget',
    shareSet: 'Managers: set a limit; name one of everyone, member, role or channel',
    shareRemove: 'Managers: remove a limit',
    shareList: 'Every limit of this server',
    shareCredits: 'At most so many credits',
    shareEvery: 'How often it renews',
    shareEveryone: 'For each member',
    shareMember: 'For one member',
    shareRole: 'For each member who has a role',
    shareTogether: 'Only with role: all of them together instead of each',
    shareChannel: 'For all that is made in a channel and its threads',
    shareWhich: 'Which limit',
  },
  credits: {
    description: 'For the operator of this bot: what servers may spend',
    grant: 'Give a server one-time credits that do not expire',
    grantCredits: 'How many; less than 0 takes back what is not used yet',
    why: 'A word for the ledger',
    server: 'The server, by name or id; this server when left out',
    allowance: 'What a server gets again and again',
    allowanceCredits: 'How many credits each time',
    allowanceEvery: 'How often; none for one-time grants only',
    carryCap: 'At most so many unused credits go over into the next period; none when left out',
    pause: 'Stop new spending of a server, or of all',
    resume: 'End a pause of yours',
    everywhere: 'All servers',
    statement: 'Every change of a server’s account, as a file',
    resolve: 'Tasks of all servers of which nobody knows whether the service charged them; end one, or many',
    resolveTask: 'Which task; leave it out for the list of all',
    resolveDecision: 'What it came to; leave it out to ask the service',
    resolveCredits: 'Settled for how many credits, if not for what is held',
    servers: 'Who spends what, and whether it agrees with the service',
  },
  every: {
    day: 'each day',
    week: 'each week',
    month: 'each month',
    none: 'no allowance',
    default: 'the configured default',
  },
};

const outOfBounds = (most: number) => `That is out of bounds: credits are whole numbers up to ${number(most)}.`;

const named: Record<Every, string> = { day: 'today', week: 'this week', month: 'this month', none: 'in all' };

/** What credits are held for. */
interface HeldWords {
  making: number;
  undecided: number;
  rounds: number;
  unconfirmed: number;
}

const heldParts = ({ making, undecided, rounds, unconfirmed }: HeldWords, made: string): string[] => [
  ...(making > 0 ? [`${number(making)} for ${made}`] : []),
  ...(undecided > 0 ? [`${number(undecided)} for requests that wait for moderators or votes`] : []),
  ...(rounds > 0 ? [`${number(rounds)} for rounds`] : []),
  ...(unconfirmed > 0 ? [`${number(unconfirmed)} for unconfirmed tasks`] : []),
];
const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

export const budget = {
  title: 'Budget of this server',
  left: (left: number, all: number, every: Every) => `**${credits(left)} left** of ${number(all)} ${named[every]}`,
  amounts: (spent: number, held: HeldWords) => {
    const parts = heldParts(held, 'what is being made');
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
    `${credits(amount)} over: the service charged more than expected. Nothing new is begun until there is room.`,
  unconfirmed: (count: number, amount: number) =>
    `${counted(count, 'unconfirmed task')} with ${credits(amount)}: the service’s answer was lost, and the operator has to settle or release ${agreeing(count, 'it', 'them')}.`,
  renews: (atMs: number) => `Renews ${relative(atMs)}, on ${date(atMs)}`,
  neverRenews: 'No allowance renews here: the operator grants credits.',
  paused: (by: PausedBy) => paused[by],
  notApproved: 'The operator of this bot hasn’t approved this server yet, so it has no allowance.',
  worth: 'At the last seen prices that is:',
  model: (model: string, count: number, thing: MediaKind, price: number) =>
    `${model}: ${things(count, thing)} (${credits(price)} each)`,
  modelFree: (model: string) => `${model}: as many as you like (free)`,
  ownShares: 'Your own limits here',
  ownShare: (one: Share, left: number, renewsAtMs: number) =>
    `${share(one)} · **${number(left)} left**, renews ${relative(renewsAtMs)}`,

  share,
  shares: 'Limits of this server',
  noShares: 'There are no limits: everyone may spend of the whole budget. `/budget share set` makes one.',
  shareSet: (one: Share) =>
    `Set: ${share(one)}. It counts from now on; where several limits apply, the strictest does.`,
  shareSame: 'That limit is set already; nothing was changed.',
  shareRemoved: 'The limit is removed.',
  shareGone: 'There is no such limit (any more). `/budget share list` shows those that there are.',
  shareOneOf: 'Name exactly one of everyone, member, role or channel, and leave the others out.',
  pausedNow: 'Paused: nothing new is begun here until a manager uses `/budget resume`. What is under way goes on.',
  pausedAlready: 'It is paused already.',
  resumedNow: 'Resumed: members can spend again.',
  resumedAlready: 'It is not paused by managers, so there is nothing to resume.',
  stillPaused: (by: PausedBy) => `It stays paused, whatever managers do: ${paused[by]}`,
  settings: (timeZone: string, askFrom: number | null) =>
    `Time zone: ${timeZone}\n${askFrom === null ? 'Nobody is asked before spending' : `Asked before spending ${credits(askFrom)} or more at once`}`,
  settingsSaved: 'Saved.',
  settingsSame: 'Nothing was changed. This is how it is:',
  unknownTimeZone: (given: string) =>
    `“${given}” is no time zone. Choose one from the list, such as Europe/Berlin or America/New_York.`,
  outOfBounds,
  bounds: {
    credits: outOfBounds,
    shares: (most: number) =>
      `A server can have at most ${counted(most, 'limit')}. Remove one with \`/budget share remove\` first.`,
    tasks: (most: number) =>
      `This server has as many tasks under way as Easel keeps at one time: ${number(most)}. Try again when some are done. No credits were touched.`,
  },

  ask: (needed: number, left: number) =>
    `This will cost about **${credits(needed)}**; the server has ${number(left)} left. Go on?`,
  askOfShare: (needed: number, one: Share, left: number) =>
    `This will cost about **${credits(needed)}**; a limit of this server leaves ${number(left)}: ${share(one)}. Go on?`,
  askExpires: (atMs: number) => `This question ends ${relative(atMs)}. Nothing is spent before you go on.`,
  askYes: 'Go on',
  askNo: 'Cancel',
  askDropped: 'Not started. No credits were touched.',
  askGone: 'This question was answered before, or its time is over. Use the command again; no credits were touched.',
  askNotYours: 'This question is for somebody else.',

  alertsSet: (channelId: string) =>
    `<#${channelId}> gets an alert when 50, 80 and 100 % of the budget is used, for new unconfirmed tasks, and when moderators can’t be reached.`,
  alertsNone: 'No channel gets budget alerts. To choose one: `/budget alerts channel: …`',
  alertsTurnOff: 'Turn off …',
  alertsAskOff: (channelId: string) =>
    `Turn off the alerts in <#${channelId}>? Managers then get no warning before the budget runs out, about unconfirmed tasks, or when moderators can’t be reached.`,
  alertsSurelyOff: 'Turn off alerts',
  alertsKeep: 'Keep them',
  alertsNotPosted: (channelId: string) =>
    `Easel cannot write in <#${channelId}>. Let it view the channel and send messages there, or choose another one.`,
  alertHello:
    'This channel is told when the server’s budget runs low: at 50, 80 and 100 %, when a task is unconfirmed, and when moderators cannot be reached.',
  alertNoDesk:
    '### The moderators cannot be reached\nThe moderators’ channel is missing, or closed to Easel, so requests that need approval are given back, and moderators see no reports until it is open again. A manager can choose another under *Moderators* in `/settings show`, or let Easel view it and send messages there.',
  alertUsed: (percent: number, left: number, all: number, renewsAtMs: number | undefined) =>
    `### ${percent >= 100 ? 'The budget is used up' : `${percent} % of the budget is used`}\n${credits(left)} of ${number(all)} left.${
      renewsAtMs === undefined
        ? ' No allowance renews it: the operator can grant credits.'
        : ` It renews ${relative(renewsAtMs)}.`
    }\n-# \`/budget show\` and \`/budget chart\` tell more.`,
  alertUnconfirmed: (count: number, amount: number) =>
    `### ${counted(count, 'unconfirmed task')}\nThe service’s answer was lost, so nobody knows whether it was charged. ${credits(amount)} ${agreeing(amount, 'stays', 'stay')} held until the operator has settled or released ${agreeing(count, 'it', 'them')}.`,

  statementReady: (entries: number, from: string, until: string) =>
    `The account from ${from} until ${until}: ${counted(entries, 'entry', 'entries')}.`,
  statementCut: (carried: number) =>
    `Only the newest entries are told singly here; ${counted(carried, 'older one')} may belong to this period as well.`,
  statementPeriods: {
    period: 'this period',
    '7': 'the last 7 days',
    '31': 'the last 31 days',
    all: 'everything that is kept',
  },

  chart: {
    title: 'Credits for each day',
    subtitle: (from: string, until: string) => `${from} to ${until}`,
    spenders: 'Who spent most',
    forecast: (atEnd: number, all: number) =>
      atEnd > all
        ? `At this pace about ${credits(atEnd)} would be used by the end of the period, and the budget is ${number(all)}.`
        : `At this pace about ${number(atEnd)} of ${credits(all)} will be used by the end of the period.`,
    runsOut: (atMs: number) => `The budget would run out ${relative(atMs)}.`,
    course: 'This period, and where it is going',
    used: 'used',
    budget: (amount: number) => `budget ${number(amount)}`,
    amount: number,
    nothing: 'Nothing was spent in these days yet. Try `/image`!',
    alt: (from: string, until: string, total: number) =>
      `Bar chart of credits for each day from ${from} to ${until}: ${credits(total)} in all.`,
    altModel: (model: string, amount: number) => `${model}: ${number(amount)}`,
    altBest: (day: string, amount: number) => `Most on ${day}: ${credits(amount)}.`,
    altForecast: (used: number, atEnd: number, all: number) =>
      `This period: ${number(used)} of ${credits(all)} used so far, about ${number(atEnd)} at its end.`,
    altSpenders: (amounts: readonly number[]) => `Credits of those who spent most: ${amounts.map(number).join(', ')}.`,
    spender: (place: number, memberId: string, amount: number) => `${place}. <@${memberId}> ${credits(amount)}`,
  },
};

const same = 'It is so already; nothing was changed.';
const notUnconfirmed = 'That task is under way: it ends by itself.';

/** What came of an order; what a `done` one did is told for itself. */
const orderOutcomes: Readonly<
  Record<
    Exclude<CarriedOut['outcome'], 'done'> | 'waits' | 'too many',
    (server: string, amount: number, left: number) => string
  >
> = {
  granted: (server, amount, left) => `${credits(amount)} granted to ${server}; it has ${credits(left)} left now.`,
  'taken back': (server, amount, left) =>
    `${credits(amount)} taken back from ${server}; it has ${credits(left)} left now.`,
  already: () => 'This order was carried out before; nothing was changed.',
  'not there': (server, _, left) =>
    `${server} has only ${credits(left)} of grants that are neither spent nor held. Take back at most that.`,
  unchanged: () => same,
  settled: (_, amount) => `Settled for ${credits(amount)}.`,
  released: (_, amount) => `Released: ${credits(amount)} ${agreeing(amount, 'is', 'are')} free again.`,
  'not unconfirmed': () => notUnconfirmed,
  'unknown at the service': () =>
    'The service was never heard of this task again, so it cannot be asked. Look at its account page, then settle or release the task here.',
  'still runs': () => 'The service says that it is still being made. Ask again later.',
  'not told': () =>
    'The service does not tell how it ended. Look at its account page, then settle or release the task here.',
  failed: (server) => `The process that serves ${server} could not carry this out; its log says why.`,
  waits: (server) =>
    `The process that serves ${server} is away. Your order waits, and is carried out as soon as one serves it; do not give it again.`,
  'too many': () =>
    'Too many orders wait for servers that no process serves; this one was not taken. Start an Easel for them first.',
};

export const creditsCommand = {
  outcomes: orderOutcomes,
  same,
  notUnconfirmed,
  asked: (server: string) => `Asked the process that serves ${server} …`,
  zero: 'A grant is of at least one credit, given or (with a minus) taken back.',
  notNow: (server: string, guildId: string) =>
    `${server} stays without credits. You can still give it some: \`/credits allowance every:month credits:… server:${guildId}\`.`,
  allowance: (server: string, amount: number, every: Every, cap: number) =>
    every === 'none'
      ? `${server} has no allowance any more: only what is granted.`
      : `${server} has ${credits(amount)} each ${every} from now on${cap === 0 ? ', not carried over' : `; up to ${number(cap)} of what is unused is carried over`}.`,
  defaultAllowance: (server: string) => `${server} has the configured allowance again.`,
  needsCredits: 'Say how many credits, or choose no allowance.',
  paused: (server: string) => `Paused: ${server} begins nothing new until you resume it.`,
  resumed: (server: string) => `Resumed: ${server} can spend again.`,
  pausedAll: 'Paused: nobody begins anything new anywhere until you resume it.',
  resumedAll: 'Resumed everywhere. Servers that were paused one by one stay so.',
  server: (guildId: string, name: string | undefined) =>
    name === undefined ? `server ${guildId}` : `**${name}** (${guildId})`,
  noServer: 'Easel knows no server of that name. Pick one from the list, or give the server’s id: 17 to 20 digits.',
  severalServers: 'More than one server has that name. Pick one from the list.',
  needsServer: 'Say which server: pick one from the list of the option `server`, or give the server’s id.',

  noUnconfirmed: 'There is no such unconfirmed task (any more).',
  task: (taskKey: string, memberId: string, modelId: string, amount: number, date: string) =>
    `${date} · ${modelId} · ${credits(amount)} · member ${memberId} · ${taskKey}`,

  unconfirmed: {
    title: 'Unconfirmed tasks',
    none: 'No task is unconfirmed.',
    about: (tasks: number, servers: number, amount: number) =>
      `${counted(tasks, 'task')} in ${counted(servers, 'server')} ${tasks === 1 ? 'holds' : 'hold'} ${credits(amount)}. The service’s answer was lost, so look at its account page: *Settle* what it charged, *Release* what it did not.`,
    line: (number: number, facts: { model: string; amount: number; atMs: number; memberId: string }) =>
      `**${number}** ${facts.model} · ${credits(facts.amount)} · ${moment(facts.atMs)} · <@${facts.memberId}>`,
    place: (server: string, taskId: string | undefined) =>
      `-# ${server} · ${taskId === undefined ? 'the service never named it' : `at the service: ${taskId}`}`,
    noPrompt: 'Its prompt is no longer kept.',
    settle: 'Settle',
    release: 'Release',
    settleAll: 'Settle all shown',
    releaseAll: 'Release all shown',
    ask: {
      settle: (tasks: number, amount: number) =>
        `Settle ${tasks === 1 ? 'this task' : `these ${tasks} tasks`} for what is held, ${credits(amount)}? The servers pay that, for good.`,
      release: (tasks: number, amount: number) =>
        `Release ${tasks === 1 ? 'this task' : `these ${tasks} tasks`}? ${credits(amount)} ${agreeing(amount, 'goes', 'go')} back to the servers, for good.`,
    },
    yes: { settle: 'Settle them', release: 'Release them' },
    no: 'Back',
    changed: 'The list has changed meanwhile; nothing was done. This is how it is now.',
    ended: {
      settle: (tasks: number, amount: number) => `${counted(tasks, 'task')} settled for ${credits(amount)}.`,
      release: (tasks: number, amount: number) =>
        `${counted(tasks, 'task')} released: ${credits(amount)} ${agreeing(amount, 'is', 'are')} free again.`,
    },
    waiting: (tasks: number) =>
      `${counted(tasks, 'task')} ${agreeing(tasks, 'is', 'are')} of servers whose process is away: ${agreeing(tasks, 'it ends', 'they end')} when one serves them again.`,
    page: (page: number, pages: number) => `Page ${page} of ${pages}, oldest first`,
  },

  serversTitle: 'Servers',
  serverLine: (
    server: string,
    facts: { spent: number; held: number; left: number; all: number; unconfirmed: number; paused: boolean },
  ) =>
    [
      `${server}: ${number(facts.spent)} spent, ${number(facts.held)} held, ${number(facts.left)} of ${number(facts.all)} left`,
      ...(facts.unconfirmed === 0 ? [] : [counted(facts.unconfirmed, 'unconfirmed task')]),
      ...(facts.paused ? ['paused'] : []),
    ].join(' · '),
  noServers: 'No server has spent anything yet.',
  page: (page: number, pages: number, servers: number) => `Page ${page} of ${pages} · ${counted(servers, 'server')}`,
  more: 'More',
  fewer: 'Back',
  ceiling: (used: number, ceiling: number, renewsAtMs: number | undefined) =>
    `All servers together: **${number(used)}** of ${credits(ceiling)} this month${renewsAtMs === undefined ? '' : `, renewed ${relative(renewsAtMs)}`} (\`BUDGET_ALL_CREDITS\`)`,
  service: (charged: number, refunded: number, net: number) =>
    `At the service: ${credits(charged)} charged, ${number(refunded)} refunded, **${number(net)} net**`,
  writtenOff: (amount: number) => `${credits(amount)} of it kept for tasks without a result, which no server pays for`,
  accounts: (spent: number, held: number) => `In the accounts: ${credits(spent)} spent and ${number(held)} held`,
  agrees: 'They agree.',
  agreesBut: (held: HeldWords) =>
    `They agree but for what is held: ${listed(heldParts(held, 'creates that are not answered yet'))}.`,
  differs: (amount: number) => `**They differ by ${credits(amount)}.** \`npm run audit\` says more.`,
  unreadable: (counts: [collection: string, records: number][]) =>
    `**Some records cannot be read**, and stay as they are: ${listed(counts.map(([collection, records]) => `${number(records)} of ${collection}`))}. The log names them.`,
  booksInOrder: 'Every account agrees with its ledger.',
  booksDiffer: (faults: number) =>
    `**${counted(faults, 'fault')} in the books.** \`npm run audit\` says which server and entry.`,
};
