import { ComponentType } from 'discord.js';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { privateText, textDisplay } from '../../src/discord/messages/components.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';

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
