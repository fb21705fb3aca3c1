import type { FairLimit } from '../engine/fair-limit.ts';
import { unlessUnreadable } from '../store/unreadable-records.ts';
import { createInterrupted, loadJobs } from './interrupted.ts';
import { type Lineage, lineageOf } from './job/ended.ts';
import { askerOf, hasEnded, type Job, type JobRef, logFacts, neverBegan } from './job/job.ts';
import { due } from './job/life.ts';
import { createEndings } from './messages/ending.ts';
import { createLateEdits } from './messages/late-edits.ts';
import { createPendingMessages, type PendingMessages } from './messages/pending-messages.ts';
import type { NewFile } from './ports/job-messages.ts';
import type { JobsParts, StepParts } from './ports/parts.ts';
import { type CommitResolved, createJobRecorder } from './records/recorder.ts';
import { createTokenEnds } from './records/token-ends.ts';
import { createClipWork } from './results/clip-work.ts';
import { createDeliveries } from './results/deliveries.ts';
import { createFitting } from './results/fitting.ts';
import { createProvenanceOf } from './results/provenance.ts';
import { createFetchAgain } from './results/redelivery.ts';
import { createRemovedSources } from './results/removed-sources.ts';
import { createResultFiles } from './results/result-files.ts';
import { createResultLimits, type ResultLimits } from './results/result-limits.ts';
import { createSourceFrames } from './results/source-frames.ts';
import { createCreateSlots } from './service/create-slots.ts';
import { createCreating } from './service/creating.ts';
import { createPolling } from './service/polling.ts';
import { createSubmitting } from './submit.ts';

export type Jobs = ReturnType<typeof createJobs>;

