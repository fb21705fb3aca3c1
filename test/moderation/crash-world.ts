import { setImmediate as nextTurn } from 'node:timers/promises';
import { requestInChannel } from '../../commands/generate/request.ts';
import { askForDecision } from '../../commands/review/ask.ts';
import { type Context, type InServer, locationOf } from '../../commands/support/context.ts';
import { createResponder, type Responder } from '../../src/discord/interactions/responder.ts';
import { renderJob } from '../../src/discord/messages/job-message.ts';
import { renderRound } from '../../src/discord/messages/round-message.ts';
import { withOutcomes } from '../../src/discord/rest/outcome.ts';
import type { DiscordRest } from '../../src/discord/rest/rest.ts';
import type { JobRequest } from '../../src/jobs/job/job.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import type { FinishFile } from '../../src/jobs/ports/parts.ts';
import { modelCollection } from '../../src/jobs/records/learned-models.ts';
import { runningCollection } from '../../src/jobs/records/works.ts';
import { createLog } from '../../src/log.ts';
import type { ResultFetcher } from '../../src/media/fetching/fetch-result.ts';
import type { Fitter } from '../../src/media/files/media.ts';
import type { ResultFolder } from '../../src/media/files/result-folder.ts';
import { galleryCollection } from '../../src/moderation/gallery/gallery-copy.ts';
import { auditCollection } from '../../src/moderation/records/audit-log.ts';
import { decisionCollection } from '../../src/moderation/records/decisions.ts';
import { memberCollection } from '../../src/moderation/records/members.ts';
import { reportCollection } from '../../src/moderation/reports/report-record.ts';
import { requestCollection } from '../../src/moderation/requests/request.ts';
import { type Round, roundCollection } from '../../src/moderation/rounds/round.ts';
import { type Gates, gatesOf } from '../../src/moderation/settings/modes.ts';
import { settingsCollection } from '../../src/moderation/settings/server-settings.ts';
import type { Store } from '../../src/store/store.ts';
import { en } from '../../src/texts/en.ts';
import { keysOf } from '../support/all-records.ts';
import { clockCheckOf, createBot } from '../support/bot.ts';
import { NO_CLIP_EDITOR } from '../support/clip-editors.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { type FakeCalls, FakeDiscord } from '../support/fake-discord.ts';
import { FakeTaskApi } from '../support/fake-task-api.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { Mortal } from '../support/mortal.ts';
import { work } from '../support/sources.ts';
import { uncached } from '../support/toy-collection.ts';
import { unpostedRound } from './rounds-samples.ts';

export const GUILD = '200000000000000001';
export const MEMBER = '300000000000000001';
export const SECOND_MEMBER = '300000000000000002';
export const MODERATOR = '300000000000000009';
export const CHANNEL = '400000000000000001';
export const STAFF = '400000000000000009';
const OPERATORS = '400000000000000008';
export const [REVIEW, VOTE, PREVIEW] = [gatesOf('review'), gatesOf('vote'), gatesOf('preview')] as const;

/** What survives when the bot is killed: its records, Discord, the service, and time. */
export async function openWorld() {
  const clock = new FakeClock();
  const world = await worldOf({
    ...{ clock, database: new MemoryDatabase() },
    ...{ discord: new FakeDiscord(clock), service: new FakeTaskApi(clock) },
  });
  const { moderation } = await live(world, 0);
  await moderation.settings.change(GUILD, { byId: MODERATOR, action: 'settings changed' }, (before) => ({
    ...before,
    moderatorsChannelId: STAFF,
    votesNeeded: 2,
    resultsByOthers: 'anyone',
  }));
  // A test sees only its own decisions.
  for (const key of await keysOf(world.records.decisions)) await world.records.decisions.delete(key);
  return world;
}

/** A copy of what is outside the bot, as it is now. No bot lives in it yet. */
export function copyOf({ clock, database, discord, service }: WorldParts): WorldParts {
  const own = clock.copy();
  return { clock: own, database: database.copy(), discord: discord.copy(own), service: service.copy(own) };
}

export async function worldOf(parts: WorldParts) {
  /** Reads the records without the bot. */
  const records = recordsOver(await storeOver(parts.database));
  return { ...parts, records };
}
export type World = Awaited<ReturnType<typeof worldOf>>;

export interface WorldParts {
  clock: FakeClock;
  database: MemoryDatabase;
  discord: FakeDiscord;
  service: FakeTaskApi;
}

function recordsOver(store: Store) {
  return {
    running: store.collection(uncached(runningCollection)),
    models: store.collection(modelCollection),
    settings: store.collection(settingsCollection),
    decisions: store.collection(decisionCollection),
    members: store.collection(uncached(memberCollection)),
    audit: store.collection(auditCollection),
    requests: store.collection(requestCollection),
    reports: store.collection(uncached(reportCollection)),
    gallery: store.collection(galleryCollection),
    rounds: store.collection(roundCollection),
  };
}

const log = createLog('silent');

/** A part with only the members that a test needs. */
const partly = <Whole>(part: Partial<Whole>): Whole => part as Whole;

/** The calls to Discord of a bot that may die. Its server has only text channels, and members without roles. */
function callsOf({ discord }: World, mortal: Mortal, changed: Partial<FakeCalls>): DiscordRest {
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
  // The types notice a lookup that gets another name; without its answer, each caller would ask again and again.
  const lookups = {
    channelFacts: async () => ({ guildId: GUILD, isAgeRestricted: false, parentChannelId: undefined, isForum: false }),
    memberRoleIds: async () => [],
  } satisfies Partial<Record<keyof DiscordRest, unknown>>;
  return partly<DiscordRest>(withOutcomes({ ...calls, ...changed, ...lookups }));
}

