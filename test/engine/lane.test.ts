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
  /** Each step: its key, and when it was taken. */
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

  /** Time passes, once what was just said was heard. */
  async pass(durationMs: number): Promise<void> {
    await nextTurn();
    await this.clock.advance(durationMs);
  }

  /** Keys begin with their server. */
  due(key: string, inMs?: number): void {
    this.lane.due(key, key.split('-')[0] ?? '', inMs);
  }

  times(key: string): number[] {
    return this.steps.filter(([one]) => one === key).map(([, atMs]) => atMs);
  }

  /** Steps that do not end before they are let go, by key. */
  hang(): { letGo: (key: string, next?: Came) => void } {
    const ends = new Map<string, (next: Came) => void>();
    this.next = (key) => new Promise((resolve) => ends.set(key, resolve));
    return { letGo: (key, next) => ends.get(key)?.(next) };
  }
}

describe('the time of day', () => {
  it('is set: whatever waits is looked at within a minute, what failed after its wait', async () => {
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

  it('is left alone where it is only slewed', async () => {
    const world = new World();
    world.due('a', 1_800_000);
    await world.pass(1_000);
    world.clock.step(1_000);
    await world.pass(120_000);
    expect(world.steps).toEqual([]);
  });
});

describe('a key', () => {
  it('has its step taken when it is due, and no more when nothing follows', async () => {
    const world = new World();
    world.due('a', 5_000);
    await world.pass(4_999);
    expect(world.steps).toEqual([]);
    await world.pass(HOUR_MS);
    expect(world.steps).toEqual([['a', 5_000]]);
    expect(world.lane.size).toBe(0);
  });

  it('is due at the earliest of the times that were asked for', async () => {
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

  it('is looked at within the hour however far off it is due: the time of day may be set meanwhile', async () => {
    const world = new World();
    world.next = async () => ({ dueInMs: 100 * HOUR_MS });
    world.due('a');
    await world.pass(2 * HOUR_MS);
    expect(world.times('a')).toEqual([0, HOUR_MS, 2 * HOUR_MS]);
  });

  it('that fails is tried again after waits that grow, up to a bound', async () => {
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

  it('begins with short waits again once a step went well', async () => {
    const world = new World();
    const nexts: Came[] = [new RetryLater(), new RetryLater(), { dueInMs: 50_000 }];
    world.next = async () => (nexts.length > 0 ? nexts.shift() : new RetryLater());
    world.due('a');
    await world.pass(100_000);
    const [first = 0, second = 0, , afterWell = 0, again = 0] = world.times('a');
    expect(again - afterWell).toBe(second - first);
  });

  it('is not tried again before whoever is in the way said, but within the hour', async () => {
    const world = new World();
    const nexts: Came[] = [new RetryLater(40_000), new RetryLater(100 * HOUR_MS)];
    world.next = async () => nexts.shift();
    world.due('a');
    await world.pass(3 * HOUR_MS);
    expect(world.times('a')).toEqual([0, 40_000, 40_000 + HOUR_MS]);
  });

  it('that waits after a failure is left alone by what only says that it is due, unless it is hurried', async () => {
    const world = new World();
    const nexts: Came[] = [new RetryLater(60_000)];
    world.next = async () => nexts.shift();
    world.due('a');
    await world.pass(10_000);
    world.due('a');
    await world.pass(10_000);
    expect(world.times('a')).toEqual([0]);
    world.lane.hurry('a', 'a');
    await world.pass(0);
    expect(world.times('a')).toEqual([0, 20_000]);
  });

  it('that waits after a failure is tried at once for somebody who waits, and keeps its time where that fails as well', async () => {
    const world = new World();
    const nexts: Came[] = [new RetryLater(60_000), new RetryLater()];
    world.next = async () => nexts.shift();
    world.due('a');
    await world.pass(10_000);
    await world.lane.step('a', 'a');
    await world.pass(HOUR_MS);
    expect(world.times('a')).toEqual([0, 10_000, 60_000]);
  });

  it('that is hurried while its step is under way has another one after it, also where that one fails', async () => {
    const world = new World();
    const { letGo } = world.hang();
    world.due('a');
    await world.pass(1_000);
    world.lane.hurry('a', 'a');
    letGo('a', new RetryLater(60_000));
    await world.pass(0);
    expect(world.times('a')).toEqual([0, 1_000]);
    letGo('a', new RetryLater(60_000));
    await world.pass(HOUR_MS);
    expect(world.times('a')).toEqual([0, 1_000, 61_000]);
  });

  it('knows for how long it has failed', async () => {
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

  it('has one step at a time, and another after it where it became due meanwhile', async () => {
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

  it('that is forgotten has no more steps', async () => {
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
  it('of a server that hangs hold up no other server', async () => {
    const world = new World({ atOnce: 4 });
    const { letGo } = world.hang();
    for (const key of ['one-1', 'one-2', 'one-3', 'one-4', 'one-5', 'two-1']) world.due(key);
    await world.pass(0);
    expect(world.steps.map(([key]) => key).sort()).toEqual(['one-1', 'one-2', 'two-1']);
    letGo('one-1');
    await nextTurn();
    expect(world.times('one-3')).toHaveLength(1);
  });

  it('that fail together are not all tried again together', async () => {
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
  it('ends the run when the steps under way have ended, and begins no other', async () => {
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
