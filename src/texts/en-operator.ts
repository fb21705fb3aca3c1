import type { Trouble } from '../alerts/operator-alert.ts';
import { agreeing, counted, credits, number, relative } from './en-formats.ts';

/** What the operator is told by Easel itself. */

const titles: Record<Trouble, string> = {
  'bad key': 'The generation service refuses the key',
  'refuses requests': 'The generation service refuses every request',
  'not the service': 'It is not the generation service that answers',
  'creates fail': 'The generation service loses new requests',
  down: 'The generation service cannot be reached',
};

const todo: Record<Trouble, string> = {
  'bad key':
    'Enable the key again on the service’s account page, or set another `TASK_API_KEY` and restart Easel. Until then new requests are refused, and what is under way waits.',
  'refuses requests':
    'Look at the service’s account page: are there credits, is the key allowed to create tasks? Until then new requests are refused, but for a trial now and then.',
  'not the service':
    'Something else answers at `TASK_API_URL`. Set the right address and restart Easel. Until then new requests are refused, and what is under way waits.',
  'creates fail': 'New requests are refused, but for a trial now and then. What is under way goes on.',
  down: 'New requests are refused, and what is under way waits. Easel goes on by itself when it answers again.',
};

const over: Record<Trouble, string> = {
  'bad key': 'The generation service takes the key again',
  'refuses requests': 'The generation service takes requests again',
  'not the service': 'The generation service answers again',
  'creates fail': 'The generation service answers new requests again',
  down: 'The generation service can be reached again',
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
        : '### A result was reported as an intimate picture of a real person',
      `Server ${guildId}, job ${jobId}${url === undefined ? '' : `: ${url}`}`,
      isOverdue
        ? `They had until ${relative(deadlineMs)}. The result stays hidden. Ask the owner of the server to decide.`
        : `It’s hidden everywhere. Moderators of the server should decide ${relative(deadlineMs)}.`,
    ].join('\n'),
  shardsVacant: (count: number, named: string) =>
    [
      `### ${shardsHave(count, named)} no process`,
      'Easel does not answer in their servers, and what is under way there waits. Start another Easel, or raise `SHARDS_PER_PROCESS`.',
    ].join('\n'),
  shardsServed: (count: number, named: string) =>
    `### ${shardsHave(count, named)} a process again\nEasel answers in their servers, and what was under way goes on.`,
  ceiling: (percent: number, used: number, ceiling: number, renewsAtMs: number | undefined) =>
    [
      `### All servers together have used ${percent} % of what they may this month`,
      `That is ${number(used)} of ${credits(ceiling)}${renewsAtMs === undefined ? '' : `; it renews ${relative(renewsAtMs)}`}.`,
      percent < 100
        ? 'To let them spend more, raise `BUDGET_ALL_CREDITS` and restart Easel. `/credits servers` shows who spends what.'
        : 'New requests are refused in every server. To let them spend more, raise `BUDGET_ALL_CREDITS` and restart Easel.',
    ].join('\n'),
  newServer: (server: string, offered: number) =>
    [
      '### A new server asks for credits',
      `Someone in ${server} tried to make something. New servers have no credits until you give them some.`,
      `Give it ${credits(offered)} a month here, or another allowance with \`/credits allowance\`.`,
    ].join('\n'),
  newServerButtons: { give: (offered: number) => `Give ${credits(offered)} a month`, later: 'Not now' },
  trouble: (trouble: Trouble, reason: string | undefined) =>
    [`### ${titles[trouble]}`, ...(reason === undefined ? [] : [`It says: “${reason}”`]), todo[trouble]].join('\n'),
  over: (trouble: Trouble, toldAtMs: number) =>
    `### ${over[trouble]}\nYou were told of the trouble ${relative(toldAtMs)}. Members can make things again, and Easel keeps watching.`,
  unconfirmed: (tasks: number, servers: number, amount: number) =>
    `### ${counted(tasks, 'unconfirmed task')}\nThe service’s answer was lost, so nobody knows whether it charged. ${credits(amount)} ${agreeing(amount, 'stays', 'stay')} held in ${counted(servers, 'server')} until you settle or release ${agreeing(tasks, 'it: `/credits resolve` lists it.', 'them: `/credits resolve` lists them.')}`,
};
