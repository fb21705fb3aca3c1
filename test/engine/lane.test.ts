import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createLane,
  type Lane,
  type LaneOptions,
  type Next,
  RetryLater,
  type StepOptions,
} from '../../src/engine/lane.ts';
import { createLog } from '../../src/log.ts';
import { FakeClock } from '../support/fake-clock.ts';

const HOUR_MS = 3_600_000;
/** What a step returns or throws. */
type Came = Next | RetryLater;

class World {
  readonly clock = new FakeClock();
  readonly #startedMs = this.clock.monotonicMs();
  readonly stopping = new AbortController();
  /** Each step's key and time. */
  readonly steps: [key: string, atMs: number][] = [];
  next: (key: string, options: StepOptions) => Promise<Came> = async () => undefined;
  readonly lane: Lane;
  readonly running: Promise<void>;

  constructor(options: Partial<LaneOptions> = {}) {
    this.lane = createLane({
      ...{ clock: this.clock, log: createLog('silent'), name: 'thing' },
      step: async (key, how) => {
        this.steps.push([key, this.clock.monotonicMs() - this.#startedMs]);
        const came = await this.next(key, how);
        if (came instanceof RetryLater) throw came;
        return came;
      },
      ...options,
    });
    this.running = this.lane.run(this.stopping.signal);
    onTestFinished(() => this.stopping.abort());
  }

  /** Lets time pass once the last calls have had their effect. */
  async pass(durationMs: number): Promise<void> {
    await nextTurn();
    await this.clock.advance(durationMs);
  }

  /** Keys start with their server. */
  due(key: string, inMs?: number): void {
    this.lane.due(key, key.split('-')[0] ?? '', inMs);
  }

  times(key: string): number[] {
    return this.steps.filter(([one]) => one === key).map(([, atMs]) => atMs);
  }

  /** Steps that don't end before they are released, by key. */
  hang(): { letGo: (key: string, next?: Came) => void } {
    const ends = new Map<string, (next: Came) => void>();
    this.next = (key) => new Promise((resolve) => ends.set(key, resolve));
    return { letGo: (key, next) => ends.get(key)?.(next) };
  }
}

describe('when the time of day', () => {
  it('is set, everything due is checked within a minute, and failed keys after their back-off', async () => {
    const world = new World();
    world.due('a', 1_800_000);
    world.next = async (key) => (key === 'b' ? new RetryLater(600_000) : undefined);
    world.due('b');
    await world.pass(1_000);
    world.clock.step(HOUR_MS);
    await world.pass(60_000);
    expect(world.times('a')).toHaveLength(1);
    expect(world.times('b')).toHaveLength(1);
  });

  it('is only slewed, nothing is checked', async () => {
    const world = new World();
    world.due('a', 1_800_000);
    await world.pass(1_000);
    world.clock.step(1_000);
    await world.pass(120_000);
    expect(world.steps).toEqual([]);
  });
});

describe('a key', () => {
  it('takes its step when it is due, and no more if nothing follows', async () => {
    const world = new World();
    world.due('a', 5_000);
    await world.pass(4_999);
    expect(world.steps).toEqual([]);
    await world.pass(HOUR_MS);
    expect(world.steps).toEqual([['a', 5_000]]);
    expect(world.lane.size).toBe(0);
  });

  it('is due at the earliest of all requested times', async () => {
    const world = new World();
    world.due('a', 5_000);
    world.due('a', 1_000);
    world.due('a', 9_000);
    await world.pass(HOUR_MS);
    expect(world.steps).toEqual([['a', 1_000]]);
  });

  it('is due again when its step says so', async () => {
    const world = new World();
    const nexts: Came[] = [{ dueInMs: 10_000 }, { dueInMs: 60_000 }];
    world.next = async () => nexts.shift();
    world.due('a');
    await world.pass(HOUR_MS);
    expect(world.times('a')).toEqual([0, 10_000, 70_000]);
  });

  it('is checked within an hour however far away it is due, because the time of day may be set meanwhile', async () => {
    const world = new World();
    world.next = async () => ({ dueInMs: 100 * HOUR_MS });
    world.due('a');
    await world.pass(2 * HOUR_MS);
    expect(world.times('a')).toEqual([0, HOUR_MS, 2 * HOUR_MS]);
  });

  it('is retried after failures with growing waits, up to a bound', async () => {
    const world = new World();
    world.next = async () => {
      throw new Error('it stumbles');
    };
    world.due('a');
    await world.pass(2 * HOUR_MS);
    const times = world.times('a');
    const waits = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
    expect(waits[0]).toBeGreaterThanOrEqual(1_500);
    expect(waits[0]).toBeLessThanOrEqual(2_000);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.at(-1)).toBeLessThanOrEqual(300_000);
    expect(waits.at(-1)).toBe(waits.at(-2));
  });

  it('starts with short waits again after a successful step', async () => {
    const world = new World();
    const nexts: Came[] = [new RetryLater(), new RetryLater(), { dueInMs: 50_000 }];
    world.next = async () => (nexts.length > 0 ? nexts.shift() : new RetryLater());
    world.due('a');
    await world.pass(100_000);
    const [first = 0, second = 0, , afterWell = 0, again = 0] = world.times('a');
    expect(again - afterWell).toBe(second - first);
  });

  it('is not retried before the time in the error, but within an hour', async () => {
    const world = new World();
    const nexts: Came[] = [new RetryLater(40_000), new RetryLater(100 * HOUR_MS)];
    world.next = async () => nexts.shift();
    world.due('a');
    await world.pass(3 * HOUR_MS);
    expect(world.times('a')).toEqual([0, 40_000, 40_000 + HOUR_MS]);
  });

  it('waits out its back-off even if it becomes due, unless a step is taken', async () => {
    const world = new World();
    const nexts: Came[] = [new RetryLater(60_000)];
    world.next = async () => nexts.shift();
    world.due('a');
    await world.pass(10_000);
    world.due('a');
    await world.pass(10_000);
    expect(world.times('a')).toEqual([0]);
    await world.lane.step('a', 'a');
    expect(world.times('a')).toEqual([0, 20_000]);
  });

  it('is retried at once for a caller that waits, and keeps its back-off if that fails too', async () => {
    const world = new World();
    const nexts: Came[] = [new RetryLater(60_000), new RetryLater()];
    world.next = async () => nexts.shift();
    world.due('a');
    await world.pass(10_000);
    await world.lane.step('a', 'a');
    await world.pass(HOUR_MS);
    expect(world.times('a')).toEqual([0, 10_000, 60_000]);
  });

  it('takes a step after the running one, even if the running one fails', async () => {
    const world = new World();
    const { letGo } = world.hang();
    world.due('a');
    await world.pass(1_000);
    const forced = world.lane.step('a', 'a');
    letGo('a', new RetryLater(60_000));
    await world.pass(0);
    expect(world.times('a')).toEqual([0, 1_000]);
    letGo('a', new RetryLater(60_000));
    await forced;
    await world.pass(HOUR_MS);
    expect(world.times('a')).toEqual([0, 1_000, 61_000]);
  });

  it('knows how long it has been failing', async () => {
    const world = new World();
    const known: number[] = [];
    const nexts: Came[] = [new RetryLater(30_000), new RetryLater(30_000), { dueInMs: 30_000 }];
    world.next = async (_, { failingForMs }) => {
      known.push(failingForMs);
      return nexts.shift();
    };
    world.due('a');
    await world.pass(HOUR_MS);
    expect(known).toEqual([0, 30_000, 60_000, 0]);
  });

  it('takes one step at a time, and another one if it became due meanwhile', async () => {
    const world = new World();
    const { letGo } = world.hang();
    world.due('a');
    await world.pass(0);
    world.due('a');
    const forced = world.lane.step('a', 'a');
    await world.pass(10_000);
    expect(world.times('a')).toEqual([0]);
    letGo('a');
    await nextTurn();
    expect(world.times('a')).toEqual([0, 10_000]);
    letGo('a');
    await forced;
  });

  it('is due at the earliest of what its step returns and what became due meanwhile', async () => {
    const world = new World();
    const { letGo } = world.hang();
    world.due('a');
    await world.pass(1_000);
    world.due('a', 2_000);
    letGo('a', { dueInMs: 60_000 });
    await world.pass(0);
    await world.pass(2_000);
    expect(world.times('a')).toEqual([0, 3_000]);
  });

  it('becomes due again by work that its step left behind', async () => {
    const world = new World();
    const { promise, resolve } = Promise.withResolvers<void>();
    const nexts: Came[] = [{ dueInMs: 60_000 }];
    world.next = async () => {
      if (nexts.length > 0) void promise.then(() => world.due('a'));
      return nexts.shift();
    };
    world.due('a');
    await world.pass(1_000);
    resolve();
    await world.pass(0);
    await world.pass(0);
    expect(world.times('a')).toEqual([0, 1_000]);
  });

  it('takes no more steps once it is forgotten', async () => {
    const world = new World();
    world.next = async () => new RetryLater();
    world.due('a');
    world.due('b', 10_000);
    await world.pass(0);
    world.lane.forget('a');
    world.lane.forget('b');
    await world.pass(HOUR_MS);
    expect(world.steps).toEqual([['a', 0]]);
    expect(world.lane.size).toBe(0);
  });
});

describe('keys', () => {
  it('of a server that hangs delay no other server', async () => {
    const world = new World({ atOnce: 4 });
    const { letGo } = world.hang();
    for (const key of ['one-1', 'one-2', 'one-3', 'one-4', 'one-5', 'two-1']) world.due(key);
    await world.pass(0);
    expect(world.steps.map(([key]) => key).sort()).toEqual(['one-1', 'one-2', 'two-1']);
    letGo('one-1');
    await nextTurn();
    expect(world.times('one-3')).toHaveLength(1);
  });

  it('that fail together are not retried together', async () => {
    const world = new World({ atOnce: 1_000 });
    world.next = async () => new RetryLater();
    const keys = Array.from({ length: 100 }, (_, index) => `server${index}-1`);
    for (const key of keys) world.due(key);
    await world.pass(2_000);
    const seconds = new Set(keys.map((key) => world.times(key)[1]));
    expect(seconds.size).toBeGreaterThan(50);
  });
});

describe('a stop', () => {
  it('ends the run after the running steps and starts no others', async () => {
    const world = new World({ atOnce: 1 });
    const { letGo } = world.hang();
    world.due('a');
    world.due('b');
    await world.pass(0);
    let hasEnded = false;
    void world.running.then(() => {
      hasEnded = true;
    });
    world.stopping.abort(new Error('stop'));
    await nextTurn();
    expect(hasEnded).toBe(false);
    letGo('a', { dueInMs: 0 });
    await world.running;
    expect(world.steps.map(([key]) => key)).toEqual(['a']);
  });
});
