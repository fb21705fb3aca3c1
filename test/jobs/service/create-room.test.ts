import { beforeEach, describe, expect, it } from 'vitest';
import { type CreateRoom, createCreateRoom } from '../../../src/jobs/service/create-room.ts';
import { FakeClock } from '../../support/fake-clock.ts';

let clock: FakeClock;
let room: CreateRoom;
beforeEach(() => {
  clock = new FakeClock();
  entered = 0;
  room = createCreateRoom({ clock, atOnce: () => 8, createsMax: 16 });
});

let entered = 0;
const enter = (guildId: string, count: number) =>
  room.enter(
    guildId,
    Array.from({ length: count }, () => `${guildId}-${++entered}`),
  );

describe('the room for creates', () => {
  it('is half of what is free for each server, so that there is some for the next', () => {
    for (let jobs = 1; jobs <= 2; jobs++) expect(enter('busy', 4)).toBeDefined();
    expect(enter('busy', 1)).toBeUndefined();
    expect(enter('other', 4)).toBeDefined();
    expect(enter('other', 1)).toBeUndefined();
    expect(enter('third', 2)).toBeDefined();
  });

  it('is there again when creates have left', () => {
    enter('busy', 8);
    room.leave('busy-1');
    expect(enter('busy', 2)).toBeUndefined();
    expect(enter('busy', 1)).toBeDefined();
  });

  it('is kept once for each create, and left once', () => {
    const keys = ['job-1', 'job-2'];
    expect(room.enter('busy', keys)).toBeDefined();
    expect(room.enter('busy', keys)).toBe('already');
    for (const key of [...keys, ...keys]) room.leave(key);
    expect(enter('busy', 8)).toBeDefined();
    expect(enter('busy', 1)).toBeUndefined();
  });

  it('takes all creates of a job or none', () => {
    enter('busy', 6);
    expect(enter('busy', 4)).toBeUndefined();
    expect(enter('busy', 2)).toBeDefined();
  });

  it('tells whether they have to wait for their turn', () => {
    expect(enter('busy', 4)).toEqual({ waits: false });
    expect(enter('busy', 1)).toEqual({ waits: true });
    expect(enter('other', 2)).toEqual({ waits: false });
    expect(enter('other', 1)).toEqual({ waits: true });
  });

  it('is said to be there the later the longer creates take, within bounds', () => {
    const take = (durationMs: number): void => {
      for (let number = 1; number <= 200; number++) room.learn(durationMs);
    };
    enter('busy', 8);
    const waitMs = () => room.roomAtMs() - clock.now();
    take(20_000);
    const slowMs = waitMs();
    expect(slowMs).toBeGreaterThan(15_000);
    expect(slowMs).toBeLessThan(25_000);
    take(10_000_000);
    expect(waitMs()).toBe(600_000);
    take(1);
    expect(waitMs()).toBe(10_000);
  });
});
