import type { Shards } from './shards.ts';

/**
 * What is not one server's, where several processes share a store, hangs on a shard all the same: a shard has one owner at a time.
 * So one process writes everything that belongs to a shard, and the shard's next owner continues it.
 */

/** Whether nobody else can write: then what was read once is known. */
export function isAlone({ numbers, of }: Shards): boolean {
  return numbers.length === of;
}

/** What is done once for all processes is done by the owner of the first shard. */
export function ownsFirst({ numbers }: Shards): boolean {
  return numbers.includes(0);
}

/**
 * Of records of which each process has its own, the number by which it finds it again after a restart: its lowest shard. No
 * other process has that one.
 */
export function slotOf({ numbers }: Shards): number {
  return Math.min(...numbers);
}

/** Whether the record of a slot is this process's to go on with, also where servers were divided into more shards when it was written. */
export function ownsSlot({ numbers, of }: Shards, slot: number): boolean {
  return numbers.includes(slot % of);
}

/** The key of a slot's record. The first one's is the name itself, as where one process has it all. */
export function keyInSlot(name: string, slot: number): string {
  return slot === 0 ? name : `${name}@${slot}`;
}

export function slotIn(key: string): { name: string; slot: number } {
  const [, name, slot] = /^(.+)@(\d+)$/u.exec(key) ?? [];
  return name === undefined ? { name: key, slot: 0 } : { name, slot: Number(slot) };
}

/**
 * A process's part of a limit that holds for all of them together: by its shards, so that the parts of all never pass the limit,
 * whoever is away. It may be less than one.
 */
export function partOf(limit: number, { numbers, of }: Shards): number {
  return (limit * numbers.length) / of;
}

/** The same where only whole numbers count, and at least one: only where there are more processes than the limit do they pass it. */
export function wholePartOf(limit: number, { numbers, of }: Shards): number {
  const before = (shard: number): number => Math.floor((limit * shard) / of);
  return Math.max(
    1,
    numbers.reduce((sum, shard) => sum + before(shard + 1) - before(shard), 0),
  );
}
