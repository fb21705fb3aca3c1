import type { HoldRefusal } from '../../budget/account/decisions.ts';
import type { Job } from '../../jobs/job.ts';
import type { Brought } from '../records/messages.ts';
import type { EndOutcome, EntryDecision, HandedIn, SubmitOutcome, VoteOutcome, WithdrawOutcome } from './decisions.ts';
import type { Round } from './round.ts';

/** The numbers of the entries that the server's rules would not let through now; of all of them, or of those asked for. */
export type Barred = (round: Round, only?: readonly number[]) => Promise<ReadonlySet<number>>;

/** The messages of rounds on Discord. What cannot be done just now throws, and the round's step is tried again. */
export interface RoundMessages {
  /** The message that answered its opener, by the interaction's token; undefined where there is none. */
  findAnswer(round: Round): Promise<string | undefined>;
  /**
   * Brings the round's message up to date, or posts it where no command answers with it.
   * @param options.anew posts it in the place of one that is gone.
   */
  bring(round: Round, options?: { anew?: boolean }): Promise<Brought>;
  /** Takes away the message of a round that no command opened, where a crash lost its id. */
  removeLost(round: Round, postedAfterMs: number): Promise<void>;
  /** Tells the winners that they won; left out where Discord does not take it. */
  announce(round: Round): Promise<void>;
  /** Posts the pending message of a winner's job. */
  bringJob(job: Job): Promise<Brought>;
  /** Takes that message away; one that is closed to Easel stays. */
  removeJob(at: { guildId: string; channelId: string; messageId: string }): Promise<void>;
}

export type OpenOutcome =
  | { outcome: 'open' }
  | HoldRefusal
  /** One is running in this channel. */
  | { outcome: 'another'; round: Round }
  | { outcome: 'too many' }
  | { outcome: 'unanswered' };

export type Gone = { outcome: 'gone' };
export type With<Outcome> = (Outcome & { round: Round }) | Gone;

/** Rounds of groups. Credits of the pot are held from the opening on until they are a winner's job's, or go back. */
export interface Rounds {
  /** @param answer shows the round's message as the first answer; resolves with its id, and rejects with an AnswerLostError where nobody knows it. */
  open(round: Round, answer: (round: Round) => Promise<string | undefined>): Promise<OpenOutcome>;
  find(id: string): Promise<Round | undefined>;
  /** Those whose pots wait for their winners, in all servers of this process; from memory. */
  undecided(): Round[];
  /** Those, and those of the servers of other processes; from the store. @throws StoreError */
  undecidedAnywhere(): Promise<Round[]>;
  /** The jobs that the winners of running rounds become: credits are held for them already. */
  potJobIds(): Promise<string[]>;
  /** The one that runs in this channel. */
  inChannel(channelId: string): Promise<Round | undefined>;
  barred: Barred;
  submit(id: string, entry: HandedIn): Promise<With<SubmitOutcome>>;
  withdraw(id: string, memberId: string): Promise<With<WithdrawOutcome>>;
  /** Adds a member's vote for an entry, or takes it back. */
  vote(id: string, memberId: string, number: number): Promise<With<VoteOutcome>>;
  remove(id: string, number: number, byId: string, why: string): Promise<With<EntryDecision>>;
  /** @param atMs when what the moderator read was handed in. */
  letIn(id: string, number: number, byId: string, atMs: number): Promise<With<EntryDecision>>;
  /** Ends the phase that a moderator saw, if it still runs. */
  endEarly(id: string, phase: 'submitting' | 'voting', byId: string): Promise<With<EndOutcome>>;
  cancel(id: string, byId: string): Promise<With<EndOutcome>>;
  /** Does what follows from a change, and brings the message up to date. Never rejects: it is tried again by itself. */
  carryOut(id: string): Promise<void>;
  /** Looks whether the round's message is there, and posts it anew where it is not. */
  refresh(id: string): Promise<void>;
  /** Finds the rounds in the store; before that nobody may open one. */
  load(): Promise<void>;
  /** Moves rounds on by the clock and does again what did not work, until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Drops what ended long ago. */
  sweep(nowMs: number): Promise<void>;
}
