import { createServer, type Server } from 'node:http';
import type { Clock } from './time/clock.ts';
import { VERSION } from './version.ts';

/** The answer of `GET /healthz`. Status 200 if the gateway and the store work, 503 otherwise. The rest informs only. */
export interface Health {
  /** Easel's version. */
  version: string;
  /** The longest silence of any connection, the number of connections, and those that are reconnecting. */
  gateway: { ok: boolean; longestSilenceMs: number | undefined; shards: number; away: number[] };
  /** Whether calls to Discord are answered, and why not. */
  discord: { ok: boolean; cause?: string };
  store: { ok: boolean };
  /** An unavailable service is no reason to restart the bot. */
  service: { status: string; reason?: string; lastAnswerAgeMs: number | undefined };
  /** Whether commands are registered with Discord. */
  commands: { state: string; reason?: string };
  /** Whether this machine's clock agrees with Discord's; unknown before Discord's first answer. */
  clock: { state: string; aheadMs: number | undefined };
  waitingTasks: number;
  /** The number of unreadable records, by collection. */
  unreadable: Record<string, number>;
}

/**
 * The answer before the bot serves anyone. A spare is healthy while it waits for another process's servers. `reason`
 * says what delays a start.
 */
export type NotServing = { state: 'starting'; reason?: string } | { state: 'waiting'; ownedBy: string };

/** One connection to Discord. */
interface Shard {
  id: number;
  isConnected: boolean;
  /** How long ago it opened or Discord acknowledged a heartbeat; undefined before both. */
  aliveAgeMs: number | undefined;
}

/** The parts of the bot that health reads. All times are on the monotonic clock. */
export interface HealthSources {
  clock: Pick<Clock, 'monotonicMs'>;
  startedAtMs: number;
  discord: { shards(): readonly Shard[] };
  store: { selfTest(): Promise<void>; unreadable(): Record<string, number> };
  watch: { status: string; refusal: string | undefined; lastAnswerAtMs: number | undefined };
  registration: { status: Health['commands'] };
  restWatch: { status(): Health['discord'] };
  clockCheck: { status(): Health['clock'] };
  jobs: { waiting: number };
}

/** Discord expects a heartbeat about every 41 s. After two missed ones, the connection is dead. */
const SILENCE_LONGEST_MS = 100_000;
/** New connections identify one at a time, one every 5 s. */
const TURN_MS = 6_000;

/** How long a store test's outcome is reused. Each test is two commits. */
const STORE_TEST_COUNTS_MS = 5_000;

/**
 * Shares one store test among concurrent and later callers for some seconds, so that frequent requests cost nothing
 * more.
 */
export function createStoreTest(clock: Pick<Clock, 'monotonicMs'>, test: () => Promise<void>): () => Promise<void> {
  let last: { outcome: Promise<void>; countsUntilMs: number } | undefined;
  return () => {
    if (last && clock.monotonicMs() < last.countsUntilMs) return last.outcome;
    const outcome = test();
    const tested = { outcome, countsUntilMs: Number.POSITIVE_INFINITY };
    const onEnd = (): void => {
      tested.countsUntilMs = clock.monotonicMs() + STORE_TEST_COUNTS_MS;
    };
    outcome.then(onEnd, onEnd);
    last = tested;
    return outcome;
  };
}

/** Reads everything anew for each call, except the store test. */
export function createHealth(sources: HealthSources): () => Promise<Health> {
  const { clock, startedAtMs, discord, restWatch, store, watch, registration, clockCheck, jobs } = sources;
  const testStore = createStoreTest(clock, () => store.selfTest());
  return async () => {
    const now = clock.monotonicMs();
    const storeOk = await testStore().then(
      () => true,
      () => false,
    );
    const { status, refusal: reason, lastAnswerAtMs } = watch;
    return {
      version: VERSION,
      gateway: gatewayHealth(discord.shards(), now - startedAtMs),
      discord: restWatch.status(),
      store: { ok: storeOk },
      service: {
        status,
        ...(reason === undefined ? {} : { reason }),
        lastAnswerAgeMs: lastAnswerAtMs === undefined ? undefined : Math.round(now - lastAnswerAtMs),
      },
      commands: registration.status,
      clock: clockCheck.status(),
      waitingTasks: jobs.waiting,
      unreadable: store.unreadable(),
    };
  };
}

function gatewayHealth(shards: readonly Shard[], runningMs: number): Health['gateway'] {
  const silences = shards.flatMap(({ aliveAgeMs }) => aliveAgeMs ?? []);
  const isBeginning = runningMs < SILENCE_LONGEST_MS + shards.length * TURN_MS;
  const isAlive =
    silences.every((silenceMs) => silenceMs < SILENCE_LONGEST_MS) &&
    (isBeginning || (shards.length > 0 && silences.length === shards.length));
  return {
    ok: isAlive,
    longestSilenceMs: silences.length > 0 ? Math.max(...silences) : undefined,
    shards: shards.length,
    away: shards.filter(({ isConnected }) => !isConnected).map(({ id }) => id),
  };
}

/** Monitoring needs one or two. */
const CONNECTIONS_MAX = 100;

/** Serves `GET /healthz`. Resolves when it listens. */
export async function serveHealth(
  at: { host: string; port: number },
  health: () => Promise<Health | NotServing>,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/healthz' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    health().then(
      (answer) => {
        response.writeHead(isHealthy(answer) ? 200 : 503, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer));
      },
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = CONNECTIONS_MAX;
  const port = await listen(server, at);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function isHealthy(answer: Health | NotServing): boolean {
  return 'state' in answer ? answer.state === 'waiting' : answer.gateway.ok && answer.store.ok;
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
