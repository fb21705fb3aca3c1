import type { HoldRefusal } from '../../budget/account/decisions.ts';
import type { Job } from '../../jobs/job.ts';
import type { HistoryEntry } from '../../jobs/records/history.ts';
import type { Brought } from '../messages.ts';
import type { GatedRequest, RequestMessage } from './request.ts';
import type { Press, PressOutcome } from './request-decisions.ts';

/** The messages of requests on Discord. What cannot be done just now throws, and the request's step is tried again. */
export interface RequestMessages {
  /** The id of the message that answered its member, by the interaction's token; undefined where there is none. */
  findAnswer(request: GatedRequest): Promise<string | undefined>;
  /**
   * Brings one of its messages up to date; all that it shows is in the record.
   * @param options.anew posts it in the place of one that is gone.
   */
  bring(request: GatedRequest, key: RequestMessage, options?: { anew?: boolean }): Promise<Brought>;
  /** Shows moderators the result of a draft, before everybody sees it. */
  showDraft(request: GatedRequest, entry: HistoryEntry): Promise<Brought | { outcome: 'lost' }>;
  /** Puts the result into the message that everybody sees; resolves with the job as it is shown there. */
  publish(request: GatedRequest, entry: HistoryEntry): Promise<Job | 'lost' | 'gone'>;
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
  bringCard(id: string): Promise<'there' | 'posted' | 'over' | 'no desk'>;
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
