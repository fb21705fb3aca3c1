import { DiscordAPIError, InteractionResponseType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createJobMessages } from '../../../src/discord/reconciler/job-messages.ts';
import type { PersonalNotices } from '../../../src/discord/reconciler/personal-notices.ts';
import { createReconciler } from '../../../src/discord/reconciler/reconciler.ts';
import { messageBody } from '../../../src/discord/rest/message-body.ts';
import { createMessageClient } from '../../../src/discord/rest/message-client.ts';
import type { Job, JobTaskIn, ShownFile } from '../../../src/jobs/job/job.ts';
import type { JobMessages, JobView, ShowOutcome } from '../../../src/jobs/ports/job-messages.ts';
import { createLog } from '../../../src/log.ts';
import type { ReportRecord } from '../../../src/moderation/reports/report-record.ts';
import { en } from '../../../src/texts/en.ts';
import { DELIVERING, NOW, sampleJob } from '../../jobs/samples.ts';
import { sampleRecord } from '../../moderation/report-samples.ts';
import { Activity } from '../../support/activity.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { FakeDiscord } from '../../support/fake-discord.ts';
import { FakeJobMessages, unavailable } from '../../support/fake-job-messages.ts';
import { MEMBER, passes } from '../../support/job-service.ts';
import { work } from '../../support/sources.ts';

/** The contract that jobs rely on. The fake that their tests use must keep it too. */
interface World {
  clock: FakeClock;
  jobMessages: JobMessages;
  /** Answers a member's command with the message of this job. */
  answered(job: Job): Promise<Job>;
  delete(messageId: string): void;
  /** Makes Discord unavailable. */
  goAway(): void;
  /** Makes every edit fail with this error. */
  fail(error: Error): void;
  /** The ids of a message's files. */
  filesOf(messageId: string): string[];
  /** Files that edits named although the message didn't have them. */
  faults: readonly string[];
}

function inMemory(): World {
  const clock = new FakeClock();
  const fake = new FakeJobMessages(clock);
  return {
    ...{ clock, jobMessages: fake, faults: fake.faults },
    answered: async (job) => at(job, { messageId: await fake.answer(job), tokenIssuedAtMs: clock.now() }),
    delete: (messageId) => fake.delete(messageId),
    goAway: () => {
      fake.trouble = () => unavailable();
    },
    fail: (error) => {
      fake.trouble = () => error;
    },
    filesOf: (messageId) => idsOf(fake.messages.get(messageId)?.attachments),
  };
}

function overDiscord(report?: ReportRecord): World {
  const clock = new FakeClock();
  const discord = new FakeDiscord(clock);
  const stop = new AbortController().signal;
  const client = createMessageClient({ rest: discord.rest, clock, random: () => 0.5, log: createLog('silent'), stop });
  const reconciler = createReconciler({ client, clock, stop });
  return {
    ...{
      clock,
      jobMessages: createJobMessages({
        ...{ client, reconciler, personal: {} as PersonalNotices, texts: en },
        reportOf: async () => report,
        starsOf: async () => 0,
      }),
      faults: discord.faults,
    },
    answered: async (job) => {
      const { id, token } = discord.issueToken(job.location.channelId);
      const answer = { type: InteractionResponseType.ChannelMessageWithSource, data: messageBody([]) } as const;
      const sent = await discord.answer({ id, token }, answer);
      return at(job, { messageId: sent?.id, token, tokenIssuedAtMs: clock.now() });
    },
    delete: (messageId) => void discord.messages.delete(messageId),
    goAway: () => {
      discord.offline = true;
    },
    fail: (error) => {
      discord.editOriginal = () => Promise.reject(error);
    },
    filesOf: (messageId) => idsOf(discord.messages.get(messageId)?.files),
  };
}

const at = (job: Job, changed: Partial<Job['location']>): Job => ({
  ...job,
  location: { ...job.location, ...changed },
});
const idsOf = (files: readonly { attachmentId: string }[] = []): string[] =>
  files.map(({ attachmentId }) => attachmentId);
const idOf = ({ location }: Job): string => location.messageId ?? '';

const TOKEN_LIFE_MS = 15 * 60_000;
const REFUSAL = new DiscordAPIError({ code: 50_035, message: 'Invalid Form Body' }, 50_035, 400, 'PATCH', 'fake', {
  ...{ body: undefined, files: undefined },
});

/** Shows a job while time passes for retries. */
async function show({ jobMessages, clock }: World, job: Job, newFiles: JobView['newFiles'] = []): Promise<ShowOutcome> {
  const shown = jobMessages.show({ job, expectation: undefined, newFiles }, { signal: new AbortController().signal });
  const [outcome] = await Promise.all([shown, passes({ clock, activity: new Activity() }, 60_000)]);
  return outcome;
}

