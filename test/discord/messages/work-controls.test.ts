import { ButtonStyle } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { renderJob } from '../../../src/discord/messages/job-message.ts';
import {
  type ControlFacts,
  type Place,
  pricesOfClip,
  type Subject,
  type WorkControl,
  workControls,
} from '../../../src/discord/messages/work-controls.ts';
import { ALT_TEXT_LIMIT } from '../../../src/discord/rest/message-body.ts';
import type { Job, JobTask } from '../../../src/jobs/job/job.ts';
import { componentsOf, mediaOf } from '../../../src/sandbox/message-reading.ts';
import { en } from '../../../src/texts/en.ts';

/** Discord's limit for buttons in a row. */
const ROW_MAX = 5;
/** The rule for what everyone sees: on a phone, the picture is larger than its buttons. */
const MESSAGE_CONTROLS_MAX = 5;
const MESSAGE_ROWS_MAX = 2;

const memberId = '1200000000000000001';
const finished = { taskId: 't', chargedCredits: 4, submittedAtMs: 0, deliveredAtMs: 1, resultUrl: 'https://x.example' };
const running = { taskId: 't', chargedCredits: 4, submittedAtMs: 0, state: 'submitted' as const };

const made = (index: number, name: string): JobTask => ({
  key: `job-${index}`,
  quoteCredits: 5,
  ...finished,
  state: 'delivered',
  delivery: { how: 'attached', files: [{ attachmentId: `${index}`, name }], madeSmaller: false },
});
const TASKS: Readonly<Record<string, JobTask>> = {
  picture: made(1, 'a.png'),
  second: made(2, 'b.png'),
  clip: made(1, 'a.mp4'),
  queued: { key: 'job-1', quoteCredits: 5, ...running, serviceState: 'queued' },
  failed: {
    ...{ key: 'job-3', quoteCredits: 5, state: 'failed', returnedCredits: 4 },
    failure: { reason: 'failed by the service' },
  },
};

function jobOf(tasks: JobTask[], changes: Partial<Job['request']> = {}, isForModerators = false): Job {
  const modelId = tasks.includes(TASKS['clip'] as JobTask) ? 'omni-flash' : 'image-model-a';
  const offers = { finish: { modelId: 'image-model-b', credits: 8 }, animate: { modelId: 'omni-flash', credits: 20 } };
  const location = { guildId: '1', channelId: '2', messageId: '3', applicationId: '4', token: 't', tokenIssuedAtMs: 0 };
  return {
    ...{ id: 'job', createdAtMs: 0, memberId, tasks, location: { ...location, uploadLimitBytes: 1, isForModerators } },
    request: { modelId, prompt: 'a barn '.repeat(200), sources: [], spoiler: false, offers, ...changes },
  };
}

const rowsOf = (job: Job): string[][] =>
  [...componentsOf(renderJob({ job }, en).components)]
    .filter(({ type }) => type === 1)
    .map(({ components }) => (components as { label: string }[]).map(({ label }) => label));

const several = [1, 2, 3, 4].map((index) => made(index, `${index}.png`));
const task = (name: string): JobTask => TASKS[name] as JobTask;

it('only a clip that shows something has stills and goes on', () => {
  const { request, tasks } = jobOf([task('clip')]);
  expect(pricesOfClip({ request, tasks }, { credits: 20 })).toEqual({
    continue: { credits: 20 },
    still: { credits: 0 },
  });
  expect(pricesOfClip({ request, tasks: [made(1, 'a.m4a')] }, { credits: 20 })).toEqual({});
});

describe('the message of a job', () => {
  it.each<[string, Job, string[][]]>([
    [
      'four pictures',
      jobOf(several),
      [
        ['1', '2', '3', '4'],
        ['Again · 16', '★ Star', 'More …'],
      ],
    ],
    ['one picture', jobOf([task('picture')]), [['Vary · 4', 'Finish · 8', 'Animate · 20', '★ Star', 'More …']]],
    ['a clip', jobOf([task('clip')]), [['Again · 4', '★ Star', 'More …']]],
    [
      'a draft',
      jobOf([task('picture')], { isDraft: true }),
      [['Show', 'Vary · 4', 'Finish · 8', 'Animate · 20', 'More …']],
    ],
    [
      'a draft of four',
      jobOf(several, { isDraft: true }),
      [
        ['1', '2', '3', '4'],
        ['Show all 4', 'Again · 16', 'More …'],
      ],
    ],
    ['a failure', jobOf([task('failed')]), [['Again · 5', 'Edit … · 5', 'More …']]],
    ['a task in the queue', jobOf([task('queued')]), [['Cancel', 'Prompt']]],
    [
      'one of two',
      jobOf([task('picture'), task('failed')]),
      [['Vary · 4', 'Finish · 8', 'Animate · 20', '★ Star', 'More …']],
    ],
    ['a preview', jobOf([task('picture')], {}, true), [['Publish', 'Discard …', 'Prompt']]],
    [
      'a model that was never charged',
      jobOf([task('failed')], { offers: { vary: { modelId: 'image-model-a', credits: 5, isGuess: true } } }),
      [['Again · ~5', 'Edit … · ~5', 'More …']],
    ],
    ['without offers', jobOf([task('picture')], { offers: {} }), [['Vary · 4', '★ Star', 'More …']]],
  ])('of %s has the controls that everyone can press, with their prices', (_, job, rows) => {
    expect(rowsOf(job)).toEqual(rows);
  });

  it.each(
    Object.keys(TASKS).flatMap((first) =>
      Object.keys(TASKS).flatMap((second) =>
        [{}, { isDraft: true }].flatMap((changes) =>
          [false, true].map((isForModerators) => [first, second, changes, isForModerators] as const),
        ),
      ),
    ),
  )('is smaller than its picture on a phone: %s and %s, %j, for moderators: %s', (first, second, changes, isForAll) => {
    const rows = rowsOf(jobOf([task(first), { ...task(second), key: 'job-2' }], changes, isForAll));
    expect(rows.length).toBeLessThanOrEqual(MESSAGE_ROWS_MAX);
    // The numbers of several pictures are one control.
    const controls = new Set(rows.flat().map((label) => label.replace(/^\d$/, '1')));
    expect(controls.size).toBeLessThanOrEqual(MESSAGE_CONTROLS_MAX);
  });
});

