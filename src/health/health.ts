import type { Finding } from '../findings/finding.ts';
import type { Clock } from '../time/clock.ts';
import { VERSION } from '../version.ts';
import type { Watch } from './open-findings.ts';
import type { Route } from './serve-health.ts';

/** The answer of `GET /healthz`. Status 200 if the gateway and the store work, 503 otherwise. The rest informs only. */
interface Health {
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

/** The bot before it serves anyone. A spare waits for another process's servers. A finding says what delays a start. */
export type NotServing = { state: 'starting'; found?: Finding } | { state: 'waiting'; ownedBy: string };

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
  store: { unreadable(): Record<string, number> };
  storeWatch: Watch;
  watch: { status: string; refusal: string | undefined; lastAnswerAtMs: number | undefined };
  registration: { status: { state: string; found?: Finding } };
  /** `failsForMs` is undefined while calls work. */
  restWatch: { status(): Health['discord']; failsForMs(): number | undefined };
  clockCheck: { status(): Health['clock'] };
  jobs: { tasks: { atService: number } };
  /** The age of the newest backup, if the store is backed up by schedule. */
  backups: { ageMs(): number | undefined } | undefined;
  /** How delivered files are marked as made with AI. */
  marks: readonly string[];
  /** Everything else that is wrong now. */
  findings(): readonly Finding[];
}

/** Discord expects a heartbeat about every 41 s. After two missed ones, the connection is dead. */
const SILENCE_LONGEST_MS = 100_000;
/** New connections identify one at a time, one every 5 s. */
const TURN_MS = 6_000;
/** Shorter failures of calls to Discord concern few requests. */
const CALLS_FAIL_LONGEST_MS = 30_000;

/** What the bot says of itself, each from memory. */
export interface OwnHealth {
  healthz: Route;
  readyz: Route;
  isReady(): boolean;
  state: 'starting' | 'waiting' | 'serving';
  /** Everything that is wrong now, as at `/readyz`. */
  findings(): readonly Finding[];
}

export function notServing(state: NotServing): OwnHealth {
  const isWaiting = state.state === 'waiting';
  const status = isWaiting ? 200 : 503;
  const found = isWaiting ? undefined : state.found;
  const findings = found ? [found] : [];
  const body = isWaiting ? state : { state: state.state, ...(found && { reason: found.text }) };
  return {
    healthz: () => ({ status, body }),
    readyz: () => ({ status, body: { ...body, version: VERSION, findings } }),
    isReady: () => false,
    state: state.state,
    findings: () => findings,
  };
}

export function createHealth(sources: HealthSources): OwnHealth {
  const { discord, restWatch, storeWatch, backups, marks } = sources;
  /** Whether the next request would work. The service doesn't count, because Easel says so to members itself. */
  const isReady = (): boolean => {
    const shards = discord.shards();
    const areConnected = shards.length > 0 && shards.every(({ isConnected }) => isConnected);
    return areConnected && !storeWatch.finding() && (restWatch.failsForMs() ?? 0) < CALLS_FAIL_LONGEST_MS;
  };
  const findings = (): Finding[] => [storeWatch.finding() ?? [], sources.findings()].flat();
  return {
    healthz: () => {
      const body = healthOf(sources);
      return { status: body.gateway.ok && body.store.ok ? 200 : 503, body };
    },
    readyz: () => ({
      status: isReady() ? 200 : 503,
      body: {
        state: 'serving',
        version: VERSION,
        marks,
        ...(backups && { backupAgeMs: backups.ageMs() ?? null }),
        findings: findings(),
      },
    }),
    isReady,
    state: 'serving',
    findings,
  };
}

function healthOf(sources: HealthSources): Health {
  const { clock, startedAtMs, discord, restWatch, storeWatch, watch, registration, clockCheck, jobs } = sources;
  const now = clock.monotonicMs();
  const { status, refusal: reason, lastAnswerAtMs } = watch;
  const { state, found } = registration.status;
  return {
    version: VERSION,
    gateway: gatewayHealth(discord.shards(), now - startedAtMs),
    discord: restWatch.status(),
    store: { ok: !storeWatch.finding() },
    service: {
      status,
      ...(reason === undefined ? {} : { reason }),
      lastAnswerAgeMs: lastAnswerAtMs === undefined ? undefined : Math.round(now - lastAnswerAtMs),
    },
    commands: { state, ...(found && { reason: found.text }) },
    clock: clockCheck.status(),
    waitingTasks: jobs.tasks.atService,
    unreadable: sources.store.unreadable(),
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
