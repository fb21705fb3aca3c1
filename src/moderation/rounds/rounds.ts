import { createDrivenRecords } from '../../engine/driven-records.ts';
import { roundIdOf } from '../../jobs/job/job-id.ts';
import { changeNaming } from '../../store/erase.ts';
import type { Owner } from '../../store/member-records.ts';
import { allWhere } from '../../store/pages.ts';
import { changeRound, currentRound, type RoundsContext, type RoundsParts } from './context.ts';
import {
  approveEntry,
  cancelRound,
  castVote,
  endRoundEarly,
  type NewEntry,
  needsEntryOf,
  removeEntry,
  submitEntry,
  undoEntryDecision,
  withdrawEntry,
  withoutEntryOf,
} from './decisions.ts';
import { type AnswerWithRound, openRound, roundInChannel } from './opening.ts';
import { hasWinners, isOpenToEntryDecisions, potParts, type Round, roundCollection } from './round.ts';
import { roundDueInMs, takeRoundSteps } from './steps.ts';
import { createFindForbiddenEntries } from './winners.ts';

/** A round whose message is out of reach outlives its pot. */
const hasPot = ({ ending }: Round): boolean => !ending?.isPotReleased;
const NOBODY: ReadonlySet<number> = new Set();

export type Rounds = ReturnType<typeof createRounds>;

function createContext(parts: RoundsParts): RoundsContext {
  const collection = parts.store.collection(roundCollection);
  const records = createDrivenRecords<Round>({
    ...parts,
    collection,
    name: 'round',
    dueInMs: roundDueInMs,
    guildOf: ({ guildId }) => guildId,
    follow: (round) => takeRoundSteps(context, round),
  });
  const forbiddenEntries = createFindForbiddenEntries(parts);
  const context: RoundsContext = { ...parts, collection, records, forbiddenEntries, openingIds: new Set() };
  return context;
}

/** Rounds of group generation. The pot is held from the opening until its parts are the winners' jobs' or are released. */
export function createRounds(parts: RoundsParts) {
  const context = createContext(parts);
  const { clock, collection, forbiddenEntries, records } = context;
  const { open, carryOut, load, run } = records;

  return {
    ...{ forbiddenEntries, carryOut, load, run },
    open: (round: Round, answer: AnswerWithRound) => openRound(context, round, answer),
    find: (id: string) => currentRound(context, id),
    /** The ids that the winners' jobs of running rounds will have. Their credits are already held. */
    potJobIds: () => [...open.values()].filter(hasPot).flatMap((round) => potParts(round).map(({ jobId }) => jobId)),
    /** Rounds before their winners are decided, in this process's servers. Doesn't read the store. */
    undecided: () => [...open.values()].filter(isOpenToEntryDecisions),
    /** The same in the servers of all processes, from the store. @throws StoreError */
    undecidedAnywhere: () => allWhere(collection, isOpenToEntryDecisions),
    /** The round that is running in a channel. */
    inChannel: (channelId: string) => roundInChannel(context, channelId),
    submit: (id: string, entry: NewEntry) =>
      changeRound(context, id, (round) => submitEntry(round, { ...entry, nowMs: clock.now() })),
    withdraw: (id: string, memberId: string) => changeRound(context, id, (round) => withdrawEntry(round, memberId)),
    /** Adds a member's vote for an entry, or removes it. */
    vote: (id: string, memberId: string, number: number) =>
      changeRound(context, id, (round) => castVote(round, memberId, number)),
    ...entryDecisions(context),
    /** Ends the phase that the moderator saw, if it's still running. */
    endEarly: (id: string, phase: 'submitting' | 'voting', byId: string) =>
      changeRound(
        context,
        id,
        async (round) => {
          const isVoting = phase === 'voting' && round.phase === 'voting';
          const forbidden = isVoting ? await forbiddenEntries(round) : NOBODY;
          return endRoundEarly(round, { phase, byId, nowMs: clock.now(), forbidden });
        },
        (_, round) => {
          const action = phase === 'submitting' ? 'vote started early' : 'vote ended early';
          return { byId, action, jobId: id, why: round.theme };
        },
      ),
    cancel: (id: string, byId: string) =>
      changeRound(
        context,
        id,
        (round) => cancelRound(round, byId, clock.now()),
        (_, round) => ({ byId, action: 'round cancelled', jobId: id, why: round.theme }),
      ),
    forget: (owner: Owner) => forgetEntries(context, owner),
    /** Whether a running round may still need a member's prompt. */
    needsEntryOf: (guildId: string, memberId: string): boolean =>
      [...open.values()].some((round) => round.guildId === guildId && needsEntryOf(round, memberId)),
    /** A winner's picture was hidden, shown again, published or deleted: the card with the winners follows. */
    followWork: async (jobId: string): Promise<void> => {
      const id = roundIdOf(jobId);
      if (id === undefined) return;
      const follow = (round: Round): Round | undefined =>
        hasWinners(round) ? { ...round, winnersChanges: (round.winnersChanges ?? 0) + 1 } : undefined;
      await records.amend(id, follow);
      // Not awaited, because the caller may be a step that a round's step waits for.
      void carryOut(id);
    },
    /** Brings the round's message up to date even if it seems to be. If it's gone, it's posted again. */
    refresh: async (id: string) => {
      await records.amend(id, (round) => ({ ...round, shown: { ...round.shown, public: '' } }));
      await carryOut(id);
    },
  };
}

/** What moderators decide about entries, and its undoing. */
function entryDecisions(context: RoundsContext) {
  const { clock } = context;
  return {
    remove: (id: string, number: number, byId: string, why: string) =>
      changeRound(
        context,
        id,
        (round) => removeEntry(round, number, { byId, why, nowMs: clock.now() }),
        ({ entry }) => ({ byId, action: 'entry removed', memberId: entry.memberId, jobId: id, why }),
      ),
    /** @param atMs when the prompt was entered that the moderator has read */
    approve: (id: string, number: number, byId: string, atMs: number) =>
      changeRound(
        context,
        id,
        (round) => approveEntry(round, number, { byId, atMs, nowMs: clock.now() }),
        ({ entry }) => ({ byId, action: 'entry approved', memberId: entry.memberId, jobId: id }),
      ),
    /** Undoes the decision about an entry that can be undone until that time. */
    undo: (id: string, number: number, byId: string, untilMs: number) =>
      changeRound(
        context,
        id,
        (round) => undoEntryDecision(round, number, untilMs, clock.now()),
        ({ entry, undid }) => ({ byId, action: 'undone', undid, memberId: entry.memberId, jobId: id }),
      ),
  };
}

/** Deletes the prompts of a member's entries. Entries of winners stay until they are made. */
function forgetEntries({ collection, records }: RoundsContext, owner: Owner): Promise<void> {
  const guildOf = ({ guildId }: Round): string => guildId;
  const forget = (id: string) => records.amend(id, (now) => withoutEntryOf(now, owner.memberId));
  return changeNaming(collection, guildOf, owner, forget);
}
