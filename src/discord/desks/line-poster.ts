import { randomUUID } from 'node:crypto';
import { textDisplay } from '../messages/components.ts';
import { asPosted, type Board, type PostAt } from '../rest/board.ts';
import { messageBody } from '../rest/message-body.ts';

/** A stop waits for it. */
const POST_WITHIN_MS = 5_000;

export type LineOutcome = 'posted' | 'no access' | 'unavailable';

/** Puts a few words into a channel; pings nobody. */
export function createLinePoster(board: Pick<Board, 'post'>): (at: PostAt, text: string) => Promise<LineOutcome> {
  return async (at, text) => {
    const body = messageBody([textDisplay(text)]);
    const posted = asPosted(await board.post(at, body, { idempotencyKey: randomUUID(), withinMs: POST_WITHIN_MS }));
    return typeof posted === 'string' ? posted : 'posted';
  };
}
