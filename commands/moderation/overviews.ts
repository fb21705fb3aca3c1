import { privateText } from '../../src/discord/messages/components.ts';
import { MemberError } from '../../src/errors.ts';
import type { AuditEntry } from '../../src/moderation/audit-log.ts';
import { changesOf } from '../settings/wording.ts';
import { type Subcommand, textOf } from '../support/subcommands.ts';
import { completeWithFile } from '../support/text-file.ts';
import { listed, quoteShort, reasonIn } from './lists.ts';
import { noteDecision } from './note.ts';

export const refusals: Subcommand = async ({ server }, respond, { moderation, texts }) => {
  const words = texts.moderation.moderators;
  const { refused } = await moderation.audit.of(server.guildId);
  const lines = refused
    .toReversed()
    .map(({ memberId, channelId, atMs, entry, prompt }) =>
      words.refusal(memberId, channelId, atMs, entry.replaceAll('`', 'ˋ'), quoteShort(prompt)),
    );
  await respond.answer(privateText(listed(words.refusals, words.noRefusals, lines, words.more)));
};

/** What members alone have seen; moderators read every prompt. */
export const drafts: Subcommand = async ({ server }, respond, { moderation, texts }) => {
  const words = texts.drafts.log;
  const made = (await moderation.audit.of(server.guildId)).drafts;
  const lines = made
    .toReversed()
    .map(({ memberId, channelId, atMs, prompt }) => words.line(memberId, channelId, atMs, quoteShort(prompt)));
  await respond.answer(privateText(listed(words.title, words.none, lines, texts.moderation.moderators.more)));
};

export const pause: Subcommand = async (interaction, respond, context) => {
  const words = context.texts.moderation.moderators;
  const { guildId } = interaction.server;
  const byId = interaction.userId;
  const why = textOf(interaction, 'why') ?? '';
  const outcome = await context.moderation.settings.setPause(guildId, { byId, why });
  if (outcome === 'unchanged') throw new MemberError(words.pausedAlready);
  await respond.answer(privateText(words.paused));
  await noteDecision(guildId, { byId, action: 'paused', ...(why === '' ? {} : { why }) }, context);
};

export const resume: Subcommand = async (interaction, respond, context) => {
  const words = context.texts.moderation.moderators;
  const { guildId } = interaction.server;
  const outcome = await context.moderation.settings.setPause(guildId, null);
  if (outcome === 'unchanged') throw new MemberError(words.notPaused);
  await respond.answer(privateText(words.resumed));
  await noteDecision(guildId, { byId: interaction.userId, action: 'resumed' }, context);
};

/** The last decisions, newest first, or all that is kept of them as a file. */
export const log: Subcommand = async (interaction, respond, { moderation, texts }) => {
  const words = texts.moderation.moderators;
  const { guildId } = interaction.server;
  const memberId = textOf(interaction, 'member');
  const byId = textOf(interaction, 'moderator');
  const { entries } = await moderation.audit.of(guildId);
  const fitting = entries
    .filter((entry) => memberId === undefined || entry.memberId === memberId)
    .filter((entry) => byId === undefined || entry.byId === byId);
  const whyOf = (entry: AuditEntry, quote = (why: string) => why): string =>
    changesOf(entry, texts.moderation.settings) ?? reasonIn(entry, texts, quote);
  if (interaction.options['as_file'] !== true) {
    const lines = fitting.toReversed().map((entry) => words.entry({ ...entry, why: whyOf(entry, quoteShort) }));
    await respond.answer(privateText(listed(words.log, words.emptyLog, lines, words.more)));
    return;
  }
  await respond.deferPrivately();
  await completeWithFile(respond, words.logReady(fitting.length), {
    ...{ name: `easel-moderation-${guildId}.csv`, mimeType: 'text/csv' },
    text: csvOf(fitting.map((entry) => ({ ...entry, why: whyOf(entry) }))),
  });
};

const COLUMNS = ['time', 'by', 'action', 'member', 'job', 'why'];

function csvOf(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ atMs, byId, action, memberId = '', jobId = '', why = '' }) =>
    [new Date(atMs).toISOString(), byId, action, memberId, jobId, why].map(cellOf).join(','),
  );
  return `${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}

/** Quoted where it has to be; what a spreadsheet would take for a formula is made a text. */
function cellOf(value: string): string {
  const text = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
