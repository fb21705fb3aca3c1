import { setImmediate as nextTurn } from 'node:timers/promises';
import { requestInChannel } from '../../commands/generate/request-in-channel.ts';
import { askForDecision } from '../../commands/review/ask.ts';
import { createAccounts } from '../../src/budget/accounts.ts';
import { createServiceTally } from '../../src/budget/service-tally.ts';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { createResponder, type Responder } from '../../src/discord/interactions/responder.ts';
import { renderJob } from '../../src/discord/messages/job-message.ts';
import type { ForumPosts } from '../../src/discord/reconciler/forum-posts.ts';
import { createGalleryMessages } from '../../src/discord/reconciler/gallery-messages.ts';
import { createJobMessages } from '../../src/discord/reconciler/job-messages.ts';
import { createPersonalNotices } from '../../src/discord/reconciler/personal-notices.ts';
import { createReconciler } from '../../src/discord/reconciler/reconciler.ts';
import { createReportMessages } from '../../src/discord/reconciler/report-messages.ts';
import { createRequestMessages } from '../../src/discord/reconciler/request-messages.ts';
import { createMessageClient } from '../../src/discord/rest/message-client.ts';
import { withOutcomes } from '../../src/discord/rest/outcome.ts';
import type { DiscordRest } from '../../src/discord/rest/rest.ts';
import { type JobRequest, jobSchema } from '../../src/jobs/job/job.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import { createJobs } from '../../src/jobs/jobs.ts';
import { createHistory } from '../../src/jobs/records/history.ts';
import { modelRecordSchema } from '../../src/jobs/records/learned-models.ts';
import { openModelRecords } from '../../src/jobs/records/model-records.ts';
import { openJobRecords } from '../../src/jobs/records/recorder.ts';
import { createUsedIds } from '../../src/jobs/records/used-ids.ts';
import { createServiceWatch } from '../../src/jobs/watch/service-watch.ts';
import { createLog } from '../../src/log.ts';
import type { ResultFetcher } from '../../src/media/fetching/fetch-result.ts';
import type { Fitter } from '../../src/media/files/media.ts';
import type { ResultFolder } from '../../src/media/files/result-folder.ts';
import { galleryCopySchema } from '../../src/moderation/gallery/gallery-copy.ts';
import { createModeration } from '../../src/moderation/moderation.ts';
import { auditRecordSchema } from '../../src/moderation/records/audit-log.ts';
import { createMembers, listedTimeoutSchema, memberRecordSchema } from '../../src/moderation/records/members.ts';
import { reportRecordSchema } from '../../src/moderation/reports/report-record.ts';
import { requestRecords } from '../../src/moderation/requests/request.ts';
import { type Gates, gatesOf } from '../../src/moderation/settings/modes.ts';
import { createServerSettings, settingsRecordSchema } from '../../src/moderation/settings/server-settings.ts';
import { createKeyedLocks } from '../../src/store/locks.ts';
import type { Store } from '../../src/store/store.ts';
import type { TaskApi } from '../../src/task-api/task-api.ts';
import { en } from '../../src/texts/en.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { type FakeCalls, FakeDiscord } from '../support/fake-discord.ts';
import { FakeTaskApi } from '../support/fake-task-api.ts';
import { later } from '../support/lives.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { Mortal } from '../support/mortal.ts';

export const GUILD = '200000000000000001';
export const MEMBER = '300000000000000001';
export const SECOND_MEMBER = '300000000000000002';
export const MODERATOR = '300000000000000009';
export const CHANNEL = '400000000000000001';
export const STAFF = '400000000000000009';
export const [REVIEW, VOTE, PREVIEW] = [gatesOf('review'), gatesOf('vote'), gatesOf('preview')] as const;
const PRICE_CREDITS = 4;

/** What survives when the bot is killed: its records, Discord, the service, and time. */
export async function openWorld() {
  const clock = new FakeClock();
  const world = await worldOf({
    ...{ clock, database: new MemoryDatabase() },
    ...{ discord: new FakeDiscord(clock), service: new FakeTaskApi(clock) },
  });
  const { moderation } = await live(world, 0);
  await moderation.settings.change(GUILD, MODERATOR, (before) => ({
    ...before,
    moderatorsChannelId: STAFF,
    votesNeeded: 2,
  }));
  return world;
}

/** A copy of this world as it is now. No bot lives in it yet. */
export function copyOf({ clock, database, discord, service }: World): Promise<World> {
  const own = clock.copy();
  return worldOf({ clock: own, database: database.copy(), discord: discord.copy(own), service: service.copy(own) });
}

async function worldOf(parts: WorldParts) {
  /** Reads the records without the bot. */
  const records = recordsOver(await storeOver(parts.database));
  return { ...parts, records };
}
export type World = Awaited<ReturnType<typeof worldOf>>;

