import { z } from 'zod';
import { messageLocationSchema, requestSchema, taskKeyOf } from '../../jobs/job.ts';
import { kindOf } from '../../task-api/models.ts';
import { DAY_MS } from '../../time/clock.ts';
import { ROUND_WINNERS } from '../settings/settings.ts';

/** A round of a group: members hand in prompts, vote, and the best are made from one pot. Its stored record. */

/** Bounds of what its opener chooses. Minutes: a week is the longest. */
export const ROUND_BOUNDS = { winners: ROUND_WINNERS, minutes: [1, 10_080] } as const;
/** More could be neither read nor voted on. */
export const ENTRIES_MAX = 100;
/** Keeps the record, which every vote writes, within what one write should carry. */
export const VOTERS_MAX = 2_000;
/** Four of them fit into one message, each mark in them escaped. */
export const ENTRY_MAX_CHARACTERS = 400;
export const THEME_MAX_CHARACTERS = 200;
export const REMOVAL_REASON_MAX_CHARACTERS = 200;
/** Rounds that run in one server at one time, in as many channels. */
export const OPEN_ROUNDS_MAX = 10;
/** Whoever presses a button of long ago is told what became of the round. */
export const KEPT_FOR_MS = 7 * DAY_MS;

const timeSchema = z.int().min(0);
const entryNumberSchema = z.int().min(1).max(ENTRIES_MAX);

const entrySchema = z.strictObject({
  number: entryNumberSchema,
  memberId: z.string(),
  prompt: z.string().min(1).max(ENTRY_MAX_CHARACTERS),
  atMs: timeSchema,
  /** `waits`: a moderator has to let it take part; nobody else sees it, and it cannot win. */
  state: z.enum(['in', 'waits', 'withdrawn', 'removed']),
  /** Moderators see its result before everybody does. */
  isPreviewed: z.boolean().optional(),
  /** The moderator who removed it, or let it take part. */
  byId: z.string().optional(),
  why: z.string().max(REMOVAL_REASON_MAX_CHARACTERS).optional(),
});
export type Entry = z.output<typeof entrySchema>;

const WINNER_STATES = ['waiting', 'started', 'made', 'failed', 'unconfirmed', 'cancelled'] as const;
const winnerSchema = z.strictObject({
  number: entryNumberSchema,
  votes: z.int().min(0),
  /** Its part of the pot is held under this job. */
  jobId: z.string(),
  state: z.enum(WINNER_STATES),
  messageId: z.string().optional(),
});
/** An entry that won. */
export type Winner = z.output<typeof winnerSchema>;

export const ENDINGS = ['done', 'no entries', 'cancelled', 'dropped'] as const;
export type Ending = (typeof ENDINGS)[number];
export const PHASES = ['opening', 'submitting', 'voting', 'creating', 'ended'] as const;

export const roundSchema = z.strictObject({
  id: z.string(),
  guildId: z.string(),
  /** Where its message is; the token is empty if no command opened the round. */
  location: messageLocationSchema,
  /** The state that its message showed last. */
  shown: z.string().optional(),
  openedById: z.string(),
  theme: z.string().min(1).max(THEME_MAX_CHARACTERS),
  kind: z.enum(['image', 'video']),
  /** What every winner is made with, but for the prompt. */
  request: requestSchema.omit({ prompt: true, andModelId: true, styleText: true }),
  ageRestricted: z.boolean(),
  /** Whose shares of the budget the pot counts in: the opener's. */
  roleIds: z.array(z.string()),
  channelIds: z.array(z.string()),
  winners: z.int().min(ROUND_BOUNDS.winners[0]).max(ROUND_BOUNDS.winners[1]),
  /** Held for each winner. */
  quoteCredits: z.int().min(0),
  createdAtMs: timeSchema,
  submitUntilMs: timeSchema,
  voteMs: timeSchema,
  voteUntilMs: timeSchema,
  phase: z.enum(PHASES),
  entries: z.array(entrySchema).max(ENTRIES_MAX),
  /** The entries that each member votes for. */
  votes: z
    .record(z.string(), z.array(entryNumberSchema).max(ENTRIES_MAX))
    .refine((votes) => Object.keys(votes).length <= VOTERS_MAX),
  /** Whether the winners were told, or it was tried. */
  isAnnounced: z.boolean(),
  picks: z.array(winnerSchema).max(ROUND_BOUNDS.winners[1]),
  /** Moderators who ended a phase early. */
  endedEarly: z.array(z.strictObject({ phase: z.enum(['submitting', 'voting']), byId: z.string(), atMs: timeSchema })),
  ending: z
    .strictObject({
      how: z.enum(ENDINGS),
      byId: z.string().optional(),
      atMs: timeSchema,
      /** The phase in which it ended. */
      phase: z.enum(PHASES).optional(),
      /** Whether the pot's rest went back. */
      isSettled: z.boolean(),
    })
    .optional(),
});
export type Round = z.output<typeof roundSchema>;

