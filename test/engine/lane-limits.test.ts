import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { CATCH_UP_MS, createLane, type Lane, type LaneOptions } from '../../src/engine/lane.ts';
import { createLog } from '../../src/log.ts';
import type { Clock } from '../../src/time/clock.ts';
import { Activity } from '../support/activity.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { passes } from '../support/job-service.ts';

let clock: FakeClock;
let startedAtMs: number;
/** Which step ran when, in milliseconds from the start. */
let steps: [string, number][];

beforeEach(() => {
  clock = new FakeClock();
  startedAtMs = clock.monotonicMs();
  steps = [];
});

const pass = (durationMs: number): Promise<void> => passes({ clock, activity: new Activity() }, durationMs);

/** Records the step. Nothing follows it. */
const once = async (key: string): Promise<undefined> => {
  steps.push([key, clock.monotonicMs() - startedAtMs]);
};

const laneWith = (options: Partial<LaneOptions> = {}): Lane =>
  createLane({ clock, log: createLog('silent'), name: 'task', atOnce: 100, keepsRoom: false, step: once, ...options });

function run(lane: Lane): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const running = lane.run(stopping.signal);
  const stop = async (): Promise<void> => {
    stopping.abort(new Error('the test stops'));
    await running;
  };
  onTestFinished(stop);
  return { stop };
}

