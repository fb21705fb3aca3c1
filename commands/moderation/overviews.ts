import { dateAt } from '../../src/budget/periods/calendar.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { cut, escapeText, quoteShort } from '../../src/discord/messages/prompt-text.ts';
import { showChangesButton } from '../../src/discord/messages/setting-words.ts';
import { type AuditEntry, DECISION_KINDS, type DecisionKind } from '../../src/moderation/records/audit-log.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { CommandInteraction, Context, Subcommand } from '../support/context.ts';
import { listed } from '../support/lists.ts';
import { textOf } from '../support/options.ts';
import { completeWithFile, toCsv } from '../support/text-file.ts';
import { decisionLine, linkOf, requestOf, wholeWhyOf } from './audit-log.ts';

export const refusals: Subcommand = async ({ respond, guildId }, { moderation, texts }) => {
  const words = texts.moderation.moderators;
  const { refused } = await moderation.audit.of(guildId);
  const lines = refused
    .toReversed()
    .map(({ memberId, channelId, atMs, entry, prompt }) =>
      words.refusal(memberId, channelId, atMs, entry, quoteShort(prompt)),
    );
  await respond.answer(privateText(listed(words.refusals, words.noRefusals, lines, words.more)));
};

/** The prompts of drafts, which only their authors have seen, from a list of their own. */
export const drafts: Subcommand = async ({ respond, guildId }, { moderation, texts }) => {
  const words = texts.drafts.log;
  const made = (await moderation.audit.of(guildId)).drafts;
  const lines = made
    .toReversed()
    .map(({ memberId, channelId, atMs, prompt }) => words.line(memberId, channelId, atMs, quoteShort(prompt)));
  await respond.answer(privateText(listed(words.title, words.none, lines, texts.moderation.moderators.more)));
};

const setPause =
  (isPaused: boolean): Subcommand =>
  async (interaction, context) => {
    const words = context.texts.moderation.moderators;
    const { respond, guildId, userId: byId } = interaction;
    const why = textOf(interaction, 'why') ?? '';
    const isNew = await context.moderation.settings.setPause(guildId, isPaused, { byId, why });
    if (!isNew) throw new MemberError(isPaused ? words.pausedAlready : words.notPaused);
    await respond.answer(privateText(isPaused ? words.paused : words.resumed));
  };

export const pause = setPause(true);
export const resume = setPause(false);

/** Discord's limit for a row. */
const BUTTONS_MAX = 5;
/** More than fit in a message. */
const LINES_MAX = 40;
/** Reads some prompts at a time, so that other work isn't delayed. */
const READ_AT_ONCE = 20;

/** The last decisions, newest first, or the whole log as a file. */
export const log: Subcommand = async (interaction, context) => {
  const words = context.texts.moderation.moderators;
  const { respond, guildId } = interaction;
  const found = await decisionsFor(interaction, context);
  if (interaction.options['as_file'] !== true) {
    const shown = found.slice(0, LINES_MAX);
    const lines = await Promise.all(shown.map((entry) => decisionLine(guildId, entry, context)));
    const more = (count: number): string => words.more(count + found.length - lines.length);
    const buttons = shown.flatMap((entry) => showChangesButton(entry, context.texts)).slice(0, BUTTONS_MAX);
    await respond.answer(privateText(listed(words.log, words.emptyLog, lines, more), buttons));
    return;
  }
  await respond.deferPrivately();
  const rows: string[][] = [];
  for (let read = 0; read < found.length; read += READ_AT_ONCE) {
    const some = found.slice(read, read + READ_AT_ONCE);
    rows.push(...(await Promise.all(some.map((entry) => rowOf(guildId, entry, context)))));
  }
  await completeWithFile(respond, words.logReady(found.length), {
    name: `easel-moderation-${guildId}.csv`,
    mimeType: 'text/csv',
    text: toCsv([COLUMNS, ...rows]),
  });
};

/** The decisions that match the options, newest first. @throws MemberError if the day isn't a date */
async function decisionsFor(
  interaction: CommandInteraction,
  { money, moderation, texts }: Context,
): Promise<AuditEntry[]> {
  const { guildId } = interaction;
  const memberId = textOf(interaction, 'member');
  const byId = textOf(interaction, 'moderator');
  const kind = textOf(interaction, 'about');
  const day = parseDate(textOf(interaction, 'day'), texts);
  const actions: readonly string[] | undefined = isDecisionKind(kind) ? DECISION_KINDS[kind] : undefined;
  const { settings } = await money.accounts.view(guildId);
  const { entries } = await moderation.audit.of(guildId);
  return entries
    .filter((entry) => memberId === undefined || entry.memberId === memberId)
    .filter((entry) => byId === undefined || entry.byId === byId)
    .filter((entry) => actions === undefined || actions.includes(entry.action))
    .filter((entry) => day === undefined || dateAt(entry.atMs, settings.timeZone) === day)
    .toReversed();
}

function isDecisionKind(value: string | undefined): value is DecisionKind {
  return value !== undefined && Object.hasOwn(DECISION_KINDS, value);
}

/** Reads a date such as `2026-11-20`. @throws MemberError for anything else */
function parseDate(typed: string | undefined, { works }: Texts): string | undefined {
  if (typed === undefined) return undefined;
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(typed) && dateAt(Date.parse(typed) || -1, 'UTC') === typed;
  if (!isDate) throw new MemberError(works.noDate(escapeText(cut(typed, 10))));
  return typed;
}

const COLUMNS = ['time', 'by', 'action', 'member', 'job', 'channel', 'link', 'until', 'votes by', 'prompt', 'why'];

async function rowOf(guildId: string, entry: AuditEntry, context: Context): Promise<string[]> {
  const { atMs, byId, action, memberId = '', jobId = '', channelId = '', untilMs, voterIds = [] } = entry;
  return [
    new Date(atMs).toISOString(),
    byId,
    action,
    memberId,
    jobId,
    channelId,
    linkOf(guildId, entry) ?? '',
    untilMs === undefined ? '' : new Date(untilMs).toISOString(),
    voterIds.join(' '),
    (await requestOf(guildId, entry, context))?.prompt ?? '',
    wholeWhyOf(entry, context),
  ];
}