export function createJobs(parts: JobsParts) {
  const { clock, limits, watch } = parts;
  const stopping = new AbortController();
  const stop = stopping.signal;
  const members = createMemberJobs();
  const atOnce = (): number => Math.min(limits.createsAtOnce, watch.createsAtOnce);
  const slots = createCreateSlots({ clock, atOnce, createsMax: limits.createsMax });

  /** Each due step of a job is a step of the engine. A create that is under way says itself when it is due again. */
  const plan = (job: Job, { startsCreates = true } = {}): void => {
    for (const next of due(job, clock.now())) {
      if (next.what === 'create' || next.what === 'frame') {
        if (startsCreates) (next.what === 'create' ? creating : deliveries).due(next.task.key, askerOf(job));
      } else if (next.what === 'poll') polling.watch(job, next.task, submitting.has(job.id));
      else if (next.what === 'deliver') deliveries.due(next.task.key, askerOf(job));
      else if (next.what === 'end') endings.lane.due(job.id, askerOf(job));
      else messages.due(job.id, askerOf(job), next.inMs);
    }
    tokens.plan(job);
  };
  const recorder = createJobRecorder(parts, (job) => plan(job, { startsCreates: false }), stop);
  const step = { ...parts, recorder, resultLimits: createResultLimits(), stop };
  const tokens = createTokenEnds(step);
  const onEnded = (job: Job): void => {
    members.remove(job);
    submitting.ended(job.id);
    parts.onEnded(job);
  };

  const submitting = createSubmitting(
    { ...step, slots },
    (job) => {
      members.add(job);
      plan(job);
    },
    (jobId, guildId) => interrupted.due(jobId, guildId),
  );
  const creates = { slots, atOnce, mayCreate: submitting.isAnswered, startsFromRemoved: createRemovedSources(step) };
  const creating = createCreating({ ...step, ...members, ...creates });
  const messages = createPendingMessages({ ...step, limitFor: (files) => limitFor(files, step.resultLimits) });
  const polling = createPolling({ ...step, onRunning: messages.due });
  const edits = createLateEdits(step);
  const endings = createEndings({ ...step, messages, edits, onEnded });
  const { deliveries, ...results } = createResults({ ...step, messages, endings, onFramed: creating.due });
  const interrupted = createInterrupted({
    ...step,
    isOwn: submitting.has,
    onGone: (jobId, job) => {
      submitting.forget(jobId);
      if (job) members.remove(job);
    },
  });
  const lanes = [creating, polling, deliveries, messages, endings.lane, interrupted, edits, tokens];
  const engine = async (): Promise<void> => void (await Promise.all(lanes.map((lane) => lane.run(stop))));

  return {
    /**
     * Holds the quote, answers the member, and queues the creates. Resolves when the member is answered.
     * @throws StoreError if the records can't be written; nothing was sent to the service then.
     */
    submit: submitting.submit,
    /** Whether the queue has room for this many creates of a server. */
    hasRoom: slots.hasRoom,
    ...createLookups(step, members),
    /** Shows a running job again, after something else than its record changed what may be shown. @returns whether it runs */
    showAgain: (jobId: string) => showAgain(step, messages, jobId),
    /** Cancels a job whose tasks are all still queued. */
    cancel: (jobId: string) => cancel(step, messages, jobId),
    /**
     * Ends an unconfirmed task in the commit that `commit` makes, as far as its job and history are readable. The message
     * follows: a running job brings its own up to date.
     */
    resolve: <Outcome>(at: JobRef & { taskKey: string }, commit: CommitResolved<Outcome>) =>
      edits.follow(at, (also) => recorder.resolve(at, commit, also)),
    /** Commits what changes the message of an ended job. The message follows, at most once a minute. */
    showChange: edits.follow,
    /** The number of creates waiting for an answer; a stop waits for them. */
    get creating(): number {
      return creating.running;
    },
    /** How many tasks wait to be sent or are being sent, are at the service, and wait to be shown. */
    get tasks() {
      return { sending: creating.size, atService: polling.size, delivering: deliveries.size };
    },
    /** Any waiting task, for a probe of the service. */
    waitingTaskId: polling.waitingTaskId,
    ...results,
    /** Continues every job found at a restart. Resolves when all are scheduled. */
    recover: async (): Promise<void> => {
      await loadJobs(parts, submitting.has, {
        onFound: (job) => {
          members.addFound(job);
          for (const next of due(job, clock.now())) if (next.what === 'poll') polling.watch(job, next.task, false);
          tokens.plan(job);
        },
        onInterrupted: ({ id, location }) => interrupted.due(id, location.guildId),
        onContinued: plan,
      }).then(members.loaded);
      await edits.load();
    },
    /** Runs the steps of all jobs until stopped. */
    run: engine,
    /** Accepts no more work and waits for running steps. The rest continues after a restart. */
    stop: async (): Promise<void> => {
      stopping.abort(new Error('Easel is stopping'));
      // Each lane ends once its running steps have ended.
      await engine();
    },
  };
}

interface ResultsParts extends Omit<Parameters<typeof createDeliveries>[0], 'files' | 'fitting' | 'frames'>, StepParts {
  resultLimits: ResultLimits;
}

/** Everything that fetches results, makes them fit, or makes them from clips. */
function createResults(parts: ResultsParts) {
  const results = { ...parts, fitting: createFitting(parts), clipWork: createClipWork(parts) };
  return {
    deliveries: createDeliveries({
      ...results,
      files: createResultFiles(results),
      frames: createSourceFrames(results),
    }),
    /**
     * Fetches the results of a job again, while the service keeps them, unless its signal aborts.
     * @throws BusyError if too many requests wait for that already.
     */
    fetchAgain: createFetchAgain(results),
    /**
     * What the file at an address says of how it was made. Unknown also if it can't be fetched in time, or is too large.
     * @throws BusyError if too many requests wait for downloads already
     */
    provenanceOf: createProvenanceOf(parts),
  };
}

