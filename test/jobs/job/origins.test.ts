import { describe, expect, it } from 'vitest';
import { keptOrigins, ORIGINS_MAX, type Origin } from '../../../src/jobs/job/origins.ts';

const works = (count: number, memberId: string): Origin[] =>
  Array.from({ length: count }, (_, index) => ({ kind: 'result', id: `${memberId}${index}`, memberId }));

describe('the origins that a request keeps', () => {
  it('are all of them, each once', () => {
    const origins = [...works(3, 'ann'), ...works(2, 'bob')];
    expect(keptOrigins([...origins, ...origins], 1, 'ann')).toEqual(origins);
  });

  it('leave out the earliest own works, so that a picture can be changed any number of times', () => {
    const origins = [...works(60, 'ann'), ...works(5, 'bob')];
    const kept = keptOrigins(origins, 1, 'ann');
    expect(kept).toHaveLength(ORIGINS_MAX);
    expect(kept?.filter(({ memberId }) => memberId === 'bob')).toHaveLength(5);
    expect(kept?.slice(0, 35)).toEqual(works(35, 'ann'));
  });

  it('are refused where too many are by others, next to the own source', () => {
    const own = works(1, 'ann');
    expect(keptOrigins([...own, ...works(ORIGINS_MAX - 1, 'bob')], 1, 'ann')).toHaveLength(ORIGINS_MAX);
    expect(keptOrigins([...own, ...works(ORIGINS_MAX, 'bob')], 1, 'ann')).toBeUndefined();
  });
});
