import type { Trouble } from '../alerts/operator-alert.ts';
import { agreeing, counted, credits, number, relative } from './en-formats.ts';

/** Alerts for the operator. */

const over: Record<Trouble, string> = {
  'bad key': 'The generation service accepts the key again',
  'refuses requests': 'The generation service accepts requests again',
  'not the service': 'The generation service answers again',
  'creates fail': 'The generation service answers new requests again',
  'asks to wait': 'The generation service takes requests at the usual pace again',
  down: 'Easel can reach the generation service again',
};

interface IntimateReport {
  guildId: string;
  jobId: string;
  url: string | undefined;
  deadlineMs: number;
}

const reportedWhere = ({ guildId, jobId, url }: IntimateReport): string =>
  `Server ${guildId}, job ${jobId}${url === undefined ? '' : `: ${url}`}`;

export const operatorAlerts = {
  intimateReport: (report: IntimateReport) =>
    [
      '### A member reported an intimate picture of a real person',
      reportedWhere(report),
      `It’s hidden everywhere. The server’s moderators should decide ${relative(report.deadlineMs)}.`,
    ].join('\n'),
  overdueReport: (report: IntimateReport) =>
    `${reportedWhere(report)}\nThe deadline was ${relative(report.deadlineMs)}.`,
  /** A finding in Markdown, with more of what Easel knows. */
  found: ({ text, remedy }: { text: string; remedy: string }, ...details: readonly string[]) =>
    [`### ${text}`, ...details, remedy].join('\n'),
  says: (reason: string) => `It says: “${reason}”`,
  restored: (backupChangedAtMs: number, isCarriedOver: boolean) =>
    [
      `The backup last changed ${relative(backupChangedAtMs)}.`,
      isCarriedOver
        ? 'Settings, styles, preferences, stars and collections are as they were then. Everything else was carried over.'
        : 'What was spent and decided since then is forgotten, so those credits can be spent again.',
    ].join('\n'),
  lastBackup: (atMs: number | undefined) =>
    atMs === undefined ? 'No backup is in the folder.' : `The last backup was made ${relative(atMs)}.`,
  shardsServed: (count: number, named: string) =>
    `### ${agreeing(count, 'Shard', 'Shards')} ${named} ${agreeing(count, 'has', 'have')} a process again\nEasel answers in those servers again, and their jobs continue.`,
  servers: (named: readonly string[], more: number) =>
    `Servers: ${named.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}.`,
  ceiling: (used: number, ceiling: number, renewsAtMs: number | undefined) =>
    `That is ${number(used)} of ${credits(ceiling)}${renewsAtMs === undefined ? '' : `; this renews ${relative(renewsAtMs)}`}.`,
  newServer: (server: string, offered: number) =>
    [
      '### A new server needs credits',
      `Someone in ${server} asked for a picture or clip. New servers have no credits until you give them some.`,
      `Press the button to give it ${credits(offered)} a month, or choose another amount with \`/credits allowance\`.`,
    ].join('\n'),
  newServerButtons: { give: (offered: number) => `Give ${credits(offered)} a month`, later: 'Not now' },
  over: (trouble: Trouble, alertedAtMs: number) =>
    `### ${over[trouble]}\nEasel reported the problem ${relative(alertedAtMs)}. Members can make pictures and clips again.`,
  answersLost: 'The service’s answer was lost, so it’s unknown whether it charged.',
  claim: (claimed: number, quote: number) =>
    `The service says that it charged ${credits(claimed)} for a task quoted at ${credits(quote)}. Easel doesn’t believe that.`,
  moreClaims: (claims: number) => `It says so of ${counted(claims, 'more task')}.`,
  stillHeld: (servers: number, amount: number) =>
    `${credits(amount)} ${agreeing(amount, 'stays', 'stay')} held in ${counted(servers, 'server')} until then.`,
};