function createLookups({ history, recorder }: StepParts, { jobsOf, hasJobsIn }: ReturnType<typeof createMemberJobs>) {
  return {
    /** A job that hasn't ended. */
    find: recorder.get,
    /** A job, running or in its author's history; undefined if it is unknown or unreadable. */
    findAny: async ({ guildId, memberId, jobId }: JobRef): Promise<Job | undefined> => {
      const job = await unlessUnreadable(recorder.read(guildId, jobId));
      if (job?.memberId !== memberId) return undefined;
      return hasEnded(job) ? history.find(guildId, memberId, jobId) : job;
    },
    /** Whose a job is and what it is made from; undefined if no record knows it. @throws StoreError if one is unreadable */
    lineageOf: async (guildId: string, jobId: string): Promise<Lineage | undefined> => {
      const job = await recorder.read(guildId, jobId);
      return job && lineageOf(job);
    },
    /** The member's unfinished jobs, newest first. */
    openJobsOf: async (guildId: string, memberId: string): Promise<Job[]> => {
      const found = await Promise.all(jobsOf(guildId, memberId).map(recorder.get));
      return found.filter((job) => job !== undefined).sort((a, b) => b.createdAtMs - a.createdAtMs);
    },
    /** Their ids, unordered, from memory, because every command counts them. */
    openJobIdsOf: jobsOf,
    /** Whether a server has unfinished jobs, from memory. */
    hasOpenJobsIn: hasJobsIn,
  };
}

/** The ids of each member's open jobs, because the store finds jobs only by key. Small: there may be 100,000 jobs. */
function createMemberJobs() {
  const jobIds = new Map<string, readonly string[]>();
  /** Until all jobs are loaded: a page that was read before a job ended still has it. */
  const ended = new Set<string>();
  let isLoaded = false;
  const keyOf = (guildId: string, memberId: string): string => `${guildId}-${memberId}`;
  const jobsOf = (guildId: string, memberId: string): string[] => [...(jobIds.get(keyOf(guildId, memberId)) ?? [])];
  const add = ({ id, location: { guildId }, memberId }: Job): void => {
    const before = jobsOf(guildId, memberId);
    if (!before.includes(id) && !ended.has(id)) jobIds.set(keyOf(guildId, memberId), before.concat(id));
  };
  return {
    jobsOf,
    hasJobsIn: (guildId: string): boolean => [...jobIds.keys()].some((key) => key.startsWith(keyOf(guildId, ''))),
    add,
    /** One that never started ends by itself, and must not use up its member's limit meanwhile. */
    addFound: (job: Job): void => {
      if (!neverBegan(job)) add(job);
    },
    loaded: (): void => {
      isLoaded = true;
      ended.clear();
    },
    remove: ({ id, location: { guildId }, memberId }: Job): void => {
      if (!isLoaded) ended.add(id);
      const left = jobsOf(guildId, memberId).filter((jobId) => jobId !== id);
      if (left.length > 0) jobIds.set(keyOf(guildId, memberId), left);
      else jobIds.delete(keyOf(guildId, memberId));
    },
  };
}

function limitFor(newFiles: readonly NewFile[], { pictureUploads, shows, uploads }: ResultLimits): FairLimit {
  if (newFiles.length === 0) return shows;
  return newFiles.every(({ mimeType }) => mimeType.startsWith('image/')) ? pictureUploads : uploads;
}

async function cancel(
  { clock, log, recorder }: StepParts,
  messages: PendingMessages,
  jobId: string,
): Promise<'cancelled' | 'already' | 'too late'> {
  const recorded = await recorder.record(jobId, { kind: 'cancelled', atMs: clock.now() }, { how: 'once' });
  if (recorded?.job.cancelledAtMs === undefined) return 'too late';
  const { before, job } = recorded;
  const isNew = before.cancelledAtMs === undefined;
  if (isNew) log.info({ ...logFacts(job), durationMs: clock.now() - job.createdAtMs }, 'job cancelled');
  // Also if it was cancelled before, by a press whose write seemed to fail.
  await messages.showNow(jobId);
  return isNew ? 'cancelled' : 'already';
}

async function showAgain(
  { jobMessages, recorder, stop }: StepParts,
  messages: PendingMessages,
  jobId: string,
): Promise<boolean> {
  return messages.runExclusive(jobId, async () => {
    const job = await recorder.get(jobId);
    if (job) await jobMessages.show({ job, expectation: undefined, newFiles: [] }, { signal: stop });
    return job !== undefined;
  });
}
