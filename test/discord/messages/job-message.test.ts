import { describe, expect, it } from 'vitest';
import { resultOf } from '../../../src/discord/custom-ids/controls.ts';
import { messageControls, renderJob } from '../../../src/discord/messages/job-message.ts';
import { customIdsIn } from '../../../src/discord/rest/message.ts';
import type { Job, JobTask } from '../../../src/jobs/job/job.ts';
import type { Expectation } from '../../../src/jobs/polling/expectation.ts';
import { buttonOf, textOf } from '../../../src/sandbox/message-reading.ts';
import { en } from '../../../src/texts/en.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const ASKED_AT_MS = NOW_MS - 10_000;
const memberId = '1200000000000000001';

const submitted = {
  key: 'job-1',
  quoteCredits: 5,
  taskId: 'task_1',
  chargedCredits: 4,
  submittedAtMs: NOW_MS - 9_000,
};
const withResult = { ...submitted, resultUrl: 'https://service.example/r?sig=secret' };
const finished = { ...withResult, finishedAtMs: NOW_MS };
const delivered = { ...withResult, deliveredAtMs: NOW_MS, state: 'delivered' as const };

function jobWith(tasks: JobTask[], changes: Partial<Job> = {}): Job {
  return {
    id: 'job',
    createdAtMs: ASKED_AT_MS,
    memberId,
    request: { modelId: 'image-model-a', prompt: 'a barn', sources: [], spoiler: false },
    location: {
      guildId: '1',
      channelId: '2',
      messageId: '3',
      applicationId: '4',
      token: 't',
      tokenIssuedAtMs: NOW_MS,
      uploadLimitBytes: 1,
    },
    tasks,
    ...changes,
  };
}

const render = (job: Job) => renderJob({ job }, en);
const wordsOf = (job: Job, expectation?: Expectation): string =>
  textOf({ content: '', components: renderJob({ job, expectation, newFiles: [] }, en).components });
const EXPECTED: Expectation = { startedMs: NOW_MS, usuallyMs: 12_000, progress: 0.5, isLate: false };

const states: [string, JobTask, string][] = [
  ['before it is sent', { key: 'job-1', quoteCredits: 5, state: 'new' }, 'Waiting to be sent'],
  ['while it is sent', { key: 'job-1', quoteCredits: 5, state: 'submitting' }, 'Sending'],
  ['in the queue', { ...submitted, state: 'submitted', serviceState: 'queued' }, 'In the service’s queue'],
  ['while it is made', { ...submitted, state: 'submitted', serviceState: 'running' }, 'In progress'],
  ['on its way', { ...finished, state: 'delivering' }, 'Downloading'],
  ['long on its way', { ...finished, state: 'delivering', isLate: true }, 'taking longer than usual'],
  [
    'when a link has to do',
    { ...delivered, delivery: { how: 'linked', address: withResult.resultUrl } },
    '[open it at the service](https://service.example/r?sig=secret)',
  ],
  [
    'when no message was left',
    { ...delivered, delivery: { how: 'kept', reason: 'unreachable' } },
    'Get it from `/history`',
  ],
  [
    'when it failed',
    {
      key: 'job-1',
      quoteCredits: 5,
      returnedCredits: 4,
      state: 'failed',
      failure: { reason: 'failed by the service' },
    },
    '4 credits returned.',
  ],
  [
    'when nobody knows',
    { key: 'job-1', quoteCredits: 5, state: 'unconfirmed', reason: 'answer lost' },
    '5 credits stay held',
  ],
];

