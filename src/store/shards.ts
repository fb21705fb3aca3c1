/**
 * The servers whose records a process may write: those that Discord hands to these shards, where a server's shard is its id
 * without the last 22 bits, modulo `of` (https://discord.com/developers/docs/events/gateway#sharding).
 */
export interface Shards {
  numbers: readonly number[];
  of: number;
}

/** One process serves all servers. */
export const ALL_SERVERS: Shards = { numbers: [0], of: 1 };

export function allShards(of: number): Shards {
  return { numbers: Array.from({ length: of }, (_, number) => number), of };
}

/** Whichever of the shards are free: those of a process that shares its store with others. */
export interface FreeShards {
  /** As many as are free, and no more than this. Where none is, the first to become free are waited for. */
  most: number;
  /** How many shards there are, where nobody owns any. */
  of: number;
  /**
   * Where others own shards of another number than that: true to wait until all of them have ended, false to go by theirs, for
   * a server must not be one process's by one count and another's by the other.
   */
  isFixed: boolean;
}

/** Shards that are nobody's, though long enough that whoever waits for some would have taken them. */
export interface Vacant {
  /** Whether this process has the lowest shard of those that are served. */
  isFirst: boolean;
  numbers: readonly number[];
  /** Whether this process owns fewer than it may. A start takes them. */
  hasRoom: boolean;
}

/** Whether a server, by its id, is among those of `shards`. */
export function ownsServer({ numbers, of }: Shards, guildId: string): boolean {
  if (numbers.length === of) return true;
  return numbers.includes(Number((BigInt(guildId) >> 22n) % BigInt(of)));
}

/** The server of a record whose key begins with the server's id. */
export function serverInKey(key: string): string | undefined {
  return /^\d{17,20}(?=[:-]|$)/u.exec(key)?.[0];
}

/** Resolves when no process that shares the store has had the turn of this number for so long: they come one after the other. */
export type TakeTurn = (number: number, apartMs: number, signal: AbortSignal) => Promise<void>;
