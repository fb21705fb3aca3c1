import {
  Client,
  type ClientOptions,
  Events,
  GatewayDispatchEvents,
  type ManagerShardEventsMap,
  REST,
  type RESTOptions,
  SnowflakeUtil,
  Status,
  type WebSocketOptions,
} from 'discord.js';
import { z } from 'zod';
import { type Finding, finding, logFinding } from '../../findings/finding.ts';
import type { Needs } from '../../runtime.ts';
import { type Shards, type TakeSlot, wholeShareOf } from '../../store/database/shards.ts';
import { NO_LONGER, systemClock } from '../../time/clock.ts';
import { TimeoutError, withinLimit } from '../../time/time-limit.ts';
import { createCallPace } from '../rest/call-pace.ts';
import { createRestTransport, type TransportOptions } from '../rest/rest-transport.ts';
import { createConnectPauses } from './connect-pauses.ts';
import { DiscordEndedError, untilReached } from './connection.ts';
import { CarefulShardingStrategy } from './frames.ts';
import { createIdentifyLimit } from './identify-limit.ts';

export interface DiscordClientOptions extends Omit<TransportOptions, 'clock'>, Needs<'clock' | 'log'> {
  token: string;
  apiUrl: string;
  /** The shards to open: this process's own, or as many as Discord recommends. */
  shards: Shards | 'auto';
  /** Set if other processes open shards of the same bot. Then shards take turns to identify. */
  takeSlot?: TakeSlot | undefined;
  /** Discord's own limit by default. */
  callsPerSecond?: number | undefined;
}

/** @param issuedAtMs when it happened, by Discord's clock */
type OnInteraction = (raw: unknown, issuedAtMs: number | undefined) => void;

/** https://discord.com/developers/docs/topics/rate-limits#global-rate-limit, for all processes of the bot together. */
const REQUESTS_PER_SECOND = 50;
const DISCORD_HOST = 'discord.com';
/** discord.js waits for rate limits up to this long. Longer ones fail the call, and its caller decides. */
const LONGEST_RATE_LIMIT_MS = 2_000;
/** The limit for uploads. All other calls have a shorter one of their own. */
const REST_TIMEOUT_MS = 5 * 60_000;

/** Easel asks for no intents, so only something in between can have added them. */
const REFUSED_INTENTS = {
  reason: 'it refuses the intents',
  todo: 'Look at what changes the connection at DISCORD_API_URL; otherwise update Easel, which asks for none.',
};

/**
 * https://discord.com/developers/docs/topics/opcodes-and-status-codes: close codes after which reconnecting is useless.
 */
const FINAL_CLOSES: Readonly<Record<number, Finding>> = {
  4004: finding('discord.token'),
  4010: finding('discord.closed', {
    reason: 'it refuses how servers are divided among shards',
    todo: 'Restart Easel, which asks Discord again.',
  }),
  4011: finding('discord.closed', {
    reason: 'the bot is in more servers now, and needs more shards',
    todo: 'Stop all processes of the bot, raise SHARDS if it is a number, and start them again.',
  }),
  4012: finding('discord.closed', {
    reason: 'it no longer supports this version of the gateway',
    todo: 'Update Easel.',
  }),
  4013: finding('discord.closed', REFUSED_INTENTS),
  4014: finding('discord.closed', REFUSED_INTENTS),
};

const unknownClose = (reason: string) => ({ reason, todo: 'Look it up in Discord’s documents, and restart Easel.' });

/** Shorter than a stop waits for its parts. */
const DISCONNECT_WITHIN_MS = 2_000;

const withIdSchema = z.object({ id: z.string().regex(/^\d{17,20}$/) });

/** When Discord created an id. */
function timeOfId(raw: unknown): number | undefined {
  const { data } = withIdSchema.safeParse(raw);
  return data && SnowflakeUtil.timestampFrom(data.id);
}

