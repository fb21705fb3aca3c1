import { expect, it } from 'vitest';
import { renderList } from '../../commands/history/view.ts';
import { en } from '../../src/texts/en.ts';
import { sampleJob } from '../jobs/samples.ts';

it('the menu of works shows each prompt as one line that reads in the usual direction', () => {
  const { request, ...job } = sampleJob();
  const work = { job: { ...job, request: { ...request, prompt: 'a\nlight\u202ehouse' } }, entry: undefined };
  const denials = { read: undefined, files: undefined };
  const listed = { ...work, status: 'open' as const, denials, thumbnailUrl: undefined };
  const page = { works: [listed], hasNewer: false, olderThan: undefined, isCut: false };
  const viewer = { userId: job.memberId, viewId: '0', filter: {} } as Parameters<typeof renderList>[2];
  const body = renderList(page, {}, viewer, en);
  expect(JSON.stringify(body)).toContain('"label":"1 · a light house"');
});
