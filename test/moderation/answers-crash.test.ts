import { describe, expect, it } from 'vitest';
import { allOf } from '../support/all-records.ts';
import { holdsIn, killEverywhere, type Played, type Visit, wordsIn } from './crash-visits.ts';
import { CHANNEL, type Life, MEMBER, PREVIEW, REVIEW, STAFF, turns } from './crash-world.ts';

interface Known {
  isAsked: boolean;
}

/** Discord takes two seconds for an answer, and the next bot starts once this one is dead. */
const slowly = (act: (life: Life) => Promise<unknown>): Visit<Known> => ({
  prepare: async (_, __, { discord }) => {
    discord.callbackMs = 2_000;
    return { isAsked: false };
  },
  steps: [
    {
      act: async (life, known) => {
        known.isAsked = true;
        let isOver = false;
        const acting = act(life).finally(() => {
          isOver = true;
        });
        while (!isOver && !life.mortal.isDead) {
          await turns();
          await life.clock.advance(250);
        }
        await acting;
      },
      hasHappened: async (_, { isAsked }) => isAsked,
    },
  ],
});

/** No message in a channel keeps saying what is no longer true. */
async function expectTold({ world }: Played<Known>, ends: RegExp): Promise<void> {
  // Answers that Discord has still to accept appear.
  await world.clock.advance(3_000);
  const [shown, ...others] = wordsIn(world, CHANNEL);
  expect(others).toEqual([]);
  if (shown !== undefined) expect(shown).toMatch(ends);
  const requests = (await allOf(world.records.requests)).records.map(([, request]) => request);
  for (const { phase } of requests) expect(phase === 'unanswered').toBe(shown === undefined);
  const isHeld = Object.values(await holdsIn(world)).some(({ unconfirmed }) => !unconfirmed);
  const rounds = (await allOf(world.records.rounds)).records.map(([, round]) => round);
  for (const { phase } of rounds) expect(phase === 'submitting').toBe(shown !== undefined);
  const isWaiting = [...requests, ...rounds].some(({ phase }) => phase === 'asked' || phase === 'submitting');
  expect(isHeld).toBe(isWaiting);
  expect(wordsIn(world, STAFF)).toHaveLength(shown === undefined ? 0 : wordsIn(world, STAFF).length);
}

describe('a bot that is killed while Discord takes its time for the answer', () => {
  it.each([
    { what: 'a job', act: (life: Life) => life.make(MEMBER), ends: /Done|Not started|Unconfirmed/ },
    { what: 'a request', act: (life: Life) => life.ask(MEMBER, REVIEW), ends: /Waiting for a moderator/ },
    { what: 'a round', act: (life: Life) => life.openRound(), ends: /Round: harbours/ },
    {
      what: 'a preview',
      act: (life: Life) => life.ask(MEMBER, PREVIEW),
      ends: /Done\. Moderators will review it|never confirmed/,
    },
  ])(
    'says after its next start what happened to $what',
    async ({ act, ends }) => {
      const deaths = await killEverywhere(slowly(act), (played) => expectTold(played, ends), { absentMs: 0, again: 5 });
      expect(deaths).toBeGreaterThan(10);
    },
    120_000,
  );
});
