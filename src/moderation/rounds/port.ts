import type { HoldRefusal } from '../../budget/account/decisions.ts';
import type { Job } from '../../jobs/job/job.ts';
import type { Brought } from '../records/messages.ts';
import type { EndOutcome, EntryDecision, NewEntry, SubmitOutcome, VoteOutcome, WithdrawOutcome } from './decisions.ts';
import type { Round } from './round.ts';

/** Finds the numbers of the accepted entries, or of those in `only`, that the server's rules would now refuse. */
export type FindForbiddenEntries = (round: Round, only?: readonly number[]) => Promise<ReadonlySet<number>>;

/** The messages of rounds on Discord. If Discord is unavailable, these throw, and the round's step is retried. */
export interface RoundMessages {
  /** The id of the message that answered the opener; undefined if there is none. */
  findAnswer(round: Round): Promise<string | undefined>;
  /**
   * Brings the round's message up to date, or posts it if no command answers with it.
   * @param options.anew posts it again, because the old message is gone
   */
  bring(round: Round, options?: { anew?: boolean }): Promise<Brought>;
  /** Deletes the message of a round that no command opened, if a crash lost its id. */
  deleteOrphan(round: Round, postedAfterMs: number): Promise<void>;
  /** Congratulates the winners: a courtesy, which isn't retried. */
  announce(round: Round): Promise<void>;
  /** Posts the pending message of a winner's job. */
  postWinnerJob(job: Job): Promise<Brought>;
  /** Deletes that message. If Easel can't reach it, it stays. */
  deleteWinnerJob(at: { guildId: string; channelId: string; messageId: string }): Promise<void>;
}

export type OpenOutcome =
  | { outcome: 'open' }
  | HoldRefusal
  /** Another round is running in this channel. */
  | { outcome: 'another'; round: Round }
  | { outcome: 'too many' }
  | { outcome: 'unanswered' };

export type RoundOutcome<Outcome> = (Outcome & { round: Round }) | { outcome: 'gone' };

/** Rounds of group generation. The pot is held from the opening until its parts are the winners' jobs' or are released. */
export interface Rounds {
  /** @param answer posts the round's message as the first answer. Resolves with its id; rejects with an AnswerLostError if Discord didn't confirm it. */
  open(round: Round, answer: (round: Round) => Promise<string | undefined>): Promise<OpenOutcome>;
  find(id: string): Promise<Round | undefined>;
  /** Rounds before their winners are decided, in this process's servers. Doesn't read the store. */
  undecided(): Round[];
  /** The same in the servers of all processes, from the store. @throws StoreError */
  undecidedAnywhere(): Promise<Round[]>;
  /** The ids that the winners' jobs of running rounds will have. Their credits are already held. */
  potJobIds(): string[];
  /** The round that is running in a channel. */
  inChannel(channelId: string): Promise<Round | undefined>;
  forbiddenEntries: FindForbiddenEntries;
  submit(id: string, entry: NewEntry): Promise<RoundOutcome<SubmitOutcome>>;
  withdraw(id: string, memberId: string): Promise<RoundOutcome<WithdrawOutcome>>;
  /** Adds a member's vote for an entry, or removes it. */
  vote(id: string, memberId: string, number: number): Promise<RoundOutcome<VoteOutcome>>;
  remove(id: string, number: number, byId: string, why: string): Promise<RoundOutcome<EntryDecision>>;
  /** @param atMs when the prompt was entered that the moderator has read */
  approve(id: string, number: number, byId: string, atMs: number): Promise<RoundOutcome<EntryDecision>>;
  /** Ends the phase that the moderator saw, if it's still running. */
  endEarly(id: string, phase: 'submitting' | 'voting', byId: string): Promise<RoundOutcome<EndOutcome>>;
  cancel(id: string, byId: string): Promise<RoundOutcome<EndOutcome>>;
  /** Takes the steps that follow from a change. Never rejects: the engine retries what fails. */
  carryOut(id: string): Promise<void>;
  /** Brings the round's message up to date even if it seems to be. If it's gone, it's posted again. */
  refresh(id: string): Promise<void>;
  /** Loads the open rounds. Call it before any other method. */
  load(): Promise<void>;
  /** Takes due steps until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Deletes rounds that ended long ago. */
  sweep(nowMs: number): Promise<void>;
}
