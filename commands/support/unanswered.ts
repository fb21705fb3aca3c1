import type { Responder } from '../../src/discord/interactions/responder.ts';
import { textDisplay } from '../../src/discord/messages/components.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';
import type { CommandContext } from './context.ts';

/** What could not be answered was not begun; its answer may stand there all the same, and has to say so. */
export function takeBackAnswer(respond: Responder, { texts }: Pick<CommandContext, 'texts'>): void {
  respond.takeBack(messageBody([textDisplay(texts.refusals.unanswered)]));
}
