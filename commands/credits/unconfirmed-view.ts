import { createHash } from 'node:crypto';
import { type APIMessageTopLevelComponent, ButtonStyle } from 'discord.js';
import type { UnconfirmedHold } from '../../src/budget/books/reading.ts';
import { resolveIds } from '../../src/discord/custom-ids/controls.ts';
import {
  actionRow,
  button,
  container,
  privateMessage,
  rowOf,
  textDisplay,
} from '../../src/discord/messages/components.ts';
import { cut, escapeWithin } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { serviceTaskIdOf } from '../../src/jobs/job/job.ts';
import { nameOfModel } from '../../src/task-api/models.ts';
import type { Needs } from '../support/context.ts';
import { numberedPageButtons, type Paged, pageAt } from '../support/lists.ts';
import { serverName } from './operators.ts';

/** Each task takes four of the 40 components that a message can have. */
const TASKS_PER_PAGE = 8;
/** Enough to find the task on the service's account page. */
const PROMPT_CHARACTERS = 120;
const TASK_ID_CHARACTERS = 64;
const MODEL_CHARACTERS = 40;

const DECISIONS = ['settle', 'release'] as const;
export type Decision = (typeof DECISIONS)[number];

/** A page of the list of all servers, or of one server. */
export interface ListPosition {
  page: number;
  guildId: string | undefined;
}

type ListContext = Needs<'discord' | 'jobs' | 'money' | 'texts'>;

/** What a page shows, and a hash that tells a press whether the page is still the same. */
export interface ListPage extends Paged<UnconfirmedHold> {
  all: readonly UnconfirmedHold[];
  mark: string;
}

export async function readPage({ money }: Pick<ListContext, 'money'>, listPosition: ListPosition): Promise<ListPage> {
  const all = (await money.accounts.unconfirmed()).filter(
    ({ guildId }) => (listPosition.guildId ?? guildId) === guildId,
  );
  const paged = pageAt(all, listPosition.page, TASKS_PER_PAGE);
  const keys = paged.shown.map(({ guildId, taskKey }) => `${guildId}/${taskKey}`).join(' ');
  return { ...paged, all, mark: createHash('sha256').update(keys).digest('hex').slice(0, 8) };
}

const sumOf = (holds: readonly { credits: number }[]): number => holds.reduce((sum, { credits }) => sum + credits, 0);

/** @param said what was just done */
export async function renderUnconfirmed(
  context: ListContext,
  operatorId: string,
  listPosition: ListPosition,
  said?: string,
): Promise<MessageBody> {
  const words = context.texts.creditsCommand.unconfirmed;
  const { page, pages, all, shown, mark } = await readPage(context, listPosition);
  const servers = new Set(all.map(({ guildId }) => guildId)).size;
  const head = [
    `### ${words.title}`,
    ...(said === undefined ? [] : [`**${said}**`]),
    all.length === 0 ? words.none : words.about(all.length, servers, sumOf(all)),
    ...(pages > 1 ? [`-# ${words.page(page + 1, pages)}`] : []),
  ].join('\n');
  const press = (argument: Parameters<typeof resolveIds.of>[1], label: string) =>
    button(resolveIds.of(operatorId, argument), label);
  const scope = listPosition.guildId ?? 'all';
  const tasks = await Promise.all(
    shown.map(async (hold, index): Promise<APIMessageTopLevelComponent[]> => {
      const [jobId = '', number = ''] = hold.taskKey.split('-');
      const { guildId } = hold;
      const one = { verb: 'one', page, scope: scope === 'all' ? scope : 'one', guildId, jobId, number } as const;
      return [
        textDisplay(await describe(hold, page * TASKS_PER_PAGE + index + 1, context)),
        actionRow(DECISIONS.map((decision) => press({ ...one, decision }, words[decision]))),
      ];
    }),
  );
  const pageId = (to: number) => resolveIds.of(operatorId, { verb: 'list', page: to, scope });
  const below = [
    ...(shown.length > 1
      ? [
          press({ verb: 'ask', decision: 'settle', page, scope, mark }, words.settleAll),
          press({ verb: 'ask', decision: 'release', page, scope, mark }, words.releaseAll),
        ]
      : []),
    ...numberedPageButtons({ page, pages }, pageId, context.texts.pages),
  ];
  return privateMessage([textDisplay(head), ...tasks.flat(), ...rowOf(below)]);
}

/** Asks before all tasks on a page are resolved. */
export function renderQuestion(
  { texts }: Pick<ListContext, 'texts'>,
  operatorId: string,
  { page, guildId }: ListPosition,
  decision: Decision,
  { shown, mark }: ListPage,
): MessageBody {
  const words = texts.creditsCommand.unconfirmed;
  const scope = guildId ?? 'all';
  return privateMessage([
    container([textDisplay(words.ask[decision](shown.length, sumOf(shown)))]),
    actionRow([
      button(
        resolveIds.of(operatorId, { verb: 'all', decision, page, scope, mark }),
        words.yes[decision],
        ButtonStyle.Danger,
      ),
      button(resolveIds.of(operatorId, { verb: 'list', page, scope }), words.no),
    ]),
  ]);
}

async function describe(hold: UnconfirmedHold, number: number, context: ListContext): Promise<string> {
  const words = context.texts.creditsCommand.unconfirmed;
  const [server, kept] = await Promise.all([serverName(hold.guildId, context), context.jobs.findAny(hold)]);
  const { modelId, credits: amount, claimedCredits, heldAtMs: atMs, memberId } = hold;
  const taskId = kept && serviceTaskIdOf(kept.tasks, hold.taskKey);
  const prompt = kept?.request.prompt.replaceAll(/\s+/gu, ' ').trim();
  return [
    words.line(number, { model: cut(nameOfModel(modelId), MODEL_CHARACTERS), amount, atMs, memberId }),
    words.place(server, taskId === undefined ? undefined : escapeWithin(taskId, TASK_ID_CHARACTERS)),
    ...(claimedCredits === undefined ? [] : [words.claimed(claimedCredits)]),
    prompt === undefined ? `-# ${words.noPrompt}` : `> ${escapeWithin(prompt, PROMPT_CHARACTERS)}`,
  ].join('\n');
}
