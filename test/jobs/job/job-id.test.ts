import { describe, expect, it } from 'vitest';
import { askedAtMs, jobIdOf, sortableId } from '../../../src/jobs/job/job-id.ts';
import { potJobId } from '../../../src/moderation/rounds/round.ts';
import { snowflakeAfter } from '../../../src/sandbox/discord/state/snowflakes.ts';

const YEAR_MS = 365 * 86_400_000;
const NOW = Date.UTC(2026, 10, 20, 12);

/** Times before and after ids grow by one character. */
const interactions = Array.from({ length: 100 }, (_, year) => snowflakeAfter('0', NOW + year * YEAR_MS));
const sorted = (ids: readonly string[]): string[] => [...ids].sort((a, b) => (sortableId(a) < sortableId(b) ? -1 : 1));

describe('the ids of jobs', () => {
  it('sort by time of request', () => {
    const ids = interactions.map(jobIdOf);
    expect(new Set(ids.map((id) => id.length)).size).toBeGreaterThan(1);
    expect(sorted(ids.toReversed())).toEqual(ids);
  });

  it('of a round’s winners sort after the round’s own and before later requests', () => {
    const [round, next] = interactions.slice(0, 2).map(jobIdOf);
    const winners = [1, 2, 10].map((slot) => potJobId(round ?? '', slot));
    const inOrder = [round ?? '', ...winners, next ?? ''];
    expect(sorted(inOrder.toReversed())).toEqual(inOrder);
  });

  it('stay different', () => {
    const ids = ['1', '01', '-1', '--1', 'a', 'A', '0', `${jobIdOf(interactions[0] ?? '')}`, 'of no interaction'];
    const winners = ids.map((id) => potJobId(id, 1));
    const all = new Set([...ids, ...winners]);
    expect(new Set([...all].map(sortableId)).size).toBe(all.size);
  });

  it('give the time of their interaction, if they have one', () => {
    expect(askedAtMs(jobIdOf(snowflakeAfter('0', NOW)))).toBe(NOW);
    expect(askedAtMs(potJobId(jobIdOf(snowflakeAfter('0', NOW)), 1))).toBeUndefined();
    expect(askedAtMs('job1')).toBeUndefined();
    expect(askedAtMs('of no interaction')).toBeUndefined();
  });
});
