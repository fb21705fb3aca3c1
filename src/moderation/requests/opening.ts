import type { Accounts } from '../../budget/accounts.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Log } from '../../log.ts';
import { submissionOf } from './begin.ts';
import type { AskOutcome, RequestDesk, ShowRequest } from './port.ts';
import { type GatedRequest, holdOf, resultPlaceOf } from './request.ts';
import { openedPhaseOf, type RequestEvent } from './request-decisions.ts';

export interface OpeningParts {
  accounts: Pick<Accounts, 'mayHold' | 'hold' | 'releaseJob'>;
  jobs: Pick<Jobs, 'submit'>;
  desk: Pick<RequestDesk, 'postCard' | 'postResult'>;
  /** Writes it down where there is none, or one that came to nothing. @returns the one that is there instead. */
  write: (request: GatedRequest) => Promise<GatedRequest | undefined>;
  note: (id: string, event: RequestEvent) => Promise<unknown>;
  drop: (id: string) => Promise<void>;
  carryOut: (id: string) => Promise<void>;
  log: Log;
}

/** From a member's wish to a request on which people can decide: written, held, shown to them, answered. */
export function createOpening(parts: OpeningParts) {
  const { accounts, jobs, desk, write, note, drop, carryOut, log } = parts;
  /** Requests of this process whose messages are on their way. */
  const opening = new Set<string>();

  const undo = async ({ guildId, id, shows }: GatedRequest, why: string): Promise<void> => {
    // A draft may have a hold that an operator has to look at.
    if (!shows) await accounts.releaseJob(guildId, id, why);
    await drop(id);
  };

  /** What the member sees of it. @returns the id of the message; undefined where Discord did not take it. */
  const answered = async (request: GatedRequest, answer: ShowRequest): Promise<string | undefined> => {
    const messageId = await answer({ ...request, phase: openedPhaseOf(request) });
    await note(request.id, messageId === undefined ? { event: 'unanswered' } : { event: 'answered', messageId });
    return messageId;
  };

  /** Somebody decides before it is made. */
  const askFirst = async (request: GatedRequest, answer: ShowRequest): Promise<AskOutcome> => {
    const { id, guildId, card, shows } = request;
    const held = shows ? { outcome: 'already' as const } : await accounts.hold(guildId, holdOf(request));
    if (held.outcome !== 'held' && held.outcome !== 'already') {
      await undo(request, 'not held');
      return held;
    }
    const posted = card ? await desk.postCard(request) : 'no access';
    if (!card || typeof posted === 'string') {
      await undo(request, 'no desk');
      return { outcome: 'no desk' };
    }
    // Before the answer, which may take long: what a crash leaves has a card that can be brought up to date.
    await note(id, { event: 'card posted', at: { ...card, messageId: posted.messageId } });
    if ((await answered(request, answer)) === undefined) return { outcome: 'unanswered' };
    log.info({ request: id, server: guildId, before: request.gates.before }, 'request waits');
    return { outcome: 'asked' };
  };

  /** It is made at once, and moderators see the result first: its job's message is theirs. */
  const beginAtOnce = async (request: GatedRequest, answer: ShowRequest): Promise<AskOutcome> => {
    const { id, result } = request;
    if (!result) return { outcome: 'no desk' };
    let isClosed = false;
    const submission = { ...submissionOf(request), place: resultPlaceOf(request, result) };
    const begun = await jobs.submit(submission, async (job) => {
      const posted = await desk.postResult(job);
      isClosed = typeof posted === 'string';
      if (typeof posted === 'string') return undefined;
      await note(id, { event: 'result posted', at: { ...result, messageId: posted.messageId } });
      return (await answered(request, answer)) === undefined ? undefined : posted.messageId;
    });
    switch (begun.outcome) {
      case 'begun':
      case 'already':
        return { outcome: 'asked' };
      case 'unanswered':
        if (!isClosed) return begun;
        await drop(id);
        return { outcome: 'no desk' };
      default:
        await drop(id);
        return begun;
    }
  };

  /** Nobody has to decide before, and it is made: what follows can wait until its member was answered. */
  const showAtOnce = async (request: GatedRequest, answer: ShowRequest): Promise<AskOutcome> => ({
    outcome: (await answered(request, answer)) === undefined ? 'unanswered' : 'asked',
  });
  const wayOf = ({ gates, shows }: GatedRequest): typeof askFirst => {
    if (gates.before !== 'nobody') return askFirst;
    return shows ? showAtOnce : beginAtOnce;
  };

  return {
    /** Whether this process is about to show it; what a crash left in that state will never be shown. */
    isOpening: (id: string): boolean => opening.has(id),
    ask: async (request: GatedRequest, answer: ShowRequest): Promise<AskOutcome> => {
      const { id, shows } = request;
      const refusal = shows ? undefined : await accounts.mayHold(request.guildId, holdOf(request));
      if (refusal) return refusal;
      if (opening.has(id)) return { outcome: 'already', request };
      opening.add(id);
      try {
        const known = await write(request);
        if (known) return { outcome: 'already', request: known };
        return await wayOf(request)(request, answer);
      } finally {
        opening.delete(id);
        void carryOut(id);
      }
    },
  };
}
