import { randomBytes } from 'node:crypto';
import { buttons, commandsFor, forms } from '../commands/index.ts';
import type { CommandContext } from '../commands/support/context.ts';
import type { OpenHold } from './budget/audit.ts';
import type { Config } from './config.ts';
import { createGalleryDesk } from './discord/desks/gallery-desk.ts';
import { createLinePoster } from './discord/desks/line-poster.ts';
import { createReportDesk } from './discord/desks/report-desk.ts';
import { createRequestDesk } from './discord/desks/request-desk.ts';
import { createRoundDesk } from './discord/desks/round-desk.ts';
import { createCommandAccess } from './discord/interactions/command-access.ts';
import { createDispatcher } from './discord/interactions/dispatch.ts';
import { createResponder } from './discord/interactions/responder.ts';
import { createRegistration, registrationSchema } from './discord/registration/registration.ts';
import { createAsking, saidIn } from './discord/rest/asking.ts';
import { readAttachmentText } from './discord/rest/attachment-text.ts';
import { createChannels } from './discord/server/channels.ts';
import { createMembersNow } from './discord/server/members-now.ts';
import { createJobs } from './jobs/jobs.ts';
import { askingSchema, createAskings } from './jobs/records/askings.ts';
import { createHistory } from './jobs/records/history.ts';
import { openJobRecords } from './jobs/records/job-records.ts';
import { leaveOrphans } from './jobs/records/orphans.ts';
import { createSpentIds } from './jobs/records/spent-ids.ts';
import type { ResultFolder } from './media/result-folder.ts';
import { auditRecordSchema } from './moderation/audit-log.ts';
import { galleryCopySchema } from './moderation/gallery/gallery.ts';
import {
  listedTimeoutSchema,
  MEMBER_MIGRATIONS,
  memberRecordSchema,
  membersUpgradeSchema,
} from './moderation/members.ts';
import { createModeration } from './moderation/moderation.ts';
import { reportRecordSchema } from './moderation/reports/reports.ts';
import { gatedRequestSchema } from './moderation/requests/request.ts';
import { createBarred } from './moderation/rounds/entry-rules.ts';
import { roundSchema } from './moderation/rounds/round.ts';
import { createRounds } from './moderation/rounds/rounds.ts';
import { createWinners } from './moderation/rounds/winners.ts';
import { settingsRecordSchema } from './moderation/settings/server-settings.ts';
import { createAlerts } from './parts/alerts.ts';
import type { Base, Ports } from './parts/base.ts';
import { createDiscord } from './parts/discord.ts';
import { createMoney } from './parts/money.ts';
import { createService } from './parts/service.ts';
import { createKeyedLocks } from './store/locks.ts';
import { everyPage } from './store/pages.ts';
import type { Store } from './store/store.ts';
import { createPreferences } from './studio/preferences.ts';
import { createStyles } from './studio/styles.ts';
import { createTrays } from './studio/tray.ts';
import { createSweeper, sweepLookSchema } from './sweeper.ts';
import { DEFAULT_LIMITS } from './task-api/limits.ts';
import { en } from './texts/en.ts';
import { createMemberBound } from './turns/member-bound.ts';

/** The longest that a create may be under way. */
export const CREATE_WITHIN_MS = DEFAULT_LIMITS.createDeadlineMs;

/** Members who are busy at the same time. */
const MEMBERS_AT_HAND = 5_000;
/** Of one member, by *Get it again*: each may be four files. */
const FETCHES_PER_MINUTE = 5;
const HOUR_MS = 3_600_000;
/** One server alone has half of it: four each for more than a hundred members, over a minute of a slow service. */
const CREATES_MAX = 1_000;
/** Many times what can be answered within Discord's 3 s; some go on for minutes after their answer, while a result is fetched. */
const INTERACTIONS_MAX = 1_000;

/** All parts of the bot, wired to what they need; none of them has begun. */
export type Parts = Awaited<ReturnType<typeof createParts>>;

/**
 * @param stop ends what waits for Discord or the service.
 * @throws StoreError when what was learned cannot be read.
 */
