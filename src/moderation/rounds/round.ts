import { z } from 'zod';
import { messageLocationSchema, requestSchema, taskKeyOf } from '../../jobs/job/job.ts';
import { defineCollection } from '../../store/store.ts';
import { kindOf } from '../../task-api/models.ts';
import { DAY_MS } from '../../time/clock.ts';
import { behindOf, messageSchema, nextLateTry, unreachedSchema } from '../records/messages.ts';
import { ROUND_WINNERS } from '../settings/settings.ts';

/** The stored record of a round: members enter prompts and vote, and the best are made from one pot of credits. */

/** Bounds of what the opener chooses. The longest phase is a week. */
/** Members couldn't read more, let alone vote on them. */
export const ENTRIES_MAX = 100;
/** Bounds the record's size, because every vote writes it. */
export const VOTERS_MAX = 2_000;
/** Four entries fit into one message, even if every character has to be escaped. */
export const ENTRY_MAX_CHARACTERS = 400;
export const THEME_MAX_CHARACTERS = 200;
export const REMOVAL_REASON_MAX_CHARACTERS = 200;
/** Rounds that can run in one server at the same time, each in its own channel. */
export const OPEN_ROUNDS_MAX = 10;
/** For this long, the buttons of an old round still say how it ended, and its prompts and votes are kept. */
export const RETENTION_MS = 7 * DAY_MS;
/** The card with its winners loses a picture that is hidden later, for as long as a copy in the gallery. */
const CARD_KEPT_MS = 365 * DAY_MS;

const timeSchema = z.int().min(0);
const entryNumberSchema = z.int().min(1).max(ENTRIES_MAX);

const entrySchema = z.strictObject({
  number: entryNumberSchema,
  memberId: z.string(),
  /** Empty once its member had it erased. */
  prompt: z.string().max(ENTRY_MAX_CHARACTERS),
  atMs: timeSchema,
  /** `pending`: a moderator has to approve it. Until then only moderators see it, and it can't win. */
  state: z.enum(['accepted', 'pending', 'withdrawn', 'removed']),
  /** Moderators see its result before everyone else. */
  isPreviewed: z.boolean().optional(),
  /** The moderator who approved or removed it. */
  byId: z.string().optional(),
  /** What that decision replaced, and until when it can be undone. */
  undo: z
    .strictObject({ state: z.enum(['accepted', 'pending']), byId: z.string().optional(), untilMs: timeSchema })
    .optional(),
  why: z.string().max(REMOVAL_REASON_MAX_CHARACTERS).optional(),
  /** The moderators' card about it, if one had to approve it. */
  card: messageSchema.optional(),
});
export type Entry = z.output<typeof entrySchema>;

const WINNER_STATES = ['waiting', 'started', 'made', 'failed', 'unconfirmed', 'cancelled'] as const;
const winnerSchema = z.strictObject({
  number: entryNumberSchema,
  votes: z.int().min(0),
  /** Its part of the pot is held under this job id. */
  jobId: z.string(),
  state: z.enum(WINNER_STATES),
  messageId: z.string().optional(),
});
/** An entry that won. */
export type Winner = z.output<typeof winnerSchema>;

export const ENDINGS = ['done', 'no entries', 'cancelled', 'dropped'] as const;
export type Ending = (typeof ENDINGS)[number];
export const PHASES = ['opening', 'submitting', 'voting', 'creating', 'ended'] as const;

/** Its own message, the reply that calls to the vote, the card with the winners, and moderators' cards about entries. */
export type RoundMessage = 'public' | 'voting' | 'winners' | `entry ${number}`;