describe('a job’s message', () => {
  it.each(states)('%s: shows the state', (_, task, words) => {
    expect(wordsOf(jobWith([task]))).toContain(words);
  });

  it.each(states)('%s: pings no one, lists its attachments, and names the author and the request', (_, task) => {
    const body = render(jobWith([task]));
    expect(body.allowed_mentions).toEqual({ parse: [] });
    expect(body.attachments).toEqual([]);
    const verb = task.state === 'delivered' ? 'made' : 'asked for';
    expect(wordsOf(jobWith([task]))).toContain(`<@${memberId}> ${verb} a picture\n> a barn`);
  });

  it('says how many were made once it has ended, unless its author cancelled it', () => {
    const one: JobTask = { ...delivered, delivery: { how: 'linked', address: withResult.resultUrl } };
    const made = [one, one];
    const lost: JobTask = { ...delivered, delivery: { how: 'kept', reason: 'not fetched' } };
    expect(wordsOf(jobWith([...made, lost]))).toContain('made 2 pictures');
    expect(wordsOf(jobWith([...made, { ...finished, state: 'delivering' }]))).toContain('asked for 3 pictures');
    expect(wordsOf(jobWith([lost]))).toContain('asked for a picture');
    expect(wordsOf(jobWith(made, { cancelledAtMs: NOW_MS }))).toContain('asked for 2 pictures');
  });

  it.each(states)('%s: has the buttons of the state', (_, task) => {
    const words = wordsOf(jobWith([task]));
    const ended = ['delivered', 'failed', 'unconfirmed'].includes(task.state);
    expect(words.includes('[Again · ')).toBe(ended && !words.includes('[Vary'));
    expect(words.includes('[More …]')).toBe(ended);
    expect(words.includes('[Cancel]')).toBe(task.state === 'submitted' && task.serviceState === 'queued');
  });

  it.each(
    states.flatMap(([state, task]) =>
      (['everyone', 'moderators', 'its author'] as const).map((viewer) => [state, viewer, task] as const),
    ),
  )('names its job as soon as it shows a result, the other one %s, for %s', (_, viewer, other) => {
    const shown: JobTask = {
      ...delivered,
      delivery: { how: 'attached', files: [{ attachmentId: '77', name: 'a.png' }], madeSmaller: false },
    };
    const job = jobWith([shown, { ...other, key: 'job-2' }]);
    const request = { ...job.request, isDraft: viewer === 'its author' };
    const location = { ...job.location, isForModerators: viewer === 'moderators' };
    const body = render({ ...job, request, location });
    expect(body.attachments).toHaveLength(1);
    expect(resultOf(customIdsIn(body.components))).toMatchObject({ jobId: job.id, memberId });
  });

  it('says once that all are done, and how long they took from the request to the last one shown', () => {
    const done = (number: number, tookMs: number): JobTask => ({
      ...delivered,
      key: `job-${number}`,
      deliveredAtMs: ASKED_AT_MS + tookMs,
      delivery: { how: 'attached', files: [{ attachmentId: '7', name: `${number}.png` }], madeSmaller: false },
    });
    expect(wordsOf(jobWith([done(1, 7_000), done(2, 9_000)]))).toMatch(/\nDone, took 9 s\n-# /);
    expect(wordsOf(jobWith([done(1, 3 * 86_400_000)]))).toMatch(/\nDone, took 72 h 0 min\n-# /);
    // The clock was set back between the request and the result.
    expect(wordsOf(jobWith([done(1, -5_000)]))).toMatch(/\nDone\n-# /);
  });

  it('links the original of a file that was made smaller, if its address is known', () => {
    const made = (originalAddress?: string): JobTask => ({
      ...delivered,
      delivery: { how: 'attached', files: [], madeSmaller: true, ...(originalAddress && { originalAddress }) },
    });
    expect(wordsOf(jobWith([made('https://service.test/clip.mp4')]))).toContain(
      '. [The original](https://service.test/clip.mp4) was too large to upload here',
    );
    expect(wordsOf(jobWith([made()]))).toContain('. The original was too large to upload here');
  });

  it('keeps the files of earlier tasks, and lists new ones by index', () => {
    const before: JobTask = {
      ...delivered,
      delivery: { how: 'attached', files: [{ attachmentId: '77', name: 'a.png' }], madeSmaller: false },
    };
    const now: JobTask = {
      ...delivered,
      key: 'job-2',
      delivery: { how: 'attached', files: [{ attachmentId: '', name: 'b.png' }], madeSmaller: false },
    };
    const newFiles = [{ path: '/x', name: 'b.png', mimeType: 'image/png', taskKey: 'job-2', role: 'result' as const }];
    const body = renderJob({ job: jobWith([before, now]), newFiles }, en);
    expect(body.attachments).toEqual([
      { id: '77', description: '1 of 2: a barn' },
      { id: '0', filename: 'b.png', description: '2 of 2: a barn', is_spoiler: false },
    ]);
  });

  it('isn’t broken by an address or the service’s message', () => {
    const linked: JobTask = {
      ...delivered,
      delivery: { how: 'linked', address: 'https://service.example/a)](https://evil.example) <@1>' },
    };
    expect(wordsOf(jobWith([linked]))).not.toContain('](https://evil');
    const refused: JobTask = {
      key: 'job-1',
      quoteCredits: 5,
      returnedCredits: 5,
      state: 'failed',
      failure: { reason: 'refused', serviceMessage: `# no\n@everyone ${'long '.repeat(200)}` },
    };
    const words = wordsOf(jobWith([refused]));
    expect(words).toContain('\\@everyone');
    expect(words.length).toBeLessThan(700);
  });

  it('links only to web addresses', () => {
    const odd: JobTask = {
      ...delivered,
      delivery: { how: 'linked', address: 'javascript:alert(1)' },
    };
    expect(wordsOf(jobWith([odd]))).not.toContain('javascript');
  });

  it('never shows a full bar', () => {
    const job = jobWith([{ ...submitted, state: 'submitted', serviceState: 'running' }]);
    expect(wordsOf(job, { ...EXPECTED, progress: 1 })).toContain('\n▰▰▰▰▰▰▰▰▰▱ 95 % · usually takes 12 s');
  });

  it('says that a late job takes longer than usual, without a bar', () => {
    const job = jobWith([{ ...submitted, state: 'submitted', serviceState: 'running' }]);
    const words = wordsOf(job, { ...EXPECTED, progress: 0.9, isLate: true });
    expect(words).toContain('This is taking longer than usual.');
    expect(words).not.toMatch(/[▰▱]|usually/);
  });

  it('fits Discord’s limits with the longest of everything', () => {
    const prompt = '*'.repeat(3000);
    const address = `https://service.example/${'a'.repeat(3000)}`;
    const tasks = [1, 2, 3, 4].map(
      (number): JobTask => ({
        ...delivered,
        key: `job-${number}`,
        delivery: { how: 'linked', address },
      }),
    );
    const job = jobWith(tasks, { request: { ...jobWith([]).request, prompt }, cancelledAtMs: NOW_MS });
    expect(wordsOf(job).length).toBeLessThan(4000);
    const links = tasks.map(
      (task) => ({ ...task, delivery: { how: 'linked', address: address.slice(0, 1500) } }) as JobTask,
    );
    expect(wordsOf({ ...job, tasks: links }).length).toBeLessThan(4000);
  });

  it.each([400, 600, 1400])('fits them with four different links of %d characters', (length) => {
    const tasks = ['a', 'b', 'c', 'd'].map((letter): JobTask => {
      const address = `https://service.example/${letter.repeat(length)}`;
      return { ...delivered, key: `job-${letter}`, delivery: { how: 'linked', address } };
    });
    const job = jobWith(tasks, { request: { ...jobWith([]).request, prompt: '*'.repeat(3000) } });
    const texts = JSON.stringify(render(job)).match(/"content":"(?:[^"\\]|\\.)*"/g) ?? [];
    const total = texts.reduce((sum, text) => sum + JSON.parse(`{${text}}`).content.length, 0);
    expect(total).toBeLessThanOrEqual(4000);
    expect(wordsOf(job)).toContain(length < 700 ? 'open it at the service' : 'Get it from `/history`');
  });

  it('has a button for each of eight pictures, in rows that Discord accepts', () => {
    const tasks = Array.from({ length: 8 }, (_, index): JobTask => {
      const files = [{ attachmentId: String(index), name: `${index}.png` }];
      return { ...delivered, key: `job-${index + 1}`, delivery: { how: 'attached', files, madeSmaller: false } };
    });
    const rows = messageControls(jobWith(tasks), en).map(({ components }) =>
      components.map((one) => ('label' in one ? one.label : '')).join(' '),
    );
    expect(rows).toEqual(['1 2 3 4', '5 6 7 8', 'Again · 32 ★ Star More …']);
  });

  it('has buttons with the ids of the job and its author', () => {
    const job = jobWith([{ key: 'job-1', quoteCredits: 5, state: 'unconfirmed', reason: 'interrupted' }]);
    expect(buttonOf({ content: '', components: render(job).components }, 'Again')).toBe(
      `make:again-job-0-5:${memberId}`,
    );
  });
});
