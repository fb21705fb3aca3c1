import { onTestFinished } from 'vitest';
import type { EndedJob, Job } from '../../src/jobs/job/job.ts';
import { tempFolder } from '../store/temp-folder.ts';
import type { ShownMessage } from '../support/fake-job-messages.ts';
import {
  createJobService,
  GUILD,
  type JobService,
  MEMBER,
  type Outside,
  openOutside,
  type Parts,
  passes,
  submissionOf,
  until,
} from '../support/job-service.ts';

/** A running bot in a world of its own, with helpers for tests. */
export interface Scene extends Outside {
  bot: JobService;
  submit(changed?: Parameters<typeof submissionOf>[1]): ReturnType<JobService['jobs']['submit']>;
  /** Resolves with the history entry once the job has ended. */
  ended(jobId?: string): Promise<EndedJob>;
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
  passes(durationMs: number): Promise<void>;
  /** The message that the member sees. */
  message(jobId?: string): ShownMessage;
  job(jobId?: string): Promise<Job | undefined>;
  /** The server's credits. */
  credits(): Promise<{ spent: number; held: number; left: number }>;
  /** Stops the bot and starts another on the same store. */
  restart(changed?: Partial<Parts>): Promise<void>;
}

export async function openScene(changed: Partial<Parts> = {}): Promise<Scene> {
  const outside = await openOutside(await tempFolder());
  const first = await createJobService(outside, changed);
  await first.start();
  const scene: Scene = {
    ...outside,
    bot: first,
    submit: (submission = {}) => scene.bot.jobs.submit(submissionOf(outside.clock, submission), outside.discord.answer),
    ended: async (jobId = 'job1') => {
      let entry: EndedJob | undefined;
      await until(outside, async () => {
        entry = await scene.bot.history.find(GUILD, MEMBER, jobId);
        return entry !== undefined && (await scene.job(jobId)) === undefined;
      });
      if (!entry) throw new Error(`job ${jobId} is in no history`);
      return entry;
    },
    until: (condition) => until(outside, condition),
    passes: (durationMs) => passes(outside, durationMs),
    message: (jobId = 'job1') => {
      const message = outside.discord.of(jobId);
      if (!message) throw new Error(`job ${jobId} has no message`);
      return message;
    },
    job: (jobId = 'job1') => scene.bot.jobs.find(jobId),
    credits: async () => {
      const { spentCredits, heldCredits, leftCredits } = await scene.bot.accounts.view(GUILD);
      return { spent: spentCredits, held: heldCredits, left: leftCredits };
    },
    restart: async (parts = changed) => {
      await scene.bot.stop();
      scene.bot = await createJobService(outside, parts);
      await scene.bot.start();
    },
  };
  onTestFinished(async () => {
    await scene.bot.stop();
    await outside.close();
  });
  return scene;
}
