import { ComponentType } from 'discord.js';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { privateText, textDisplay } from '../../src/discord/messages/components.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';

export interface TextFile {
  name: string;
  mimeType: string;
  text: string;
}

/** Completes a deferred private answer with text and a file. */
export async function completeWithFile(
  respond: Pick<Responder, 'complete'>,
  words: string,
  { name, mimeType, text }: TextFile,
): Promise<void> {
  const file = { type: ComponentType.File as const, file: { url: `attachment://${name}` } };
  const body = messageBody([textDisplay(words), file], { ephemeral: true, attachments: [{ id: '0', filename: name }] });
  await respond.complete(body, [{ name, mimeType, bytes: new TextEncoder().encode(text) }]);
}

/** A table for spreadsheets (RFC 4180). Escapes cells that a spreadsheet would run as formulas. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(toCsvCell).join(',')}\r\n`).join('');
}

function toCsvCell(value: string | number): string {
  const isFormula = typeof value === 'string' && /^[=+\-@\t\r]/u.test(value);
  const text = isFormula ? `'${value}` : String(value);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Discord allows 4,000 characters of text in a message. The explanation needs some of them. */
const BLOCK_MAX_CHARACTERS = 3_000;

/** Explains why a form was refused and returns what was written, because Discord discards it. */
export async function returnFormText(words: string, written: string, respond: Responder): Promise<void> {
  if (written.length <= BLOCK_MAX_CHARACTERS && !written.includes('```')) {
    const block = written.trim() === '' ? '' : `\n\`\`\`\n${written}\n\`\`\``;
    await respond.answer(privateText(`${words}${block}`));
    return;
  }
  await respond.deferPrivately();
  await completeWithFile(respond, words, { name: 'lines.txt', mimeType: 'text/plain', text: written });
}
