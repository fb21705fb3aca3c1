import { describe, expect, it } from 'vitest';
import { isCancellable, isEnded, type JobTask, type JobTaskIn, jobSchema } from '../../../src/jobs/job/job.ts';
import { after, due, type JobEvent } from '../../../src/jobs/job/life.ts';
import {
  BadKeyError,
  MalformedError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
  UnconfirmedError,
  UnreachableError,
} from '../../../src/task-api/errors.ts';
import type { Task } from '../../../src/task-api/task-api.ts';
import { DELIVERING, deliveredAs, NEW_TASK, NOW, SUBMITTED, sampleJob } from '../samples.ts';

const KEY = 'job1-1';
const SUBMITTING: JobTaskIn<'submitting'> = { ...NEW_TASK, state: 'submitting' };
const RUNNING = { ...SUBMITTED, serviceState: 'running' as const, runningSinceMs: NOW };
const WAITED = { ...RUNNING, withoutAddressSinceMs: NOW - 60_000 };
const PLACE = 'https://results.example/1';
const SOUND = 'https://results.example/1.mp3';
const LINKED = { how: 'linked' as const, address: PLACE };
const DELIVERED = deliveredAs(LINKED);
const FAILED: JobTaskIn<'failed'> = {
  ...{ key: KEY, quoteCredits: 4, state: 'failed', taskId: 'task-1' },
  ...{ failure: { reason: 'no result' }, returnedCredits: 6 },
};
const UNCONFIRMED: JobTaskIn<'unconfirmed'> = { ...NEW_TASK, state: 'unconfirmed', reason: 'interrupted' };
const CREATED = { taskId: 'task-1', chargedCredits: 6 };
const FACTS = { taskId: 'task-1', modelId: undefined, credits: undefined, createdAtMs: undefined };

/** An event of the sample's only task. */
type Of<Event> = Event extends { taskKey: string } ? Omit<Event, 'taskKey'> : Event;
const follow = (before: JobTask, event: Of<JobEvent>) => {
  const job = sampleJob({}, before);
  const next = after(job, { taskKey: KEY, ...event } as JobEvent);
  return { ...next, isSame: next.job === job, task: next.job.tasks[0] };
};
const seen = (facts: Partial<Task> & { state: Task['state'] }): Of<JobEvent> => ({
  ...{ kind: 'seen', atMs: NOW },
  seen: { ...FACTS, ...facts } as Task,
});

