import { isHeld } from '../../budget/account/decisions.ts';
import type { Accounts } from '../../budget/accounts.ts';
import { AnswerLostError } from '../../jobs/ports.ts';
import type { Log } from '../../log.ts';
import type { AskOutcome, ShowRequest } from './port.ts';
import { type GatedRequest, holdOf } from './request.ts';
import type { RequestEvent } from './request-decisions.ts';

export interface OpeningParts {
  accounts: Pick<Accounts, 'mayHold' | 'hold'>;
  /** Writes it down where there is none, or one that came to nothing. @returns the one that is there instead. */
  write: (request: GatedRequest) => Promise<GatedRequest | undefined>;
  note: (id: string, event: RequestEvent) => Promise<unknown>;
  drop: (id: string) => Promise<void>;
  carryOut: (id: string) => Promise<void>;
  log: Log;
}

/** From a member's command to a request on which people can decide: written, held, answered. All else follows from the record. */
export function createOpening({ accounts, write, note, drop, carryOut, log }: OpeningParts) {
  /** Requests of this process whose answer is on its way. */
  const opening = new Set<string>();

  const open = async (request: GatedRequest, answer: ShowRequest): Promise<AskOutcome> => {
    const { id, guildId, gates, shows } = request;
    const known = await write(request);
    if (known) return { outcome: 'already', request: known };
    // A draft was paid for when it was made.
    const held = shows ? undefined : await accounts.hold(guildId, holdOf(request));
    if (held && !isHeld(held)) {
      await drop(id);
      return { outcome: 'not held', refusal: held };
    }
    const messageId = await answer(request);
    await note(id, messageId === undefined ? { event: 'unanswered' } : { event: 'answered', messageId });
    if (messageId === undefined) return { outcome: 'unanswered' };
    log.info({ request: id, server: guildId, before: gates.before }, 'request waits');
    return { outcome: 'asked' };
  };

  return {
    /** Whether this process is about to answer it; of any other without an answer nobody knows whether it was answered. */
    isOpening: (id: string): boolean => opening.has(id),
    ask: async (request: GatedRequest, answer: ShowRequest): Promise<AskOutcome> => {
      const { id, guildId, shows } = request;
      const refusal = shows ? undefined : await accounts.mayHold(guildId, holdOf(request));
      if (refusal) return { outcome: 'not held', refusal };
      if (opening.has(id)) return { outcome: 'already', request };
      opening.add(id);
      try {
        return await open(request, answer);
      } catch (error) {
        // The record finds out whether its message is there.
        if (error instanceof AnswerLostError) return { outcome: 'asked' };
        throw error;
      } finally {
        opening.delete(id);
        void carryOut(id);
      }
    },
  };
}
