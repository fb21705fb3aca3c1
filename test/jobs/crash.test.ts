import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outside } from '../support/job-service.ts';
import { expectInOrder, openVisits, type Played, play, VISITS, type Visit } from './visits.ts';

let outside: Outside;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ outside, close } = await openVisits());
});
afterAll(() => close());

async function playInOrder(visit: Visit, ...deaths: number[]): Promise<Played> {
  const played = await play(outside, visit, [...deaths.map((dieAt) => ({ dieAt })), {}]);
  try {
    expectInOrder(played);
  } catch (cause) {
    const moments = played.lives.slice(0, deaths.length).map((life) => life.moments.at(-1));
    throw new Error(`killed at ${deaths.join(' and ')}: ${moments.join(' and ')}`, { cause });
  }
  return played;
}

describe('a bot killed at any moment of', () => {
  it.each(Object.entries<Visit>(VISITS))(
    '%s ends the job after a restart, with balanced books',
    async (_, visit) => {
      const whole = await playInOrder(visit);
      const moments = whole.lives[0]?.moments.length ?? 0;
      expect(moments).toBeGreaterThan(visit.plans.length === 0 ? 8 : 20);
      for (let dieAt = 1; dieAt <= moments; dieAt++) await playInOrder(visit, dieAt);
    },
    120_000,
  );
});

describe('a bot killed again during its recovery', () => {
  /** Kills at each moment, then at every `step`-th moment of the recovery. */
  async function killTwice(visit: Visit, step: number): Promise<number> {
    const moments = (await playInOrder(visit)).lives[0]?.moments.length ?? 0;
    let deaths = 0;
    for (let first = 1; first <= moments; first++) {
      for (let second = 1 + (first % step); ; second += step) {
        const { lives } = await playInOrder(visit, first, second);
        if (lives.length < 3) break;
        deaths += 1;
      }
    }
    return deaths;
  }

  it('ends a job of one task', async () => {
    expect(await killTwice(VISITS['one task that succeeds'], 2)).toBeGreaterThan(50);
  }, 120_000);

  it('ends a job of four tasks', async () => {
    expect(await killTwice(VISITS['four tasks, one of which fails'], 15)).toBeGreaterThan(30);
  }, 120_000);
});
