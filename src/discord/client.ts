import {
  Client,
  type ClientOptions,
  Events,
  GatewayDispatchEvents,
  REST,
  type RESTOptions,
  SnowflakeUtil,
  Status,
} from 'discord.js';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { type Shards, type TakeTurn, wholeShareOf } from '../store/shards.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { TimeoutError, withinLimit } from '../time/time-limit.ts';
import { identifyInTurns } from './gateway/identify-turns.ts';
import { DiscordEndedError, untilReached, WRONG_TOKEN } from './gateway/reaching.ts';
import { createCallPace } from './rest/call-pace.ts';
import type { RestLines } from './rest/rest.ts';
import { createRestTransport, type RestTransport, type TransportOptions } from './rest/rest-transport.ts';

export interface DiscordClient {
  /** What calls to Discord go through. */
  readonly lines: RestLines;
  /** Logs in, trying again while Discord cannot be reached. @throws DiscordEndedError when the token is wrong. */
  start(onInteraction: (raw: unknown) => void, signal: AbortSignal): Promise<{ applicationId: string }>;
  /** Rejects with DiscordEndedError when the gateway closes for good. */
  readonly ended: Promise<never>;
  /** The connections to the gateway, of which each has a part of the servers; none before Discord said how many. */
  shards(): Shard[];
  stop(): Promise<void>;
}

export interface Shard {
  id: number;
  isConnected: boolean;
  /** Since Discord last answered a heartbeat of its, or took it in; undefined before the first time. */
  aliveAgeMs: number | undefined;
}

export interface DiscordClientOptions extends TransportOptions {
  token: string;
  apiUrl: string;
  clock: Clock;
  log: Log;
  /** Those that it opens: its own, or as many as Discord recommends. */
  shards: Shards | 'auto';
  /** Where other processes open shards of the same bot, takes turns with them. */
  takeTurn?: TakeTurn | undefined;
}

/** https://discord.com/developers/docs/topics/rate-limits#global-rate-limit: of all processes of the bot together. */
const REQUESTS_PER_SECOND = 50;
const DISCORD_HOST = 'discord.com';
/** Discord asks to wait for so long at times; whatever asks for more is told to the caller instead of slept over. */
const LONGEST_RATE_LIMIT_MS = 2_000;
/** Uploads set the bound; all other calls carry a shorter one of their own. */
const REST_TIMEOUT_MS = 5 * 60_000;

/** https://discord.com/developers/docs/topics/opcodes-and-status-codes: close codes after which nobody may reconnect. */
const FINAL_CLOSES: Readonly<Record<number, string>> = {
  4004: WRONG_TOKEN,
  4010: 'Discord refuses how the servers are divided among the connections: start Easel again, it asks Discord anew',
  4011: 'Discord asks for more connections than Easel opened, for the bot is in more servers by now: stop all of its processes, raise SHARDS where that is a number, and start it again, it opens as many as Discord recommends',
  4012: 'Discord no longer speaks this version of the gateway: update Easel',
  4013: 'Discord refuses the intents',
  4014: 'Discord refuses the intents',
};

/** Shorter than a stop waits for its parts. */
const DISCONNECT_WITHIN_MS = 2_000;

const withIdSchema = z.object({ id: z.string().regex(/^\d{17,20}$/) });

/** When Discord gave out the id of what it sends. */
function timeOfId(raw: unknown): number | undefined {
  const { data } = withIdSchema.safeParse(raw);
  return data && SnowflakeUtil.timestampFrom(data.id);
}

