import { ComponentType } from 'discord.js';
import { statementOf } from '../../src/budget/ledger/statement.ts';
import { periodStartMs } from '../../src/budget/periods/period.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { privateText, textDisplay } from '../../src/discord/messages/components.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';
import type { CommandContext } from './context.ts';

export interface TextFile {
  name: string;
  mimeType: string;
  text: string;
}

/** Words and a file in the place of an answer that was deferred, for the one who asked only. */
export async function completeWithFile(
  respond: Pick<Responder, 'complete'>,
  words: string,
  { name, mimeType, text }: TextFile,
): Promise<void> {
  const file = { type: ComponentType.File as const, file: { url: `attachment://${name}` } };
  const body = messageBody([textDisplay(words), file], { ephemeral: true, attachments: [{ id: '0', filename: name }] });
  await respond.complete(body, [{ name, mimeType, bytes: new TextEncoder().encode(text) }]);
}

/** A table that any spreadsheet opens (RFC 4180). What it would take for a formula becomes text. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(value: string | number): string {
  const isFormula = typeof value === 'string' && /^[=+\-@\t\r]/u.test(value);
  const text = isFormula ? `'${value}` : String(value);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Text displays of a message hold 4000 characters together, and some are for the words. */
const BLOCK_MAX_CHARACTERS = 3_000;

/** Says why a form was not taken, with what was written into it: Discord throws that away. */
export async function giveBack(words: string, written: string, respond: Responder): Promise<void> {
  if (written.length <= BLOCK_MAX_CHARACTERS && !written.includes('```')) {
    const block = written.trim() === '' ? '' : `\n\`\`\`\n${written}\n\`\`\``;
    await respond.answer(privateText(`${words}${block}`));
    return;
  }
  await respond.deferPrivately();
  await completeWithFile(respond, words, { name: 'lines.txt', mimeType: 'text/plain', text: written });
}

const DAY_MS = 86_400_000;
export const STATEMENT_PERIODS = ['period', '7', '31', 'all'] as const;
type StatementPeriod = (typeof STATEMENT_PERIODS)[number];

/** Answers with a server's account as a file, to the one who asked only. */
export async function sendStatement(
  guildId: string,
  named: string | undefined,
  respond: Responder,
  { clock, money: { accounts }, texts }: CommandContext,
): Promise<void> {
  await respond.deferPrivately();
  const words = texts.budget;
  const period = STATEMENT_PERIODS.find((one) => one === named) ?? 'period';
  const { periodKey, settings } = await accounts.view(guildId);
  const sinceMs = sinceOf(period, clock.now(), () => Math.max(0, periodStartMs(periodKey, settings.timeZone)));
  const { entries: shown, earlierEntries, isCut } = await accounts.ledger(guildId, { sinceMs });
  const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
  const from = shown[0]?.atMs ?? sinceMs;
  const said = words.statementReady(shown.length, day(from), day(clock.now()));
  await completeWithFile(respond, [said, ...(isCut ? [words.statementCut(earlierEntries)] : [])].join('\n'), {
    name: `easel-statement-${guildId}-${day(clock.now())}.csv`,
    mimeType: 'text/csv',
    text: csvOf(statementOf(shown)),
  });
}

function sinceOf(period: StatementPeriod, nowMs: number, periodStart: () => number): number {
  switch (period) {
    case 'period':
      return periodStart();
    case 'all':
      return 0;
    case '7':
    case '31':
      return nowMs - Number(period) * DAY_MS;
  }
}