export const roundSchema = z.strictObject({
  id: z.string(),
  guildId: z.string(),
  /** Where its message is; the token is empty if no command opened the round. */
  location: messageLocationSchema,
  /** The state that each message showed last. */
  shown: z.record(z.string(), z.string()),
  unreached: unreachedSchema,
  openedById: z.string(),
  theme: z.string().min(1).max(THEME_MAX_CHARACTERS),
  kind: z.enum(['image', 'video']),
  /** What every winner is made with, except for the prompt. */
  request: requestSchema.omit({ prompt: true, andModelId: true, styleText: true }),
  ageRestricted: z.boolean(),
  /** The opener's roles and channels, whose shares of the budget the pot counts towards. */
  roleIds: z.array(z.string()),
  channelIds: z.array(z.string()),
  winnerCount: z.int().min(ROUND_WINNERS[0]).max(ROUND_WINNERS[1]),
  /** The credits held for each winner. */
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
  winners: z.array(winnerSchema).max(ROUND_WINNERS[1]),
  /** The card that shows the winners once their pictures are made. */
  winnersMessageId: z.string().optional(),
  /** How often a winner's picture was hidden, shown again, published or deleted since. */
  winnersChanges: z.int().min(0).optional(),
  /** Moderators who ended a phase early. */
  endedEarly: z.array(z.strictObject({ phase: z.enum(['submitting', 'voting']), byId: z.string(), atMs: timeSchema })),
  ending: z
    .strictObject({
      how: z.enum(ENDINGS),
      byId: z.string().optional(),
      atMs: timeSchema,
      /** The phase in which it ended. */
      phase: z.enum(PHASES).optional(),
      /** Whether the unused part of the pot was released. */
      isPotReleased: z.boolean(),
      /** Whether prompts and votes are deleted, so that only the card with the winners is left. */
      isTrimmed: z.boolean().optional(),
    })
    .optional(),
});
export type Round = z.output<typeof roundSchema>;

export const roundCollection = defineCollection({
  name: 'rounds',
  schema: roundSchema,
  serverOf: ({ guildId }) => guildId,
  keeps: {
    what: 'rounds: theme, entries’ prompts and authors, votes',
    ends: {
      after: RETENTION_MS,
      since: ({ ending, winnersMessageId }) => {
        if (!ending?.isPotReleased) return undefined;
        return winnersMessageId === undefined ? ending.atMs : ending.atMs + CARD_KEPT_MS - RETENTION_MS;
      },
      words: '7 days after the round’s end; who won and took part after a year',
    },
    erased: { goes: 'prompts and open entries', stays: 'who entered and voted' },
  },
});

/** What the opener chooses, and the facts of the interaction. */
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
    | 'winnerCount'
    | 'quoteCredits'
    | 'voteMs'
  > {
  submitMs: number;
}

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
    shown: {},
    winners: [],
    endedEarly: [],
  };
}

/** One character longer than an interaction's id in base 36, so it's never the id of an interaction's job. */
export function potJobId(roundId: string, slot: number): string {
  return `${roundId}${slot.toString(36)}`;
}

/** The parts of the pot: one for each winner, held under the id of its future job. */
export function potParts({
  id,
  winnerCount,
  quoteCredits,
  request: { modelId },
}: Round): { jobId: string; taskKey: string; quoteCredits: number; modelId: string }[] {
  return Array.from({ length: winnerCount }, (_, index) => {
    const jobId = potJobId(id, index + 1);
    return { jobId, taskKey: taskKeyOf(jobId, 0), quoteCredits, modelId };
  });
}

/** Whether moderators can still decide about entries, and end the phase early. */
export const isOpenToEntryDecisions = <Some extends Pick<Round, 'phase'>>(
  round: Some,
): round is Some & { phase: 'submitting' | 'voting' } => round.phase === 'submitting' || round.phase === 'voting';
export const isActive = ({ phase }: Round): boolean => phase !== 'ended';
export const entryByMember = ({ entries }: Round, memberId: string): Entry | undefined =>
  entries.find((entry) => entry.memberId === memberId);
export const entryByNumber = ({ entries }: Round, number: number): Entry | undefined =>
  entries.find((entry) => entry.number === number);
/** The entries that members vote on. */
export const acceptedEntries = ({ entries }: Round): Entry[] => entries.filter(({ state }) => state === 'accepted');
/** Accepted entries, and those that wait for approval. */
export const currentEntries = ({ entries }: Round): Entry[] =>
  entries.filter(({ state }) => state === 'accepted' || state === 'pending');
export const voterCount = ({ votes }: Round): number =>
  Object.values(votes).filter((numbers) => numbers.length > 0).length;

/** Whether there is anything left to cancel. What has started is made. */
export const mayCancel = ({ phase, winners }: Round): boolean =>
  phase !== 'ended' && (phase !== 'creating' || winners.some(({ state }) => state === 'waiting'));

/** Whether there is a winner to celebrate. */
export const hasWinners = ({ ending, winners }: Round): boolean =>
  ending?.how === 'done' && winners.some(({ state }) => state === 'made');