describe('a create', () => {
  it('that was answered gives a queued task and corrects its hold to the charge', () => {
    const { task, bookings, charges } = follow(SUBMITTING, {
      kind: 'created',
      created: CREATED,
      budgetCredits: 500,
      atMs: NOW,
    });
    expect(task).toEqual(SUBMITTED);
    expect(bookings).toEqual([{ kind: 'correct', taskKey: KEY, credits: 6 }]);
    expect(charges).toEqual([{ taskId: 'task-1', credits: 6, ending: null }]);
  });

  it.each([
    { what: 'within 20 times the quote', chargedCredits: 80, budgetCredits: 500, state: 'submitted' },
    { what: 'beyond 20 times the quote', chargedCredits: 81, budgetCredits: 500, state: 'unconfirmed' },
    { what: 'of the whole budget', chargedCredits: 50, budgetCredits: 50, state: 'submitted' },
    { what: 'beyond the budget', chargedCredits: 51, budgetCredits: 50, state: 'unconfirmed' },
    { what: 'beyond the books’ limit', chargedCredits: 1e15, budgetCredits: 1e15, state: 'unconfirmed' },
    { what: 'as quoted, in a server that lost its budget', chargedCredits: 4, budgetCredits: 0, state: 'submitted' },
  ])('charged $what is $state', ({ chargedCredits, budgetCredits, state }) => {
    const created = { ...CREATED, chargedCredits };
    const { job, task, bookings, charges } = follow(SUBMITTING, {
      kind: 'created',
      created,
      budgetCredits,
      atMs: NOW,
    });
    expect(task).toMatchObject({ state, taskId: 'task-1' });
    expect(jobSchema.safeParse(job).success).toBe(true);
    if (state === 'submitted') return;
    expect(task).toMatchObject({ reason: 'absurd charge', claimedCredits: chargedCredits });
    expect(bookings).toEqual([{ kind: 'mark unconfirmed', taskKey: KEY, claimedCredits: chargedCredits }]);
    expect(charges).toEqual([]);
  });

  it.each([
    [new RefusedError('no such ratio'), { reason: 'refused', serviceMessage: 'no such ratio' }],
    [new BadKeyError(), { reason: 'bad key' }],
    [new RateLimitedError(5_000), { reason: 'too many requests' }],
    [new UnreachableError(), { reason: 'unreachable' }],
  ])('that surely was not accepted releases the quote: %s', (error, failure) => {
    const { task, bookings, charges } = follow(SUBMITTING, { kind: 'create failed', error });
    expect(task).toEqual({ key: KEY, quoteCredits: 4, state: 'failed', failure, returnedCredits: 4 });
    expect(bookings).toEqual([{ kind: 'release', taskKey: KEY, why: failure.reason }]);
    expect(charges).toEqual([]);
  });

  it.each([new UnconfirmedError(), new UnavailableError(), new MalformedError('odd'), new Error('a bug'), 'what?'])(
    'that may have been accepted is unconfirmed: %s',
    (error) => {
      const { task, bookings } = follow(SUBMITTING, { kind: 'create failed', error });
      expect(task).toEqual({ key: KEY, quoteCredits: 4, state: 'unconfirmed', reason: 'answer lost' });
      expect(bookings).toEqual([{ kind: 'mark unconfirmed', taskKey: KEY }]);
    },
  );

  it('that may have been accepted keeps the task’s id if the answer named it', () => {
    const error = new UnconfirmedError({ taskId: 'task-9' });
    expect(follow(SUBMITTING, { kind: 'create failed', error }).task).toMatchObject({
      state: 'unconfirmed',
      taskId: 'task-9',
    });
  });

  it('returns to new before a retry, and neither step books anything', () => {
    const back = follow(SUBMITTING, { kind: 'not sent' });
    expect([back.task, back.bookings, back.charges]).toEqual([NEW_TASK, [], []]);
    const again = follow(NEW_TASK, { kind: 'sending' });
    expect([again.task, again.bookings, again.charges]).toEqual([SUBMITTING, [], []]);
  });
});

describe('a poll', () => {
  it.each<[string, JobTaskIn<'submitted'>, Partial<Task> & { state: Task['state'] }, JobTask]>([
    ['queued stays queued', SUBMITTED, { state: 'queued' }, SUBMITTED],
    ['queued starts to run', SUBMITTED, { state: 'running' }, RUNNING],
    ['running stays running', RUNNING, { state: 'running' }, RUNNING],
    ['running does not go back to the queue', RUNNING, { state: 'queued' }, RUNNING],
    ['an unknown state changes nothing', RUNNING, { state: 'unknown', status: 7 }, RUNNING],
    ['a success is delivered', SUBMITTED, { state: 'success', resultUrl: PLACE }, DELIVERING],
    [
      ...(['a success keeps its sound', RUNNING] as const),
      ...([
        { state: 'success', resultUrl: PLACE, audioUrl: SOUND },
        { ...DELIVERING, audioUrl: SOUND },
      ] as const),
    ],
    [
      ...(['a success that is a sound after a minute has it as its result', WAITED] as const),
      ...([
        { state: 'success', audioUrl: SOUND },
        { ...DELIVERING, resultUrl: SOUND },
      ] as const),
    ],
    [
      ...(['a success without an address waits for it', RUNNING] as const),
      ...([{ state: 'success' }, { ...RUNNING, withoutAddressSinceMs: NOW }] as const),
    ],
    [
      ...(['a success with nothing but its sound waits too', RUNNING] as const),
      ...([
        { state: 'success', audioUrl: SOUND },
        { ...RUNNING, withoutAddressSinceMs: NOW },
      ] as const),
    ],
    [
      ...(['a wait that a wrong clock wrote starts again', { ...RUNNING, withoutAddressSinceMs: NOW + 9e9 }] as const),
      ...([{ state: 'success' }, { ...RUNNING, withoutAddressSinceMs: NOW }] as const),
    ],
    ['a late address is delivered', WAITED, { state: 'success', resultUrl: PLACE }, DELIVERING],
  ])('%s', (_, before, facts, expected) => {
    const next = follow(before, seen(facts));
    expect(next.task).toEqual(expected);
    // Without a change it is the same record, so nothing is written.
    expect(next.isSame).toBe(expected === before);
  });

  it('that sees a success settles the charge', () => {
    const { bookings, charges } = follow(RUNNING, seen({ state: 'success', resultUrl: PLACE }));
    expect(bookings).toEqual([{ kind: 'settle', taskKey: KEY, credits: 6 }]);
    expect(charges).toEqual([{ taskId: 'task-1', credits: 6, ending: 'kept' }]);
  });

  it.each([
    ['a failure', 'failed', 'failed by the service', 'refunded'],
    ['a success without an address for a minute', 'success', 'no result', 'written off'],
  ] as const)('of %s gives back what was charged', (_, state, reason, ending) => {
    const { task, bookings, charges } = follow(WAITED, seen({ state }));
    expect(task).toEqual({ ...FAILED, failure: { reason } });
    expect(bookings).toEqual([{ kind: 'release', taskKey: KEY, why: reason }]);
    expect(charges).toEqual([{ taskId: 'task-1', credits: 6, ending }]);
  });
});

