import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { audit } from '../../src/budget/audit/audit.ts';
import { openBooks } from '../../src/budget/books/books.ts';
import {
  type EndedJob,
  type FromClips,
  hasEnded,
  isEnded,
  type JobRequest,
  type JobTask,
} from '../../src/jobs/job/job.ts';
import { finishedKey } from '../../src/jobs/records/works.ts';
import { StoreError } from '../../src/store/store.ts';
import { keysOf } from '../support/all-records.ts';
import { type Fate, MortalRun } from '../support/crash-harness.ts';
import { statesOf } from '../support/fake-job-messages.ts';
import type { FakePlan } from '../support/fake-task-api.ts';
import { type JobService, MEMBER, type Outside, openOutside, submissionOf, until } from '../support/job-service.ts';
import { storeOver } from '../support/memory-database.ts';
import { work } from '../support/sources.ts';
import { deliveredAs, sampleJob } from './samples.ts';

/** One outside for all visits of a file, because opening one takes longer than a visit. Each finds an empty store. */
export async function openVisits(): Promise<{ outside: Outside; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'easel-visits-'));
  const outside = await openOutside(folder);
  // The dead wait for answers up to a limit, whose real timer would hold their whole world.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return {
    outside,
    close: async () => {
      vi.useRealTimers();
      await outside.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The ended job that its member finds again. */
async function historyIn({ collections }: Outside, guildId: string, jobId: string): Promise<EndedJob[]> {
  const { finished, get } = collections.works;
  const isThere = (await finished.get(finishedKey(guildId, MEMBER, jobId))) !== undefined;
  const job = isThere ? await get(guildId, jobId) : undefined;
  return job && hasEnded(job) ? [job] : [];
}

/** Writes finished clips into the member's history. Their messages show them, and the service no longer has them. */
async function placeClips(
  { collections, discord }: Outside,
  guildId: string,
  how: FromClips['how'],
): Promise<Pick<JobRequest, 'fromClips' | 'sources'>> {
  const clips = (how === 'join' ? ['clip1', 'clip2'] : ['clip1']).map((jobId) => ({
    ...{ jobId, taskKey: `${jobId}-1` },
  }));
  discord.addresses = new Map(clips.map(({ jobId }) => [`file-${jobId}`, `http://127.0.0.1/attachments/${jobId}.mp4`]));
  for (const { jobId, taskKey } of clips) {
    const files = [{ attachmentId: `file-${jobId}`, name: `${jobId}.mp4` }];
    const delivered = deliveredAs({ how: 'attached', files, madeSmaller: false });
    const task: JobTask = { ...delivered, key: taskKey, taskId: `task-${jobId}` };
    const { location } = sampleJob();
    await collections.finish(sampleJob({ id: jobId, location: { ...location, guildId } }, task));
  }
  return { fromClips: how, sources: clips.map(({ jobId, taskKey }) => work(jobId, MEMBER, { clip: taskKey })) };
}

let visits = 0;

/** A member's command, and what the service does with it. */
export interface Visit {
  count?: number;
  plans: FakePlan[];
  /** Larger results don't fit into the message. */
  acceptsBytes?: number;
  /** It is made from clips that the service has. */
  fromClips?: FromClips['how'];
  /** Access to its message is lost until the job has ended. */
  losesAccess?: boolean;
  /** Cancels the job once it waits in the service's queue. */
  cancel?: boolean;
}

export const VISITS = {
  'one task that succeeds': { plans: [{}] },
  'one task that fails': { plans: [{ outcome: 'failed' }] },
  'one task whose success names no result': { plans: [{ outcome: 'without address' }] },
  'one task that was charged more than its quote': { plans: [{ chargedCredits: 11 }] },
  'one task that was charged less than its quote': { plans: [{ chargedCredits: 1, outcome: 'failed' }] },
  'one task whose result is linked': { plans: [{}], acceptsBytes: 10 },
  'one task that takes twenty minutes': { plans: [{ runMs: 1_200_000 }] },
  'one task that ends while its message is out of reach': { plans: [{ runMs: 1_200_000 }], losesAccess: true },
  'a job that is cancelled and finished all the same': { plans: [{ queueMs: 60_000 }], cancel: true },
  'a clip that is continued': { plans: [{}], fromClips: 'continue' },
  'a still of a clip': { plans: [], fromClips: 'still' },
  'two clips that are joined': { plans: [], fromClips: 'join' },
  'four tasks, one of which fails': {
    count: 4,
    plans: [{ runMs: 2_000 }, { outcome: 'failed' }, { chargedCredits: 9 }, { runMs: 9_000 }],
  },
} satisfies Record<string, Visit>;

/** Plays a visit through the lives of the bot. Each starts after the one before was killed. */
export async function play(outside: Outside, visit: Visit, fates: readonly Fate[]) {
  visits += 1;
  const jobId = `job${visits}`;
  const guildId = `guild${visits}`;
  const { activity, clock, collections, discord, service } = outside;
  outside.database.texts.clear();
  discord.acceptsBytes = visit.acceptsBytes ?? Number.POSITIVE_INFINITY;
  discord.hasAccess = visit.losesAccess !== true;
  const tasksBefore = service.tasks.size;
  const createsBefore = service.createCalls;
  const request = visit.fromClips && (await placeClips(outside, guildId, visit.fromClips));
  for (const plan of visit.plans) service.planNext({ queueMs: 1_000, runMs: 5_000, ...plan });

  const lives: MortalRun[] = [];
  let bot: JobService | undefined;
  let refusal: unknown;
  let hadBegun = false;
  for (const [index, fate] of fates.entries()) {
    const life = new MortalRun(outside, fate);
    const running = await life.start();
    bot = running;
    lives.push(life);
    void running.start();
    let isWaiting = index === 0;
    if (index === 0) {
      const submission = submissionOf(clock, {
        jobId,
        count: visit.count ?? 1,
        location: { guildId },
        ...(request && { request }),
      });
      running.jobs.submit(submission, life.answer).then(
        () => {
          isWaiting = false;
        },
        (error: unknown) => {
          isWaiting = false;
          refusal = error;
        },
      );
    }
    let isPressed = visit.cancel !== true || index > 0;
    await until(outside, async () => {
      if (!isPressed && discord.of(jobId)?.job.tasks.every(({ state }) => state === 'submitted')) {
        isPressed = true;
        running.jobs.cancel(jobId).catch((error: unknown) => {
          if (!(error instanceof StoreError)) throw error;
        });
      }
      if (life.isDead) return true;
      if (isWaiting || (await keysOf(collections.running)).length > 0) return false;
      discord.hasAccess = true;
      return ![...outside.database.texts.keys()].some((key) => key.startsWith('late_edits:'));
    });
    await activity.quiet();
    const isKept = (await historyIn(outside, guildId, jobId)).length > 0;
    hadBegun ||= isKept || (await keysOf(collections.running)).length > 0;
    // A kill can also hit the stop.
    if (!life.isDead) await Promise.race([running.stop(), life.died]);
    if (!life.isDead) break;
    clock.forgetSleepers();
  }
  // Unused plans must not reach the next visit.
  service.dropPlans();
  if (!bot || lives.at(-1)?.isDead) throw new Error('the last life has to last');
  await activity.quiet();
  vi.clearAllTimers();
  return {
    visit,
    ...{ guildId, hadBegun, lives, refusal },
    history: await historyIn(outside, guildId, jobId),
    messages: [...discord.messages.values()].filter(({ job }) => job.id === jobId),
    booksFaults: (await audit(openBooks(await storeOver(outside.database)))).faults.filter(
      (fault) => fault.guildId === guildId,
    ),
    holds: await bot.accounts.holds(guildId),
    view: await bot.accounts.view(guildId),
    tasks: [...service.tasks.values()].slice(tasksBefore),
    creates: service.createCalls - createsBefore,
    faults: discord.faults.splice(0),
  };
}

export type Played = Awaited<ReturnType<typeof play>>;

const SPENDS_NOTHING = ['failed', 'without address'];

/** What must hold after every visit. */
export function expectInOrder(played: Played): void {
  const { visit, history, messages, holds, view, tasks, creates, hadBegun } = played;
  expect(played.booksFaults).toEqual([]);
  expect(played.faults).toEqual([]);
  expect(creates).toBeLessThanOrEqual(visit.count ?? 1);
  if (!hadBegun) {
    const nothing = { history: [], holds: [], creates: 0, spent: 0 };
    expect({ history, holds, creates, spent: view.spentCredits }).toEqual(nothing);
    return;
  }

  expect(history).toHaveLength(1);
  const ended = history[0]?.tasks ?? [];
  expect(ended.every(isEnded)).toBe(true);
  const charged = ended.reduce((sum, task) => sum + (task.state === 'delivered' ? task.chargedCredits : 0), 0);
  expect(view.spentCredits).toBe(charged);
  const unconfirmed = ended.filter(({ state }) => state === 'unconfirmed').map(({ key }) => key);
  expect(holds.map(({ taskKey }) => taskKey).sort()).toEqual(unconfirmed.sort());
  expect(holds.every((hold) => hold.unconfirmed)).toBe(true);

  // Every task of the service is in the books, or left to an operator.
  const known = new Set(ended.flatMap((task) => ('taskId' in task && task.taskId !== undefined ? [task.taskId] : [])));
  const strangers = tasks.filter(({ taskId }) => !known.has(taskId));
  expect(strangers.length).toBeLessThanOrEqual(unconfirmed.length);
  const paid = tasks.filter(({ taskId, plan }) => known.has(taskId) && !SPENDS_NOTHING.includes(plan.outcome ?? ''));
  expect(charged).toBe(paid.reduce((sum, { chargedCredits }) => sum + chargedCredits, 0));

  // The member sees the end if there is a message, and never two messages.
  expect(messages.length).toBeLessThanOrEqual(1);
  for (const { job } of messages) expect(statesOf(job)).toBe(statesOf({ tasks: ended }));
}