describe('a lane', () => {
  it('takes steps in the order in which they are due, each on time', async () => {
    const lane = laneWith({ step: once });
    run(lane);
    for (const dueInMs of [700, 100, 400]) lane.due(`at${dueInMs}`, 'g', dueInMs);
    await pass(1_000);
    expect(steps).toEqual([
      ['at100', 100],
      ['at400', 400],
      ['at700', 700],
    ]);
  });

  it('wakes up for a new key that is due before all others', async () => {
    const lane = laneWith({ step: once });
    run(lane);
    lane.due('late', 'g', 60_000);
    await pass(1_000);
    lane.due('soon', 'g', 500);
    await pass(1_000);
    expect(steps).toEqual([['soon', 1_500]]);
  });

  it('keeps its limit of steps a second, however many are due', async () => {
    const lane = laneWith({ perSecond: 10, step: once });
    run(lane);
    for (let number = 0; number < 100; number++) lane.due(`t${number}`, 'g');
    await pass(3_000);
    for (let second = 0; second < 3; second++) {
      const within = steps.filter(([, at]) => at >= second * 1_000 && at < (second + 1) * 1_000).length;
      // One more step may start at once after a rest.
      expect(within).toBeGreaterThanOrEqual(10);
      expect(within).toBeLessThanOrEqual(11);
    }
  });

  const mostWithin = (times: readonly number[], windowMs: number): number => {
    let first = 0;
    let most = 0;
    for (const [index, at] of times.entries()) {
      while ((times[first] ?? at) < at - windowMs) first += 1;
      most = Math.max(most, index - first + 1);
    }
    return most;
  };

  it.each([
    { pollsPerSecond: 20, lateMs: 0 },
    { pollsPerSecond: 20, lateMs: 15 },
    { pollsPerSecond: 893, lateMs: 3 },
    { pollsPerSecond: 1_000, lateMs: 0 },
    { pollsPerSecond: 1_000, lateMs: 12 },
    { pollsPerSecond: 5_000, lateMs: 0 },
    { pollsPerSecond: 5_000, lateMs: 17 },
  ])(
    'reaches its limit and keeps it: $pollsPerSecond a second, timers up to $lateMs ms late',
    async ({ pollsPerSecond, lateMs }) => {
      const seconds = 2;
      let timers = 0;
      const late: Clock = {
        now: () => clock.now(),
        monotonicMs: () => clock.monotonicMs(),
        sleep: (durationMs, signal) => {
          timers += 1;
          return clock.sleep(durationMs > 0 ? durationMs + ((timers * 7) % (lateMs + 1)) : durationMs, signal);
        },
      };
      const lane = laneWith({ clock: late, perSecond: pollsPerSecond, atOnce: 500, step: once });
      for (let number = 0; number < pollsPerSecond * (seconds + 1); number++) {
        lane.due(`t${number}`, `g${number % 7}`);
      }
      run(lane);
      await pass(seconds * 1_000);
      const times = steps.map(([, at]) => at);
      const bucket = Math.ceil((pollsPerSecond * CATCH_UP_MS) / 1_000) + 1;
      expect(times.length).toBeGreaterThanOrEqual(pollsPerSecond * seconds - bucket);
      expect(times.length).toBeLessThanOrEqual(pollsPerSecond * seconds + bucket);
      for (const windowMs of [0, 1, 20, 100, 1_000]) {
        expect(mostWithin(times, windowMs)).toBeLessThanOrEqual((pollsPerSecond * windowMs) / 1_000 + bucket);
      }
    },
  );

  it('starts the next step as soon as the limit allows, even while others are running', async () => {
    let spentMs = 0;
    const spending: Clock = {
      now: () => clock.now(),
      monotonicMs: () => clock.monotonicMs() + spentMs,
      sleep: (durationMs, signal) => clock.sleep(durationMs, signal),
    };
    const started: string[] = [];
    const hangs = Promise.withResolvers<undefined>();
    const step = (key: string): Promise<undefined> => {
      started.push(key);
      spentMs += 2;
      return hangs.promise;
    };
    const lane = laneWith({ clock: spending, perSecond: 1_000, step });
    for (let number = 0; number < 100; number++) lane.due(`t${number}`, 'g');
    run(lane);
    onTestFinished(() => hangs.resolve(undefined));
    await pass(100);
    expect(started).toHaveLength(100);
  });

  it('catches up on no more than its bucket after a long stall', async () => {
    const stalling: Clock = {
      now: () => clock.now(),
      monotonicMs: () => clock.monotonicMs(),
      sleep: (durationMs, signal) => clock.sleep(durationMs > 0 ? Math.max(durationMs, 900) : durationMs, signal),
    };
    const lane = laneWith({ clock: stalling, perSecond: 1_000, atOnce: 500, step: once });
    for (let number = 0; number < 5_000; number++) lane.due(`t${number}`, 'g');
    run(lane);
    await pass(2_000);
    const together = [0, 900, 1_800].map((time) => steps.filter(([, at]) => at === time).length);
    expect(together).toEqual([CATCH_UP_MS + 1, CATCH_UP_MS + 1, CATCH_UP_MS + 1]);
    expect(steps).toHaveLength(3 * (CATCH_UP_MS + 1));
  });

  it('continues when the time of day is set back or ahead', async () => {
    const lane = laneWith({
      followsTimeOfDay: false,
      step: async (key) => {
        await once(key);
        return { dueInMs: 1_000 };
      },
    });
    run(lane);
    lane.due('a', 'g', 1_000);
    for (const byMs of [-3_600_000, 0, 7_200_000]) {
      clock.step(byMs);
      await pass(1_000);
    }
    expect(steps.map(([, at]) => at)).toEqual([1_000, 2_000, 3_000]);
  });

  it('keeps its limit of concurrent steps', async () => {
    const open: (() => void)[] = [];
    let underWay = 0;
    let most = 0;
    const lane = laneWith({
      atOnce: 3,
      step: async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise<void>((resolve) => open.push(resolve));
        underWay -= 1;
        return undefined;
      },
    });
    run(lane);
    for (let number = 0; number < 10; number++) lane.due(`t${number}`, 'g');
    await pass(1_000);
    expect({ underWay, waiting: lane.size }).toEqual({ underWay: 3, waiting: 10 });
    while (lane.size > 0) {
      for (const end of open.splice(0)) end();
      await pass(100);
    }
    expect(most).toBe(3);
  });

  it('lets servers take turns if more steps are due than may start', async () => {
    const lane = laneWith({ perSecond: 10, step: once });
    for (let number = 0; number < 50; number++) lane.due(`busy${number}`, 'busy', number - 100);
    lane.due('calm1', 'calm', -2);
    lane.due('calm2', 'calm', -1);
    lane.due('third', 'third');
    run(lane);
    await pass(600);
    const order = steps.slice(0, 7).map(([key]) => key);
    expect(order).toEqual(['busy0', 'calm1', 'third', 'busy1', 'calm2', 'busy2', 'busy3']);
  });

  it('waits for permission and starts as soon as it is given', async () => {
    const gate = Promise.withResolvers<void>();
    const lane = laneWith({ step: once, allowed: () => gate.promise });
    run(lane);
    lane.due('a', 'g');
    await pass(60_000);
    expect(steps).toEqual([]);
    gate.resolve();
    await pass(1);
    expect(steps.map(([key]) => key)).toEqual(['a']);
  });

  it('holds back all steps for as long as requested', async () => {
    const lane = laneWith({ step: once });
    run(lane);
    lane.pauseUntil(clock.monotonicMs() + 5_000);
    lane.due('a', 'g');
    lane.due('b', 'g', 100);
    await pass(10_000);
    expect(steps.map(([key, at]) => [key, Math.floor(at / 1_000)])).toEqual([
      ['a', 5],
      ['b', 5],
    ]);
  });

  it('stops after its running steps and starts no others', async () => {
    const answer = Promise.withResolvers<undefined>();
    const lane = laneWith({
      step: async (key) => {
        await once(key);
        return answer.promise;
      },
    });
    lane.due('a', 'g');
    lane.due('b', 'g', 1_000);
    const { stop } = run(lane);
    await pass(10);
    let isStopped = false;
    const stopped = stop().then(() => {
      isStopped = true;
    });
    await nextTurn();
    expect(isStopped).toBe(false);
    answer.resolve(undefined);
    await stopped;
    await pass(5_000);
    expect(steps.map(([key]) => key)).toEqual(['a']);
    expect(clock.sleeping).toBe(0);
  });

  it('stops while it waits for permission, too', async () => {
    const lane = laneWith({
      step: once,
      allowed: (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    lane.due('a', 'g');
    const { stop } = run(lane);
    await pass(10);
    await stop();
    expect(steps).toEqual([]);
  });
});
