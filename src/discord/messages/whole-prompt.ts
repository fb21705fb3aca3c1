import { type MessageBody, messageBody, TEXT_LIMIT } from '../rest/message-body.ts';
import { textDisplay } from './components.ts';
import { cut, escapeText } from './prompt-text.ts';

/** The whole of a prompt that its message cuts or hides, for one person only. @param more lines below it */
export function renderWholePrompt(prompt: string, more: readonly string[] = []): MessageBody {
  // Escaped text may be up to twice as long: then it is shown as code, where nothing needs escaping.
  const escaped = escapeText(prompt);
  const room = TEXT_LIMIT - more.join('\n').length - 1;
  const shown = escaped.length <= room ? escaped : asCode(prompt, room);
  return messageBody([textDisplay([shown, ...more].join('\n'))], { ephemeral: true });
}

function asCode(text: string, limit: number): string {
  const fence = '```';
  return `${fence}\n${cut(text.replaceAll(fence, "'''"), limit - 2 * fence.length - 2)}\n${fence}`;
}
