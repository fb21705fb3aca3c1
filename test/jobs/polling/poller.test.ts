import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../../src/clock.ts';
import {
  CATCH_UP_MS,
  createPoller,
  type Poll,
  type Poller,
  type PollerOptions,
} from '../../../src/jobs/polling/poller.ts';
import { Activity } from '../../support/activity.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { passes } from '../../support/job-service.ts';

let clock: FakeClock;
let startedAtMs: number;
/** Which task was looked at when, in milliseconds from the start. */
let looks: [string, number][];

beforeEach(() => {
  clock = new FakeClock();
  startedAtMs = clock.monotonicMs();
  looks = [];
});

const pass = (durationMs: number): Promise<void> => passes({ clock, activity: new Activity() }, durationMs);

const task = (taskKey: string, dueInMs = 0, guildId = 'g'): Poll => ({
  ...{ jobId: taskKey, taskKey, taskId: taskKey, guildId },
  dueAtMs: clock.monotonicMs() + dueInMs,
});

function pollerWith(options: Partial<PollerOptions<Poll>> = {}): { poller: Poller<Poll> } {
  const poller = createPoller<Poll>({
    clock,
    pollsPerSecond: 1_000,
    pollsAtOnce: 100,
    poll: async () => undefined,
    allowed: async () => undefined,
    ...options,
  });
  return { poller };
}

/** Notes the look; ends the task. */
const once = async (entry: Poll): Promise<undefined> => {
  looks.push([entry.taskKey, clock.monotonicMs() - startedAtMs]);
};

function run(poller: Poller<Poll>): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const running = poller.run(stopping.signal);
  const stop = async (): Promise<void> => {
    stopping.abort(new Error('the test stops'));
    await running;
  };
  onTestFinished(stop);
  return { stop };
}

