import { ComponentType } from 'discord.js';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { textDisplay } from '../../src/discord/messages/components.ts';
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
