import { container, privateMessage, textDisplay } from '../../src/discord/messages/components.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { lineOf } from '../../src/findings/finding.ts';
import type { ProcessesStatus } from '../../src/health/processes.ts';
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
  const [now, ceiling] = await Promise.all([processes.status(), money.accounts.ceiling()]);
  const content = [
    `### ${words.title}`,
    words.tasks(now.tasks),
    ...todayLines(now, context),
    ...(ceiling ? [texts.creditsCommand.ceiling(ceiling.usedCredits, ceiling.ceilingCredits, ceiling.renewsAtMs)] : []),
    '',
    ...findingLines(context),
    ...(await dearestLines(now, context)),
    '',
    `### ${words.processes(now.running.length)}`,
    ...now.running.slice(0, PROCESSES_SHOWN_MAX).map((one) => `- ${words.process(one)}`),
  ].join('\n');
  return privateMessage([container([textDisplay(content)])]);
}

function todayLines({ day }: ProcessesStatus, { texts }: Pick<StatusContext, 'texts'>): string[] {
  const words = texts.creditsCommand.status;
  const returned = Object.entries(day.returned).sort(([, one], [, other]) => other - one);
  const tasks = returned.reduce((sum, [, times]) => sum + times, 0);
  return [
    words.today(day.settled, day.spentCredits),
    ...(tasks === 0 ? [] : [words.returned(tasks, returned.slice(0, REASONS_SHOWN_MAX))]),
    ...(day.returned[NO_RESULT] === undefined ? [] : [words.withoutResult(day.returned[NO_RESULT])]),
    ...(day.unconfirmed === 0 ? [] : [words.becameUnconfirmed(day.unconfirmed)]),
  ];
}

function findingLines({ findings, texts }: Pick<StatusContext, 'findings' | 'texts'>): string[] {
  const open = findings();
  return [
    `### ${texts.creditsCommand.status.findings(open.length)}`,
    ...open.slice(0, FINDINGS_SHOWN_MAX).map((one) => `- ${escapeText(cut(lineOf(one), FINDING_MAX_CHARACTERS))}`),
  ];
}

async function dearestLines({ day }: ProcessesStatus, context: StatusContext): Promise<string[]> {
  const words = context.texts.creditsCommand.status;
  if (day.dearest.length === 0) return [];
  const shown = day.dearest.slice(0, SERVERS_SHOWN_MAX);
  const names = await Promise.all(shown.map(({ guildId }) => serverName(guildId, context)));
  const lines = shown.map(({ credits }, index) => `- ${words.server(names[index] ?? '', credits)}`);
  return ['', `### ${words.dearest}`, ...lines];
}
