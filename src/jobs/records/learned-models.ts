import { z } from 'zod';
import type { Log } from '../../log.ts';
import { isAlone, lowestShard, ownsShard, parseShardKey, type Shards, shardKey } from '../../store/database/shards.ts';
import { everyPage } from '../../store/pages.ts';
import { type Collection, type Commit, defineCollection } from '../../store/store.ts';
import { durationsSchema, NO_DURATIONS, withOthers } from '../polling/durations.ts';
import { NO_PRICES, pricesSchema, withOthersPrices } from './prices.ts';

export const modelRecordSchema = z.object({
  prices: pricesSchema,
  durations: durationsSchema,
});
export type ModelRecord = z.output<typeof modelRecordSchema>;

export const modelCollection = defineCollection({
  name: 'models',
  schema: modelRecordSchema,
  keeps: {
    what: 'what tasks of each model cost and how long they take',
    ends: { when: 'never' },
    erased: 'none',
    leaves: 'nothing',
  },
});

export interface LearnedModelsParts {
  collection: Collection<ModelRecord>;
  store: { readonly shards: Shards; commit: Commit };
  log: Log;
}

const NEW_RECORD: ModelRecord = { prices: NO_PRICES, durations: NO_DURATIONS };

/** An unreadable record stays for a person to look at. What is learned of its model from then on has this suffix. */
const ANEW = '.anew';

/**
 * What processes learned of models. Each process writes its own records, under its slot, and reads those of others. It also
 * owns the records of slots whose shards it owns now, so nothing is lost when servers are divided differently.
 * @throws StoreError if no records can be read.
 */
export async function openLearnedModels(parts: LearnedModelsParts) {
  const { collection } = parts;
  const { shards } = parts.store;
  const { own, keyOf } = await readOwn(parts);
  let others = new Map<string, ModelRecord[]>();
  const ownOf = (modelId: string): ModelRecord => own.get(modelId) ?? NEW_RECORD;

  /** @throws StoreError */
  const readOthers = async (): Promise<void> => {
    if (isAlone(shards)) return;
    const found: [key: string, record: ModelRecord][] = [];
    for await (const { records } of everyPage(collection)) {
      found.push(...records.filter(([key]) => !ownsShard(shards, parseShardKey(key).shard)));
    }
    const byModel = Map.groupBy(found, ([key]) => modelIdIn(key));
    others = new Map([...byModel].map(([modelId, records]) => [modelId, records.map(([, record]) => record)]));
  };
  await readOthers();

  return {
    /** What this process learned, and its predecessors in its slots. */
    own: ownOf,
    /** The same, with what other processes learned. */
    all: (modelId: string): ModelRecord => withRecords(ownOf(modelId), others.get(modelId) ?? []),
    /** Changes the record in memory only, until `write`. */
    set: (modelId: string, record: ModelRecord): void => {
      own.set(modelId, record);
    },
    /** @throws StoreError */
    write: (modelId: string): Promise<void> => collection.set(keyOf(modelId), ownOf(modelId)),
    readOthers,
  };
}

/**
 * Reads this process's records and moves those of other slots that it owns now into its own slot.
 * @returns the records by model, and the function that gives a model's key.
 */
async function readOwn({ collection, store: { shards, commit }, log }: LearnedModelsParts) {
  const slot = lowestShard(shards);
  const own = new Map<string, ModelRecord>();
  const setAside = new Set<string>();
  const inherited: string[] = [];
  for await (const { records, unreadable } of everyPage(collection)) {
    for (const key of unreadable.filter((one) => parseShardKey(one).shard === slot)) {
      log.error({ record: key }, 'the record of a model is unreadable; it is set aside, and learning starts over');
      setAside.add(parseShardKey(key).name);
    }
    for (const [key, record] of records) {
      const { shard } = parseShardKey(key);
      if (!ownsShard(shards, shard)) continue;
      if (shard !== slot) inherited.push(key);
      const modelId = modelIdIn(key);
      const before = own.get(modelId);
      own.set(modelId, before ? withRecords(before, [record]) : record);
    }
  }
  const keyOf = (modelId: string): string => shardKey(setAside.has(modelId) ? `${modelId}${ANEW}` : modelId, slot);
  if (inherited.length > 0) {
    const kept = [...own].map(([modelId, record]) => collection.put(keyOf(modelId), record));
    await commit([...kept, ...inherited.map((key) => collection.drop(key))]);
  }
  return { own, keyOf };
}

function modelIdIn(key: string): string {
  const { name } = parseShardKey(key);
  return name.endsWith(ANEW) ? name.slice(0, -ANEW.length) : name;
}

function withRecords(own: ModelRecord, others: readonly ModelRecord[]): ModelRecord {
  if (others.length === 0) return own;
  const prices = others.map((one) => one.prices);
  const durations = others.map((one) => one.durations);
  return { prices: withOthersPrices(own.prices, prices), durations: withOthers(own.durations, durations) };
}
