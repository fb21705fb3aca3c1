import { describe, expect, it } from 'vitest';
import type { JobTask } from '../../src/jobs/job.ts';
import { isCancellable, isEnded, jobSchema } from '../../src/jobs/job.ts';
import {
  accept,
  afterFailedCreate,
  afterPoll,
  afterRestart,
  backToNew,
  beginSubmitting,
  giveBack,
  leaveUnconfirmed,
} from '../../src/jobs/task-steps.ts';
import {
  BadKeyError,
  MalformedError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
  UnconfirmedError,
  UnreachableError,
} from '../../src/task-api/errors.ts';
import type { Task } from '../../src/task-api/task-api.ts';
import { NEW_TASK, NOW, SETTLING, SUBMITTED, sampleJob } from './samples.ts';

const SUBMITTING = beginSubmitting(NEW_TASK);
const FACTS = { taskId: 'task-1', modelId: undefined, credits: undefined, createdAtMs: undefined };
const RUNNING = { ...SUBMITTED, serviceState: 'running' as const, runningSinceMs: NOW };
const PLACE = 'https://results.example/1';
const SOUND = 'https://results.example/1.mp3';

describe('a create', () => {
  it('that was answered makes a task that waits in the queue, with what it was charged', () => {
    const created = { taskId: 'task-1', requestId: 'r', chargedCredits: 6 };
    expect(accept(SUBMITTING, created, NOW)).toEqual(SUBMITTED);
  });

  it('that was charged beyond any book is an operator’s to look at, by its id', () => {
    const created = { taskId: 'task-1', requestId: undefined, chargedCredits: 1_000_000_001 };
    const task = accept(SUBMITTING, created, NOW);
    expect(task).toMatchObject({ state: 'unconfirmed', taskId: 'task-1' });
    expect(jobSchema.safeParse(sampleJob({}, task)).success).toBe(true);
  });

  it.each([
    [new RefusedError('no such ratio'), { reason: 'refused', serviceMessage: 'no such ratio' }],
    [new BadKeyError(), { reason: 'bad key' }],
    [new RateLimitedError(5_000), { reason: 'too many requests' }],
    [new UnreachableError(), { reason: 'unreachable' }],
  ])('that surely was not taken gives the quote back: %s', (error, failure) => {
    expect(afterFailedCreate(SUBMITTING, error)).toEqual({
      ...{ key: 'job1-1', quoteCredits: 4, state: 'releasing' },
      ...{ failure, returnedCredits: 4 },
    });
  });

  it.each([new UnconfirmedError(), new UnavailableError(), new MalformedError('odd'), new Error('a bug'), 'what?'])(
    'that may have been taken is unconfirmed: %s',
    (error) => {
      expect(afterFailedCreate(SUBMITTING, error)).toEqual({
        ...{ key: 'job1-1', quoteCredits: 4, state: 'unconfirmed', reason: 'answer lost' },
      });
    },
  );

  it('that may have been taken keeps the id of the task, where the answer let it be known', () => {
    expect(afterFailedCreate(SUBMITTING, new UnconfirmedError({ taskId: 'task-9' }))).toMatchObject({
      state: 'unconfirmed',
      taskId: 'task-9',
    });
  });

  it('goes back to new before it is tried again, and begins again', () => {
    expect(backToNew(SUBMITTING)).toEqual(NEW_TASK);
    expect(beginSubmitting(backToNew(SUBMITTING))).toEqual(SUBMITTING);
  });
});