describe('a task that polling gave up', () => {
  it('keeps its hold and what an operator needs', () => {
    const { task, bookings } = follow(SUBMITTED, { kind: 'given up', why: 'waited too long' });
    expect(task).toEqual({
      ...{ key: KEY, quoteCredits: 4, taskId: 'task-1', chargedCredits: 6 },
      ...{ state: 'unconfirmed', reason: 'waited too long' },
    });
    expect(bookings).toEqual([{ kind: 'mark unconfirmed', taskKey: KEY }]);
  });
});

describe('a start', () => {
  const found = (task: JobTask) => follow(task, { kind: 'found' });

  it('releases new tasks and leaves tasks that were being sent unconfirmed', () => {
    const given = found(NEW_TASK);
    expect(given.task).toMatchObject({ state: 'failed', failure: { reason: 'interrupted' }, returnedCredits: 4 });
    expect(given.bookings).toEqual([{ kind: 'release', taskKey: KEY, why: 'interrupted' }]);
    const left = found(SUBMITTING);
    expect(left.task).toEqual(UNCONFIRMED);
    expect(left.bookings).toEqual([{ kind: 'mark unconfirmed', taskKey: KEY }]);
  });

  it('leaves all other tasks unchanged and books nothing', () => {
    for (const task of [SUBMITTED, DELIVERING, DELIVERED, FAILED, UNCONFIRMED]) {
      const { isSame, bookings, charges } = found(task);
      expect([isSame, bookings, charges]).toEqual([true, [], []]);
    }
  });
});