export function createDiscordClient(options: DiscordClientOptions) {
  const { token, clock, log, onTime = () => undefined } = options;
  const { beforeCall, maySend, onLimited } = options;
  const transport = createRestTransport({ clock, onTime, beforeCall, maySend, onLimited });
  const perSecond = options.callsPerSecond ?? requestsPerSecond(options);
  const restOptions = restOptionsOf(options, transport.makeRequest);
  const botOptions = { ...restOptions, globalRequestsPerSecond: perSecond };
  const identifyLimit = createIdentifyLimit(options);
  const stopping = new AbortController();
  const connectPauses = createConnectPauses(clock, stopping.signal);
  const gateway = createGatewayWatch(options, { onReady: identifyLimit.onReady, connectPauses });
  /** Not the client's own, because recovery shows messages before the login. */
  const bot = new REST(botOptions).setToken(token);
  const interactions = new REST({ ...restOptions, globalRequestsPerSecond: Number.POSITIVE_INFINITY });
  const { promise: ended, reject: onEnded } = Promise.withResolvers<never>();
  // The starter of the client handles this. Until then, a rejection must not end the process.
  ended.catch(() => undefined);

  /** The client of the gateway, from the start on. */
  let client: Client | undefined;
  let trouble: Finding | undefined;

  return {
    /** The connections for calls. discord.js waits by the machine's clock, so its rate limit has to use that clock too. */
    lines: { bot, interactions, pace: createCallPace({ clock: systemClock, perSecond }) },
    /** Rejects with DiscordEndedError when the gateway closes for good. */
    ended,
    /** Logs in, and retries while Discord can't be reached. @throws DiscordEndedError if the token is wrong. */
    start: async (onInteraction: OnInteraction, signal: AbortSignal): Promise<{ applicationId: string }> => {
      const started = createLibraryClient(options, botOptions, {
        buildIdentifyThrottler: identifyLimit.buildIdentifyThrottler,
        buildStrategy: gateway.buildStrategy,
      });
      client = started;
      gateway.watch(started, onEnded);
      // The raw event comes before discord.js' own, which waits for its cache, up to 16 s.
      started.on(Events.Raw, (packet: { t?: unknown; d?: unknown }) => {
        const { t: event } = packet;
        if (event === GatewayDispatchEvents.Ready || event === GatewayDispatchEvents.Resumed) return;
        // Otherwise discord.js would create its own objects from it. It keeps every user forever, and a missing field
        // would end the process.
        packet.t = undefined;
        if (event !== GatewayDispatchEvents.InteractionCreate) return;
        const issuedAtMs = timeOfId(packet.d);
        if (issuedAtMs !== undefined) onTime(issuedAtMs);
        onInteraction(packet.d, issuedAtMs);
      });
      const ready = new Promise<string>((resolve) => {
        started.once(Events.ClientReady, ({ application }) => resolve(application.id));
      });
      const onTrouble = (found: Finding): void => {
        trouble = found;
      };
      await untilReached({ clock, log, apiUrl: options.apiUrl, onTrouble }, signal, () =>
        Promise.race([started.login(token), ended]),
      );
      trouble = undefined;
      return { applicationId: await Promise.race([ready, ended]) };
    },
    /** Why logging in waits. */
    trouble: (): Finding | undefined => trouble,
    /** The gateway connections, each with a part of the servers. None until Discord said how many to open. */
    shards: () =>
      client?.ws.shards.map(({ id, status, lastPingTimestamp }) => {
        const aliveAtMs = Math.max(gateway.connectedAtMs.get(id) ?? 0, lastPingTimestamp);
        const aliveAgeMs = aliveAtMs > 0 ? systemClock.now() - aliveAtMs : undefined;
        return { id, isConnected: status === Status.Ready, aliveAgeMs };
      }) ?? [],
    stop: async (): Promise<void> => {
      gateway.isStopping = true;
      stopping.abort(NO_LONGER);
      if (client) await disconnect(client);
      for (const rest of [bot, interactions]) {
        rest.clearHandlerSweeper();
        rest.clearHashSweeper();
      }
      await transport.close();
    },
  };
}

/** Disconnects, waiting briefly: discord.js waits for a connection that it is making, and nothing is lost without it. */
function disconnect(client: Client): Promise<void> {
  return withinLimit(DISCONNECT_WITHIN_MS, undefined, () => client.destroy()).catch((error: unknown) => {
    if (!(error instanceof TimeoutError)) throw error;
  });
}

function createLibraryClient(
  { shards }: DiscordClientOptions,
  rest: Partial<RESTOptions>,
  ws: WebSocketOptions,
): Client {
  return new Client({
    // Interactions need no intent, and without servers to wait for, the bot is ready at once.
    intents: [],
    ...shardOptions(shards),
    ws,
    rest,
  });
}

