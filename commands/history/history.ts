import {
  type APIComponentInContainer,
  type APIMessageTopLevelComponent,
  ApplicationCommandType,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import { idsOf } from '../../src/discord/custom-ids/ids.ts';
import { numberPart } from '../../src/discord/custom-ids/parts.ts';
import { fetchIds } from '../../src/discord/custom-ids/results.ts';
import { actionRow, button, textDisplay } from '../../src/discord/messages/components.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import { type MessageBody, messageBody } from '../../src/discord/rest/message-body.ts';
import { MemberError } from '../../src/errors.ts';
import { costCreditsOf, isFetchable, isNotFetched, type JobTask } from '../../src/jobs/job.ts';
import { en } from '../../src/texts/en.ts';
import type { Command, CommandContext } from '../support/context.ts';
import { defineButton } from '../support/define.ts';
import { forgetIds } from './forget.ts';

export const history: Command = {
  data: {
    type: ApplicationCommandType.ChatInput,
    name: 'history',
    description: en.commands.history.description,
    contexts: [0],
  },
  run: async ({ server, userId }, respond, context) => {
    await respond.answer(await renderHistory(context, server.guildId, userId, 0));
  },
};

export const historyIds = idsOf('history', { page: numberPart });

/** Turns a page of somebody's own history. */
export const historyPage = defineButton(
  historyIds,
  async ({ server, userId }, { page, memberId }, respond, context) => {
    if (userId !== memberId) throw new MemberError(context.texts.refusals.notYourList);
    await respond.update(await renderHistory(context, server.guildId, memberId, page));
  },
);

const ENTRIES_PER_PAGE = 5;
const PROMPT_CHARACTERS = 120;

interface Line {
  jobId: string;
  createdAtMs: number;
  prompt: string;
  modelId: string;
  tasks: readonly JobTask[];
  cancelled: boolean;
  isUnderWay: boolean;
  channelId: string;
  messageId: string | undefined;
  isDraft: boolean;
}

/** A page of a member's jobs in a server, those asked for last first; for that member only. */
async function renderHistory(
  context: CommandContext,
  guildId: string,
  memberId: string,
  wantedPage: number,
): Promise<MessageBody> {
  const { texts } = context;
  const lines = await linesOf(context, guildId, memberId);
  const pages = Math.max(1, Math.ceil(lines.length / ENTRIES_PER_PAGE));
  const page = Math.min(Math.max(wantedPage, 0), pages - 1);
  const shown = lines.slice(page * ENTRIES_PER_PAGE, (page + 1) * ENTRIES_PER_PAGE);
  const components: APIComponentInContainer[] = [
    textDisplay(`### ${texts.history.title}`),
    ...(shown.length === 0 ? [textDisplay(texts.history.empty)] : []),
    ...shown.flatMap((line) => renderLine(line, guildId, memberId, texts)),
  ];
  const container: APIMessageTopLevelComponent = { type: ComponentType.Container, components };
  const turning = pages > 1 ? [pageButtons(page, pages, memberId, texts)] : [];
  const forgetting = shown.some(({ isUnderWay }) => !isUnderWay) ? [forgetButton(memberId, texts)] : [];
  const row = [...turning.flat(), ...forgetting];
  return messageBody(
    [
      container,
      ...(pages > 1 ? [textDisplay(`-# ${texts.history.page(page + 1, pages)}`)] : []),
      ...(row.length > 0 ? [actionRow(row)] : []),
    ],
    { ephemeral: true },
  );
}

async function linesOf({ history, jobs }: CommandContext, guildId: string, memberId: string): Promise<Line[]> {
  const underWay = (await jobs.underWayOf(guildId, memberId)).map(
    (job): Line => ({
      jobId: job.id,
      createdAtMs: job.createdAtMs,
      prompt: job.request.prompt,
      modelId: job.request.modelId,
      tasks: job.tasks,
      cancelled: job.cancelledAtMs !== undefined,
      isUnderWay: true,
      channelId: job.place.channelId,
      messageId: job.request.isDraft ? undefined : job.place.messageId,
      isDraft: job.request.isDraft === true,
    }),
  );
  const known = new Set(underWay.map(({ jobId }) => jobId));
  const ended = (await history.page(guildId, memberId, { most: 100 })).entries
    .filter(({ jobId }) => !known.has(jobId))
    .map(
      (entry): Line => ({
        ...entry,
        prompt: entry.request.prompt,
        modelId: entry.request.modelId,
        isUnderWay: false,
        messageId: entry.messageId,
        isDraft: entry.request.isDraft === true,
      }),
    );
  return [...underWay, ...ended].sort((a, b) => b.createdAtMs - a.createdAtMs);
}

function renderLine(
  line: Line,
  guildId: string,
  memberId: string,
  { history: words }: CommandContext['texts'],
): APIComponentInContainer[] {
  const { jobId, channelId, messageId, tasks } = line;
  const nowhere = line.isDraft ? words.draft : words.noMessage;
  const link = messageId === undefined ? nowhere : words.link(messageUrl(guildId, channelId, messageId));
  const facts = [line.modelId, outcomeOf(line, words), words.cost(costOf(tasks)), words.when(line.createdAtMs), link];
  const prompt = escapeText(cut(line.prompt.replace(/\s+/g, ' '), PROMPT_CHARACTERS));
  const text = textDisplay(`${prompt}\n-# ${facts.join(' · ')}`);
  if (!tasks.some(isFetchable)) return [text];
  return [
    {
      type: ComponentType.Section,
      components: [text],
      accessory: button(fetchIds.of(memberId, { jobId }), words.deliverAgain),
    },
  ];
}

function outcomeOf({ tasks, cancelled, isUnderWay }: Line, { outcome }: CommandContext['texts']['history']): string {
  const notFetched = tasks.filter(isNotFetched).length;
  const done = tasks.filter(({ state }) => state === 'delivered').length - notFetched;
  const unconfirmed = tasks.filter((task) => task.state === 'unconfirmed');
  if (unconfirmed.some(({ resolved }) => !resolved)) return outcome.unconfirmed;
  if (cancelled) return outcome.cancelled;
  if (isUnderWay) return outcome.underWay;
  const made = [
    ...(done > 0 ? [outcome.done(done, tasks.length)] : []),
    ...(notFetched > 0 ? [outcome.notFetched(notFetched, tasks.length)] : []),
  ];
  if (made.length > 0) return made.join(', ');
  const decisions = unconfirmed.map(({ resolved }) => resolved?.decision);
  if (decisions.includes('settled')) return outcome.settled;
  return decisions.includes('released') ? outcome.released : outcome.failed;
}

/** What it cost or is held for it; what failed cost nothing. */
function costOf(tasks: readonly JobTask[]): number {
  return tasks.reduce((sum, task) => sum + (costCreditsOf(task) ?? 0), 0);
}

function pageButtons(page: number, pages: number, memberId: string, { history: words }: CommandContext['texts']) {
  const to = (target: number, label: string, disabled: boolean) =>
    button(historyIds.of(memberId, { page: target }), label, ButtonStyle.Secondary, {
      disabled,
    });
  return [
    to(Math.max(page - 1, 0), words.newer, page === 0),
    // Discord wants different ids on one message, also where a button leads nowhere.
    to(page === pages - 1 ? pages : page + 1, words.older, page === pages - 1),
  ];
}

function forgetButton(memberId: string, { history: words }: CommandContext['texts']) {
  return button(forgetIds.of(memberId, { verb: 'ask' }), words.forget, ButtonStyle.Secondary);
}