/** What whoever opens a round decides, and what is known of the place. */
export interface NewRound
  extends Pick<
    Round,
    | 'id'
    | 'location'
    | 'openedById'
    | 'theme'
    | 'request'
    | 'ageRestricted'
    | 'roleIds'
    | 'channelIds'
    | 'winners'
    | 'quoteCredits'
    | 'voteMs'
  > {
  submitMs: number;
}

/** A round that is about to be opened. */
export function newRound({ submitMs, ...facts }: NewRound, nowMs: number): Round {
  return {
    ...facts,
    guildId: facts.location.guildId,
    kind: kindOf(facts.request.modelId),
    createdAtMs: nowMs,
    submitUntilMs: nowMs + submitMs,
    voteUntilMs: nowMs + submitMs + facts.voteMs,
    phase: 'opening',
    entries: [],
    votes: {},
    isAnnounced: false,
    picks: [],
    endedEarly: [],
  };
}

/** One more character than an interaction's id has in base 36: no interaction's job is ever called so. */
export function potJobId(roundId: string, slot: number): string {
  return `${roundId}${slot.toString(36)}`;
}

/** The parts of the pot: one for each winner, held as the job that it becomes. */
export function potOf({
  id,
  winners,
  quoteCredits,
  request: { modelId },
}: Round): { jobId: string; taskKey: string; quoteCredits: number; modelId: string }[] {
  return Array.from({ length: winners }, (_, index) => {
    const jobId = potJobId(id, index + 1);
    return { jobId, taskKey: taskKeyOf(jobId, 0), quoteCredits, modelId };
  });
}

/** How many winners a pot of at most `potCredits` pays for; 0 when it is too small for one. */
export function winnersWithin(winners: number, quoteCredits: number, potCredits: number | undefined): number {
  if (potCredits === undefined || quoteCredits === 0) return winners;
  return Math.min(winners, Math.floor(potCredits / quoteCredits));
}

export const isActive = ({ phase }: Round): boolean => phase !== 'ended';
export const entryOf = ({ entries }: Round, memberId: string): Entry | undefined =>
  entries.find((entry) => entry.memberId === memberId);
export const entryNumbered = ({ entries }: Round, number: number): Entry | undefined =>
  entries.find((entry) => entry.number === number);
/** Those that members vote on. */
export const entriesIn = ({ entries }: Round): Entry[] => entries.filter(({ state }) => state === 'in');
/** Those that moderators look after. */
export const entriesHere = ({ entries }: Round): Entry[] =>
  entries.filter(({ state }) => state === 'in' || state === 'waits');
export const voterCount = ({ votes }: Round): number =>
  Object.values(votes).filter((numbers) => numbers.length > 0).length;

/** What its message should show now. */
export function stateOf(round: Round): string {
  const { phase, ending, picks } = round;
  const counts = [entriesHere(round).length, entriesIn(round).length, voterCount(round)];
  const made = picks.map(({ state, messageId = 'nowhere' }) => `${state} ${messageId}`);
  return [phase, ending?.how, ...counts, ...made].join(' ');
}

export function isBehind(round: Round): boolean {
  const { phase, location, shown } = round;
  return phase !== 'opening' && location.messageId !== undefined && shown !== stateOf(round);
}

/** Whether everybody may read the entries: not yet, now, not any more, or never, because voting never began. */
export type EntriesView = 'not yet' | 'shown' | 'no more' | 'never';

/** While members vote they read what they vote on; afterwards only where prompts are everybody's. */
export function viewOfEntries({ phase, ending, picks, request }: Round): EntriesView {
  if (phase === 'opening' || phase === 'submitting') return 'not yet';
  if (phase === 'voting') return 'shown';
  const last = phase === 'creating' || picks.length > 0 ? 'creating' : ending?.phase;
  if (last !== 'voting' && last !== 'creating') return 'never';
  return request.hidesPrompt ? 'no more' : 'shown';
}
