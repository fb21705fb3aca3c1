import { describe, expect, it } from 'vitest';
import { acceptedEntries, type Round } from '../../src/moderation/rounds/round.ts';
import { allOf } from '../support/all-records.ts';
import { killAtMoments } from '../support/mortal.ts';
import { expectBooksInOrder, filesIn, settle, stateOf, wordsAt, wordsIn } from './crash-visits.ts';
import { CHANNEL, type Life, live, openWorld, turns, type World } from './crash-world.ts';
import { MINUTE_MS } from './rounds-samples.ts';

const AUTHORS = ['a', 'b', 'c'];

const onlyRound = async ({ records }: World): Promise<Round | undefined> =>
  (await allOf(records.rounds)).records[0]?.[1];
const hasEnded = (round: Round | undefined): boolean => round === undefined || round.ending?.isPotReleased === true;

/** Does what people do and earlier lives have not done yet, until the round is over or the bot dies. */
async function play(world: World, life: Life, isCancelled: boolean): Promise<void> {
  const { rounds, mortal } = life;
  await life.load();
  if (!(await onlyRound(world))) await life.openRound();
  const cancel = async (id: string): Promise<void> => {
    await mortal.during(rounds.cancel(id, 'moderator'));
    await mortal.during(rounds.carryOut(id));
  };
  // Before the round's next step, because a moderator may be faster.
  const found = await onlyRound(world);
  if (isCancelled && found?.phase === 'creating' && world.service.createCalls > 0) await cancel(found.id);
  await life.start();
  for (let step = 0; step < 40 && !mortal.isDead; step++) {
    const round = await onlyRound(world);
    if (!round || hasEnded(round)) return;
    const { id, phase } = round;
    if (phase === 'submitting' && round.submitUntilMs > world.clock.now()) {
      for (const memberId of AUTHORS) {
        const entry = { memberId, prompt: `by ${memberId}`, approvalChannelId: undefined, isPreviewed: false };
        await mortal.during(rounds.submit(id, entry));
      }
      await mortal.during(rounds.carryOut(id));
    }
    if (phase === 'voting' && round.voteUntilMs > world.clock.now()) {
      const number = acceptedEntries(round).find(({ memberId }) => memberId === 'c')?.number ?? 0;
      if (!round.votes['a']) await mortal.during(rounds.vote(id, 'a', number));
    }
    if (phase === 'creating' && isCancelled && world.service.createCalls > 0) await cancel(id);
    await world.clock.advance(phase === 'creating' ? 1_000 : 10 * MINUTE_MS);
    await turns();
  }
}

async function playThrough(
  dieAt: number,
  isCancelled = false,
): Promise<{ world: World; moments: number; alike: number[] }> {
  const world = await openWorld();
  const first = await live(world, dieAt);
  first.mortal.mark = () => stateOf(world);
  await play(world, first, isCancelled);
  const { moments, alike } = first.mortal;
  first.stop();
  const second = await live(world, 0);
  await play(world, second, isCancelled);
  await settle(world, second);
  second.stop();
  return { world, moments: moments.length, alike };
}

/** No entry was sent to the service twice, no credits are left over, and no message says that something is in progress. */
async function expectInOrder(world: World): Promise<void> {
  const round = await onlyRound(world);
  expect(hasEnded(round)).toBe(true);
  const prompts = [...world.service.tasks.values()].map(({ request }) => request.prompt);
  expect(new Set(prompts).size).toBe(prompts.length);
  expect(world.service.createCalls).toBe(prompts.length);
  const made = round?.winners.filter(({ state }) => state === 'made') ?? [];
  if (round?.ending?.how === 'done') {
    // Each in its own message, and once more on the card of the winners.
    expect(filesIn(world, CHANNEL)).toHaveLength(2 * made.length);
    expect(wordsIn(world, CHANNEL).filter((words) => words.includes('🏆'))).toHaveLength(1);
  }
  for (const { messageId = '' } of round?.winners ?? []) {
    // A crash may lose the id of a message just before the round is cancelled.
    if (world.discord.messages.has(messageId)) expect(wordsAt(world, messageId)).toMatch(/Done|Unconfirmed/);
  }
  expect(wordsAt(world, round?.location.messageId)).not.toContain('in progress');
  await expectBooksInOrder(world);
}

describe('a bot that is killed at any moment of a round', () => {
  it.each([
    { what: 'runs to its end', isCancelled: false },
    { what: 'is cancelled while its winners start', isCancelled: true },
  ])(
    'makes no winner twice and keeps no credits if the round $what',
    async ({ isCancelled }) => {
      const deaths = await killAtMoments(async (dieAt = 0) => {
        const { world, moments, alike } = await playThrough(dieAt, isCancelled);
        await expectInOrder(world).catch((cause: unknown) => {
          throw new Error(`killed at ${dieAt} of ${moments}`, { cause });
        });
        return alike;
      });
      expect(deaths).toBeGreaterThan(40);
    },
    120_000,
  );

  it('makes the entry with most votes first if nothing kills the bot', async () => {
    const { world } = await playThrough(0);
    expect([...world.service.tasks.values()].map(({ request }) => request.prompt)).toEqual(['by c', 'by a']);
    expect((await onlyRound(world))?.winners.map(({ number, state }) => [number, state])).toEqual([
      [3, 'made'],
      [1, 'made'],
    ]);
  });
});
