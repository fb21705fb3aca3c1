import { describe, expect, it } from 'vitest';
import { createOperators } from '../../src/discord/operators.ts';
import { createLog } from '../../src/log.ts';
import { FakeClock } from '../support/fake-clock.ts';

const stop = new AbortController();

describe('the operators', () => {
  it('are the configured ones until Discord told who owns the application, and then both', async () => {
    const clock = new FakeClock();
    let calls = 0;
    const rest = {
      ownerIds: async () => {
        calls += 1;
        if (calls < 3) throw new Error('Discord is not there');
        return ['owner'];
      },
    };
    const operators = createOperators({ rest, clock, log: createLog('silent'), configuredIds: ['helper'] });
    const loaded = operators.load(stop.signal);
    await clock.advance(0);
    expect([operators.has('helper'), operators.has('owner'), operators.has('member')]).toEqual([true, false, false]);
    await clock.advance(10_000);
    await loaded;
    expect([operators.has('helper'), operators.has('owner'), operators.has('member')]).toEqual([true, true, false]);
  });
});
