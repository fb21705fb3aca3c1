import type { UsageOfAll } from '../../src/budget/ledger/usage.ts';
import { container, privateMessage, textDisplay } from '../../src/discord/messages/components.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { lineOf } from '../../src/findings/finding.ts';
import type { Failure } from '../../src/jobs/job/job.ts';
import type { Needs } from '../support/context.ts';
import { type OperatorSubcommand, serverName } from './operators.ts';

export const status: OperatorSubcommand = async ({ respond }, context) => {
  await respond.deferPrivately();
  await respond.complete(await renderStatus(context));
};

const SERVERS_SHOWN_MAX = 5;
const PROCESSES_SHOWN_MAX = 8;
const REASONS_SHOWN_MAX = 3;
/** Why credits were returned although the service charged for the task. */
const NO_RESULT: Failure['reason'] = 'no result';
/** Enough to see what is wrong; the log and `/readyz` have all. */
const FINDINGS_SHOWN_MAX = 5;
const FINDING_MAX_CHARACTERS = 200;

type StatusContext = Needs<'discord' | 'findings' | 'money' | 'processes' | 'texts'>;

/** What Easel does now and did today, what is wrong, and which versions run. Only for operators. */
export async function renderStatus(context: StatusContext): Promise<MessageBody> {
  const { money, processes, texts } = context;
  const words = texts.creditsCommand.status;
  const { accounts } = money;
  const [now, today, ceiling] = await Promise.all([processes.status(), accounts.today(), accounts.ceiling()]);
  const content = [
    `### ${words.title}`,
    words.tasks(now.tasks),
    ...todayLines(today, context),
    ...(ceiling ? [texts.creditsCommand.ceiling(ceiling.usedCredits, ceiling.ceilingCredits, ceiling.renewsAtMs)] : []),
    '',
    ...findingLines(context),
    ...(await dearestLines(today, context)),
    '',
    `### ${words.processes(now.running.length)}`,
    ...now.running.slice(0, PROCESSES_SHOWN_MAX).map((one) => `- ${words.process(one)}`),
  ].join('\n');
  return privateMessage([container([textDisplay(content)])]);
}

function todayLines(today: UsageOfAll, { texts }: Pick<StatusContext, 'texts'>): string[] {
  const words = texts.creditsCommand.status;
  const returned = Object.entries(today.returned).sort(([, one], [, other]) => other - one);
  const tasks = returned.reduce((sum, [, times]) => sum + times, 0);
  return [
    words.today(today.settled, today.spentCredits),
    ...(tasks === 0 ? [] : [words.returned(tasks, returned.slice(0, REASONS_SHOWN_MAX))]),
    ...(today.returned[NO_RESULT] === undefined ? [] : [words.withoutResult(today.returned[NO_RESULT])]),
  ];
}

function findingLines({ findings, texts }: Pick<StatusContext, 'findings' | 'texts'>): string[] {
  const open = findings();
  return [
    `### ${texts.creditsCommand.status.findings(open.length)}`,
    ...open.slice(0, FINDINGS_SHOWN_MAX).map((one) => `- ${escapeText(cut(lineOf(one), FINDING_MAX_CHARACTERS))}`),
  ];
}

async function dearestLines({ servers }: UsageOfAll, context: StatusContext): Promise<string[]> {
  const words = context.texts.creditsCommand.status;
  if (servers.length === 0) return [];
  const shown = servers.slice(0, SERVERS_SHOWN_MAX);
  const names = await Promise.all(shown.map(({ guildId }) => serverName(guildId, context)));
  const lines = shown.map(({ credits }, index) => `- ${words.server(names[index] ?? '', credits)}`);
  return ['', `### ${words.dearest}`, ...lines];
}
