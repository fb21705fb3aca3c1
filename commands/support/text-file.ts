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