describe('the poller', () => {
  it('looks at tasks in the order in which they are due, each when it is', async () => {
    const { poller } = pollerWith({ poll: once });
    run(poller);
    for (const dueInMs of [700, 100, 400]) poller.add(task(`at${dueInMs}`, dueInMs));
    await pass(1_000);
    expect(looks).toEqual([
      ['at100', 100],
      ['at400', 400],
      ['at700', 700],
    ]);
  });

  it('looks again when a look says so, and no more when it says nothing', async () => {
    let left = 3;
    const { poller } = pollerWith({
      poll: async (entry) => {
        await once(entry);
        left -= 1;
        return left > 0 ? clock.monotonicMs() + 250 : undefined;
      },
    });
    run(poller);
    poller.add(task('a'));
    await pass(5_000);
    expect(looks.map(([, at]) => at)).toEqual([0, 250, 500]);
    expect(poller.size).toBe(0);
  });

  it('wakes for a task that is added while it rests and is due earlier than all others', async () => {
    const { poller } = pollerWith({ poll: once });
    run(poller);
    poller.add(task('late', 60_000));
    await pass(1_000);
    poller.add(task('soon', 500));
    await pass(1_000);
    expect(looks).toEqual([['soon', 1_500]]);
  });

  it('keeps its limit of looks a second, however many are due', async () => {
    const { poller } = pollerWith({ pollsPerSecond: 10, poll: once });
    run(poller);
    for (let number = 0; number < 100; number++) poller.add(task(`t${number}`));
    await pass(3_000);
    for (let second = 0; second < 3; second++) {
      const within = looks.filter(([, at]) => at >= second * 1_000 && at < (second + 1) * 1_000).length;
      // One more may be sent at once after a rest.
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
      const { poller } = pollerWith({ clock: late, pollsPerSecond, pollsAtOnce: 500, poll: once });
      for (let number = 0; number < pollsPerSecond * (seconds + 1); number++) {
        poller.add(task(`t${number}`, 0, `g${number % 7}`));
      }
      run(poller);
      await pass(seconds * 1_000);
      const times = looks.map(([, at]) => at);
      const bucket = Math.ceil((pollsPerSecond * CATCH_UP_MS) / 1_000) + 1;
      expect(times.length).toBeGreaterThanOrEqual(pollsPerSecond * seconds - bucket);
      expect(times.length).toBeLessThanOrEqual(pollsPerSecond * seconds + bucket);
      for (const windowMs of [0, 1, 20, 100, 1_000]) {
        expect(mostWithin(times, windowMs)).toBeLessThanOrEqual((pollsPerSecond * windowMs) / 1_000 + bucket);
      }
    },
  );

  it('makes up for no more than its bucket after a long stall', async () => {
    const stalling: Clock = {
      now: () => clock.now(),
      monotonicMs: () => clock.monotonicMs(),
      sleep: (durationMs, signal) => clock.sleep(durationMs > 0 ? Math.max(durationMs, 900) : durationMs, signal),
    };
    const { poller } = pollerWith({ clock: stalling, pollsPerSecond: 1_000, pollsAtOnce: 500, poll: once });
    for (let number = 0; number < 5_000; number++) poller.add(task(`t${number}`));
    run(poller);
    await pass(2_000);
    const together = [0, 900, 1_800].map((time) => looks.filter(([, at]) => at === time).length);
    expect(together).toEqual([CATCH_UP_MS + 1, CATCH_UP_MS + 1, CATCH_UP_MS + 1]);
    expect(looks).toHaveLength(3 * (CATCH_UP_MS + 1));
  });

  it('goes on when the time of day is set back or ahead', async () => {
    const { poller } = pollerWith({
      poll: async (entry) => {
        await once(entry);
        return clock.monotonicMs() + 1_000;
      },
    });
    run(poller);
    poller.add(task('a', 1_000));
    for (const byMs of [-3_600_000, 0, 7_200_000]) {
      clock.step(byMs);
      await pass(1_000);
    }
    expect(looks.map(([, at]) => at)).toEqual([1_000, 2_000, 3_000]);
  });

  it('keeps its limit of looks at once', async () => {
    const open: (() => void)[] = [];
    let underWay = 0;
    let most = 0;
    const { poller } = pollerWith({
      pollsAtOnce: 3,
      poll: async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise<void>((resolve) => open.push(resolve));
        underWay -= 1;
        return undefined;
      },
    });
    run(poller);
    for (let number = 0; number < 10; number++) poller.add(task(`t${number}`));
    await pass(1_000);
    expect({ underWay, waiting: poller.size }).toEqual({ underWay: 3, waiting: 10 });
    while (poller.size > 0) {
      for (const end of open.splice(0)) end();
      await pass(100);
    }
    expect(most).toBe(3);
  });

  it('lets servers take turns when more are due than may be sent', async () => {
    const { poller } = pollerWith({ pollsPerSecond: 10, poll: once });
    for (let number = 0; number < 50; number++) poller.add(task(`busy${number}`, number - 100, 'busy'));
    poller.add(task('calm1', -2, 'calm'));
    poller.add(task('calm2', -1, 'calm'));
    poller.add(task('third', 0, 'third'));
    run(poller);
    await pass(600);
    const order = looks.slice(0, 7).map(([key]) => key);
    expect(order).toEqual(['busy0', 'calm1', 'third', 'busy1', 'calm2', 'busy2', 'busy3']);
  });

  it('waits at the gate, and begins as soon as it opens', async () => {
    const gate = Promise.withResolvers<void>();
    const { poller } = pollerWith({ poll: once, allowed: () => gate.promise });
    run(poller);
    poller.add(task('a'));
    await pass(60_000);
    expect(looks).toEqual([]);
    gate.resolve();
    await pass(1);
    expect(looks.map(([key]) => key)).toEqual(['a']);
  });

  it('holds all looks back for as long as it is told to', async () => {
    const { poller } = pollerWith({ poll: once });
    run(poller);
    poller.pauseUntil(clock.monotonicMs() + 5_000);
    poller.add(task('a'));
    poller.add(task('b', 100));
    await pass(10_000);
    expect(looks.map(([key, at]) => [key, Math.floor(at / 1_000)])).toEqual([
      ['a', 5],
      ['b', 5],
    ]);
  });

  it('hands out the tasks that match, and looks at them no more', async () => {
    const gate = Promise.withResolvers<void>();
    const { poller } = pollerWith({ poll: once, allowed: () => gate.promise });
    run(poller);
    for (const key of ['a', 'b', 'c']) poller.add(task(key, key === 'c' ? 5_000 : 0));
    await pass(100);
    expect(
      poller
        .take(({ taskKey }) => taskKey !== 'b')
        .map(({ taskKey }) => taskKey)
        .sort(),
    ).toEqual(['a', 'c']);
    expect(poller.size).toBe(1);
    gate.resolve();
    await pass(10_000);
    expect(looks.map(([key]) => key)).toEqual(['b']);
  });

  it('knows any task that waits', () => {
    const { poller } = pollerWith();
    expect(poller.peek()).toBeUndefined();
    poller.add(task('a', 100));
    expect(poller.peek()?.taskKey).toBe('a');
  });

  it('stops when it is told to, after the looks that are under way, and begins no more', async () => {
    const answer = Promise.withResolvers<undefined>();
    const { poller } = pollerWith({
      poll: async (entry) => {
        await once(entry);
        return answer.promise;
      },
    });
    poller.add(task('a'));
    poller.add(task('b', 1_000));
    const { stop } = run(poller);
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
    expect(looks.map(([key]) => key)).toEqual(['a']);
    expect(clock.sleeping).toBe(0);
  });

  it('stops at the closed gate, too', async () => {
    const { poller } = pollerWith({
      poll: once,
      allowed: (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    poller.add(task('a'));
    const { stop } = run(poller);
    await pass(10);
    await stop();
    expect(looks).toEqual([]);
  });
});
