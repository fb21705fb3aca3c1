import { beforeEach, describe, expect, it } from 'vitest';
import { type CreateQueue, createCreateQueue } from '../../../src/jobs/service/create-queue.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const { signal } = new AbortController();
let clock: FakeClock;
let creates: CreateQueue;
beforeEach(() => {
  clock = new FakeClock();
  creates = createCreateQueue({ clock, atOnce: () => 8, createsMax: 16 });
});

describe('the room for creates', () => {
  it('is half of what is free for each server, so that there is some for the next', () => {
    for (let jobs = 1; jobs <= 2; jobs++) expect(creates.enter('busy', 4)).toBeDefined();
    expect(creates.enter('busy', 1)).toBeUndefined();
    expect(creates.enter('other', 4)).toBeDefined();
    expect(creates.enter('other', 1)).toBeUndefined();
    expect(creates.enter('third', 2)).toBeDefined();
  });

  it('is there again when creates have left', () => {
    creates.enter('busy', 8);
    creates.leave('busy', 1);
    expect(creates.enter('busy', 2)).toBeUndefined();
    expect(creates.enter('busy', 1)).toBeDefined();
  });

  it('takes all creates of a job or none', () => {
    creates.enter('busy', 6);
    expect(creates.enter('busy', 4)).toBeUndefined();
    expect(creates.enter('busy', 2)).toBeDefined();
  });

  it('tells whether they have to wait for their turn', () => {
    expect(creates.enter('busy', 4)).toEqual({ waits: false });
    expect(creates.enter('busy', 1)).toEqual({ waits: true });
    expect(creates.enter('other', 2)).toEqual({ waits: false });
    expect(creates.enter('other', 1)).toEqual({ waits: true });
  });

  it('is said to be there the later the longer creates take, within bounds', async () => {
    const take = async (durationMs: number): Promise<void> => {
      for (let number = 1; number <= 200; number++)
        await creates.inTurn({ guildId: 'busy' }, () => clock.advance(durationMs), signal);
    };
    creates.enter('busy', 8);
    const waitMs = () => creates.roomAtMs() - clock.now();
    await take(20_000);
    const slowMs = waitMs();
    expect(slowMs).toBeGreaterThan(15_000);
    expect(slowMs).toBeLessThan(25_000);
    await take(10_000_000);
    expect(waitMs()).toBe(600_000);
    await take(1);
    expect(waitMs()).toBe(10_000);
  });
});