it('lets the numbers of several pictures stand out, and names them for ears', () => {
  const buttons = [...componentsOf(renderJob({ job: jobOf(several) }, en).components)].filter(({ type }) => type === 2);
  const [primary, others] = [true, false].map((isPrimary) =>
    buttons.filter(({ style }) => (style === ButtonStyle.Primary) === isPrimary),
  );
  expect(primary?.map(({ label }) => label)).toEqual(['1', '2', '3', '4']);
  expect(others?.map(({ label }) => label)).toEqual(['Again · 16', '★ Star', 'More …']);
  for (const { emoji } of primary ?? []) expect(emoji).toEqual({ name: '🖼️' });
});

it('tells ears which of several pictures each is, and where only one is shown, only what it shows', () => {
  const altsOf = (tasks: JobTask[]) =>
    mediaOf({ content: '', ...renderJob({ job: jobOf(tasks) }, en) }).map(({ altText }) => altText?.slice(0, 15));
  expect(altsOf(several)).toEqual(['1 of 4: a barn ', '2 of 4: a barn ', '3 of 4: a barn ', '4 of 4: a barn ']);
  expect(altsOf(several.slice(1, 2))).toEqual(['a barn a barn a']);
  const { attachments } = renderJob({ job: jobOf(several) }, en);
  expect(attachments?.map(({ description }) => description?.slice(0, 8))).toEqual([
    '1 of 4: ',
    '2 of 4: ',
    '3 of 4: ',
    '4 of 4: ',
  ]);
  for (const { description = '' } of attachments ?? []) expect(description.length).toBeLessThanOrEqual(ALT_TEXT_LIMIT);
});

it('puts at most five controls in a row, in every place, and gives each an id of its own', () => {
  const names = Object.keys(CONTROLS) as WorkControl[];
  const places: Place[] = ['message', 'view', 'more', 'gallery'];
  const subjects: Subject[] = ['picture', 'pictures', 'clip', 'nothing'];
  for (const [place, subject, isDraft] of places.flatMap((one) =>
    subjects.flatMap((other) => [false, true].map((draft) => [one, other, draft] as const)),
  )) {
    // A draft has no star, and only a draft can be shown.
    const offered = names.filter(
      (name) => name !== (isDraft ? 'star' : 'show') && (name !== 'decide' || place === 'message'),
    );
    const facts: ControlFacts = {
      ...{
        work: { id: 'job', memberId },
        place,
        subject,
        pictures: 4,
        picture: subject === 'picture' ? 2 : 0,
        isDraft,
      },
      ...{ offered: new Set(offered), prices: PRICES, page: { viewId: '0', userId: memberId } },
    };
    const rows = workControls(facts, en).map(({ components }) => components.map(({ custom_id: id }) => id));
    for (const row of rows) expect(row.length, `${place} ${subject}`).toBeLessThanOrEqual(ROW_MAX);
    expect(new Set(rows.flat()).size, `${place} ${subject}`).toBe(rows.flat().length);
  }
});

const CONTROLS: Record<WorkControl, number> = {
  ...{
    continue: 20,
    still: 0,
    join: 0,
    again: 4,
    vary: 4,
    far: 4,
    finish: 8,
    animate: 20,
    wide: 4,
    square: 4,
    tall: 4,
    edit: 4,
    change: 4,
  },
  ...{
    animateWith: 20,
    pictures: 0,
    cancel: 0,
    show: 0,
    star: 0,
    more: 0,
    view: 0,
    previous: 0,
    next: 0,
    back: 0,
    gallery: 0,
    remix: 0,
  },
  ...{
    drafts: 0,
    useStyle: 0,
    saveStyle: 0,
    source: 0,
    collect: 0,
    prompt: 0,
    fetch: 0,
    bring: 0,
    delete: 0,
    report: 0,
    takeOut: 0,
    decide: 0,
  },
};
const PRICES = Object.fromEntries(Object.entries(CONTROLS).map(([name, credits]) => [name, { credits }]));
