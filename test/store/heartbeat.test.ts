import { describe, expect, it } from 'vitest';
import { BEAT_EVERY_MS, createHeartbeat, SURE_FOR_MS, TICK_MS } from '../../src/store/postgres/heartbeat.ts';
import { StoreError } from '../../src/store/store.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** A session whose PostgreSQL answers at once, or when the test says so. */
function scene() {
  const clock = new FakeClock();
  const waiting: { answer: () => void; refuse: (error: Error) => void }[] = [];
  let asked = 0;
  let answersAtOnce = true;
  const heartbeat = createHeartbeat(clock, async (onAsking) => {
    onAsking();
    asked += 1;
    if (answersAtOnce) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push({ answer: resolve, refuse: reject });
    await promise;
  });
  return {
    clock,
    heartbeat,
    waiting,
    asked: () => asked,
    becomesSlow: () => {
      answersAtOnce = false;
    },
    /** Lets time pass while this process runs. @returns how often a heartbeat was due. */
    runs: async (durationMs: number): Promise<number> => {
      let due = 0;
      for (let passedMs = 0; passedMs < durationMs; passedMs += TICK_MS) {
        await clock.advance(TICK_MS);
        if (heartbeat.tick()) due += 1;
      }
      return due;
    },
    /** Lets time pass while this process stands still. */
    standsStill: (durationMs: number) => clock.advance(durationMs),
  };
}

describe('ownership proved by a heartbeat', () => {
  it('holds for a while and is then checked again', async () => {
    const { heartbeat, asked, runs } = scene();
    await heartbeat.prove();
    await runs(SURE_FOR_MS - TICK_MS);
    await heartbeat.prove();
    expect(asked()).toBe(1);
    await runs(TICK_MS);
    await heartbeat.prove();
    expect(asked()).toBe(2);
  });

  it('is checked again after this process stood still, whoever notices first', async () => {
    const { heartbeat, asked, standsStill } = scene();
    await heartbeat.prove();
    await standsStill(1_000);
    await heartbeat.prove();
    expect(asked()).toBe(2);
    await standsStill(1_000);
    expect(heartbeat.tick()).toBe(true);
    await heartbeat.prove();
    expect(asked()).toBe(3);
  });

  it('is known to be doubtful after this process stood still, before anything has run', async () => {
    const { heartbeat, standsStill } = scene();
    expect(heartbeat.isSure()).toBe(false);
    await heartbeat.prove();
    expect(heartbeat.isSure()).toBe(true);
    await standsStill(1_000);
    expect(heartbeat.isSure()).toBe(false);
    await heartbeat.prove();
    expect(heartbeat.isSure()).toBe(true);
  });

  it('is checked again after the machine’s clock jumped, as after a suspension', async () => {
    const { clock, heartbeat, asked } = scene();
    await heartbeat.prove();
    clock.step(60_000);
    await heartbeat.prove();
    expect(asked()).toBe(2);
  });

  it.each(['prove', 'tick'] as const)(
    'does not count if its answer is read only after this process stood still (%s first)',
    async (first) => {
      const { heartbeat, waiting, asked, becomesSlow, standsStill } = scene();
      becomesSlow();
      const beaten = heartbeat.beat();
      await standsStill(1_000);
      if (first === 'tick') heartbeat.tick();
      waiting[0]?.answer();
      await beaten;
      const proved = heartbeat.prove();
      expect(asked()).toBe(2);
      waiting[1]?.refuse(new StoreError('another Easel has taken over'));
      await expect(proved).rejects.toThrow('another Easel has taken over');
    },
  );
});

describe('a heartbeat', () => {
  it('is due every few seconds', async () => {
    const { heartbeat, runs } = scene();
    await heartbeat.beat();
    expect(await runs(BEAT_EVERY_MS - TICK_MS)).toBe(0);
    expect(await runs(TICK_MS)).toBe(1);
  });

  it('is shared by all callers while it is under way, however slow PostgreSQL is', async () => {
    const { heartbeat, waiting, asked, becomesSlow, runs } = scene();
    becomesSlow();
    const beaten = heartbeat.beat();
    expect(await runs(60_000)).toBe(0);
    const proved = [heartbeat.prove(), heartbeat.prove(), heartbeat.beat()];
    expect(asked()).toBe(1);
    waiting[0]?.refuse(Object.assign(new StoreError('it took too long')));
    const failed = { status: 'rejected', reason: expect.objectContaining({ message: 'it took too long' }) };
    expect(await Promise.allSettled([beaten, ...proved])).toMatchObject([failed, failed, failed, failed]);
  });

  it('proves nothing if it takes longer than it is valid', async () => {
    const { heartbeat, waiting, becomesSlow, runs } = scene();
    becomesSlow();
    const refused = expect(heartbeat.prove()).rejects.toThrow('another Easel may have taken over');
    for (const number of [0, 1]) {
      await expect.poll(() => waiting.length).toBe(number + 1);
      await runs(SURE_FOR_MS);
      waiting[number]?.answer();
    }
    await refused;
  });
});
