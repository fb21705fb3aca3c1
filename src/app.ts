import { randomBytes } from 'node:crypto';
import type { CommandContext } from '../commands/context.ts';
import { buttons, commands, forms } from '../commands/index.ts';
import { alertRecordSchema } from './alerts/alert.ts';
import { createAlerter } from './alerts/alerter.ts';
import { accountSchema } from './budget/account.ts';
import { createAccounts } from './budget/accounts.ts';
import type { AuditReport } from './budget/audit.ts';
import { controlsSchema } from './budget/controls.ts';
import { ledgerPageSchema } from './budget/ledger-pages.ts';
import { openServiceTally, tallySchema } from './budget/service-tally.ts';
import { usageSchema } from './budget/usage.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { createAgeRestriction } from './discord/age-restriction.ts';
import { createAlertPoster } from './discord/alert-poster.ts';
import { readAttachmentText } from './discord/attachment-text.ts';
import { createDiscordClient } from './discord/client.ts';
import { createDispatcher } from './discord/dispatch.ts';
import { createLinePoster } from './discord/line-poster.ts';
import { createMessenger } from './discord/messenger.ts';
import { createOperators } from './discord/operators.ts';
import { registerCommands } from './discord/registration.ts';
import { createResponder } from './discord/responder.ts';
import { createDiscordRest } from './discord/rest.ts';
import { type HealthSources, healthOf, serveHealth } from './health.ts';
import { askingSchema, createAskings } from './jobs/askings.ts';
import { countedTaskApi } from './jobs/counted-task-api.ts';
import { createHistory, historySchema } from './jobs/history.ts';
import { jobSchema } from './jobs/job.ts';
import { createJobs } from './jobs/jobs.ts';
import { modelRecordSchema, openModelRecords } from './jobs/model-records.ts';
import { createServiceWatch } from './jobs/service-watch.ts';
import type { Log } from './log.ts';
import { createResultFetcher } from './media/fetch-result.ts';
import { openResultFolder } from './media/result-folder.ts';
import { auditRecordSchema } from './moderation/audit-log.ts';
import { memberRecordSchema } from './moderation/members.ts';
import { createModeration } from './moderation/moderation.ts';
import { settingsRecordSchema } from './moderation/server-settings.ts';
import { createKeyedLocks } from './store/locks.ts';
import { openStore } from './store/open-store.ts';
import { createTaskApi } from './task-api/client.ts';
import { en } from './texts/en.ts';

/** What the outside gives to the bot; tests give their own. */
export interface Ports {
  clock: Clock;
  random: () => number;
  log: Log;
}

export interface App {
  /** Opens the store, recovers, logs in. Resolves when members can use it. @throws what makes a start impossible. */
  start(): Promise<void>;
  /** Resolves when stopped; rejects with DiscordEndedError when Discord ended it for good. */
  readonly ended: Promise<void>;
  /** Ends within some seconds and loses nothing: what is under way goes on after the next start. May be called twice. */
  stop(): Promise<void>;
  /** Where `GET /healthz` is served, once started; undefined when it is off. */
  readonly healthPort: number | undefined;
}

const MEGABYTE = 1_000_000;
const HOUR_MS = 3_600_000;
const SWEEP_INTERVAL_MS = 24 * HOUR_MS;
/** What is still under way by then is left to the next start: a container runtime kills after 10 s. */
const STOP_WITHIN_MS = 8_000;

const FETCH_LIMITS = {
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 30_000,
  bodyTimeoutMs: 30_000,
  deadlineMs: 10 * 60_000,
};

