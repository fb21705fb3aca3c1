import {
  GatewayDispatchEvents,
  GatewayOpcodes,
  SimpleShardingStrategy,
  WebSocketShardDestroyRecovery,
  WebSocketShardStatus,
} from 'discord.js';
import { z } from 'zod';
import type { Log } from '../../log.ts';
import { NO_LONGER } from '../../time/clock.ts';

/** What discord.js reads of the gateway's frames unchecked. A field that is missing would end the process. */

const withId = z.looseObject({ id: z.string() });
const readySchema = z.looseObject({
  session_id: z.string(),
  resume_gateway_url: z.url({ protocol: /^wss?$/ }),
  user: withId,
  application: withId,
  guilds: z.array(withId),
});
/** The shortest is far below Discord's 41 s, the longest what a timer can wait. */
const helloSchema = z.looseObject({ heartbeat_interval: z.number().min(1_000).max(600_000) });
const frameSchema = z.looseObject({ op: z.int(), t: z.string().nullish(), s: z.int().nullish(), d: z.unknown() });

/** The parts of a shard of discord.js that aren't in its types. */
interface Shard {
  id: number;
  status: WebSocketShardStatus;
  connection: object | null;
  unpackMessage(data: unknown, isBinary: boolean): Promise<unknown>;
  onClose(code: number): Promise<void>;
  resume(session: unknown): Promise<void>;
  destroy(options?: object): Promise<void>;
}
const shardsSchema = z.object({ shards: z.instanceof(Map<number, Shard>) });

/** A close code that discord.js keeps for its own reconnects: if Discord sends it, discord.js would wait for ever. */
const OWN_RESUME = 4200;
const UNKNOWN_ERROR = 4000;

interface Care {
  log: Log;
  /** Resolves once a Resume should have been answered. @throws NO_LONGER once the bot stops */
  resumeTime: () => Promise<void>;
}

/** discord.js' own strategy, whose shards read only whole frames, leave each connection once, and wait for no answer for ever. */
export class CarefulShardingStrategy extends SimpleShardingStrategy {
  readonly #care: Care;

  constructor(manager: ConstructorParameters<typeof SimpleShardingStrategy>[0], care: Care) {
    super(manager);
    this.#care = care;
  }

  override async spawn(shardIds: number[]): Promise<void> {
    await super.spawn(shardIds);
    for (const shard of shardsSchema.parse(this).shards.values()) protect(shard, this.#care);
  }
}

function protect(shard: Shard, { log, resumeTime }: Care): void {
  const unpack = shard.unpackMessage.bind(shard);
  const close = shard.onClose.bind(shard);
  const resume = shard.resume.bind(shard);
  const destroy = shard.destroy.bind(shard);
  const left = new WeakSet<object>();
  const greeted = new WeakSet<object>();
  const warned = new WeakSet<object>();

  /** Starts a new session if the gateway neither resumes nor refuses the old one. */
  const limitResuming = async (): Promise<void> => {
    const { connection } = shard;
    await resumeTime();
    if (shard.connection !== connection || shard.status !== WebSocketShardStatus.Resuming) return;
    await shard.destroy({ reason: 'Resume not answered', recover: WebSocketShardDestroyRecovery.Reconnect });
  };

  Object.assign(shard, {
    unpackMessage: async (data: unknown, isBinary: boolean): Promise<unknown> => {
      const { connection } = shard;
      if (!connection || left.has(connection)) return null;
      const frame = readFrame(await unpack(data, isBinary).catch(() => null));
      const isStray = frame?.t === GatewayDispatchEvents.Resumed && shard.status !== WebSocketShardStatus.Resuming;
      if (!frame || isStray) {
        if (!warned.has(connection)) log.warn({ shard: shard.id }, 'Discord’s gateway sent what can’t be read');
        warned.add(connection);
        return null;
      }
      // A second one would make discord.js send heartbeats for two, for ever.
      if (frame.op === GatewayOpcodes.Hello && greeted.has(connection)) return null;
      if (frame.op === GatewayOpcodes.Hello) greeted.add(connection);
      return frame;
    },
    onClose: (code: number): Promise<void> => close(code === OWN_RESUME ? UNKNOWN_ERROR : code),
    resume: async (session: unknown): Promise<void> => {
      await resume(session);
      limitResuming().catch((error: unknown) => {
        if (error !== NO_LONGER) log.warn({ shard: shard.id, err: error }, 'a new session could not be started');
      });
    },
    // Twice for one connection, discord.js would open two.
    destroy: async (options?: object): Promise<void> => {
      const { connection } = shard;
      if (connection && left.has(connection)) return;
      if (connection) left.add(connection);
      await destroy(options);
    },
  } satisfies Partial<Shard>);
}

/** @returns undefined for what can't be read */
function readFrame(raw: unknown): z.output<typeof frameSchema> | undefined {
  const { data: frame } = frameSchema.safeParse(raw);
  switch (frame?.op) {
    case GatewayOpcodes.Dispatch:
      return frame.t !== GatewayDispatchEvents.Ready || readySchema.safeParse(frame.d).success ? frame : undefined;
    case GatewayOpcodes.Hello:
      return helloSchema.safeParse(frame.d).success ? frame : undefined;
    case GatewayOpcodes.InvalidSession:
      // Discord wants a new connection, on which the session resumes. discord.js would ask on this one, again and again.
      return frame.d === true ? { ...frame, op: GatewayOpcodes.Reconnect } : { ...frame, d: false };
    default:
      return frame;
  }
}