describe('any event', () => {
  const states: JobTask[] = [NEW_TASK, SUBMITTING, SUBMITTED, RUNNING, DELIVERING, DELIVERED, FAILED, UNCONFIRMED];
  const location = sampleJob().location;
  const events: Of<JobEvent>[] = [
    ...[{ kind: 'found' as const }, { kind: 'cancelled' as const, atMs: NOW }],
    ...[{ kind: 'sending' as const }, { kind: 'not sent' as const }, { kind: 'late' as const }],
    ...[{ kind: 'fits' as const, more: 1 }, { kind: 'fits' as const }],
    ...[{ kind: 'created' as const, created: CREATED, budgetCredits: 500, atMs: NOW }],
    ...[{ kind: 'create failed' as const, error: new UnreachableError() }],
    ...[{ kind: 'create failed' as const, error: new UnconfirmedError() }],
    ...[seen({ state: 'running' }), seen({ state: 'failed' }), seen({ state: 'success', resultUrl: PLACE })],
    ...[{ kind: 'given up' as const, why: 'waited too long' as const }],
    ...[{ kind: 'delivered' as const, delivery: LINKED, location, atMs: NOW }],
    ...[{ kind: 'resolved' as const, resolved: { decision: 'settled' as const, credits: 4 } }],
  ];
  /** The bookings that end a hold. */
  const hasNoHold: readonly JobTask['state'][] = ['delivering', 'delivered', 'failed'];

  it('that repeats books nothing more and gives the same record', () => {
    for (const task of states) {
      for (const event of events) {
        const once = follow(task, event);
        // Each attempt to make a file fit counts.
        if (!once.task || event.kind === 'fits') continue;
        const twice = follow(once.task, event);
        expect([twice.bookings, twice.charges, twice.task]).toEqual([[], [], once.task]);
      }
    }
  });

  it('ends a hold exactly once, when its task leaves the states with a hold', () => {
    for (const task of states) {
      for (const event of events) {
        const { bookings, task: next } = follow(task, event);
        const ends = bookings.filter(({ kind }) => kind === 'settle' || kind === 'release').length;
        const isEnding = !hasNoHold.includes(task.state) && next !== undefined && hasNoHold.includes(next.state);
        expect([task.state, event.kind, ends]).toEqual([task.state, event.kind, isEnding ? 1 : 0]);
      }
    }
  });

  it('keeps the message that answered the member', () => {
    const { messageId: _, ...unanswered } = sampleJob().location;
    const { job } = after(sampleJob({ location: unanswered }), { kind: 'answered', messageId: 'answer' });
    expect(job.location).toEqual({ ...unanswered, messageId: 'answer' });
  });

  it('never sends a task again, unless it surely was not accepted', () => {
    const sent = states.filter(({ state }) => state !== 'new');
    for (const task of sent) {
      for (const event of events.filter(({ kind }) => kind !== 'not sent')) {
        expect(follow(task, event).task?.state).not.toBe('new');
      }
    }
    for (const task of sent.filter(({ state }) => state !== 'submitting')) {
      expect(follow(task, { kind: 'not sent' }).isSame).toBe(true);
    }
  });

  it('gives a record that can be stored', () => {
    for (const task of states) {
      for (const event of events) expect(jobSchema.safeParse(follow(task, event).job).success).toBe(true);
    }
  });
});

describe('the next steps', () => {
  const dueOf = (...tasks: JobTask[]) => due(sampleJob({}, ...tasks), NOW).map(({ what }) => what);

  it('are to create, poll or deliver each task by its state, and to show the job', () => {
    expect(dueOf(NEW_TASK, SUBMITTED, DELIVERING, DELIVERED)).toEqual(['create', 'poll', 'deliver', 'show']);
  });

  it('include nothing for a create under way, and only the end once all tasks have ended', () => {
    expect(dueOf(SUBMITTING, FAILED)).toEqual(['show']);
    expect(dueOf(DELIVERED, FAILED, UNCONFIRMED)).toEqual(['end']);
  });
});

describe('a record', () => {
  it('can be cancelled while its unfinished tasks are all queued at the service', () => {
    expect(isCancellable(sampleJob({}, SUBMITTED))).toBe(true);
    expect(isCancellable(sampleJob({}, SUBMITTED, FAILED))).toBe(true);
    expect(isCancellable(sampleJob({}, SUBMITTED, RUNNING))).toBe(false);
    expect(isCancellable(sampleJob({}, SUBMITTED, NEW_TASK))).toBe(false);
    expect(isCancellable(sampleJob({}, FAILED))).toBe(false);
    expect(isCancellable(sampleJob({ cancelledAtMs: NOW }, SUBMITTED))).toBe(false);
  });

  it('has ended once all its tasks are delivered, failed or unconfirmed', () => {
    expect([DELIVERED, FAILED, UNCONFIRMED].map(isEnded)).toEqual([true, true, true]);
    expect([NEW_TASK, SUBMITTING, SUBMITTED, DELIVERING].map(isEnded)).toEqual([false, false, false, false]);
  });
});
