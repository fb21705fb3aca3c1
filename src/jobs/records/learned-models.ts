import { z } from 'zod';
import type { Log } from '../../log.ts';
import { isAlone, lowestShard, ownsShard, parseShardKey, type Shards, shardKey } from '../../store/database/shards.ts';
import { everyPage } from '../../store/pages.ts';
import type { Collection, Commit } from '../../store/store.ts';
import { durationsSchema, NO_DURATIONS, withOthers } from '../polling/durations.ts';
import { NO_PRICES, pricesSchema, withOthersPrices } from './prices.ts';

export const modelRecordSchema = z.object({
  prices: pricesSchema,
  durations: durationsSchema,
});
export type ModelRecord = z.output<typeof modelRecordSchema>;

/**
 * What processes learned of models. Each process writes its own records, under its slot, and reads those of others. It also
 * owns the records of slots whose shards it owns now, so nothing is lost when servers are divided differently.
 */
export interface LearnedModels {
  /** What this process learned, and its predecessors in its slots. */
  own(modelId: string): ModelRecord;
  /** The same, with what other processes learned. */
  all(modelId: string): ModelRecord;
  /** Changes the record in memory only, until `write`. */
  set(modelId: string, record: ModelRecord): void;
  /** @throws StoreError */
  write(modelId: string): Promise<void>;
  /** @throws StoreError */
  readOthers(): Promise<void>;
}

export interface LearnedModelsParts {
  collection: Collection<ModelRecord>;
  store: { readonly shards: Shards; commit: Commit };
  log: Log;
}

const NEW_RECORD: ModelRecord = { prices: NO_PRICES, durations: NO_DURATIONS };

/** An unreadable record stays for a person to look at. What is learned of its model from then on has this suffix. */
const ANEW = '.anew';

/** @throws StoreError if no records can be read. */
export async function openLearnedModels(parts: LearnedModelsParts): Promise<LearnedModels> {
  const { collection } = parts;
  const { shards } = parts.store;
  const { own, keyOf } = await readOwn(parts);
  let others = new Map<string, ModelRecord[]>();
  /** Results of `all`, until one of their parts changes. */
  const counted = new Map<string, ModelRecord>();

  const ownOf = (modelId: string): ModelRecord => own.get(keyOf(modelId)) ?? NEW_RECORD;
  const learned: LearnedModels = {
    own: ownOf,
    all: (modelId) => {
      const record = counted.get(modelId) ?? withRecords(ownOf(modelId), others.get(modelId) ?? []);
      counted.set(modelId, record);
      return record;
    },
    set: (modelId, record) => {
      own.set(keyOf(modelId), record);
      counted.delete(modelId);
    },
    write: (modelId) => collection.set(keyOf(modelId), ownOf(modelId)),
    readOthers: async () => {
      if (isAlone(shards)) return;
      const found: [modelId: string, record: ModelRecord][] = [];
      for await (const { records } of everyPage(collection)) {
        const foreign = records.filter(([key]) => !ownsShard(shards, parseShardKey(key).shard));
        found.push(...foreign.map(([key, record]): [string, ModelRecord] => [modelIdIn(key), record]));
      }
      const byModel = Map.groupBy(found, ([modelId]) => modelId);
      others = new Map([...byModel].map(([modelId, records]) => [modelId, records.map(([, record]) => record)]));
      counted.clear();
    },
  };
  await learned.readOthers();
  return learned;
}

/**
 * Reads this process's records and moves those of other slots that it owns now into its own slot.
 * @returns the records by key, and the function that gives a model's key.
 */
async function readOwn({ collection, store: { shards, commit }, log }: LearnedModelsParts) {
  const shard = lowestShard(shards);
  const own = new Map<string, ModelRecord>();
  const inherited: [key: string, record: ModelRecord][] = [];
  const setAside = new Set<string>();
  for await (const { records, unreadable } of everyPage(collection)) {
    for (const key of unreadable.filter((one) => parseShardKey(one).shard === shard)) {
      log.error({ record: key }, 'the record of a model is unreadable; it is set aside, and learning starts over');
      setAside.add(parseShardKey(key).name);
    }
    for (const [key, record] of records) {
      const { shard: then } = parseShardKey(key);
      if (then === shard) own.set(key, record);
      else if (ownsShard(shards, then)) inherited.push([key, record]);
    }
  }
  const keyOf = (modelId: string): string => shardKey(setAside.has(modelId) ? `${modelId}${ANEW}` : modelId, shard);
  const changed = new Map<string, ModelRecord>();
  for (const [key, record] of inherited) {
    const to = keyOf(modelIdIn(key));
    const before = own.get(to) ?? NEW_RECORD;
    const after = withRecords(before, [record]);
    changed.set(to, after);
    own.set(to, after);
  }
  const kept = [...changed].map(([key, record]) => collection.put(key, record));
  await commit([...kept, ...inherited.map(([key]) => collection.drop(key))]);
  return { own, keyOf };
}

function modelIdIn(key: string): string {
  const { name } = parseShardKey(key);
  return name.endsWith(ANEW) ? name.slice(0, -ANEW.length) : name;
}

function withRecords(own: ModelRecord, others: readonly ModelRecord[]): ModelRecord {
  if (others.length === 0) return own;
  const durations = others.map((one) => one.durations);
  return {
    prices: withOthersPrices(
      own.prices,
      others.map(({ prices }) => prices),
    ),
    durations: withOthers(own.durations, durations),
  };
}
