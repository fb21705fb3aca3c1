import { describe, expect, it } from 'vitest';
import { acceptedEntries, type Round } from '../../src/moderation/rounds/round.ts';
import { keysOf } from '../support/all-records.ts';
import { MINUTE_MS, unpostedRound } from './rounds-samples.ts';
import { ended, finishJobs, type Life, live, openWorld, PRICE_CREDITS, turns, type World } from './rounds-world.ts';

const ID = 'round1';
const AUTHORS = ['a', 'b', 'c'];

const stored = (world: World): Promise<Round | undefined> => world.rounds.get(ID);

/** Does what people do and earlier lives have not done yet, until the round is over or the bot dies. */
async function play(world: World, life: Life, isCancelled: boolean): Promise<void> {
  const { rounds, during } = life;
  if ((await keysOf(world.accounts)).length === 0 && !(await stored(world))) {
    await during(rounds.open(unpostedRound(), async () => 'message'));
  }
  const cancel = async (): Promise<void> => {
    await during(rounds.cancel(ID, 'moderator'));
    await during(rounds.carryOut(ID));
  };
  await rounds.load();
  // Before the round's next step, because a moderator may be faster.
  if (isCancelled && world.started.length > 0 && (await stored(world))?.phase === 'creating') await cancel();
  life.start();
  for (let step = 0; step < 40 && !life.isDead; step++) {
    const round = await stored(world);
    if (ended(round)) return;
    if (round?.phase === 'submitting' && round.submitUntilMs > world.clock.now()) {
      for (const memberId of AUTHORS)
        await during(
          rounds.submit(ID, { memberId, prompt: `by ${memberId}`, needsApproval: false, isPreviewed: false }),
        );
      await during(rounds.carryOut(ID));
    }
    if (round?.phase === 'voting' && round.voteUntilMs > world.clock.now()) {
      const number = acceptedEntries(round).find(({ memberId }) => memberId === 'c')?.number ?? 0;
      if (!round.votes['a']) await during(rounds.vote(ID, 'a', number));
    }
    if (round?.phase === 'creating') {
      if (isCancelled && world.started.length > 0) await cancel();
      await turns();
      if (!life.isDead) await finishJobs(world);
    }
    await world.clock.advance(10 * MINUTE_MS);
    await turns();
  }
}

async function playThrough(dieAt: number, isCancelled = false): Promise<{ world: World; moments: number }> {
  const world = await openWorld();
  const first = await live(world, dieAt);
  await play(world, first, isCancelled);
  first.stop();
  const second = await live(world);
  // Jobs may end before the round's next step or after it; both happen here.
  if (!isCancelled) await finishJobs(world);
  await play(world, second, isCancelled);
  // Jobs that started before the end are made after it.
  await turns();
  await finishJobs(world);
  await turns();
  second.stop();
  return { world, moments: first.moments };
}

async function expectInOrder(world: World): Promise<void> {
  const round = await stored(world);
  expect(ended(round)).toBe(true);
  expect(new Set(world.started).size).toBe(world.started.length);
  const made = round?.winners.filter(({ state }) => state === 'made').map(({ jobId }) => jobId) ?? [];
  if (round?.ending?.how === 'done') expect(made).toEqual(world.started);
  // No known message still says that something is in progress.
  const posted = round?.winners.filter(({ messageId }) => [...world.messages.values()].includes(messageId ?? '')) ?? [];
  expect(posted.filter(({ jobId }) => !world.history.has(jobId))).toEqual([]);
  const { spentCredits, heldCredits } = await (await live(world)).accounts.view('guild');
  expect({ spentCredits, heldCredits }).toEqual({ spentCredits: world.started.length * PRICE_CREDITS, heldCredits: 0 });
}

describe('a bot that is killed at any moment of a round', () => {
  it.each([
    { what: 'runs to its end', isCancelled: false },
    { what: 'is cancelled while its winners start', isCancelled: true },
  ])(
    'makes no winner twice and keeps no credits if the round $what',
    async ({ isCancelled }) => {
      const whole = await playThrough(0, isCancelled);
      await expectInOrder(whole.world);
      expect(whole.moments).toBeGreaterThan(40);
      for (let dieAt = 1; dieAt <= whole.moments; dieAt++) {
        const { world } = await playThrough(dieAt, isCancelled);
        await expectInOrder(world).catch((cause: unknown) => {
          throw new Error(`killed at ${dieAt} of ${whole.moments}`, { cause });
        });
      }
    },
    120_000,
  );

  it('makes the entry with most votes first if nothing kills the bot', async () => {
    const { world } = await playThrough(0);
    expect(world.started).toEqual(['round11', 'round12']);
    expect((await stored(world))?.winners.map(({ number, state }) => [number, state])).toEqual([
      [3, 'made'],
      [1, 'made'],
    ]);
  });
});
