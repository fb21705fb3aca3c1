import { createDrivenRecords } from '../../engine/driven-records.ts';
import { allWhere } from '../../store/pages.ts';
import { changeRound, currentRound, type RoundsContext, type RoundsParts } from './context.ts';
import {
  approveEntry,
  cancelRound,
  castVote,
  endRoundEarly,
  removeEntry,
  submitEntry,
  withdrawEntry,
} from './decisions.ts';
import { openRound, roundInChannel } from './opening.ts';
import type { Rounds } from './port.ts';
import { potParts, RETENTION_MS, type Round } from './round.ts';
import { roundDueInMs, takeRoundSteps } from './steps.ts';

const isUndecided = ({ phase }: Round): boolean => phase === 'submitting' || phase === 'voting';
const NOBODY: ReadonlySet<number> = new Set();

export function createRounds(parts: RoundsParts): Rounds {
  const { forbiddenEntries, clock } = parts;
  const records = createDrivenRecords<Round>({
    ...parts,
    name: 'round',
    dueInMs: roundDueInMs,
    guildOf: ({ guildId }) => guildId,
    follow: (round) => takeRoundSteps(context, round),
  });
  const context: RoundsContext = { ...parts, records, openingIds: new Set() };
  const { open } = records;

  return {
    open: (round, answer) => openRound(context, round, answer),
    find: (id) => currentRound(context, id),
    potJobIds: () => [...open.values()].flatMap((round) => potParts(round).map(({ jobId }) => jobId)),
    undecided: () => [...open.values()].filter(isUndecided),
    undecidedAnywhere: () => allWhere(parts.collection, isUndecided),
    inChannel: (channelId) => roundInChannel(context, channelId),
    forbiddenEntries,
    submit: (id, entry) => changeRound(context, id, (round) => submitEntry(round, { ...entry, nowMs: clock.now() })),
    withdraw: (id, memberId) => changeRound(context, id, (round) => withdrawEntry(round, memberId)),
    vote: (id, memberId, number) => changeRound(context, id, (round) => castVote(round, memberId, number)),
    remove: (id, number, byId, why) => changeRound(context, id, (round) => removeEntry(round, number, byId, why)),
    approve: (id, number, byId, atMs) => changeRound(context, id, (round) => approveEntry(round, number, byId, atMs)),
    endEarly: (id, phase, byId) =>
      changeRound(context, id, async (round) => {
        const isVoting = phase === 'voting' && round.phase === 'voting';
        return endRoundEarly(round, {
          phase,
          byId,
          nowMs: clock.now(),
          forbidden: isVoting ? await forbiddenEntries(round) : NOBODY,
        });
      }),
    cancel: (id, byId) => changeRound(context, id, (round) => cancelRound(round, byId, clock.now())),
    carryOut: records.carryOut,
    refresh: async (id) => {
      await records.amend(id, ({ shown: _, ...round }) => round);
      await records.carryOut(id);
    },
    load: records.load,
    run: records.run,
    // A round no longer changes once its pot is released.
    sweep: (nowMs) =>
      records.sweep(({ ending }) => ending?.isPotReleased === true && ending.atMs < nowMs - RETENTION_MS),
  };
}
