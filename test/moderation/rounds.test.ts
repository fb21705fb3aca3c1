import { describe, expect, it } from 'vitest';
import { RetryLater } from '../../src/engine/lane.ts';
import type { FindForbiddenEntries, RoundMessages } from '../../src/moderation/rounds/context.ts';
import { OPEN_ROUNDS_MAX, potJobId, potParts, RETENTION_MS, type Round } from '../../src/moderation/rounds/round.ts';
import { entryBy, MINUTE_MS, roundOf, unpostedRound } from './rounds-samples.ts';
import { type Life, live, messageThere, openWorld, turns, type World } from './rounds-world.ts';

const asked = (id: string, channelId = 'channel'): Round => unpostedRound(id, { channelId });

const open = ({ rounds }: Life, id: string, channelId?: string) =>
  rounds.open(asked(id, channelId), async () => 'message');
const heldIn = async (world: World): Promise<number> => (await (await live(world)).accounts.view('guild')).heldCredits;

/** A bot with these messages, and a round with one entry shortly before voting. */
async function showing(messages: Partial<RoundMessages>) {
  const world = await openWorld();
  const life = await live(world, 0, messages);
  await open(life, 'round1');
  await life.rounds.submit('round1', { memberId: 'a', prompt: 'by a', needsApproval: false, isPreviewed: false });
  life.start();
  await turns();
  return { world, life };
}

describe('rounds', () => {
  it('run one per channel, and a bounded number per server', async () => {
    const life = await live(await openWorld());
    const outcomes: string[] = [];
    for (let number = 0; number < OPEN_ROUNDS_MAX; number++) {
      outcomes.push((await open(life, `round${number}`, `channel${number}`)).outcome);
    }
    expect(new Set(outcomes)).toEqual(new Set(['open']));
    expect(await open(life, 'other', 'channel3')).toMatchObject({ outcome: 'another', round: { id: 'round3' } });
    expect(await open(life, 'other', 'another channel')).toEqual({ outcome: 'too many' });
  });

  it('hold no credits if the opener can’t be answered', async () => {
    const world = await openWorld();
    const life = await live(world);
    expect(await life.rounds.open(asked('round1'), async () => undefined)).toEqual({ outcome: 'unanswered' });
    expect(await heldIn(world)).toBe(0);
    expect(await open(life, 'round2')).toEqual({ outcome: 'open' });
  });

  it('hold no credits if others took the pot’s credits first', async () => {
    const world = await openWorld();
    const life = await live(world);
    const first = { ...asked('round1'), winnerCount: 10, quoteCredits: 60 };
    const second = { ...asked('round2', 'other'), guildId: 'guild', winnerCount: 10, quoteCredits: 60 };
    const outcomes = await Promise.all([first, second].map((one) => life.rounds.open(one, async () => 'message')));
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['open', 'short']);
    expect(await heldIn(world)).toBe(600);
  });

  it('retry a message that Discord refused', async () => {
    const shown: string[] = [];
    const { world } = await showing({
      bring: async (round) => {
        shown.push(round.phase);
        if (shown.length < 3) throw new RetryLater();
        return messageThere('message');
      },
    });
    await world.clock.advance(MINUTE_MS);
    await turns();
    expect(shown).toEqual(['submitting', 'submitting', 'submitting']);
  });

  it('replace a deleted message, and announce the winners once', async () => {
    let announced = 0;
    const { world } = await showing({
      bring: async ({ location }, { anew = false } = {}) =>
        location.messageId === 'message' && !anew ? { outcome: 'gone' } : messageThere('anew'),
      announce: async () => {
        announced += 1;
      },
    });
    // In steps, so that each phase can end before the next one.
    for (const minutes of [1, 30, 30, 4]) {
      await world.clock.advance(minutes * MINUTE_MS);
      await turns();
    }
    expect(await world.rounds.get('round1')).toMatchObject({ location: { messageId: 'anew' }, phase: 'creating' });
    expect(announced).toBe(1);
  });

  it('count all of several simultaneous votes', async () => {
    const { world, life } = await showing({});
    await world.clock.advance(31 * MINUTE_MS);
    const voters = Array.from({ length: 50 }, (_, index) => `voter${index}`);
    await Promise.all(voters.map((memberId) => life.rounds.vote('round1', memberId, 1)));
    expect(Object.keys((await world.rounds.get('round1'))?.votes ?? {})).toHaveLength(50);
  });

  it('stay in the store for a while, so that old buttons still answer', async () => {
    const { world, life } = await showing({});
    await life.rounds.cancel('round1', 'moderator');
    await life.rounds.carryOut('round1');
    await world.clock.advance(RETENTION_MS - MINUTE_MS);
    await life.rounds.sweep(world.clock.now());
    expect(
      await life.rounds.submit('round1', { memberId: 'b', prompt: 'x', needsApproval: false, isPreviewed: false }),
    ).toMatchObject({
      outcome: 'over',
    });
    await world.clock.advance(2 * MINUTE_MS);
    await life.rounds.sweep(world.clock.now());
    expect(await life.rounds.vote('round1', 'b', 1)).toEqual({ outcome: 'gone' });
  });
});

describe('a winner whose message was posted before the bot was killed', () => {
  const jobId = potJobId('round1', 1);
  const messageId = `message of ${jobId}`;

  async function after(
    messages: Partial<RoundMessages> = {},
    forbiddenEntries?: FindForbiddenEntries,
  ): Promise<{ world: World; life: Life }> {
    const world = await openWorld();
    const life = await live(world, 0, messages, forbiddenEntries);
    const winners = [{ number: 1, votes: 1, jobId, state: 'waiting' as const, messageId }];
    const round = roundOf({ phase: 'creating', winnerCount: 1, isAnnounced: true, entries: [entryBy(1)], winners });
    const [part] = potParts(round);
    if (!part) throw new Error('no pot');
    await life.accounts.hold('guild', { jobId, memberId: 'opener', tasks: [part] });
    await world.rounds.set(round.id, round);
    world.messages.set(jobId, messageId);
    await life.rounds.load();
    return { world, life };
  }

  it('is made in that message', async () => {
    const { world, life } = await after();
    await life.rounds.carryOut('round1');
    expect(world.started).toEqual([jobId]);
    expect(world.messages).toEqual(new Map([[jobId, messageId]]));
  });

  it('is not made if the settings now forbid it, and its message is deleted', async () => {
    const { world, life } = await after({}, async () => new Set([1]));
    await life.rounds.carryOut('round1');
    expect(world.started).toEqual([]);
    expect(world.messages.size).toBe(0);
    const [winner] = (await life.rounds.find('round1'))?.winners ?? [];
    expect(winner?.state).toBe('failed');
    // The round's message must not link to it.
    expect(winner?.messageId).toBeUndefined();
    expect(await heldIn(world)).toBe(0);
  });

  it('is not made if the round was cancelled, and its message is deleted once Discord answers', async () => {
    let tries = 0;
    const deleteWinnerJob = async (): Promise<void> => {
      tries += 1;
      if (tries === 1) throw new RetryLater();
    };
    const { world, life } = await after({ deleteWinnerJob });
    await life.rounds.cancel('round1', 'moderator');
    await life.rounds.carryOut('round1');
    expect(await heldIn(world)).toBe(0);
    expect((await life.rounds.find('round1'))?.ending?.isPotReleased).toBe(false);
    await life.rounds.carryOut('round1');
    expect(world.started).toEqual([]);
    expect((await life.rounds.find('round1'))?.ending?.isPotReleased).toBe(true);
    expect(tries).toBe(2);
  });
});
