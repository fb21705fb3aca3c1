import { onTestFinished } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';

/** The store of one of several processes that share a PostgreSQL: the owner of these shards. */
export async function processOf(url: string, numbers: readonly number[], of: number): Promise<Store> {
  const store = await openStore(url, { shards: { numbers, of }, callTimeoutMs: 10_000 });
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

/** A server of this shard. */
export function serverOn(shard: number, of: number): string {
  const sequence = 250_000_000_000n;
  return String((sequence - (sequence % BigInt(of)) + BigInt(shard)) << 22n);
}
