import { describe, expect, it } from 'vitest';
import type { Job } from '../../../src/jobs/job.ts';
import type { ShowOutcome } from '../../../src/jobs/ports.ts';
import type { HistoryEntry } from '../../../src/jobs/records/history.ts';
import type { SubmitOutcome } from '../../../src/jobs/submit.ts';
import { createBegin } from '../../../src/moderation/requests/begin-approved.ts';
import type { BegunPreviewed } from '../../../src/moderation/requests/begin-previewed.ts';
import { sampleJob } from '../../jobs/samples.ts';
import { sampleWaiting } from '../waiting-samples.ts';

interface World {
  job?: Job;
  entry?: Pick<HistoryEntry, 'jobId'>;
  held?: boolean;
  forbidden?: string;
  mayCreate?: boolean;
  stopped?: boolean;
  shown?: ShowOutcome['outcome'];
  /** What becomes of it where moderators see its result first; otherwise they do not. */
  previewed?: BegunPreviewed;
}

async function begin(world: World) {
  const { job, entry, forbidden, held = true, mayCreate = true, stopped = false, shown = 'shown' } = world;
  let submits = 0;
  const mended: string[] = [];
  let messageId: string | undefined;
  const begun = await createBegin({
    jobs: {
      find: async () => job,
      submit: async (_, answer): Promise<SubmitOutcome> => {
        submits += 1;
        messageId = await answer(sampleJob());
        return messageId === undefined ? { outcome: 'unanswered' } : { outcome: 'begun', job: sampleJob() };
      },
    },
    history: { find: async () => entry as HistoryEntry | undefined },
    accounts: {
      holds: async () =>
        held
          ? [
              {
                taskKey: 'job1-1',
                ...{ jobId: 'job1', credits: 5, memberId: 'm', modelId: 'image-model-a', heldAtMs: 0 },
                ...{ periodKey: 'month:2026-11', unconfirmed: false, countedIn: [] },
              },
            ]
          : [],
    },
    messenger: {
      show: async ({ job: { place } }): Promise<ShowOutcome> =>
        shown === 'shown'
          ? { outcome: 'shown', place, files: [] }
          : shown === 'unavailable'
            ? { outcome: 'unavailable', retryAfterMs: undefined }
            : { outcome: 'no place' },
    },
    forbids: async () => forbidden,
    wordsOf: ({ reason }) => reason,
    previewed: { begin: async () => world.previewed ?? 'begun', mend: async () => void mended.push('job1') },
    mayCreate: () => mayCreate,
    stop: stopped ? AbortSignal.abort(new Error('stopping')) : new AbortController().signal,
  })(sampleWaiting(world.previewed ? { isPreviewed: true } : {}));
  return { begun, submits, messageId, mended };
}

describe('an approved request', () => {
  it('becomes a job, in the message that it had', async () => {
    expect(await begin({})).toMatchObject({ begun: 'begun', submits: 1, messageId: '600000000000000001' });
  });

  it.each<[string, World, string]>([
    ['is a job already', { job: sampleJob() }, 'begun'],
    ['was a job, which its member’s history has', { entry: { jobId: 'job1' } }, 'begun'],
    ['was a job that nothing remembers: its hold is gone', { held: false }, 'gone'],
    ['has to wait for the service', { mayCreate: false }, 'later'],
    ['has to wait for the next start', { stopped: true }, 'later'],
  ])('is not submitted where it %s', async (_, world, outcome) => {
    expect(await begin(world)).toMatchObject({ begun: outcome, submits: 0 });
  });

  it('is not submitted where the settings forbid it by now; what was begun before goes on', async () => {
    const forbidden = 'That model is not used here.';
    expect(await begin({ forbidden })).toMatchObject({ begun: { forbidden }, submits: 0 });
    expect(await begin({ forbidden, mayCreate: false })).toMatchObject({ begun: { forbidden }, submits: 0 });
    expect(await begin({ forbidden, job: sampleJob() })).toMatchObject({ begun: 'begun', submits: 0 });
  });

  it('is begun though Discord cannot be reached just now', async () => {
    expect(await begin({ shown: 'unavailable' })).toMatchObject({ begun: 'begun', messageId: '600000000000000001' });
  });

  it('is dropped when its message was deleted', async () => {
    expect(await begin({ shown: 'no place' })).toMatchObject({ begun: { forbidden: 'message deleted' }, submits: 1 });
  });
});

describe('an approved request whose result moderators see first', () => {
  it.each<[BegunPreviewed, unknown]>([
    ['begun', 'begun'],
    ['later', 'later'],
    ['no desk', { forbidden: 'no moderators channel' }],
    ['message deleted', { forbidden: 'message deleted' }],
  ])('is made no other way (%s)', async (previewed, expected) => {
    expect(await begin({ previewed })).toMatchObject({ begun: expected, submits: 0 });
  });

  it('tells everybody how it ended, also where a crash came just after its first write', async () => {
    const world = { previewed: 'begun' as const, held: false };
    expect(await begin({ ...world, entry: { jobId: 'job1' } })).toMatchObject({ begun: 'begun', mended: ['job1'] });
  });
});