/** Any existing file can be uploaded. */
const newFile = (taskKey: string): JobView['newFiles'][number] => ({
  ...{ path: import.meta.filename, name: `${taskKey}.png`, mimeType: 'image/png', taskKey, role: 'result' },
});

const delivered = (key: string, files: ShownFile[]): JobTaskIn<'delivered'> => ({
  ...{ key, quoteCredits: 4, taskId: key, chargedCredits: 4, submittedAtMs: NOW, deliveredAtMs: NOW },
  ...{
    resultUrl: 'https://results.example/1',
    state: 'delivered',
    delivery: { how: 'attached', files, madeSmaller: false },
  },
});

describe.each([
  ['the jobMessages in memory', inMemory],
  ['the jobMessages over Discord', () => overDiscord()],
])('%s', (_, open) => {
  it('edits the answer by interaction token, then by bot token', async () => {
    const world = open();
    const job = await world.answered(sampleJob());
    const shown = { outcome: 'shown', files: [], location: job.location };
    expect(await show(world, job)).toEqual(shown);
    await world.clock.advance(TOKEN_LIFE_MS);
    expect(await show(world, job)).toEqual(shown);
  });

  it('can’t reach a draft after its token has expired', async () => {
    const world = open();
    const { request } = sampleJob();
    const job = await world.answered(sampleJob({ request: { ...request, isDraft: true } }));
    expect(await show(world, job)).toMatchObject({ outcome: 'shown' });
    await world.clock.advance(TOKEN_LIFE_MS);
    expect(await show(world, job)).toEqual({ outcome: 'unreachable' });
  });

  it('has no location for a job whose message is gone', async () => {
    const world = open();
    const job = await world.answered(sampleJob());
    world.delete(idOf(job));
    expect(await show(world, job)).toEqual({ outcome: 'unreachable' });
  });

  it('has no location if Discord rejects the message’s form, and returns the error', async () => {
    const world = open();
    const job = await world.answered(sampleJob());
    world.fail(REFUSAL);
    expect(await show(world, job)).toEqual({ outcome: 'unreachable', refusal: REFUSAL });
  });

  it('throws our own bugs to the caller', async () => {
    const world = open();
    const job = await world.answered(sampleJob());
    const fault = new TypeError('undefined is not a function');
    world.fail(fault);
    await expect(show(world, job)).rejects.toBe(fault);
  });

  it('throws RetryLater while Discord is unavailable', async () => {
    const world = open();
    const job = await world.answered(sampleJob());
    world.goAway();
    await expect(show(world, job)).rejects.toMatchObject({ name: 'RetryLater' });
  });

  it('keeps the files of earlier results when more arrive', async () => {
    const world = open();
    const job = await world.answered(sampleJob({}, DELIVERING, { ...DELIVERING, key: 'job1-2' }));
    const first = await show(world, job, [newFile('job1-1')]);
    if (first.outcome !== 'shown') throw new Error(first.outcome);
    expect(first.files).toMatchObject([{ name: 'job1-1.png' }]);
    const half = { ...job, tasks: [delivered('job1-1', first.files), { ...DELIVERING, key: 'job1-2' }] };
    const second = await show(world, half, [newFile('job1-2')]);
    if (second.outcome !== 'shown') throw new Error(second.outcome);
    expect(second.files).toMatchObject([{ name: 'job1-2.png' }]);
    expect(world.filesOf(idOf(job))).toEqual(idsOf([...first.files, ...second.files]));
    const whole = { ...job, tasks: [delivered('job1-1', first.files), delivered('job1-2', second.files)] };
    expect(await show(world, whole)).toMatchObject({ outcome: 'shown', files: [] });
    expect(world.filesOf(idOf(job))).toHaveLength(2);
    expect(world.faults).toEqual([]);
  });

  it('posts the end of a job again for moderators if its message is gone', async () => {
    const world = open();
    const job = at(await world.answered(sampleJob({}, delivered('job1-1', []))), { isForModerators: true });
    world.delete(idOf(job));
    const anew = await show(world, job);
    expect(anew).toMatchObject({ outcome: 'shown', location: { tokenIssuedAtMs: 0 } });
    if (anew.outcome !== 'shown') throw new Error(anew.outcome);
    expect(anew.location.messageId).not.toBe(idOf(job));
    expect(await show(world, { ...job, location: anew.location })).toEqual(anew);
  });
});

it('a first result that is made from a hidden work shows no file', async () => {
  const { request } = sampleJob();
  const made = sampleJob({ request: { ...request, sources: [work('job0', MEMBER)] } }, DELIVERING);
  const world = overDiscord(sampleRecord({ state: 'hidden', withSource: { sinceMs: NOW } }));
  const job = await world.answered(made);
  expect(await show(world, job, [newFile('job1-1')])).toMatchObject({ outcome: 'shown', files: [] });
  expect(world.filesOf(idOf(job))).toEqual([]);
});