/** Wires every part to what it needs. Nothing happens before `start`. */
export function createApp(config: Config, { clock, random, log }: Ports): App {
  const stopping = new AbortController();
  const texts = en;
  const { promise: ended, resolve: end, reject: endWith } = Promise.withResolvers<void>();
  ended.catch(() => undefined);
  /** What has to be closed again, in the order in which it was opened. */
  const opened: (() => Promise<unknown>)[] = [];
  let healthPort: number | undefined;
  let stopped: Promise<void> | undefined;

  const start = async (): Promise<void> => {
    const startedAtMs = clock.now();
    const store = await openStore(config.STORE_URL);
    opened.push(() => store.close());
    await store.selfTest();
    const results = await openResultFolder(config.MEDIA_FOLDER);
    await results.clearExcept([]);

    const locks = createKeyedLocks();
    const accounts = createAccounts({
      collection: store.collection('accounts', accountSchema),
      usage: store.collection('usage', usageSchema),
      pages: store.collection('ledger_pages', ledgerPageSchema),
      controls: store.collection('controls', controlsSchema),
      locks: createKeyedLocks(),
      clock,
      defaultAllowanceCredits: config.BUDGET_DEFAULT_CREDITS,
      onChange: (guildId) => alerter.notice(guildId),
    });
    const models = await openModelRecords({
      collection: store.collection('models', modelRecordSchema),
      guesses: config.PRICE_GUESS_CREDITS,
    });
    const history = createHistory({ collection: store.collection('history', historySchema), locks, clock });

    const tally = await openServiceTally({
      collection: store.collection('service', tallySchema),
      spentCredits: async () => (await accounts.audit()).spentCredits,
      onFailure: (error) => log.error({ err: error }, 'the tally of the service could not be kept; it is tried again'),
    });
    const service = createTaskApi({ baseUrl: config.TASK_API_URL, key: config.TASK_API_KEY, clock, random });
    const taskApi = countedTaskApi(service, tally);
    opened.push(() => taskApi.close());
    const fetcher = createResultFetcher({
      ...FETCH_LIMITS,
      folder: results.path,
      maxBytes: config.MEDIA_MAX_MEGABYTES * MEGABYTE,
      allowPrivate: config.MEDIA_ALLOW_PRIVATE,
      // Downloads happen in real time, whatever clock the rest of the bot lives by.
      clock: systemClock,
    });
    opened.push(() => fetcher.close());
    const watch = createServiceWatch({
      clock,
      log,
      probe: async (signal) => {
        const taskId = jobs.waitingTaskId();
        if (taskId === undefined) await taskApi.probe({ signal });
        else await taskApi.query(taskId, { signal });
      },
    });

    const discord = createDiscordClient({ token: config.DISCORD_TOKEN, apiUrl: config.DISCORD_API_URL, clock, log });
    opened.push(() => discord.stop());
    const rest = createDiscordRest(discord.rest);
    const jobs = createJobs({
      ...{ clock, random, log, taskApi, watch, accounts, locks, models, history, fetcher, results },
      records: store.collection('jobs', jobSchema),
      messenger: createMessenger({ rest, clock, random, log, texts }),
      limits: {
        pollsPerSecond: config.POLLS_PER_SECOND,
        pollsAtOnce: config.POLLS_AT_ONCE,
        longestWaitMs: config.WAIT_LONGEST_HOURS * HOUR_MS,
      },
    });
    opened.push(() => jobs.stop());

    const alerter = createAlerter({
      ...{ accounts, clock, locks, log, post: createAlertPoster(rest, texts) },
      collection: store.collection('alerts', alertRecordSchema),
    });
    const operators = createOperators({ rest, clock, log, configuredIds: config.OPERATOR_IDS ?? [] });
    const askings = createAskings({ collection: store.collection('askings', askingSchema), locks, clock });
    /** For what is only a courtesy: where Discord does not do it, it is left out. */
    const quietly = <Result>(work: Promise<Result>, otherwise: Result): Promise<Result> =>
      work.catch((error: unknown) => {
        log.debug({ err: error }, 'Discord did not do a courtesy');
        return otherwise;
      });

    const moderation = createModeration({
      ...{ locks, clock },
      collections: {
        settings: store.collection('settings', settingsRecordSchema),
        members: store.collection('members', memberRecordSchema),
        audit: store.collection('audit', auditRecordSchema),
      },
      jobIdsUnderWay: async (guildId, memberId) => (await jobs.underWayOf(guildId, memberId)).map(({ id }) => id),
    });

    const dispatcher = createDispatcher<CommandContext>({
      ...{ commands, buttons, forms, clock, log, texts },
      context: {
        ...{ accounts, alerter, askings, clock, history, jobs, models, moderation, operators, tally, watch, texts },
        defaults: defaultsOf(config),
        // Loaded at the first chart: the plotting library is large, and many bots never draw.
        drawChart: async (chart) => (await import('./charts/draw-chart.ts')).drawChart(chart),
        removeQuestion: (question) => quietly(rest.deleteOriginal(question), undefined),
        readTask: (taskId) => taskApi.query(taskId, { signal: stopping.signal }),
        isChannelAgeRestricted: createAgeRestriction(rest, clock, (error) =>
          log.warn({ err: error }, 'Discord did not say whether a channel is age-restricted; the stricter rules bind'),
        ),
        postLine: createLinePoster(rest, stopping.signal),
        readAttachment: (address, maxBytes) => readAttachmentText(address, maxBytes, stopping.signal),
        serverName: (guildId) => quietly(rest.serverName(guildId, { signal: stopping.signal }), undefined),
      },
      respondTo: (interaction) => createResponder(rest, clock, interaction, stopping.signal),
      faultId: () => randomBytes(4).toString('hex'),
    });
    opened.push(() => dispatcher.stop());

    if (config.HEALTH_PORT !== undefined) {
      const sources: HealthSources = {
        clock,
        startedAtMs,
        heartbeatAnsweredAtMs: () => discord.heartbeatAnsweredAtMs(),
        storeTest: () => store.selfTest(),
        serviceStatus: () => watch.status,
        serviceAnsweredAtMs: () => watch.lastAnswerAtMs,
        waitingTasks: () => jobs.waiting,
      };
      const server = await serveHealth({ host: config.HEALTH_HOST, port: config.HEALTH_PORT }, () => healthOf(sources));
      healthPort = server.port;
      opened.push(() => server.close());
    }

    inBackground(watch.run(stopping.signal));
    inBackground(taskApi.probe({ signal: stopping.signal }).then(() => watch.heard(), watch.heard));
    inBackground(jobs.run());
    inBackground(jobs.recover());
    inBackground(
      sweepDaily(async () => {
        await history.sweep();
        await askings.sweep();
      }),
    );
    inBackground(alerter.run(stopping.signal));
    inBackground(operators.load(stopping.signal));
    inBackground(checkBooks(() => accounts.audit(), log));

    const { applicationId } = await discord.start((raw) => void dispatcher.dispatch(raw), stopping.signal);
    discord.ended.catch(endWith);
    await registerCommands({
      rest: discord.rest,
      applicationId,
      guildId: config.DISCORD_GUILD_ID,
      commands: commands.map(({ data }) => data),
      log,
    });
    log.info({ durationMs: clock.now() - startedAtMs }, 'Easel is ready');
  };

  /** A loop that lives as long as the bot; whatever else ends it is a fault that ends the bot. */
  const inBackground = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => {
      if (!stopping.signal.aborted) endWith(error);
    });
  };

  const sweepDaily = async (sweep: () => Promise<void>): Promise<void> => {
    for (;;) {
      await sweep().catch((error: unknown) => log.error({ err: error }, 'what is too old could not be dropped'));
      await clock.sleep(SWEEP_INTERVAL_MS, stopping.signal);
    }
  };

  const stop = async (): Promise<void> => {
    log.info('Easel is stopping');
    stopping.abort(new Error('Easel is stopping'));
    const closing = (async () => {
      for (const close of opened.reverse()) {
        await close().catch((error: unknown) => log.warn({ err: error }, 'a part did not stop cleanly'));
      }
    })();
    const tooLong = new AbortController();
    await Promise.race([
      closing,
      systemClock.sleep(STOP_WITHIN_MS, tooLong.signal).then(
        () => log.warn('not everything ended in time; the next start goes on with it'),
        () => undefined,
      ),
    ]);
    tooLong.abort();
    log.info('Easel has stopped');
    end();
  };

  return {
    start,
    ended,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
    get healthPort() {
      return healthPort;
    },
  };
}

/** Says at start which server and entry differ; work goes on, for what is held must still be settled. */
async function checkBooks(audit: () => Promise<AuditReport>, log: Log): Promise<void> {
  const { accounts, faults, unreadable, unconfirmed } = await audit();
  for (const { guildId, ...fault } of faults) log.error({ server: guildId, ...fault }, 'the books differ');
  for (const guildId of unreadable)
    log.error({ server: guildId }, 'an account cannot be read: its server cannot spend');
  if (unconfirmed.holds > 0) log.warn({ ...unconfirmed }, 'unconfirmed holds wait for /credits resolve');
  if (faults.length + unreadable.length === 0) log.info({ accounts }, 'the books are in order');
}

function defaultsOf(config: Config): CommandContext['defaults'] {
  return {
    modelId: { image: config.IMAGE_MODEL_DEFAULT, video: config.VIDEO_MODEL_DEFAULT },
    aspectRatio: config.ASPECT_RATIO_DEFAULT,
    promptMaxCharacters: config.PROMPT_MAX_CHARACTERS,
  };
}
