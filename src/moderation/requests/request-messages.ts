import type { Job } from '../../jobs/job.ts';
import type { HistoryEntry } from '../../jobs/records/history.ts';
import { type Brought, behindOf, type MessageStates } from '../records/messages.ts';
import { type GatedRequest, isMade, REQUEST_MESSAGES, type RequestMessage } from './request.ts';

const NOTICED: readonly string[] = ['ready', 'discarded', 'rejected', 'expired', 'dropped'];

/** What each message should show now. A running job shows itself in its own message. */
export function statesOf(request: GatedRequest): MessageStates<RequestMessage> {
  const { phase, card, result, decision } = request;
  switch (phase) {
    case 'opening':
    case 'approved':
      return {};
    case 'unanswered':
      return { public: phase };
    case 'asked':
      return { public: askedStateOf(request), ...(card && { card: phase }) };
    default: {
      const isResultShown = result !== undefined && phase !== 'begun' && phase !== 'making' && phase !== 'ready';
      return {
        ...(phase !== 'begun' && phase !== 'gone' && { public: phase }),
        ...(isResultShown && { result: phase }),
        ...(card && decision && { card: decision.kind }),
        ...(NOTICED.includes(phase) && { notice: phase }),
      };
    }
  }
}

/** What the first answer shows. */
export function answeredStateOf(request: GatedRequest): string {
  return request.gates.before === 'nobody' ? 'making' : askedStateOf(request);
}

/** Those who vote read the prompt there, and how many seconded it. */
function askedStateOf({ gates, edits, voterIds }: GatedRequest): string {
  return gates.before === 'members' ? `asked ${edits} ${voterIds.length}` : 'asked';
}

export function messagesBehind(request: GatedRequest): RequestMessage[] {
  return behindOf(statesOf(request), request.shown, REQUEST_MESSAGES);
}

/** Whether there should be this message; one that a crash may have left without its id is taken away. */
export function isWanted({ phase, card, result }: GatedRequest, key: RequestMessage): boolean {
  if (key === 'card') return phase === 'asked' || card?.messageId !== undefined;
  if (key === 'result') return phase === 'approved' || result?.messageId !== undefined;
  return true;
}

/** Whether it was rejected or expired, so that its credits are released and nothing is made. */
export function endedWithoutJob({ phase }: GatedRequest): boolean {
  return phase !== 'opening' && phase !== 'asked' && phase !== 'approved' && phase !== 'begun' && !isMade(phase);
}

/** The messages of requests on Discord. What cannot be done just now throws, and the request's step is tried again. */
export interface RequestMessages {
  /** The id of the message that answered its member, by the interaction's token; undefined where there is none. */
  findAnswer(request: GatedRequest): Promise<string | undefined>;
  /**
   * Brings one of its messages up to date; all that it shows is in the record.
   * @param options.anew posts it in the place of one that is gone.
   */
  bring(request: GatedRequest, key: RequestMessage, options?: { anew?: boolean }): Promise<Brought>;
  /** Shows moderators a draft's results before they are published. */
  showDraft(request: GatedRequest, entry: HistoryEntry): Promise<Brought | { outcome: 'lost' }>;
  /** Puts the results into the public message; resolves with the job as shown there. */
  publish(request: GatedRequest, entry: HistoryEntry): Promise<Job | 'lost' | 'gone'>;
}
