import { describe, expect, it } from 'vitest';
import { acceptedEntries, type Round } from '../../src/moderation/rounds/round.ts';
import { allOf } from '../support/all-records.ts';
import { killAtMoments } from '../support/mortal.ts';
import { expectBooksInOrder, filesIn, settle, stateOf, wordsAt, wordsIn } from './crash-visits.ts';
import {
  CHANNEL,
  copyOf,
  type Life,
  live,
  openWorld,
  turns,
  type World,
  type WorldParts,
  worldOf,
} from './crash-world.ts';
import { MINUTE_MS } from './rounds-samples.ts';

const AUTHORS = ['a', 'b', 'c'];

const onlyRound = async ({ records }: World): Promise<Round | undefined> =>
  (await allOf(records.rounds)).records[0]?.[1];
const hasEnded = (round: Round | undefined): boolean => round === undefined || round.ending?.isPotReleased === true;

/** Does what people do and earlier lives have not done yet, until the round is over. */
async function play(world: World, life: Life, isCancelled: boolean): Promise<void> {
  const { rounds } = life;
  await life.load();
  if (!(await onlyRound(world))) await life.openRound();
  const cancel = async (id: string): Promise<void> => {
    await rounds.cancel(id, 'moderator');
    await rounds.carryOut(id);
  };
  // Before the round's next step, because a moderator may be faster.
  const found = await onlyRound(world);
  if (isCancelled && found?.phase === 'creating' && world.service.createCalls > 0) await cancel(found.id);
  await life.start();
  for (let step = 0; step < 40; step++) {
    const round = await onlyRound(world);
    if (!round || hasEnded(round)) return;
    const { id, phase } = round;
    if (phase === 'submitting' && round.submitUntilMs > world.clock.now()) {
      for (const memberId of AUTHORS) {
        const entry = { memberId, prompt: `by ${memberId}`, approvalChannelId: undefined, isPreviewed: false };
        await rounds.submit(id, entry);
      }
      await rounds.carryOut(id);
    }
    if (phase === 'voting' && round.voteUntilMs > world.clock.now()) {
      const number = acceptedEntries(round).find(({ memberId }) => memberId === 'c')?.number ?? 0;
      if (!round.votes['a']) await rounds.vote(id, 'a', number);
    }
    if (phase === 'creating' && isCancelled && world.service.createCalls > 0) await cancel(id);
    await world.clock.advance(phase === 'creating' ? 1_000 : 10 * MINUTE_MS);
    await turns();
  }
}

interface Death {
  outside: WorldParts;
  moment: string;
}

/** Plays a life of the bot, from what a death has left if there was one. */
async function playLife(death: Death | undefined, isCancelled = false): Promise<{ world: World; left: Death[] }> {
  const world = death ? await worldOf(copyOf(death.outside)) : await openWorld();
  const life = await live(world, 0);
  const copy = (moment: string): Death => ({ outside: copyOf(world), moment });
  const left = life.mortal.copyAtMoments(() => stateOf(world), copy);
  await play(world, life, isCancelled);
  await settle(world, life);
  life.stop();
  return { world, left };
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
      const deaths = await killAtMoments<Death>(async (death) => {
        const { world, left } = await playLife(death, isCancelled);
        await expectInOrder(world).catch((cause: unknown) => {
          throw new Error(`killed at ${death?.moment}: ${cause}`, { cause });
        });
        return left;
      });
      expect(deaths).toBeGreaterThan(40);
    },
    120_000,
  );

  it('makes the entry with most votes first if nothing kills the bot', async () => {
    const { world } = await playLife(undefined);
    expect([...world.service.tasks.values()].map(({ request }) => request.prompt)).toEqual(['by c', 'by a']);
    expect((await onlyRound(world))?.winners.map(({ number, state }) => [number, state])).toEqual([
      [3, 'made'],
      [1, 'made'],
    ]);
  });
});
