import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StoreError } from '../../src/store/store.ts';
import type { Outside } from '../support/job-service.ts';
import { expectInOrder, openVisits, play, VISITS, type Visit } from './visits.ts';

let outside: Outside;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ outside, close } = await openVisits());
});
afterAll(() => close());

describe.each([1, 3])('a store of which %i uses in a row fail at any moment of', (storeFailures) => {
  it.each(Object.entries<Visit>(VISITS))(
    '%s loses nothing, without a restart',
    async (_, visit) => {
      const whole = await play(outside, visit, [{}]);
      const moments = whole.lives[0]?.moments ?? [];
      for (let storeFailsAt = 1; storeFailsAt <= moments.length; storeFailsAt += storeFailures) {
        const played = await play(outside, visit, [{ storeFailsAt, storeFailures }]);
        try {
          expectInOrder(played);
          // What the service was not asked for yet is refused; what it was asked for is seen to.
          if (played.refusal !== undefined) {
            expect(played.refusal).toBeInstanceOf(StoreError);
            expect(played.creates).toBe(0);
          } else expect(played.creates).toBe(visit.count ?? 1);
          expect(played.holds).toEqual([]);
        } catch (cause) {
          throw new Error(`failed at ${storeFailsAt}: ${moments[storeFailsAt - 1]}`, { cause });
        }
      }
    },
    120_000,
  );
});
