import { beforeEach, describe, expect, it } from 'vitest';
import { type CreateSlots, createCreateSlots } from '../../../src/jobs/service/create-slots.ts';
import { FakeClock } from '../../support/fake-clock.ts';

let clock: FakeClock;
let slots: CreateSlots;
beforeEach(() => {
  clock = new FakeClock();
  reserved = 0;
  slots = createCreateSlots({ clock, atOnce: () => 8, createsMax: 16 });
});

let reserved = 0;
const reserve = (guildId: string, count: number) =>
  slots.reserve(
    guildId,
    Array.from({ length: count }, () => `${guildId}-${++reserved}`),
  );

describe('slots for creates', () => {
  it('leave half of the free ones to other servers', () => {
    for (let jobs = 1; jobs <= 2; jobs++) expect(reserve('busy', 4)).toBeDefined();
    expect(reserve('busy', 1)).toBeUndefined();
    expect(reserve('other', 4)).toBeDefined();
    expect(reserve('other', 1)).toBeUndefined();
    expect(reserve('third', 2)).toBeDefined();
  });

  it('are free again once released', () => {
    reserve('busy', 8);
    slots.release('busy-1');
    expect(reserve('busy', 2)).toBeUndefined();
    expect(reserve('busy', 1)).toBeDefined();
  });

  it('are reserved and released once for each create', () => {
    const keys = ['job-1', 'job-2'];
    expect(slots.reserve('busy', keys)).toBeDefined();
    expect(slots.reserve('busy', keys)).toBe('already');
    for (const key of [...keys, ...keys]) slots.release(key);
    expect(reserve('busy', 8)).toBeDefined();
    expect(reserve('busy', 1)).toBeUndefined();
  });

  it('are reserved for all creates of a job or for none', () => {
    reserve('busy', 6);
    expect(reserve('busy', 4)).toBeUndefined();
    expect(reserve('busy', 2)).toBeDefined();
  });

  it('say whether the creates have to wait', () => {
    expect(reserve('busy', 4)).toEqual({ waits: false });
    expect(reserve('busy', 1)).toEqual({ waits: true });
    expect(reserve('other', 2)).toEqual({ waits: false });
    expect(reserve('other', 2)).toEqual({ waits: true });
  });

  it('let the creates of one job start together on a quiet bot', () => {
    slots = createCreateSlots({ clock, atOnce: () => 4, createsMax: 16 });
    expect(reserve('busy', 4)).toEqual({ waits: false });
    expect(reserve('other', 1)).toEqual({ waits: true });
  });

  it('keep room for other servers while few creates may be sent', () => {
    slots = createCreateSlots({ clock, atOnce: () => 3, createsMax: 16 });
    expect(reserve('busy', 3)).toEqual({ waits: true });
  });

  it('are estimated to be free later if creates take longer, within bounds', () => {
    const take = (durationMs: number): void => {
      for (let number = 1; number <= 200; number++) slots.learn(durationMs);
    };
    reserve('busy', 8);
    const waitMs = () => slots.roomAtMs() - clock.now();
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
