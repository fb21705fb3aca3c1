import type { HoldRefusal } from '../../budget/decisions.ts';
import type { Waiting } from './waiting.ts';
import type { DecideOutcome, Verdict, VoteOutcome } from './waiting-decisions.ts';

/** Where the people who decide see requests, and the requester what became of them. */
export interface ApprovalDesk {
  /** The card for moderators. */
  postCard(waiting: Waiting): Promise<{ messageId: string } | 'no access' | 'unavailable'>;
  /** Takes away the card that a crash may have left, whose message nobody noted. */
  removeLostCard(waiting: Waiting): Promise<'done' | 'unavailable'>;
  /** Brings the card up to date. */
  showCard(waiting: Waiting): Promise<'shown' | 'gone' | 'unavailable'>;
  /** Brings the request's own message up to date. */
  showRequest(waiting: Waiting): Promise<'shown' | 'gone' | 'unavailable'>;
  /** Tells the requester, by a short reply, that it was decided. */
  notify(waiting: Waiting): Promise<void>;
}

export type AskOutcome =
  | { outcome: 'waiting' }
  | HoldRefusal
  /** The moderators' channel cannot be written to. */
  | { outcome: 'no desk' }
  | { outcome: 'unanswered' };

/** Shows the request's message as the first answer; resolves with its id, or undefined where Discord did not take it. */
export type ShowWaiting = (waiting: Waiting) => Promise<string | undefined>;

/** Requests that wait for moderators or votes. Credits are held from the first write on until it is decided. */
export interface Approvals {
  ask(waiting: Waiting, answer: ShowWaiting): Promise<AskOutcome>;
  find(id: string): Promise<Waiting | undefined>;
  /** Written down once, for the first who decides. What follows from it is done by `carryOut`. */
  decide(id: string, verdict: Verdict): Promise<DecideOutcome>;
  /** Puts another prompt in the place of the one that was read, which `seenEdits` tells. */
  edit(id: string, edit: { byId: string; prompt: string; seenEdits: number }): Promise<DecideOutcome>;
  /** Adds a member's vote for the prompt that they read, or takes it back. */
  vote(id: string, vote: { memberId: string; seenEdits: number }): Promise<VoteOutcome>;
  /** Does what follows from a decision; repeating it is harmless. Never rejects: it is tried again by itself. */
  carryOut(id: string): Promise<void>;
  /** Begins an approved one again whose job a crash undid. @returns whether there is one. */
  reopen(id: string): Promise<boolean>;
  idsOf(guildId: string, memberId: string): string[];
  /** Of all that may hold credits, in all servers. */
  allIds(): string[];
  /** Looks whether the card of an undecided request is there, and posts it anew in the moderators' channel where it is not. */
  bringCard(id: string): Promise<'there' | 'posted' | 'over' | 'no desk' | 'unavailable'>;
  /** What credits are held for until somebody decides, in all servers; from memory. */
  undecided(): Waiting[];
  /** The undecided ones, oldest first. */
  queueOf(guildId: string): Promise<Waiting[]>;
  /** Finds what waits in the store; before that nobody may ask. */
  load(): Promise<void>;
  /** Lets requests expire and does again what did not work, until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Drops what was decided long ago. */
  sweep(nowMs: number): Promise<void>;
}