function restOptionsOf(
  { apiUrl }: DiscordClientOptions,
  makeRequest: RESTOptions['makeRequest'],
): Partial<RESTOptions> {
  return {
    api: apiUrl,
    makeRequest,
    // Each call has its own retry rule. The library's would repeat posts too.
    retries: 0,
    timeout: REST_TIMEOUT_MS,
    // For a limit below the bucket's own, only `retryAfter` has the wait.
    rejectOnRateLimit: ({ timeToReset, retryAfter }) => Math.max(timeToReset, retryAfter) > LONGEST_RATE_LIMIT_MS,
  };
}

/** A rate limit proxy applies the limit itself, for all processes that use it. */
function requestsPerSecond({ apiUrl, shards }: DiscordClientOptions): number {
  const isShared = shards !== 'auto' && new URL(apiUrl).hostname === DISCORD_HOST;
  return isShared ? wholeShareOf(REQUESTS_PER_SECOND, shards) : REQUESTS_PER_SECOND;
}

function shardOptions(shards: Shards | 'auto'): Pick<ClientOptions, 'shards' | 'shardCount'> {
  return shards === 'auto' ? { shards } : { shards: [...shards.numbers], shardCount: shards.of };
}

/** discord.js has another enum under the name of the one with this event, and exports only its own. */
const CLOSED = 'closed' as keyof ManagerShardEventsMap;
const closedSchema = z.object({ code: z.int(), shardId: z.int() });

interface SessionListeners {
  /** Called when a shard got a new session. */
  onReady: (shard: number) => void;
  connectPauses: ReturnType<typeof createConnectPauses>;
}

/** Logs what happens to the connections, and makes them pause. */
function createGatewayWatch({ log }: DiscordClientOptions, { onReady, connectPauses }: SessionListeners) {
  /** Shards without a session, and whether that was warned of. */
  const away = new Map<number, { isWarned: boolean }>();
  /** When each shard last became connected, by the machine's clock, which discord.js uses too. */
  const connectedAtMs = new Map<number, number>();
  const gateway = { connectedAtMs, isStopping: false };

  const onConnected = (shard: number, words: string): void => {
    away.delete(shard);
    connectPauses.onSession(shard);
    connectedAtMs.set(shard, systemClock.now());
    log.info({ shard }, words);
  };
  const warnOnce = (shard: number, facts: { code?: number } = {}): void => {
    if (gateway.isStopping || away.get(shard)?.isWarned) return;
    away.set(shard, { isWarned: true });
    logFinding(log, finding('discord.away', { shards: shard }), { shard, ...facts });
  };
  const onClosed = (shard: number, code: number): void => {
    if (gateway.isStopping || code in FINAL_CLOSES) return;
    if (away.has(shard)) warnOnce(shard, { code });
    else {
      away.set(shard, { isWarned: false });
      log.info({ shard, code }, 'the gateway connection was lost; reconnecting');
    }
  };

  return Object.assign(gateway, {
    /** Only here the code of a close can be seen. */
    buildStrategy: (manager: Parameters<NonNullable<WebSocketOptions['buildStrategy']>>[0]) => {
      // After a frame that asks to reconnect, there may be no close.
      connectPauses.applyTo(manager, warnOnce);
      manager.on(CLOSED, (event: unknown) => {
        const { code, shardId } = closedSchema.parse(event);
        onClosed(shardId, code);
      });
      return new CarefulShardingStrategy(manager, { log, resumeTime: connectPauses.resumeTime });
    },
    /** @param onEnded is called if Discord closes a connection for good */
    watch: (client: Client, onEnded: (error: DiscordEndedError) => void): void => {
      client.on(Events.Error, (error) => log.error({ err: error }, 'discord.js reported an error'));
      client.on(Events.Warn, (detail) => log.warn({ detail: detail.slice(0, 200) }, 'discord.js reported a warning'));
      client.on(Events.ShardError, (error, shard) => log.warn({ shard, err: error }, 'the gateway connection failed'));
      client.on(Events.ShardResume, (shard) => onConnected(shard, 'the gateway connection resumed'));
      client.on(Events.ShardReady, (shard) => {
        onReady(shard);
        onConnected(shard, 'the gateway connection is ready');
      });
      client.on(Events.ShardDisconnect, ({ code }) => {
        onEnded(new DiscordEndedError(FINAL_CLOSES[code] ?? finding('discord.closed', unknownClose(`code ${code}`))));
      });
      client.on(Events.Invalidated, () =>
        onEnded(new DiscordEndedError(finding('discord.closed', unknownClose('the session is invalid')))),
      );
    },
  });
}
