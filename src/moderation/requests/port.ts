import type { HoldRefusal } from '../../budget/account/decisions.ts';
import type { Job } from '../../jobs/job.ts';
import type { HistoryEntry } from '../../jobs/records/history.ts';
import type { Posted } from '../lost-answer.ts';
import type { GatedRequest } from './request.ts';
import type { Press, PressOutcome } from './request-decisions.ts';

export type Shown = 'shown' | 'gone' | 'unavailable';
/** A limited or slow Discord says when to try again; only a channel that is missing or closed is final. */
export type CardPosted = { messageId: string } | { retryAfterMs: number | undefined } | 'no access';

/** Where the people who decide see requests and their results, and everybody else what became of them. */
export interface RequestDesk {
  /** The message that answered its member, by the interaction's token; `no access` where there is none. */
  findAnswer(request: GatedRequest): Promise<Posted>;
  /** The card for moderators, who decide before it is made. */
  postCard(request: GatedRequest): Promise<CardPosted>;
  /** The message of a job in the moderators' channel. */
  postResult(job: Job): Promise<Posted>;
  /** Takes away what a crash may have left in the moderators' channel, whose message nobody noted. */
  removeLost(request: GatedRequest): Promise<'done' | 'unavailable'>;
  /** Brings the message that everybody sees up to date, without the result. */
  showRequest(request: GatedRequest): Promise<Shown>;
  showCard(request: GatedRequest): Promise<Shown>;
  /** Says in the job's message for moderators what was decided. */
  showDecision(request: GatedRequest): Promise<Shown>;
  /** Shows there a job that ended before it knew its own message. */
  showJob(request: GatedRequest, entry: HistoryEntry): Promise<Shown>;
  /** Shows moderators the result of a draft, before everybody sees it. */
  postShown(request: GatedRequest, entry: HistoryEntry): Promise<Posted | 'lost'>;
  /** Puts the result into the message that everybody sees; resolves with the job as it is shown there. */
  publish(request: GatedRequest, entry: HistoryEntry): Promise<{ job: Job } | 'lost' | 'gone' | 'unavailable'>;
  /** Tells its member, by a short reply, that it was decided or is ready. A courtesy: where it cannot be posted it is left out. */
  notify(request: GatedRequest): Promise<void>;
}

export type AskOutcome =
  | { outcome: 'asked' }
  /** It is there already: somebody pressed twice, or it was decided about. */
  | { outcome: 'already'; request: GatedRequest }
  | { outcome: 'not held'; refusal: HoldRefusal }
  | { outcome: 'unanswered' };

/**
 * Shows the request's message as the first answer; resolves with its id, or undefined where Discord did not take it.
 * @throws AnswerLostError where nobody knows whether Discord took it.
 */
export type ShowRequest = (request: GatedRequest) => Promise<string | undefined>;

/** Requests on which somebody decides, before they are made or before everybody sees the result. */
export interface Requests {
  /** Answers its member; its credits are held from now on, and a draft's were spent when it was made. */
  ask(request: GatedRequest, answer: ShowRequest): Promise<AskOutcome>;
  /** Takes on what was let in elsewhere, with its credits held: it is made as soon as it can be. Repeating it is harmless. */
  enter(request: GatedRequest): Promise<void>;
  find(id: string): Promise<GatedRequest | undefined>;
  /** Written down once, for the first who decides. What follows from it is done by `carryOut`. */
  press(id: string, press: Press): Promise<PressOutcome>;
  /** Does what follows from a decision; repeating it is harmless. Never rejects: it is tried again by itself. */
  carryOut(id: string): Promise<void>;
  /** Ends what nobody has seen yet, at whichever gate it is. */
  endUnshown(id: string, byId: string): Promise<'ended' | 'later' | 'nothing'>;
  /** Does something to its messages while nothing that was decided about it is carried out. */
  alone<Result>(id: string, work: (request: GatedRequest | undefined) => Promise<Result>): Promise<Result>;
  /** Its job was undone before anything of it was sent. @returns whether it will be begun again. */
  takeBack(id: string): Promise<boolean>;
  /** Its job has ended. */
  jobEnded(id: string): void;
  /** Of a member's requests, those that are not jobs yet. */
  idsOf(guildId: string, memberId: string): string[];
  /** Of all that may hold credits and are not jobs yet, in all servers. */
  allIds(): string[];
  /** Looks whether the card of an undecided request is there, and posts it anew in the moderators' channel where it is not. */
  bringCard(id: string): Promise<'there' | 'posted' | 'over' | 'no desk' | 'unavailable'>;
  /** What credits are held for until somebody decides, in all servers of this process; from memory. */
  undecided(): GatedRequest[];
  /** Those, and those of the servers of other processes; from the store. @throws StoreError */
  undecidedAnywhere(): Promise<GatedRequest[]>;
  /** The undecided ones, oldest first. */
  queueOf(guildId: string): GatedRequest[];
  /**
   * Blanks the prompts of a member's requests that have ended.
   * @returns how many still wait, with their prompts
   */
  forget(guildId: string, memberId: string): Promise<number>;
  /** Finds in the store what is not finished; before that nobody may ask. */
  load(): Promise<void>;
  /** Lets requests expire and does again what did not work, until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Drops what ended long ago. */
  sweep(nowMs: number): Promise<void>;
}
