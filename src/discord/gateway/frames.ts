import { GatewayDispatchEvents, GatewayOpcodes, SimpleShardingStrategy, WebSocketShardStatus } from 'discord.js';
import { z } from 'zod';
import type { Log } from '../../log.ts';

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
  destroy(options?: object): Promise<void>;
}
const shardsSchema = z.object({ shards: z.instanceof(Map<number, Shard>) });

/** A close code that discord.js keeps for its own reconnects: if Discord sends it, discord.js would wait for ever. */
const OWN_RESUME = 4200;
const UNKNOWN_ERROR = 4000;

/** discord.js' own strategy, whose shards read only whole frames, and leave each connection once. */
export class CarefulShardingStrategy extends SimpleShardingStrategy {
  readonly #log: Log;

  constructor(manager: ConstructorParameters<typeof SimpleShardingStrategy>[0], log: Log) {
    super(manager);
    this.#log = log;
  }

  override async spawn(shardIds: number[]): Promise<void> {
    await super.spawn(shardIds);
    for (const shard of shardsSchema.parse(this).shards.values()) protect(shard, this.#log);
  }
}

function protect(shard: Shard, log: Log): void {
  const unpack = shard.unpackMessage.bind(shard);
  const close = shard.onClose.bind(shard);
  const destroy = shard.destroy.bind(shard);
  const left = new WeakSet<object>();
  const greeted = new WeakSet<object>();
  const warned = new WeakSet<object>();

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
