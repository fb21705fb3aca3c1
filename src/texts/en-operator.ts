import type { Trouble } from '../alerts/operator-alert.ts';
import { agreeing, counted, credits, number, relative } from './en-formats.ts';

/** Alerts for the operator. */

const titles: Record<Trouble, string> = {
  'bad key': 'The generation service rejects the key',
  'refuses requests': 'The generation service refuses every request',
  'not the service': 'Something other than the generation service is answering',
  'creates fail': 'The generation service loses new requests',
  down: 'Easel can’t reach the generation service',
};

const todo: Record<Trouble, string> = {
  'bad key':
    'Enable the key on the service’s account page, or set another `TASK_API_KEY` and restart Easel. Until then, Easel refuses new requests, and running jobs wait.',
  'refuses requests':
    'Check the service’s account page: are there credits, and may the key create tasks? Until then, Easel refuses new requests except for an occasional trial.',
  'not the service':
    'Set `TASK_API_URL` to the right address and restart Easel. Until then, Easel refuses new requests, and running jobs wait.',
  'creates fail': 'Easel refuses new requests except for an occasional trial. Running jobs continue.',
  down: 'Easel refuses new requests, and running jobs wait. Easel continues by itself once the service answers.',
};

const over: Record<Trouble, string> = {
  'bad key': 'The generation service accepts the key again',
  'refuses requests': 'The generation service accepts requests again',
  'not the service': 'The generation service answers again',
  'creates fail': 'The generation service answers new requests again',
  down: 'Easel can reach the generation service again',
};

interface IntimateReport {
  guildId: string;
  jobId: string;
  url: string | undefined;
  deadlineMs: number;
  isOverdue: boolean;
}

const shardsHave = (count: number, named: string): string =>
  `${agreeing(count, 'Shard', 'Shards')} ${named} ${agreeing(count, 'has', 'have')}`;

export const operatorAlerts = {
  intimateReport: ({ guildId, jobId, url, deadlineMs, isOverdue }: IntimateReport) =>
    [
      isOverdue
        ? '### Moderators haven’t decided about a reported intimate picture'
        : '### A member reported an intimate picture of a real person',
      `Server ${guildId}, job ${jobId}${url === undefined ? '' : `: ${url}`}`,
      isOverdue
        ? `The deadline was ${relative(deadlineMs)}. The picture stays hidden. Ask the server’s owner to decide.`
        : `It’s hidden everywhere. The server’s moderators should decide ${relative(deadlineMs)}.`,
    ].join('\n'),
  restored: (backupChangedAtMs: number, isCarriedOver: boolean) =>
    [
      '### Easel started from a restored backup',
      `The backup last changed ${relative(backupChangedAtMs)}.`,
      isCarriedOver
        ? 'Settings, styles, preferences, stars and collections are as they were then. Everything else was carried over.'
        : 'What was spent and decided since then is forgotten, so those credits can be spent again. Compare `/credits servers` with the service’s account page.',
    ].join('\n'),
  shardsVacant: (count: number, named: string) =>
    [
      `### ${shardsHave(count, named)} no process`,
      'Easel doesn’t answer in those servers, and their jobs wait. Start another Easel process, or raise `SHARDS_PER_PROCESS`.',
    ].join('\n'),
  shardsServed: (count: number, named: string) =>
    `### ${shardsHave(count, named)} a process again\nEasel answers in those servers again, and their jobs continue.`,
  ceiling: (percent: number, used: number, ceiling: number, renewsAtMs: number | undefined) =>
    [
      `### All servers together have used ${percent} % of this month’s credits`,
      `That is ${number(used)} of ${credits(ceiling)}${renewsAtMs === undefined ? '' : `; this renews ${relative(renewsAtMs)}`}.`,
      percent < 100
        ? 'To allow more, raise `BUDGET_ALL_CREDITS` and restart Easel. `/credits servers` shows who spends what.'
        : 'Easel refuses new requests in every server. To allow more, raise `BUDGET_ALL_CREDITS` and restart Easel.',
    ].join('\n'),
  newServer: (server: string, offered: number) =>
    [
      '### A new server needs credits',
      `Someone in ${server} asked for a picture or clip. New servers have no credits until you give them some.`,
      `Press the button to give it ${credits(offered)} a month, or choose another amount with \`/credits allowance\`.`,
    ].join('\n'),
  newServerButtons: { give: (offered: number) => `Give ${credits(offered)} a month`, later: 'Not now' },
  trouble: (trouble: Trouble, reason: string | undefined) =>
    [`### ${titles[trouble]}`, ...(reason === undefined ? [] : [`It says: “${reason}”`]), todo[trouble]].join('\n'),
  over: (trouble: Trouble, alertedAtMs: number) =>
    `### ${over[trouble]}\nEasel reported the problem ${relative(alertedAtMs)}. Members can make pictures and clips again.`,
  unconfirmed: (tasks: number) => `### ${counted(tasks, 'unconfirmed task')}`,
  answersLost: 'The service’s answer was lost, so it’s unknown whether it charged.',
  claim: (claimed: number, quote: number) =>
    `The service says that it charged ${credits(claimed)} for a task quoted at ${credits(quote)}. Easel doesn’t believe that.`,
  moreClaims: (claims: number) => `It says so of ${counted(claims, 'more task')}.`,
  stillHeld: (tasks: number, servers: number, amount: number) =>
    `${credits(amount)} ${agreeing(amount, 'stays', 'stay')} held in ${counted(servers, 'server')} until you settle or release ${agreeing(tasks, 'it', 'them')} with \`/credits resolve\`.`,
};
