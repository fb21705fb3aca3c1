import { afterAll, describe, expect, it } from 'vitest';
import { withOutcomes } from '../../../src/discord/rest/outcome.ts';
import { createOperators, type OperatorsParts } from '../../../src/discord/server/operators.ts';
import { createLog } from '../../../src/log.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const stop = new AbortController();
afterAll(() => stop.abort());

describe('operators', () => {
  it('no longer include people who left the team an hour ago', async () => {
    const clock = new FakeClock();
    let team = ['ada', 'ben'];
    const rest = { application: async () => ({ outcome: 'done' as const, value: { ownerIds: team, pages: {} } }) };
    const operators = createOperators({ rest, clock, log: createLog('silent'), configuredIds: [] });
    operators.load(stop.signal).catch(() => undefined);
    await clock.advance(0);
    expect(operators.has('ben')).toBe(true);
    team = ['ada'];
    await clock.advance(3_600_000);
    expect([operators.has('ada'), operators.has('ben')]).toEqual([true, false]);
  });

  it('are settled once Discord has answered or failed, or Easel stops', async () => {
    const clock = new FakeClock();
    const stopped = new AbortController();
    const refusing = withOutcomes({ application: () => Promise.reject<never>(new Error('Discord is not there')) });
    const silent = {
      application: () => new Promise<never>((_, reject) => stopped.signal.addEventListener('abort', reject)),
    };
    const start = (rest: OperatorsParts['rest']) => {
      const operators = createOperators({ rest, clock, log: createLog('silent'), configuredIds: [] });
      operators.load(stopped.signal).catch(() => undefined);
      return operators.tried;
    };
    await start(refusing);
    const tried = start(silent);
    stopped.abort();
    await tried;
  });

  it('are the configured ones until Discord says who owns the application, and then both', async () => {
    const clock = new FakeClock();
    let calls = 0;
    const rest = withOutcomes({
      application: async () => {
        calls += 1;
        if (calls < 3) throw new Error('Discord is not there');
        return { ownerIds: ['owner'], pages: {} };
      },
    });
    const operators = createOperators({ rest, clock, log: createLog('silent'), configuredIds: ['helper'] });
    const loading = operators.load(stop.signal);
    loading.catch(() => undefined);
    await clock.advance(0);
    expect([operators.has('helper'), operators.has('owner'), operators.has('member')]).toEqual([true, false, false]);
    await clock.advance(10_000);
    expect([operators.has('helper'), operators.has('owner'), operators.has('member')]).toEqual([true, true, false]);
  });
});