/** Results that are on no disk. */
const NO_RESULTS = partly<ResultFolder>({ path: '/nowhere', remove: async () => undefined });
const FETCHER: ResultFetcher = {
  fetch: async (_, name) => ({
    ...{ path: `/nowhere/${name}.png`, sizeBytes: 100, kind: 'image', mimeType: 'image/png', extension: 'png' },
  }),
  close: async () => undefined,
};
const FINISH: FinishFile = async (file) => ({ ...file, isFinished: true });
const MEDIA = { fitter: partly<Fitter>({}), clips: NO_CLIP_EDITOR, finish: FINISH, hashPicture: async () => undefined };

/**
 * One life of the bot, from its start. Nothing runs by itself before `start`.
 * @param changed calls to Discord that behave differently.
 */
export async function live(world: World, dieAt: number, changed: Partial<FakeCalls> = {}) {
  const { discord } = world;
  const mortal = new Mortal(dieAt);
  const stopping = new AbortController();
  const stop = stopping.signal;
  const clock = mortal.clock(world.clock);
  const rest = callsOf(world, mortal, changed);
  const taskApi = mortal.taskApi(world.service);
  const bot = await createBot({
    clock,
    log,
    stop,
    store: await storeOver(mortal.database(world.database)),
    results: NO_RESULTS,
    config: { BUDGET_DEFAULT_CREDITS: 1_000, OPERATOR_CHANNEL_ID: OPERATORS },
    replaced: { taskApi, rest, fetcher: FETCHER, media: MEDIA, clockCheck: clockCheckOf(() => true) },
  });
  const { accounts, history, jobs, moderation, rounds, watch } = bot;
  const context = partly<Context>({
    ...{ clock, history, jobs, moderation, watch, models: bot.models, texts: en },
    defaults: {
      modelId: { image: 'image-model-a', video: 'omni-flash', finish: undefined },
      ...{ aspectRatio: undefined, promptMaxCharacters: 2_000 },
    },
    rules: () => moderation.settings.of(GUILD),
  });

  /** A person types a command. */
  const command = (
    memberId: string,
    channelId = CHANNEL,
  ): { interaction: InServer; respond: Responder; jobId: string } => {
    const { id, token } = discord.issueToken(channelId);
    const interaction: InServer = {
      ...{ id, token, applicationId: '500000000000000001', guildId: GUILD, channelId, userId: memberId },
      receivedAtMs: clock.now(),
      server: partly<InServer['server']>({
        memberPermissions: 0n,
        roleIds: [],
        uploadLimitBytes: 10_000_000,
        parentChannelId: undefined,
      }),
    };
    return { interaction, respond: createResponder(rest, clock, interaction, stop), jobId: jobIdOf(id) };
  };

  const load = async (): Promise<void> => {
    for (const part of bot.loaded) await mortal.during(part.load());
  };

  return {
    ...{ accounts, history, jobs, mortal, moderation, rounds, load, clock: world.clock },
    /** Makes a picture at once, perhaps from another one, and resolves with its job. */
    make: async (memberId: string, madeFrom?: WorkOf): Promise<string> => {
      const { interaction, respond, jobId } = command(memberId);
      const location = locationOf(interaction);
      const spender = { memberId, roleIds: [], channelIds: [location.channelId] };
      const submission = { jobId, request: requestOf(madeFrom), count: 1, ...spender, location };
      await jobs.submit(submission, (job) => respond.answer(renderJob({ job }, en)));
      return jobId;
    },
    /** A member's request that people have to decide on. Resolves with its id. */
    ask: async (
      memberId: string,
      gates: Gates,
      { madeFrom, count = 1, channelId }: { madeFrom?: WorkOf; count?: number; channelId?: string } = {},
    ): Promise<string> => {
      const { interaction, respond, jobId } = command(memberId, channelId);
      const request = requestOf(madeFrom);
      const here = { ...(await requestInChannel(interaction, request, context)), request };
      const verdict = { gates, why: { reason: 'channel' as const } };
      await mortal.during(askForDecision({ ...interaction, respond }, { count, here }, verdict, context));
      return jobId;
    },
    /** A member opens a round, perhaps in another channel. */
    openRound: (changed: Partial<Round> = {}, channelId = CHANNEL) => {
      const { interaction, respond, jobId } = command(MEMBER, channelId);
      const round = { ...unpostedRound(jobId, locationOf(interaction)), ...changed };
      return mortal.during(rounds.open(round, (one) => respond.answerForRecord(renderRound(one, en))));
    },
    /** Starts what the app starts. */
    start: async (): Promise<void> => {
      quietly(watch.run(stop, (signal) => taskApi.probe({ signal })));
      quietly(jobs.run());
      quietly(jobs.recover());
      await load();
      for (const { run } of bot.loaded) quietly(run(stop));
    },
    stop: (): void => {
      stopping.abort(new Error('the test is over'));
      for (const close of bot.closing) close().catch(() => undefined);
    },
  };
}
export type Life = Awaited<ReturnType<typeof live>>;

interface WorkOf {
  jobId: string;
  memberId: string;
}
const requestOf = (madeFrom: WorkOf | undefined): JobRequest => ({
  ...{ modelId: 'image-model-a', prompt: 'a castle', spoiler: false },
  sources: madeFrom ? [work(madeFrom.jobId, madeFrom.memberId, 'again')] : [],
});
const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);

export async function turns(count = 12): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}
