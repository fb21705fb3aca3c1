/**
 * Discord divides servers among shards: a server's shard is its id without the last 22 bits, modulo `of`
 * (https://discord.com/developers/docs/events/gateway#sharding). A process may write the records of its shards' servers.
 *
 * Shared records that belong to no server belong to a shard instead. Each shard has one owner at a time, so one process
 * writes everything that belongs to a shard, and the shard's next owner continues it.
 */
export interface Shards {
  numbers: readonly number[];
  of: number;
}

/** For a process that serves all servers. */
export const ALL_SERVERS: Shards = { numbers: [0], of: 1 };

export function allShards(of: number): Shards {
  return { numbers: Array.from({ length: of }, (_, number) => number), of };
}

/** Asks for any shards that are free, for a process that shares its store with others. */
export interface FreeShards {
  /** Takes as many as are free, up to this number. If none is, waits for the first to become free. */
  most: number;
  /** The number of shards, if no process owns any yet. */
  of: number;
  /**
   * What to do if other processes divide the servers into another number of shards: true waits until they have ended,
   * false uses their number. Otherwise two processes would own the same server.
   */
  isFixed: boolean;
}

/** Shards without an owner, for longer than a waiting process needs to take them. */
export interface VacantShards {
  /** Whether this process owns the lowest shard that has an owner. */
  isFirst: boolean;
  numbers: readonly number[];
  /** Whether this process owns fewer shards than it may. A restart takes more. */
  hasRoom: boolean;
}

export function ownsServer({ numbers, of }: Shards, guildId: string): boolean {
  if (numbers.length === of) return true;
  return numbers.includes(Number((BigInt(guildId) >> 22n) % BigInt(of)));
}

/** The server of a record whose key starts with the server's id. */
export function serverInKey(key: string): string | undefined {
  return /^\d{17,20}(?=[:-]|$)/u.exec(key)?.[0];
}

/** Resolves when no process has had the turn of this number within the last `apartMs`. */
export type TakeSlot = (number: number, apartMs: number, signal: AbortSignal) => Promise<void>;

/** Whether no other process writes, so that a record read once stays known. */
export function isAlone({ numbers, of }: Shards): boolean {
  return numbers.length === of;
}

/** The owner of the first shard does what is done once for all processes. */
export function ownsFirst({ numbers }: Shards): boolean {
  return numbers.includes(0);
}

/** This process's lowest shard. Records of its own have it in their key, so that the shard's next owner finds them. */
export function lowestShard({ numbers }: Shards): number {
  return Math.min(...numbers);
}

/** Whether this process continues a shard's record, which may be from a time with more shards. */
export function ownsShard({ numbers, of }: Shards, shard: number): boolean {
  return numbers.includes(shard % of);
}

/** The key of a shard's record. For the first shard it is the name alone, as for a single process. */
export function shardKey(name: string, shard: number): string {
  return shard === 0 ? name : `${name}@${shard}`;
}

export function parseShardKey(key: string): { name: string; shard: number } {
  const [, name, shard] = /^(.+)@(\d+)$/u.exec(key) ?? [];
  return name === undefined ? { name: key, shard: 0 } : { name, shard: Number(shard) };
}

/** This process's share of a limit, by its shards. All shares together never exceed it. May be less than one. */
export function shareOf(limit: number, { numbers, of }: Shards): number {
  return (limit * numbers.length) / of;
}

/** The same in whole numbers, at least one. All shares exceed the limit only if there are more processes than that. */
export function wholeShareOf(limit: number, { numbers, of }: Shards): number {
  const before = (shard: number): number => Math.floor((limit * shard) / of);
  return Math.max(
    1,
    numbers.reduce((sum, shard) => sum + before(shard + 1) - before(shard), 0),
  );
}
