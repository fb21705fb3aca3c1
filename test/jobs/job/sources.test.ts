import { describe, expect, it } from 'vitest';
import { listSources, type Origin, originOf, SOURCES_MAX } from '../../../src/jobs/job/sources.ts';
import { work } from '../../support/sources.ts';

const works = (count: number, ownerId: string): Origin[] =>
  Array.from({ length: count }, (_, index) => originOf(work(`${ownerId}${index}`, ownerId)));
const used = work('ann0', 'ann');
const ownersIn = (sources: readonly Origin[] = []) => sources.map(({ ownerId }) => ownerId);

describe('the sources that a request keeps', () => {
  it('are its own first, then those behind them, each once', () => {
    const behind = [...works(3, 'ann'), ...works(2, 'bob')];
    const kept = listSources([used], [...behind, ...behind], 'ann');
    expect(kept?.map(originOf)).toEqual(behind);
    expect(kept?.map(({ use }) => use)).toEqual([used.use, ...Array.from({ length: 4 }, () => 'inherited')]);
  });

  it('leave out the earliest own works, so that a picture can be changed any number of times', () => {
    const kept = listSources([used], [...works(60, 'ann'), ...works(5, 'bob')], 'ann');
    expect(kept).toHaveLength(SOURCES_MAX);
    expect(ownersIn(kept).filter((owner) => owner === 'bob')).toHaveLength(5);
    expect(kept?.slice(0, 35).map(originOf)).toEqual(works(35, 'ann'));
  });

  it('are refused where too many are by others, next to the own source', () => {
    expect(listSources([used], works(SOURCES_MAX - 1, 'bob'), 'ann')).toHaveLength(SOURCES_MAX);
    expect(listSources([used], works(SOURCES_MAX, 'bob'), 'ann')).toBeUndefined();
  });
});
