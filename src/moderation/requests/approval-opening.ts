import type { Accounts } from '../../budget/accounts.ts';
import type { Clock } from '../../clock.ts';
import type { DrivenRecords } from '../../driver/driven-records.ts';
import type { Log } from '../../log.ts';
import type { ApprovalDesk, AskOutcome, ShowWaiting } from './approval-port.ts';
import { BY_EASEL, holdOf, type Waiting } from './waiting.ts';
import { withDecision } from './waiting-decisions.ts';

export interface OpeningParts {
  cases: Pick<DrivenRecords<Waiting>, 'find' | 'change' | 'drop'>;
  accounts: Pick<Accounts, 'mayHold' | 'hold' | 'releaseJob'>;
  desk: Pick<ApprovalDesk, 'postCard' | 'showCard'>;
  clock: Pick<Clock, 'now'>;
  log: Log;
}

/** From a member's wish to a request on which people can decide: written, held, on a card, answered. */
export function createOpening({ cases, accounts, desk, clock, log }: OpeningParts) {
  /** Requests of this process whose messages are on their way. */
  const opening = new Set<string>();

  const write = (waiting: Waiting): Promise<void> =>
    cases.change(waiting.id, () => ({ after: waiting, outcome: undefined }));

  const undo = async (waiting: Waiting, why: string): Promise<void> => {
    await accounts.releaseJob(waiting.guildId, waiting.id, why);
    await cases.drop(waiting.id);
  };

  const openUp = async (asked: Waiting, answer: ShowWaiting): Promise<AskOutcome> => {
    const hold = holdOf(asked);
    const refusal = await accounts.mayHold(asked.guildId, hold);
    if (refusal) return refusal;
    await write(asked);
    const held = await accounts.hold(asked.guildId, hold);
    if (held.outcome !== 'held' && held.outcome !== 'already') {
      await undo(asked, 'not held');
      return held;
    }
    const card = await desk.postCard(asked);
    if (typeof card === 'string') {
      await undo(asked, 'no desk');
      return { outcome: 'no desk' };
    }
    const carded: Waiting = { ...asked, card: { ...asked.card, messageId: card.messageId } };
    // Before the answer, which may take long: what a crash leaves has a card that can be brought up to date.
    await write(carded);
    const messageId = await answer(carded);
    if (messageId === undefined) {
      await undo(carded, 'unanswered');
      await desk.showCard(withDecision(carded, { kind: 'dropped', byId: BY_EASEL }, clock.now()));
      return { outcome: 'unanswered' };
    }
    await write({ ...carded, place: { ...carded.place, messageId }, isOpen: true });
    log.info({ request: asked.id, server: asked.guildId, mode: asked.mode }, 'request waits');
    return { outcome: 'waiting' };
  };

  return {
    /** Whether this process is about to show it; what a crash left in that state will never be shown. */
    isOpening: (id: string): boolean => opening.has(id),
    ask: async (waiting: Waiting, answer: ShowWaiting): Promise<AskOutcome> => {
      if (await cases.find(waiting.id)) return { outcome: 'waiting' };
      opening.add(waiting.id);
      try {
        return await openUp(waiting, answer);
      } finally {
        opening.delete(waiting.id);
      }
    },
  };
}