export async function createParts(
  config: Config,
  ports: Ports,
  { store, results }: { store: Store; results: ResultFolder },
  stop: AbortSignal,
) {
  const { clock, random, log } = ports;
  const texts = en;
  const closing: Base['closing'] = [];
  const locks = createKeyedLocks();
  const base: Base = { ...ports, config, store, results, locks, texts, stop, closing };
  const money = await createMoney(base);
  const { accounts, tally } = money;
  const service = await createService(base);
  const { fetcher, fitter, models, taskApi, watch } = service;
  const discordParts = createDiscord(base);
  const { board, clockCheck, discord, messenger, operators, rest } = discordParts;
  const { alerter, operatorAlerter } = createAlerts(base, money, service, discordParts);
  const history = createHistory({ store, locks, clock, log });
  const jobRecords = openJobRecords(store);
  const spent = createSpentIds({ store, clock, isClockRight: clockCheck.isRight });
  const jobs = createJobs({
    ...{ clock, random, log, taskApi, watch, accounts, locks, models, history, fetcher, results, tally },
    fitter,
    ...{ records: jobRecords, commit: store.commit, spent },
    takenBack: (jobId) => moderation.requests.takeBack(jobId),
    onEnded: (jobId) => moderation.requests.jobEnded(jobId),
    isClockRight: clockCheck.isRight,
    messenger: {
      ...messenger,
      amend: (job, options) => moderation.amend(job, (shown) => messenger.amend(shown, options)),
    },
    limits: {
      pollsPerSecond: config.POLLS_PER_SECOND,
      pollsAtOnce: config.POLLS_AT_ONCE,
      createsAtOnce: DEFAULT_LIMITS.createConnections,
      createsMax: CREATES_MAX,
      longestWaitMs: config.WAIT_LONGEST_HOURS * HOUR_MS,
    },
  });
  closing.push(() => jobs.stop());

  /** Of a task that waits, where there is one: it costs nothing. */
  const probe = async (signal: AbortSignal): Promise<void> => {
    const taskId = jobs.waitingTaskId();
    if (taskId === undefined) await taskApi.probe({ signal });
    else await taskApi.query(taskId, { signal });
  };

  const trays = createTrays({ store, locks, clock });
  const askings = createAskings({ collection: store.collection('askings', askingSchema), locks, clock });
  const ask = createAsking(log);
  const channels = createChannels({ rest, ask, clock });
  const moderation = createModeration({
    isChannelAgeRestricted: channels.isAgeRestricted,
    memberNow: createMembersNow({ rest, ask, clock }),
    noDesk: (guildId) => alerter.noticeNoDesk(guildId),
    ...{ locks, clock, log, accounts },
    isChannelElsewhere: channels.isElsewhere,
    desk: createRequestDesk({
      ...{ board, jobs, texts },
      recordOf: (guildId, memberId) => moderation.members.of(guildId, memberId),
    }),
    galleryDesk: createGalleryDesk({ board, jobs, texts, stop }),
    reportDesk: createReportDesk({
      ...{ board, history, jobs, log, texts },
      moderatorsChannelId: async (guildId) => (await moderation.settings.of(guildId)).settings.moderatorsChannelId,
      noDesk: (guildId) => alerter.noticeNoDesk(guildId),
    }),
    jobs: { jobs, history, messenger, mayCreate: () => !stop.aborted && watch.mayCreate() },
    collections: {
      settings: store.collection('settings', settingsRecordSchema),
      audit: store.collection('audit', auditRecordSchema),
      requests: store.collection('requests', gatedRequestSchema),
      reports: store.collection('reports', reportRecordSchema),
      gallery: store.collection('gallery', galleryCopySchema),
    },
    members: {
      collection: store.collection('members', memberRecordSchema, {
        ...{ migrations: MEMBER_MIGRATIONS, cached: MEMBERS_AT_HAND },
      }),
      timeouts: store.collection('timeouts', listedTimeoutSchema),
      upgrades: store.collection('upgrades', membersUpgradeSchema),
      commit: store.commit,
    },
    jobIdsUnderWay: async (guildId, memberId) => jobs.idsUnderWayOf(guildId, memberId),
  });

  const roundDesk = createRoundDesk({ board, texts });
  const barred = createBarred(moderation.recheck);
  const rounds = createRounds({
    ...{ accounts, locks, clock, log, desk: roundDesk, barred },
    collection: store.collection('rounds', roundSchema),
    winners: createWinners({
      ...{ jobs, history, accounts, clock, barred, post: roundDesk.postJob, remove: roundDesk.removeJob },
      requests: moderation.requests,
      mayBegin: async (guildId) => !stop.aborted && !(await moderation.isPaused(guildId)) && watch.mayCreate(),
    }),
  });

  /** One list for running and for registering. */
  const commands = commandsFor(config.PROMPT_MAX_CHARACTERS);
  const registration = createRegistration({
    ...{ rest, clock, log, guildId: config.DISCORD_GUILD_ID },
    collection: store.collection('registrations', registrationSchema),
    commands: commands.map(({ data }) => data),
  });

  const dispatcher = createDispatcher<CommandContext>({
    ...{ commands, buttons, forms, clock, log, stop, texts },
    context: {
      ...{
        accounts,
        alerter,
        askings,
        clock,
        history,
        operatorAlerter,
        jobs,
        models,
        moderation,
        operators,
        tally,
        unreadable: () => store.unreadable(),
        watch,
        texts,
      },
      styles: createStyles({ store, locks, clock }),
      preferences: createPreferences(store),
      trays,
      fetchBound: createMemberBound({ clock, mostPerMinute: FETCHES_PER_MINUTE }),
      ...{ channelPlaces: channels, isChannelAgeRestricted: channels.isAgeRestricted, rounds, stop },
      defaults: defaultsOf(config),
      commandAccess: createCommandAccess({ rest, ask, commandIdOf: registration.idOf, clock }),
      // Loaded at the first chart: the plotting library is large, and many bots never draw.
      drawChart: async (chart) => (await import('./charts/draw-chart.ts')).drawChart(chart),
      removeQuestion: async (question) => void (await rest.deleteOriginal(question)),
      readTask: (taskId) => taskApi.query(taskId, { signal: stop }),
      isOpenToEveryone: async (guildId, channelId) =>
        saidIn(
          await ask(
            (options) => rest.isOpenToEveryone(guildId, channelId, options),
            'Discord did not say who sees a channel',
          ),
        ),
      postLine: createLinePoster(board),
      readAttachment: (address, maxBytes) => readAttachmentText(address, maxBytes, stop),
      serverName: async (guildId) =>
        saidIn(
          await ask((options) => rest.serverName(guildId, options), 'Discord did not say what a server is called'),
        ),
    },
    respondTo: (interaction) => createResponder(rest, clock, interaction, stop, log),
    underWayMax: INTERACTIONS_MAX,
    faultId: () => randomBytes(4).toString('hex'),
  });
  closing.push(() => dispatcher.idle());

  /** What is about to become a job first: what has become one by then is among the jobs. */
  const holders = async (): Promise<ReadonlySet<string>> => {
    const ids = new Set([...moderation.requests.allIds(), ...(await rounds.potJobIds())]);
    for await (const { records } of everyPage(jobRecords)) for (const [jobId] of records) ids.add(jobId);
    return ids;
  };

  const sweeper = createSweeper({
    ...{ clock, clockCheck, log },
    collection: store.collection('sweeps', sweepLookSchema),
    sweeps: [
      history.sweep,
      spent.sweep,
      askings.sweep,
      trays.sweep,
      rounds.sweep,
      moderation.sweep,
      accounts.sweep,
      () => tally.fold(),
    ],
  });

  return {
    accounts,
    alerter,
    askings,
    clockCheck,
    closing,
    discord,
    dispatcher,
    history,
    jobs,
    leaveOrphans: (holds: readonly OpenHold[]) => leaveOrphans({ accounts, log, holders }, holds),
    moderation,
    operatorAlerter,
    operators,
    probe,
    registration,
    rounds,
    sweeper,
    watch,
  };
}

function defaultsOf(config: Config): CommandContext['defaults'] {
  return {
    modelId: { image: config.IMAGE_MODEL_DEFAULT, video: config.VIDEO_MODEL_DEFAULT },
    aspectRatio: config.ASPECT_RATIO_DEFAULT,
    promptMaxCharacters: config.PROMPT_MAX_CHARACTERS,
  };
}