describe('a poll', () => {
  const table: [string, typeof SUBMITTED, Task, JobTask][] = [
    ['queued stays queued', SUBMITTED, { ...FACTS, state: 'queued' }, SUBMITTED],
    ['queued begins to run', SUBMITTED, { ...FACTS, state: 'running' }, RUNNING],
    ['running goes on', RUNNING, { ...FACTS, state: 'running' }, RUNNING],
    ['running does not go back to the queue', RUNNING, { ...FACTS, state: 'queued' }, RUNNING],
    ['an unknown state changes nothing', RUNNING, { ...FACTS, state: 'unknown', status: 7 }, RUNNING],
    ['a success settles', SUBMITTED, { ...FACTS, state: 'success', resultUrl: PLACE, audioUrl: undefined }, SETTLING],
    [
      'a success keeps its sound',
      RUNNING,
      { ...FACTS, state: 'success', resultUrl: PLACE, audioUrl: SOUND },
      { ...SETTLING, audioUrl: SOUND },
    ],
    [
      'a success that is a sound has it as its result',
      RUNNING,
      { ...FACTS, state: 'success', resultUrl: undefined, audioUrl: SOUND },
      { ...SETTLING, resultUrl: SOUND },
    ],
  ];
  it.each(table)('%s', (_, before, seen, after) => {
    expect(afterPoll(before, seen, NOW)).toEqual(after);
  });

  it.each([
    ['a failure', { ...FACTS, state: 'failed' }, 'failed by the service'],
    [
      'a success without an address',
      { ...FACTS, state: 'success', resultUrl: undefined, audioUrl: undefined },
      'no result',
    ],
  ] as [string, Task, string][])('%s gives back what was charged', (_, seen, reason) => {
    expect(afterPoll(RUNNING, seen, NOW)).toEqual({
      ...{ key: 'job1-1', quoteCredits: 4, state: 'releasing', taskId: 'task-1' },
      ...{ failure: { reason }, returnedCredits: 6 },
    });
  });

  it('that changes nothing gives the same record, so that nothing is written', () => {
    expect(afterPoll(RUNNING, { ...FACTS, state: 'running' }, NOW + 5)).toBe(RUNNING);
  });
});

describe('a restart', () => {
  const delivering = { ...SETTLING, state: 'delivering' as const };
  const failed = { ...giveBack(SUBMITTED, { reason: 'no result' }), state: 'failed' as const };
  it('gives new tasks back, leaves those being submitted unconfirmed, and lets the rest go on', () => {
    const going = [SUBMITTED, RUNNING, SETTLING, delivering, failed];
    const restarted = (...tasks: JobTask[]): JobTask[] => afterRestart(sampleJob({}, ...tasks)).tasks;
    expect(restarted(NEW_TASK)).toEqual([giveBack(NEW_TASK, { reason: 'interrupted' })]);
    expect(restarted(SUBMITTING)).toEqual([leaveUnconfirmed(SUBMITTING, 'interrupted')]);
    expect(restarted(...going)).toEqual(going);
  });
});

describe('a record', () => {
  it('that was given up keeps what an operator needs', () => {
    expect(leaveUnconfirmed(SUBMITTED, 'waited too long')).toEqual({
      ...{ key: 'job1-1', quoteCredits: 4, taskId: 'task-1', chargedCredits: 6 },
      ...{ state: 'unconfirmed', reason: 'waited too long' },
    });
  });

  it('can be cancelled while all that is left of it is queued at the service', () => {
    const failed = { ...giveBack(SUBMITTED, { reason: 'no result' }), state: 'failed' as const };
    expect(isCancellable(sampleJob({}, SUBMITTED))).toBe(true);
    expect(isCancellable(sampleJob({}, SUBMITTED, failed))).toBe(true);
    expect(isCancellable(sampleJob({}, SUBMITTED, RUNNING))).toBe(false);
    expect(isCancellable(sampleJob({}, SUBMITTED, NEW_TASK))).toBe(false);
    expect(isCancellable(sampleJob({}, failed))).toBe(false);
    expect(isCancellable(sampleJob({ cancelledAtMs: NOW }, SUBMITTED))).toBe(false);
  });

  it('has ended when it is delivered, failed or unconfirmed, and not before', () => {
    const ended = [
      { ...SETTLING, state: 'delivered' as const, delivery: { how: 'linked' as const, address: PLACE } },
      { ...giveBack(SUBMITTED, { reason: 'no result' }), state: 'failed' as const },
      leaveUnconfirmed(SUBMITTING, 'interrupted'),
    ];
    const goingOn = [NEW_TASK, SUBMITTING, SUBMITTED, SETTLING, giveBack(SUBMITTED, { reason: 'no result' })];
    expect(ended.map(isEnded)).toEqual([true, true, true]);
    expect(goingOn.map(isEnded)).toEqual([false, false, false, false, false]);
  });
});