/** The state that each message should show now. */
export function statesOf(round: Round): Record<string, string> {
  const { phase, ending, winners, location, entries, winnersMessageId, winnersChanges = 0 } = round;
  if (phase === 'opening') return {};
  const counts = [currentEntries(round).length, acceptedEntries(round).length, voterCount(round)];
  const made = winners.map(({ state, messageId = 'nowhere' }) => `${state} ${messageId}`);
  const card = winnersMessageId ?? '';
  return {
    // The counts of a trimmed round are of no use.
    ...(location.messageId !== undefined &&
      !ending?.isTrimmed && { public: [phase, ending?.how, ...counts, ...made, card].join(' ') }),
    ...(phase === 'voting' && { voting: phase }),
    // Posted without pictures first, so that a crash never leaves pictures without a record.
    ...(hasWinners(round) && { winners: card === '' ? 'posted' : `pictures ${winnersChanges}` }),
    ...Object.fromEntries(
      entries
        .filter((entry) => entry.card !== undefined)
        .map(({ number, state, atMs, prompt }) => {
          const isErased = prompt === '';
          return [`entry ${number}`, [state, atMs, isErased, isOpenToEntryDecisions(round)].join(' ')];
        }),
    ),
  };
}

const orderOf = ({ entries }: Round): RoundMessage[] => [
  ...(['public', 'voting', 'winners'] as const),
  ...entries.map(({ number }) => `entry ${number}` as const),
];

export function messagesBehind(round: Round): RoundMessage[] {
  return behindOf<RoundMessage>(statesOf(round), round.shown, orderOf(round));
}

/** Which message was out of reach and is tried again next, and when. */
export function nextLateMessage(round: Round, nowMs: number) {
  return nextLateTry<RoundMessage>(round, statesOf(round), orderOf(round), nowMs);
}

/** The message's place. One without an id isn't posted yet. */
export function placeOf({ location, entries, winnersMessageId }: Round, key: RoundMessage): MessagePlace {
  const { guildId, channelId } = location;
  if (key === 'public') return location;
  const entry = entries.find(({ number }) => key === `entry ${number}`);
  return entry?.card ? { guildId, ...entry.card } : { guildId, channelId, messageId: winnersMessageId };
}
interface MessagePlace {
  guildId: string;
  channelId: string;
  messageId?: string | undefined;
}

/** With the id of one of its messages, which was just posted. */
export function withMessage(round: Round, key: RoundMessage, { id: messageId, channelId }: PostedMessage): Round {
  if (placeOf(round, key).messageId === messageId) return round;
  if (key === 'winners') return { ...round, winnersMessageId: messageId };
  // The token opens only the first answer, so the bot itself edits a replacement.
  if (key === 'public') return { ...round, location: { ...round.location, messageId, tokenIssuedAtMs: 0 } };
  const entries = round.entries.map((entry) =>
    key === `entry ${entry.number}` ? { ...entry, card: { channelId, messageId } } : entry,
  );
  return { ...round, entries };
}
interface PostedMessage {
  id: string;
  channelId: string;
}

/** When its prompts and votes are to be deleted. */
export function trimsInMs({ ending, winnersMessageId }: Round, nowMs: number): number | undefined {
  if (!ending?.isPotReleased || ending.isTrimmed || winnersMessageId === undefined) return undefined;
  return Math.max(0, ending.atMs + RETENTION_MS - nowMs);
}

/** Without prompts and votes: who took part and who won is left for the card. */
export function trimmed(round: Round): Round {
  const entries = acceptedEntries(round).map(({ why: _, card: __, ...entry }) => ({ ...entry, prompt: '' }));
  return { ...round, entries, votes: {}, ...(round.ending && { ending: { ...round.ending, isTrimmed: true } }) };
}

/** Whether everyone may read the entries: not yet, now, no longer, or never, because voting never started. */
export type EntriesVisibility = 'not yet' | 'shown' | 'no more' | 'never';

/** Everyone reads the entries during voting, and afterwards only if prompts are public here. */
export function entriesVisibility({ phase, ending, winners, request }: Round): EntriesVisibility {
  if (phase === 'opening' || phase === 'submitting') return 'not yet';
  if (phase === 'voting') return 'shown';
  const last = phase === 'creating' || winners.length > 0 ? 'creating' : ending?.phase;
  if (last !== 'voting' && last !== 'creating') return 'never';
  return request.hidesPrompt ? 'no more' : 'shown';
}
