import { ComponentType } from 'discord.js';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { privateText, textDisplay } from '../../src/discord/messages/components.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';

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
  const name = 'lines.txt';
  await respond.complete(
    messageBody([textDisplay(words), { type: ComponentType.File, file: { url: `attachment://${name}` } }], {
      ephemeral: true,
      attachments: [{ id: '0', filename: name }],
    }),
    [{ name, mimeType: 'text/plain', bytes: new TextEncoder().encode(written) }],
  );
}
