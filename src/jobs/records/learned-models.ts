import { z } from 'zod';
import type { Log } from '../../log.ts';
import { everyPage } from '../../store/pages.ts';
import { isAlone, keyInSlot, ownsSlot, type Shards, slotIn, slotOf } from '../../store/shards.ts';
import type { Collection, Commit } from '../../store/store.ts';
import { durationsSchema, NO_DURATIONS, withOthers } from '../polling/durations.ts';
import { NO_PRICES, pricesSchema, withOthersPrices } from './prices.ts';

export const modelRecordSchema = z.object({
  prices: pricesSchema,
  durations: durationsSchema,
});
export type ModelRecord = z.output<typeof modelRecordSchema>;

/**
 * Each process writes down for itself what it learned, under its slot, and counts in what others wrote. What was learned in
 * slots whose shards are its own by now is its own too: dividing servers otherwise forgets nothing.
 */
export interface LearnedModels {
  /** What this process learned, and those before it. */
  own(modelId: string): ModelRecord;
  /** With what others did. */
  all(modelId: string): ModelRecord;
  /** For now in memory only. */
  set(modelId: string, record: ModelRecord): void;
  /** @throws StoreError */
  write(modelId: string): Promise<void>;
  /** @throws StoreError */
  lookAtOthers(): Promise<void>;
}

export interface LearnedModelsParts {
  collection: Collection<ModelRecord>;
  store: { readonly shards: Shards; commit: Commit };
  log: Log;
}

const NEW_RECORD: ModelRecord = { prices: NO_PRICES, durations: NO_DURATIONS };

/** What cannot be read stays where it is, for a person to look at; what is learned of its model anew is kept beside it. */
const ANEW = '.anew';

/** @throws StoreError when the records cannot be read at all. */
export async function openLearnedModels(parts: LearnedModelsParts): Promise<LearnedModels> {
  const { collection } = parts;
  const { shards } = parts.store;
  const { own, keyOf } = await takeOwn(parts);
  let others = new Map<string, ModelRecord[]>();
  /** What `all` said, until something of it changes. */
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
    lookAtOthers: async () => {
      if (isAlone(shards)) return;
      const found: [modelId: string, record: ModelRecord][] = [];
      for await (const { records } of everyPage(collection)) {
        const foreign = records.filter(([key]) => !ownsSlot(shards, slotIn(key).slot));
        found.push(...foreign.map(([key, record]): [string, ModelRecord] => [modelIdIn(key), record]));
      }
      const byModel = Map.groupBy(found, ([modelId]) => modelId);
      others = new Map([...byModel].map(([modelId, records]) => [modelId, records.map(([, record]) => record)]));
      counted.clear();
    },
  };
  await learned.lookAtOthers();
  return learned;
}

/**
 * What is this process's own, in its slot from now on: what other slots had that are its own now goes into that.
 * @returns it by key, and the key under which a model's is kept.
 */
async function takeOwn({ collection, store: { shards, commit }, log }: LearnedModelsParts) {
  const slot = slotOf(shards);
  const own = new Map<string, ModelRecord>();
  const inherited: [key: string, record: ModelRecord][] = [];
  const setAside = new Set<string>();
  for await (const { records, unreadable } of everyPage(collection)) {
    for (const key of unreadable.filter((one) => slotIn(one).slot === slot)) {
      log.error({ record: key }, 'what was learned of a model cannot be read; it is set aside and learned anew');
      setAside.add(slotIn(key).name);
    }
    for (const [key, record] of records) {
      const { slot: then } = slotIn(key);
      if (then === slot) own.set(key, record);
      else if (ownsSlot(shards, then)) inherited.push([key, record]);
    }
  }
  const keyOf = (modelId: string): string => keyInSlot(setAside.has(modelId) ? `${modelId}${ANEW}` : modelId, slot);
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
  const { name } = slotIn(key);
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
