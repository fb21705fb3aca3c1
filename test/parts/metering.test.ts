import { expect, it } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createMetering } from '../../src/parts/metering.ts';
import { FakeClock } from '../support/fake-clock.ts';

it('a slow store leaves a line, a finding and a metric; a failing one counts as failed and not as slow', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const { metrics, onCommit, slow } = createMetering({ clock: new FakeClock(), log });
  for (let commits = 0; commits < 5; commits += 1) onCommit({ outcome: 'failed', durationMs: 10_000 });
  expect(slow.store.finding()).toBeUndefined();
  for (let commits = 0; commits < 5; commits += 1) onCommit({ outcome: 'done', durationMs: 1_500 });
  expect(slow.store.finding()?.id).toBe('store.slow');
  expect(lines.map((line) => JSON.parse(line)['finding'])).toEqual(['store.slow']);
  const rendered = await metrics.render();
  expect(rendered).toContain('easel_store_commit_seconds_bucket{le="1",outcome="done"} 0');
  expect(rendered).toContain('easel_store_commit_seconds_bucket{le="2.5",outcome="done"} 5');
  expect(rendered).toContain('easel_store_commit_seconds_count{outcome="failed"} 5');
});
