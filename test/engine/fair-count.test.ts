import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairCount } from '../../src/engine/fair-limit.ts';

describe('a fair count', () => {
  it('leaves each server half of what the others left', () => {
    const count = createFairCount();
    const fill = (guildId: string): number => {
      let filled = 0;
      for (; count.hasRoom(guildId, 1, 64); filled++) count.add(guildId, 1);
      return filled;
    };
    expect(['a', 'b', 'c', 'd'].map(fill)).toEqual([32, 16, 8, 4]);
  });

  it('lets a server have a whole batch, if there are that many slots', () => {
    const fill = (most: number): number => {
      const count = createFairCount(4);
      let filled = 0;
      for (; count.hasRoom('a', 1, most); filled++) count.add('a', 1);
      return filled;
    };
    expect([2, 3, 4, 6, 8, 12].map(fill)).toEqual([1, 2, 4, 4, 4, 6]);
  });

  it('grants several slots at once exactly if it would grant them one by one', () => {
    const steps = fc.array(
      fc.record({ guildId: fc.constantFrom('a', 'b', 'c'), many: fc.integer({ min: 1, max: 5 }) }),
    );
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 5 }), (entries, most, batch) => {
        const count = createFairCount(batch);
        for (const { guildId, many } of entries) {
          const hasRoom = count.hasRoom(guildId, many, most);
          let entered = 0;
          for (; entered < many && count.hasRoom(guildId, 1, most); entered++) count.add(guildId, 1);
          expect(hasRoom).toBe(entered === many);
          expect(count.all).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  it('returns released slots', () => {
    const count = createFairCount();
    count.add('a', 2);
    count.add('b', 1);
    count.add('a', -2);
    expect(count.all).toBe(1);
    expect(count.hasRoom('a', 1, 2)).toBe(true);
  });
});
