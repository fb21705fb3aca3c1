import { createDrivenRecords } from '../../engine/driven-records.ts';
import { allWhere } from '../../store/pages.ts';
import { changeRound, currentRound, type RoundsContext, type RoundsParts } from './context.ts';
import {
  cancelRound,
  castVote,
  endRoundEarly,
  letEntryIn,
  removeEntry,
  submitEntry,
  withdrawEntry,
} from './decisions.ts';
import { followRound, roundDueInMs } from './following.ts';
import { openRound, roundInChannel } from './opening.ts';
import type { Rounds } from './port.ts';
import { KEPT_FOR_MS, potOf, type Round } from './round.ts';

const isUndecided = ({ phase }: Round): boolean => phase === 'submitting' || phase === 'voting';
const NOBODY: ReadonlySet<number> = new Set();

export function createRounds(parts: RoundsParts): Rounds {
  const { barred, clock } = parts;
  const cases = createDrivenRecords<Round>({
    ...parts,
    name: 'round',
    dueInMs: roundDueInMs,
    guildOf: ({ guildId }) => guildId,
    follow: (round) => followRound(context, round),
  });
  const context: RoundsContext = { ...parts, cases, opening: new Set() };
  const { open } = cases;

  return {
    open: (round, answer) => openRound(context, round, answer),
    find: (id) => currentRound(context, id),
    potJobIds: async () => {
      const running = await Promise.all([...open.keys()].map(cases.find));
      return running.flatMap((round) => (round ? potOf(round).map(({ jobId }) => jobId) : []));
    },
    undecided: () => [...open.values()].filter(isUndecided),
    undecidedAnywhere: () => allWhere(parts.collection, isUndecided),
    inChannel: (channelId) => roundInChannel(context, channelId),
    barred,
    submit: (id, entry) => changeRound(context, id, (round) => submitEntry(round, { ...entry, nowMs: clock.now() })),
    withdraw: (id, memberId) => changeRound(context, id, (round) => withdrawEntry(round, memberId)),
    vote: (id, memberId, number) => changeRound(context, id, (round) => castVote(round, memberId, number)),
    remove: (id, number, byId, why) => changeRound(context, id, (round) => removeEntry(round, number, byId, why)),
    letIn: (id, number, byId, atMs) => changeRound(context, id, (round) => letEntryIn(round, number, byId, atMs)),
    endEarly: (id, phase, byId) =>
      changeRound(context, id, async (round) => {
        const isVoting = phase === 'voting' && round.phase === 'voting';
        return endRoundEarly(round, {
          phase,
          byId,
          nowMs: clock.now(),
          barred: isVoting ? await barred(round) : NOBODY,
        });
      }),
    cancel: (id, byId) => changeRound(context, id, (round) => cancelRound(round, byId, clock.now())),
    carryOut: cases.carryOut,
    refresh: async (id) => {
      await cases.amend(id, ({ shown: _, ...round }) => round);
      await cases.carryOut(id);
    },
    load: cases.load,
    run: cases.run,
    // What is settled never changes.
    sweep: (nowMs) => cases.sweep(({ ending }) => ending?.isSettled === true && ending.atMs < nowMs - KEPT_FOR_MS),
  };
}