export function createDiscordClient(options: DiscordClientOptions): DiscordClient {
  const { token, clock, log, onTime = () => undefined } = options;
  const transport = createRestTransport({ onTime, beforeCall: options.beforeCall });
  const perSecond = requestsPerSecond(options);
  const restOptions = restOptionsOf(options, transport);
  const client = createLibraryClient(options, { ...restOptions, globalRequestsPerSecond: perSecond });
  const interactions = new REST({ ...restOptions, globalRequestsPerSecond: Number.POSITIVE_INFINITY });
  // The login sets it as well; but what a start finds half done is shown before that.
  client.rest.setToken(token);
  const { promise: ended, reject: endWith } = Promise.withResolvers<never>();
  // Whoever starts the client looks at it; until then a rejection is not a fault of the process.
  ended.catch(() => undefined);

  const gateway = watchGateway(client, log, endWith);

  return {
    // discord.js waits by the machine's clock, and so does what keeps its limit for it.
    lines: { bot: client.rest, interactions, pace: createCallPace({ clock: systemClock, perSecond }) },
    ended,
    start: async (onInteraction, signal) => {
      // The raw event comes before discord.js' own, which waits for its cache (16 s were seen).
      client.on(Events.Raw, (packet: { t?: unknown; d?: unknown }) => {
        if (packet.t !== GatewayDispatchEvents.InteractionCreate) return;
        // Else discord.js would make its own objects of it: it keeps every user for ever, and a field that it misses ends
        // the process.
        packet.t = undefined;
        const issuedAtMs = timeOfId(packet.d);
        if (issuedAtMs !== undefined) onTime(issuedAtMs);
        onInteraction(packet.d);
      });
      const ready = new Promise<string>((resolve) => {
        client.once(Events.ClientReady, ({ application }) => resolve(application.id));
      });
      await untilReached({ clock, log }, signal, () => Promise.race([client.login(token), ended]));
      return { applicationId: await Promise.race([ready, ended]) };
    },
    shards: () =>
      client.ws.shards.map(({ id, status, lastPingTimestamp }) => {
        const aliveAtMs = Math.max(gateway.connectedAtMs.get(id) ?? 0, lastPingTimestamp);
        const aliveAgeMs = aliveAtMs > 0 ? systemClock.now() - aliveAtMs : undefined;
        return { id, isConnected: status === Status.Ready, aliveAgeMs };
      }),
    stop: async () => {
      gateway.isStopping = true;
      await disconnect(client);
      interactions.clearHandlerSweeper();
      interactions.clearHashSweeper();
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

function createLibraryClient({ shards, takeTurn }: DiscordClientOptions, rest: Partial<RESTOptions>): Client {
  return new Client({
    // Interactions belong to no intent, and without servers to wait for the bot is ready at once.
    intents: [],
    ...shardOptions(shards),
    ...(takeTurn && { ws: identifyInTurns(takeTurn) }),
    rest,
  });
}

function restOptionsOf({ apiUrl }: DiscordClientOptions, { makeRequest }: RestTransport): Partial<RESTOptions> {
  return {
    api: apiUrl,
    makeRequest,
    // Every operation has its own rule for trying again; the library's would repeat posts as well.
    retries: 0,
    timeout: REST_TIMEOUT_MS,
    // On a limit below the bucket's own only `retryAfter` tells the wait.
    rejectOnRateLimit: ({ timeToReset, retryAfter }) => Math.max(timeToReset, retryAfter) > LONGEST_RATE_LIMIT_MS,
  };
}

/** What is anywhere else keeps the limit for all who ask it. */
function requestsPerSecond({ apiUrl, shards }: DiscordClientOptions): number {
  const isShared = shards !== 'auto' && new URL(apiUrl).hostname === DISCORD_HOST;
  return isShared ? wholeShareOf(REQUESTS_PER_SECOND, shards) : REQUESTS_PER_SECOND;
}

function shardOptions(shards: Shards | 'auto'): Pick<ClientOptions, 'shards' | 'shardCount'> {
  return shards === 'auto' ? { shards } : { shards: [...shards.numbers], shardCount: shards.of };
}

/** Tells the log what happens to the connections. @param endWith is told when Discord closes one for good. */
function watchGateway(client: Client, log: Log, endWith: (error: DiscordEndedError) => void) {
  const gateway = {
    /** When each shard last became connected. discord.js tells times of the machine's clock. */
    connectedAtMs: new Map<number, number>(),
    isStopping: false,
  };
  client.on(Events.Error, (error) => log.error({ err: error }, 'discord.js met an error'));
  client.on(Events.Warn, (message) => log.warn({ detail: message.slice(0, 200) }, 'discord.js warns'));
  client.on(Events.ShardError, (error, shard) => log.warn({ shard, err: error }, 'the gateway connection failed'));
  client.on(Events.ShardReconnecting, (shard) => {
    if (!gateway.isStopping) log.info({ shard }, 'the gateway connection dropped; connecting again');
  });
  client.on(Events.ShardResume, (shard) => {
    gateway.connectedAtMs.set(shard, systemClock.now());
    log.info({ shard }, 'the gateway connection is back');
  });
  client.on(Events.ShardReady, (shard) => {
    gateway.connectedAtMs.set(shard, systemClock.now());
    log.info({ shard }, 'the gateway connection stands');
  });
  client.on(Events.ShardDisconnect, ({ code }) => {
    endWith(new DiscordEndedError(FINAL_CLOSES[code] ?? `Discord closed the gateway for good (code ${code})`));
  });
  client.on(Events.Invalidated, () => endWith(new DiscordEndedError('Discord ended the session for good')));
  return gateway;
}
