import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outside } from '../support/job-service.ts';
import { killAtMoments } from '../support/mortal.ts';
import { expectInOrder, openVisits, play, VISITS, type Visit } from './visits.ts';

let outside: Outside;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ outside, close } = await openVisits());
});
afterAll(() => close());

async function playInOrder(visit: Visit, deaths: readonly number[]): Promise<(readonly number[])[]> {
  const played = await play(outside, visit, [...deaths.map((dieAt) => ({ dieAt })), {}]);
  try {
    expectInOrder(played);
  } catch (cause) {
    const moments = played.lives.slice(0, deaths.length).map((life) => life.moments.at(-1));
    throw new Error(`killed at ${deaths.join(' and ')}: ${moments.join(' and ')}`, { cause });
  }
  return played.lives.at(-1)?.deathsAfter(deaths) ?? [];
}

const killAll = (visit: Visit, again = 0): Promise<number> =>
  killAtMoments<readonly number[]>((deaths = []) => playInOrder(visit, deaths), again);

describe('a bot killed at any moment of', () => {
  it.each(Object.entries<Visit>(VISITS))(
    '%s ends the job after a restart, with balanced books',
    async (_, visit) => {
      const deaths = await killAll(visit);
      expect(deaths).toBeGreaterThan(visit.plans.length === 0 ? 8 : 20);
    },
    120_000,
  );
});

describe('a bot killed again during its recovery', () => {
  it('ends a job of one task', async () => {
    expect(await killAll(VISITS['one task that succeeds'], 2)).toBeGreaterThan(120);
  }, 120_000);

  it('ends a job of four tasks', async () => {
    expect(await killAll(VISITS['four tasks, one of which fails'], 15)).toBeGreaterThan(110);
  }, 120_000);
});
