import { describe, expect, it } from 'vitest';
import { createMemberBound, TooOftenError } from '../../src/engine/member-bound.ts';
import { FakeClock } from '../support/fake-clock.ts';

function start(most = 2) {
  const clock = new FakeClock();
  return { clock, bound: createMemberBound({ clock, most }) };
}

const nothing = async (): Promise<void> => undefined;
const refusedBy = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('the limit of one member', () => {
  it('is one at a time, whatever others do', async () => {
    const { bound } = start();
    const { promise, resolve } = Promise.withResolvers<string>();
    const first = bound.run('ada', () => promise);
    const refusal = await refusedBy(bound.run('ada', nothing));
    expect(refusal).toBeInstanceOf(TooOftenError);
    expect(refusal).toMatchObject({ tryAgainAtMs: undefined });
    await bound.run('ben', nothing);
    resolve('done');
    expect(await first).toBe('done');
    await bound.run('ada', nothing);
  });

  it('is a number of starts a minute, and the refusal says when the next may start', async () => {
    const { bound, clock } = start();
    const startedMs = clock.now();
    await bound.run('ada', nothing);
    await clock.advance(10_000);
    await bound.run('ada', nothing);
    await clock.advance(10_000);
    expect(await refusedBy(bound.run('ada', nothing))).toMatchObject({ tryAgainAtMs: startedMs + 60_000 });
    await clock.advance(40_000);
    await bound.run('ada', nothing);
    await expect(bound.run('ada', nothing)).rejects.toThrow(TooOftenError);
  });

  it('counts failed work too and allows the next', async () => {
    const { bound } = start();
    const failing = async (): Promise<never> => {
      throw new Error('as asked');
    };
    for (let tries = 0; tries < 2; tries++) await expect(bound.run('ada', failing)).rejects.toThrow('as asked');
    await expect(bound.run('ada', failing)).rejects.toThrow(TooOftenError);
  });

  it('is forgotten after a minute', async () => {
    const { bound, clock } = start();
    for (let member = 0; member < 100; member++) await bound.run(`member${member}`, nothing);
    expect(bound.size).toBe(100);
    await clock.advance(61_000);
    await bound.run('ada', nothing);
    expect(bound.size).toBe(1);
  });
});
