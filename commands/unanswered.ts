import { textDisplay } from '../src/discord/components.ts';
import { messageBody } from '../src/discord/message-body.ts';
import type { Responder } from '../src/discord/responder.ts';
import type { CommandContext } from './context.ts';

/** What could not be answered was not begun; its answer may stand there all the same, and has to say so. */
export function takeBackAnswer(respond: Responder, { texts }: Pick<CommandContext, 'texts'>): void {
  respond.takeBack(messageBody([textDisplay(texts.refusals.unanswered)]));
}
