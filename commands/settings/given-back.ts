import type { Responder } from '../../src/discord/interactions/responder.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { completeWithFile } from '../support/text-file.ts';

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