interface WorldParts {
  clock: FakeClock;
  database: MemoryDatabase;
  discord: FakeDiscord;
  service: FakeTaskApi;
}

function recordsOver(store: Store) {
  return {
    jobs: store.collection('jobs', jobSchema),
    models: store.collection('models', modelRecordSchema),
    settings: store.collection('settings', settingsRecordSchema),
    members: store.collection('members', memberRecordSchema),
    audit: store.collection('audit', auditRecordSchema),
    requests: requestRecords(store),
    reports: store.collection('reports', reportRecordSchema),
    gallery: store.collection('gallery', galleryCopySchema),
  };
}

/** A part with only the members that a test needs. */
const partly = <Whole>(part: Partial<Whole>): Whole => part as Whole;

/** One life of the bot, from its start. Nothing runs by itself before `start`. */
export async function live(world: World, dieAt: number) {
  const { discord, service } = world;
  const mortal = new Mortal(dieAt);
  const stopping = new AbortController();
  const stop = stopping.signal;
  const clock = mortal.clock(world.clock);
  const log = createLog('silent');
  const store = await storeOver(mortal.database(world.database));
  const jobRecords = openJobRecords(store);
  const records = recordsOver(store);
  const calls = {
    answer: async (...parts) => {
      const sent = await mortal.effect('sending of the answer', async () => {
        const arrival = discord.answer(...parts);
        arrival.catch(() => undefined);
        return { arrival };
      });
      return mortal.effect('arrival of the answer', () => sent.arrival);
    },
    original: (...parts) => mortal.look(() => discord.original(...parts)),
    editOriginal: (ref, body, files) => mortal.effect('edit by token', () => discord.editOriginal(ref, body, files)),
    followUp: (ref, body) => mortal.effect('follow-up', () => discord.followUp(ref, body)),
    edit: (at, body, files) => mortal.effect('edit', () => discord.edit(at, body, files)),
    post: (...parts) => mortal.effect(`post ${parts[3].nonce}`, () => discord.post(...parts)),
    delete: (at) => mortal.effect('delete', () => discord.delete(at)),
    message: (...parts) => mortal.look(() => discord.message(parts[0])),
  } satisfies Partial<FakeCalls>;
  const rest = partly<DiscordRest>(withOutcomes<Partial<FakeCalls>>(calls));
  const taskApi: TaskApi = {
    create: (...parts) => mortal.effect('create', () => service.create(...parts)),
    query: (...parts) => mortal.look(() => service.query(...parts)),
    probe: (...parts) => mortal.look(() => service.probe(...parts)),
    close: () => service.close(),
  };

  const locks = createKeyedLocks();
  const accounts = createAccounts({
    ...{ store, locks: createKeyedLocks(), clock, defaultAllowanceCredits: 1_000 },
  });
  const tally = createServiceTally(store, clock);
  const models = await openModelRecords({
    collection: records.models,
    guesses: new Map([['image-model-a', PRICE_CREDITS]]),
    ...{ store, clock, log },
  });
  const history = createHistory({ store, locks, clock, log, keptMs: 400 * 86_400_000 });
  const watch = createServiceWatch({ clock, log });
  const client = createMessageClient({ rest, clock, random: () => 0.5, log, stop });
  const personal = createPersonalNotices({
    ...{ client, texts: en, stop, isWanted: async () => false },
    rest: { openDirectMessages: async () => ({ outcome: 'no access' }) as never },
  });
  const reconciler = createReconciler({ client, clock, stop });
  const jobMessages = createJobMessages({ client, reconciler, personal, texts: en });
  const jobs = createJobs({
    ...{ clock, log, taskApi, watch, accounts, locks, models, history, jobMessages, tally },
    ...{ records: jobRecords, commit: store.commit },
    usedIds: later(() => createUsedIds({ store, clock, isClockRight: () => true })),
    revertToRequest: (jobId) => moderation.requests.onJobUndone(jobId),
    notifyAfterMs: async () => 600_000,
    onEnded: (jobId) => moderation.requests.onJobEnded(jobId),
    random: () => 0.5,
    isClockRight: () => true,
    results: partly<ResultFolder>({ path: '/nowhere', remove: async () => undefined }),
    stills: { take: async () => undefined },
    fetcher: partly<ResultFetcher>({
      fetch: async (_, name) => ({
        ...{ path: `/nowhere/${name}.png`, sizeBytes: 100, kind: 'image', mimeType: 'image/png', extension: 'png' },
      }),
    }),
    fitter: partly<Fitter>({}),
    limits: {
      ...{ pollsPerSecond: 50, pollsAtOnce: 20, createsAtOnce: 32, createsMax: 1_000, longestWaitMs: 24 * 3_600_000 },
    },
  });
  const settings = createServerSettings({
    ...{ collection: records.settings, locks, clock },
    isChannelElsewhere: async () => false,
  });
  const members = createMembers({
    ...{ collection: records.members, commit: store.commit, locks, clock },
    timeouts: store.collection('timeouts', listedTimeoutSchema),
  });
  const moderation = createModeration({
    ...{ settings, members },
    isChannelAgeRestricted: async () => false,
    memberNow: async () => undefined,
    onModeratorsUnreachable: () => undefined,
    notifyOperator: async () => undefined,
    ...{ locks, clock, log, accounts },
    requestMessages: createRequestMessages({
      ...{ client, history, jobs, personal, texts: en },
      reconciler,
      recordOf: members.of,
    }),
    galleryMessages: createGalleryMessages({
      ...{ client, jobs, reconciler, texts: en, stop },
      posts: partly<ForumPosts>({}),
      isForum: async () => false,
      nameOf: async () => undefined,
    }),
    reportMessages: createReportMessages({ client, history, jobs, personal, reconciler, texts: en }),
    ...{ jobs, history, jobMessages, mayCreate: (memberId) => !stop.aborted && watch.mayCreate(memberId) },
    collections: {
      audit: records.audit,
      requests: records.requests,
      reports: records.reports,
      gallery: records.gallery,
    },
    consentOf: async () => true,
    wasAllowed: async () => false,
    isChannelInSight: async () => true,
    isMessageGone: async () => false,
    jobIdsUnderWay: async () => [],
  });
  const context = partly<Parameters<typeof askForDecision>[4]>({
    ...{ accounts, clock, history, jobs, models, moderation, watch, texts: en },
    rules: () => moderation.settings.of(GUILD),
  });

  /** A person types a command. */
  const command = (memberId: string): { interaction: Typed; respond: Responder; jobId: string } => {
    const { id, token } = discord.issueToken(CHANNEL);
    const interaction: Typed = {
      ...{ id, token, applicationId: '500000000000000001', channelId: CHANNEL, userId: memberId },
      receivedAtMs: clock.now(),
      server: partly<Typed['server']>({
        guildId: GUILD,
        memberPermissions: 0n,
        roleIds: [],
        uploadLimitBytes: 10_000_000,
        parentChannelId: undefined,
      }),
    };
    return { interaction, respond: createResponder(rest, clock, interaction, stop, log), jobId: jobIdOf(id) };
  };

  return {
    ...{ accounts, history, jobs, mortal, moderation, clock: world.clock },
    /** Makes a picture at once, perhaps from another one, and resolves with its job. */
    make: async (memberId: string, madeFrom?: JobRequest['madeFrom']): Promise<string> => {
      const { interaction, respond, jobId } = command(memberId);
      if (madeFrom) await moderation.reports.addChild(sourceOf(madeFrom), { jobId, memberId });
      const submission = { jobId, memberId, request: requestOf(madeFrom), count: 1, location: placeOf(interaction) };
      await jobs.submit(submission, (job) =>
        respond.answer(renderJob({ job, expectation: undefined, newFiles: [] }, en)),
      );
      return jobId;
    },
    ask: async (memberId: string, gates: Gates, madeFrom?: JobRequest['madeFrom']): Promise<string> => {
      const { interaction, respond, jobId } = command(memberId);
      if (madeFrom) await moderation.reports.addChild(sourceOf(madeFrom), { jobId, memberId });
      const request = requestOf(madeFrom);
      const here = { ...(await requestInChannel(interaction, request, context)), request };
      await mortal.during(
        askForDecision(
          interaction,
          { count: 1, here },
          { gates, entry: undefined, usesOthersPictures: false },
          respond,
          context,
        ),
      );
      return jobId;
    },
    /** Starts what the app starts. */
    start: async (): Promise<void> => {
      const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);
      quietly(watch.run(stop, (signal) => taskApi.probe({ signal })));
      quietly(jobs.run());
      quietly(jobs.recover());
      await mortal.during(moderation.load());
      quietly(moderation.run(stop));
    },
    stop: (): void => {
      stopping.abort(new Error('the test is over'));
      if (!mortal.isDead) void jobs.stop();
    },
  };
}
export type Life = Awaited<ReturnType<typeof live>>;
type Typed = InteractionFacts & { server: NonNullable<InteractionFacts['server']>; channelId: string };

const requestOf = (madeFrom: JobRequest['madeFrom']): JobRequest => ({
  ...{ modelId: 'image-model-a' as const, prompt: 'a castle', sourceUrls: [], spoiler: false },
  ...(madeFrom ? { madeFrom } : {}),
});
const sourceOf = ({ jobId, memberId }: NonNullable<JobRequest['madeFrom']>) => ({
  ...{ guildId: GUILD, jobId, memberId, channelId: CHANNEL },
});
const placeOf = ({ applicationId, token, receivedAtMs }: Typed) => ({
  ...{ guildId: GUILD, channelId: CHANNEL, applicationId, token, tokenIssuedAtMs: receivedAtMs },
  uploadLimitBytes: 10_000_000,
});

export async function turns(count = 12): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}
