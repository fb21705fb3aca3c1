import type { Next } from '../../engine/lane.ts';
import type { EndedJob, Job } from '../../jobs/job/job.ts';
import { type Brought, behindOf, type MessageStates, nextLateTry } from '../records/messages.ts';
import {
  type GatedRequest,
  isBeforeStart,
  isFromRound,
  isMade,
  REQUEST_MESSAGES,
  type RequestMessage,
} from './request.ts';

const NOTICED: readonly string[] = ['ready', 'discarded', 'rejected', 'declined', 'expired', 'dropped'];

/** The state that each message should show now. A running job shows itself in its own message. */
export function statesOf(request: GatedRequest): MessageStates<RequestMessage> {
  const { phase, card, result } = request;
  switch (phase) {
    case 'opening':
      return {};
    case 'unanswered':
      return { public: phase };
    case 'allowed':
      return { public: withDelay(phase, request) };
    case 'approved':
      return { public: withDelay(startingStateOf(request), request), ...decidedCard(request) };
    case 'asked':
      return {
        public: askedStateOf(request),
        ...(card && { card: request.edits === 0 ? phase : `asked ${request.edits}` }),
        // Its author read a decision that was undone.
        ...(request.shown.notice !== undefined && { notice: phase }),
      };
    default: {
      const isResultShown = result !== undefined && phase !== 'started' && phase !== 'making' && phase !== 'ready';
      return {
        ...(phase !== 'started' && { public: phase }),
        ...(isResultShown && { result: phase === 'discarded' ? withUndo(phase, request) : phase }),
        // It was discarded, and that was undone. A draft's step has drawn it.
        ...(phase === 'ready' && request.shown.result !== undefined && !request.draft && { result: phase }),
        ...decidedCard(request),
        ...(NOTICED.includes(phase) && { notice: phase }),
      };
    }
  }
}

function decidedCard(request: GatedRequest): MessageStates<RequestMessage> {
  const { card, decision, trustsAuthor, phase } = request;
  if (!card || !decision) return {};
  const shown = trustsAuthor ? `${decision.kind} trusts` : decision.kind;
  return { card: phase === 'discarded' ? shown : withUndo(shown, request) };
}

/** Whether its author, who read that it was discarded, has to know that this was undone. */
export const isUndoneDiscard = ({ phase, shown }: GatedRequest): boolean =>
  phase === 'ready' && shown.notice === 'discarded';

const withUndo = (state: string, { undoUntilMs }: GatedRequest): string =>
  undoUntilMs === undefined ? state : `${state} undo`;

/** The state that the first answer shows. */
export function answeredStateOf(request: GatedRequest): string {
  return request.gates.before === 'nobody' ? startingStateOf(request) : askedStateOf(request);
}

/** Without a gate before it, the public message says from the first answer on that it is being made. */
function startingStateOf({ gates }: GatedRequest): string {
  return gates.before === 'nobody' ? 'making' : 'approved';
}

const withDelay = (state: string, { delay }: GatedRequest): string => (delay ? `${state} ${delay}` : state);

/** People read there who has agreed, or the prompt and the number of votes, so those are part of the state. */
function askedStateOf({ gates, edits, voterIds, consent }: GatedRequest): string {
  if (gates.before === 'owner') return `asked owners ${consent?.allowedByIds.length ?? 0}`;
  return gates.before === 'members' ? `asked ${edits} ${voterIds.length}` : 'asked';
}

export function messagesBehind(request: GatedRequest): RequestMessage[] {
  return behindOf(statesOf(request), request.shown, REQUEST_MESSAGES);
}

/** Which message was out of reach and is tried again next, and when. */
export function nextLateMessage(request: GatedRequest, nowMs: number) {
  return nextLateTry(request, statesOf(request), REQUEST_MESSAGES, nowMs);
}

/** Whether the message should exist. If not, a message whose id a crash lost is deleted. */
export function isWanted(request: GatedRequest, key: RequestMessage): boolean {
  const { phase, card, result } = request;
  if (key === 'public') return phase !== 'unanswered' || !isFromRound(request);
  if (key === 'card') return phase === 'asked' || card?.messageId !== undefined;
  if (key === 'result') return phase === 'approved' || result?.messageId !== undefined;
  return true;
}

/** Whether it ended before anything was made, so that its credits are released. */
export function endedWithoutJob({ phase }: GatedRequest): boolean {
  return !isBeforeStart(phase) && phase !== 'started' && !isMade(phase);
}

export type Published =
  | { outcome: 'there'; job: Job }
  | Exclude<Brought, { outcome: 'there' }>
  /** No results are left. */
  | { outcome: 'lost' };

/** The messages of requests on Discord. A temporary failure throws, and the engine retries the step. */
export interface RequestMessages {
  /**
   * Finds the message that answered its member, by the interaction token.
   * @returns its id if it exists, or when to look again while it may still appear.
   */
  findAnswer(request: GatedRequest): Promise<string | Next>;
  /**
   * Updates one of its messages, which shows only what the record holds.
   * @param options.replaceIn where to post a new message instead of one that is gone or out of reach
   */
  bring(
    request: GatedRequest,
    key: RequestMessage,
    options?: { replaceIn?: { guildId: string; channelId: string } },
  ): Promise<Brought>;
  /** Shows moderators a draft's results before they are published. */
  showDraft(request: GatedRequest, entry: EndedJob): Promise<Brought | { outcome: 'lost' }>;
  /** Puts the results into the public message. Resolves also with the job as shown there. */
  publish(request: GatedRequest, entry: EndedJob): Promise<Published>;
}
