import { createApp } from './app.ts';
import { ConfigError, readConfig, VARIABLES } from './config.ts';
import { loadEnvironment, rereadSecret } from './environment.ts';
import { FindingError, logFinding } from './findings/finding.ts';
import { createLog, reasonOf } from './log.ts';
import { warningsOf } from './parts/warnings.ts';
import { openStore } from './store/open-store.ts';
import { systemClock } from './time/clock.ts';
import { wakeThreads } from './time/wake-threads.ts';
import { VERSION } from './version.ts';

/** Reads the configuration, starts the app, and stops it on a signal. */

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function main(): Promise<number> {
  const source = { own: process.env };
  const environment = loadEnvironment(source);
  const config = readConfig(environment);
  const log = createLog(config.LOG_LEVEL);
  log.info({ version: VERSION }, 'Easel is starting');
  const app = createApp(config, {
    clock: systemClock,
    random: Math.random,
    log,
    openStore,
    rereadSecret: (variable) => rereadSecret(source, variable),
    findings: warningsOf(config, environment),
  });
  let isStopRequested = false;
  const stop = (): void => {
    isStopRequested = true;
    void app.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  // A closing terminal may signal more than once, which must not cut the stop short.
  process.on('SIGHUP', stop);
  try {
    await Promise.race([app.start(), app.ended]);
    await app.ended;
    return 0;
  } catch (error) {
    if (isStopRequested) {
      await app.stop();
      return 0;
    }
    const found = error instanceof FindingError ? { finding: error.finding.id } : {};
    log.fatal({ ...found, err: error }, 'Easel cannot continue');
    print(`Easel cannot continue: ${reasonOf(error)}`);
    await app.stop();
    return 1;
  }
}

/** Says why the configuration can't be used, in the log and for people at the terminal. */
function reportNoStart(error: unknown): void {
  // The configuration's own level isn't known.
  const log = createLog(VARIABLES.LOG_LEVEL.default);
  if (error instanceof ConfigError) {
    for (const found of error.findings) logFinding(log, found);
    print('Easel cannot start:');
    for (const { text } of error.findings) print(`  ${text}`);
    for (const remedy of new Set(error.findings.map((one) => one.remedy))) print(remedy);
  } else {
    log.fatal({ err: error }, 'Easel cannot start');
    print(`Easel cannot start: ${reasonOf(error)}`);
  }
}

wakeThreads();
process.exitCode = await main().catch((error: unknown) => {
  reportNoStart(error);
  return 1;
});
// An open socket must not keep a stopped bot alive.
process.exit();
