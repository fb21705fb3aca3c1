import { resolve } from 'node:path';
import type { Accounts } from './budget/accounts.ts';
import type { AuditReport } from './budget/audit/audit.ts';
import type { Config } from './config.ts';
import { FindingError, finding, logFinding } from './findings/finding.ts';
import { openResultFolder, type ResultFolder } from './media/files/result-folder.ts';
import { warmUpWords } from './moderation/words/words.ts';
import { type AppPorts, createTopic } from './parts/base.ts';
import { openHealth } from './parts/health.ts';
import { keepCopyBeforeUpgrade, lossOf, openingFailure, openOwnStore } from './parts/open-own-store.ts';
import { CREATE_WITHIN_MS, createParts } from './parts/parts.ts';
import { failureReason } from './store/database/failures.ts';
import type { VacantShards } from './store/database/shards.ts';
import { StoreError } from './store/store.ts';
import { recordRelease } from './store/versions.ts';
import { untilSuccessful } from './time/back-off.ts';
import { systemClock } from './time/clock.ts';
import { type Closing, closeInTime } from './time/stopping.ts';
import { VERSION } from './version.ts';

export interface App {
  /** Opens the store, recovers, logs in. Resolves when interactions arrive. @throws if a start is impossible. */
  start(): Promise<void>;
  /** Resolves when stopped; rejects with DiscordEndedError if Discord ended the connection for good. */
  readonly ended: Promise<void>;
  /**
   * Stops within seconds, or a minute if the service is still answering creates. Loses nothing: the next start continues
   * what was running. May be called twice.
   */
  stop(): Promise<void>;
  /** The port of health once started; undefined if it is off. */
  readonly healthPort: number | undefined;
}

/** The bot's life: open, wire, run, stop. Nothing happens before `start`. */
export function createApp(config: Config, ports: AppPorts): App {
  const { clock, log } = ports;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>();
  ended.catch(() => undefined);
  const closing: Closing = { opened: [], closeStore: async () => undefined, creating: () => 0 };
  let healthPort: number | undefined;
  let stopped: Promise<void> | undefined;

  const start = async (): Promise<void> => {
    for (const found of ports.findings ?? []) logFinding(log, found);
    const { metering, ...health } = await openHealth(config, ports);
    healthPort = health.port;
    closing.opened.push(health.close);
    const vacancies = createTopic<VacantShards>();
    const store = await openOwnStore(config, ports, {
      signal,
      onState: health.onState,
      onRestartNeeded: fail,
      onVacant: vacancies.publish,
      onCommit: metering.onCommit,
    });
    closing.closeStore = () => store.close();
    closing.opened.push(closing.closeStore);
    // Only now, because a spare may have waited for days.
    const startedAtMs = clock.monotonicMs();
    void store.lost.then((cause) => fail(lossOf(config, cause)));
    const results = await openOwnResults(config);

    const opened = { ...ports, config, store, results, vacancies, metering, stop: signal };
    const parts = await createParts(opened).catch((cause: unknown) => {
      // Also if a newer Easel wrote the store, which shows once the collections are known.
      throw openingFailure(config, cause);
    });
    await keepCopyBeforeUpgrade(config, ports, { store, version: VERSION });
    await recordRelease(store, { version: VERSION, startedAtMs: clock.now() });
    const { accounts, discord, dispatcher, jobs, operators, registration, watch } = parts;
    closing.opened.push(...parts.closing);
    closing.creating = () => jobs.creating;

    inBackground(health.run({ ...parts, startedAtMs, store }, signal));

    await parts.recallLosses();
    watch.check();
    for (const work of [watch.run(signal, parts.probe), jobs.run(), jobs.recover()]) inBackground(work);
    for (const { run } of [parts.models, parts.operatorCommands, parts.processes, parts.sweeper, parts.looking])
      inBackground(run(signal));
    for (const { load, run } of parts.loaded) {
      await load();
      inBackground(run(signal));
    }
    inBackground(parts.alerter.run(signal));
    inBackground(checkBooks(accounts, ports, signal).then(parts.markOrphanedHolds));

    const starting = discord.start(dispatcher.dispatch, signal);
    // While Discord answers.
    warmUpWords();
    const { applicationId } = await starting;
    discord.ended.catch(fail);
    inBackground(operators.load(signal));
    for (const { run } of [parts.operatorAlerter, parts.approvals, parts.alertsChannel]) inBackground(run(signal));
    inBackground(registration.run(applicationId, signal));
    // Operators and commands count from the first interaction after this.
    await Promise.all([operators.tried, registration.tried]);
    log.info({ durationMs: Math.round(clock.monotonicMs() - startedAtMs) }, 'Easel is ready');
  };

  /** A loop that lives as long as the bot. If it ends early, the bot ends too. */
  const inBackground = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => {
      if (!signal.aborted) fail(error);
    });
  };

  const stop = async (): Promise<void> => {
    log.info('Easel is stopping');
    stopping.abort(new Error('Easel is stopping'));
    await closeInTime(closing, { clock: systemClock, log, createWithinMs: CREATE_WITHIN_MS });
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

/** Opens the folder and empties it of an earlier run's files. @throws FindingError */
async function openOwnResults({ MEDIA_FOLDER: folder }: Config): Promise<ResultFolder> {
  const results = await openResultFolder(folder).catch((cause: unknown) => {
    const facts = { path: resolve(folder), reason: failureReason(cause) };
    throw new FindingError(finding('media.folder', facts), { cause });
  });
  await results.clear();
  return results;
}

const BOOKS_BACK_OFF = { firstMs: 5_000, longestMs: 60_000 };

/**
 * Logs at start which server and entry differ. Work continues, because holds must still be settled.
 * @returns the open holds.
 */
async function checkBooks(
  { audit }: Pick<Accounts, 'audit'>,
  { clock, log }: AppPorts,
  signal: AbortSignal,
): Promise<AuditReport['openHolds']> {
  const check = () => audit({ continued: true });
  const report = await untilSuccessful({ clock, signal, ...BOOKS_BACK_OFF }, check, (error, delayMs) => {
    if (!(error instanceof StoreError)) throw error;
    log.warn({ err: error, delayMs }, 'the books could not be checked; retrying');
  });
  const { accounts, faults, unreadable, unconfirmed, openHolds } = report;
  for (const { guildId, ...fault } of faults)
    log.error({ server: guildId, ...fault }, 'an account or its ledger differs');
  if (faults.length > 0) logFinding(log, finding('store.books', { faults: faults.length }));
  for (const guildId of unreadable)
    log.error({ server: guildId }, 'an account cannot be read: its server cannot spend');
  if (unconfirmed.holds > 0) logFinding(log, finding('credits.unconfirmed', { tasks: unconfirmed.holds }), unconfirmed);
  if (accounts + unreadable.length === 0) log.info('the store is empty: no server has an account yet');
  else if (faults.length + unreadable.length === 0) log.info({ accounts }, 'the books are in order');
  return openHolds;
}
