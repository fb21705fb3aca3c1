import { describe, expect, it } from 'vitest';
import { RetryLater } from '../../src/engine/lane.ts';
import type { Barred, RoundMessages } from '../../src/moderation/rounds/port.ts';
import { KEPT_FOR_MS, OPEN_ROUNDS_MAX, potJobId, potOf, type Round } from '../../src/moderation/rounds/round.ts';
import { entryBy, MINUTE_MS, roundOf, unpostedRound } from './rounds-samples.ts';
import { type Life, live, messageThere, openWorld, turns, type World } from './rounds-world.ts';

const asked = (id: string, channelId = 'channel'): Round => unpostedRound(id, { channelId });

const open = ({ rounds }: Life, id: string, channelId?: string) =>
  rounds.open(asked(id, channelId), async () => 'message');
const heldIn = async (world: World): Promise<number> => (await (await live(world)).accounts.view('guild')).heldCredits;

/** A bot with these messages, and a round of one entry that is about to be voted on. */
async function showing(messages: Partial<RoundMessages>) {
  const world = await openWorld();
  const life = await live(world, 0, messages);
  await open(life, 'round1');
  await life.rounds.submit('round1', { memberId: 'a', prompt: 'by a', waits: false, isPreviewed: false });
  life.start();
  await turns();
  return { world, life };
}

describe('rounds', () => {
  it('run one in a channel, and so many in a server', async () => {
    const life = await live(await openWorld());
    const outcomes: string[] = [];
    for (let number = 0; number < OPEN_ROUNDS_MAX; number++) {
      outcomes.push((await open(life, `round${number}`, `channel${number}`)).outcome);
    }
    expect(new Set(outcomes)).toEqual(new Set(['open']));
    expect(await open(life, 'other', 'channel3')).toMatchObject({ outcome: 'another', round: { id: 'round3' } });
    expect(await open(life, 'other', 'another channel')).toEqual({ outcome: 'too many' });
  });

  it('hold nothing where their opener could not be answered', async () => {
    const world = await openWorld();
    const life = await live(world);
    expect(await life.rounds.open(asked('round1'), async () => undefined)).toEqual({ outcome: 'unanswered' });
    expect(await heldIn(world)).toBe(0);
    expect(await open(life, 'round2')).toEqual({ outcome: 'open' });
  });

  it('hold nothing where the pot was not there any more in the end', async () => {
    const world = await openWorld();
    const life = await live(world);
    const first = { ...asked('round1'), winners: 10, quoteCredits: 60 };
    const second = { ...asked('round2', 'other'), guildId: 'guild', winners: 10, quoteCredits: 60 };
    const outcomes = await Promise.all([first, second].map((one) => life.rounds.open(one, async () => 'message')));
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['open', 'short']);
    expect(await heldIn(world)).toBe(600);
  });

  it('show again what Discord did not take', async () => {
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

  it('remember the new message where the old one was deleted, and tell winners once', async () => {
    let announced = 0;
    const { world } = await showing({
      bring: async ({ location }, { anew = false } = {}) =>
        location.messageId === 'message' && !anew ? { outcome: 'gone' } : messageThere('anew'),
      announce: async () => {
        announced += 1;
      },
    });
    // In steps, so that each thing has the time that it takes.
    for (const minutes of [1, 30, 30, 4]) {
      await world.clock.advance(minutes * MINUTE_MS);
      await turns();
    }
    expect(await world.rounds.get('round1')).toMatchObject({ location: { messageId: 'anew' }, phase: 'creating' });
    expect(announced).toBe(1);
  });

  it('count every one of simultaneous votes', async () => {
    const { world, life } = await showing({});
    await world.clock.advance(31 * MINUTE_MS);
    const voters = Array.from({ length: 50 }, (_, index) => `voter${index}`);
    await Promise.all(voters.map((memberId) => life.rounds.vote('round1', memberId, 1)));
    expect(Object.keys((await world.rounds.get('round1'))?.votes ?? {})).toHaveLength(50);
  });

  it('are kept for a while after their end, for those who press then', async () => {
    const { world, life } = await showing({});
    await life.rounds.cancel('round1', 'moderator');
    await life.rounds.carryOut('round1');
    await world.clock.advance(KEPT_FOR_MS - MINUTE_MS);
    await life.rounds.sweep(world.clock.now());
    expect(
      await life.rounds.submit('round1', { memberId: 'b', prompt: 'x', waits: false, isPreviewed: false }),
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

  async function after(messages: Partial<RoundMessages> = {}, barred?: Barred): Promise<{ world: World; life: Life }> {
    const world = await openWorld();
    const life = await live(world, 0, messages, barred);
    const picks = [{ number: 1, votes: 1, jobId, state: 'waiting' as const, messageId }];
    const round = roundOf({ phase: 'creating', winners: 1, isAnnounced: true, entries: [entryBy(1)], picks });
    const [part] = potOf(round);
    if (!part) throw new Error('no pot');
    await life.accounts.hold('guild', { jobId, memberId: 'opener', tasks: [part] });
    await world.rounds.set(round.id, round);
    world.messages.set(jobId, messageId);
    await life.rounds.load();
    return { world, life };
  }

  it('is made under that message', async () => {
    const { world, life } = await after();
    await life.rounds.carryOut('round1');
    expect(world.begun).toEqual([jobId]);
    expect(world.messages).toEqual(new Map([[jobId, messageId]]));
  });

  it('is not made where the settings forbid it by now, and its message goes', async () => {
    const { world, life } = await after({}, async () => new Set([1]));
    await life.rounds.carryOut('round1');
    expect(world.begun).toEqual([]);
    expect(world.messages.size).toBe(0);
    const [pick] = (await life.rounds.find('round1'))?.picks ?? [];
    expect(pick?.state).toBe('failed');
    // Nothing is linked that is not there.
    expect(pick?.messageId).toBeUndefined();
    expect(await heldIn(world)).toBe(0);
  });

  it('is not made where the round was cancelled, and its message goes when Discord answers', async () => {
    let tries = 0;
    const removeJob = async (): Promise<void> => {
      tries += 1;
      if (tries === 1) throw new RetryLater();
    };
    const { world, life } = await after({ removeJob });
    await life.rounds.cancel('round1', 'moderator');
    await life.rounds.carryOut('round1');
    expect(await heldIn(world)).toBe(0);
    expect((await life.rounds.find('round1'))?.ending?.isSettled).toBe(false);
    await life.rounds.carryOut('round1');
    expect(world.begun).toEqual([]);
    expect((await life.rounds.find('round1'))?.ending?.isSettled).toBe(true);
    expect(tries).toBe(2);
  });
});
