import { z } from 'zod';
import type { Collection } from '../store/store.ts';
import { kindOf, type ModelId } from '../task-api/models.ts';
import { type Durations, durationsSchema, learn, PRIOR_DURATIONS } from './durations.ts';

export const modelRecordSchema = z.object({
  /** What the last create of this model was charged. */
  lastPriceCredits: z.int().min(0).optional(),
  durations: durationsSchema,
});
export type ModelRecord = z.output<typeof modelRecordSchema>;

/** What was learned of each model, in memory for reading and in the store for the next start. */
export interface ModelRecords {
  /** The last seen price, or the configured guess before the first. */
  quoteCredits(modelId: ModelId): number;
  durations(modelId: ModelId): Durations;
  learnPrice(modelId: ModelId, chargedCredits: number): Promise<void>;
  learnDuration(modelId: ModelId, notBeforeMs: number, seenAfterMs: number): Promise<void>;
}

export interface ModelRecordsOptions {
  collection: Collection<ModelRecord>;
  guesses: ReadonlyMap<ModelId, number>;
}

/** A price for a model that nobody guessed and nobody has seen. */
const FALLBACK_GUESS_CREDITS = 50;

/** @throws StoreError when the records cannot be read. */
export async function openModelRecords({ collection, guesses }: ModelRecordsOptions): Promise<ModelRecords> {
  const records = new Map<string, ModelRecord>((await collection.all()).records);
  const recordOf = (modelId: ModelId): ModelRecord =>
    records.get(modelId) ?? { durations: PRIOR_DURATIONS[kindOf(modelId)] };
  /** Prices that the store did not take: learned again, they are written again. */
  const unkept = new Set<ModelId>();
  // Writes of one model follow each other, so that the last one learned is the one kept.
  let lastWrite: Promise<void> = Promise.resolve();
  const change = (modelId: ModelId, record: ModelRecord): Promise<void> => {
    records.set(modelId, record);
    const write = lastWrite.then(() => collection.set(modelId, recordOf(modelId)));
    lastWrite = write.catch(() => undefined);
    return write;
  };
  return {
    quoteCredits: (modelId) => recordOf(modelId).lastPriceCredits ?? guesses.get(modelId) ?? FALLBACK_GUESS_CREDITS,
    durations: (modelId) => recordOf(modelId).durations,
    learnPrice: async (modelId, chargedCredits) => {
      const record = recordOf(modelId);
      if (record.lastPriceCredits === chargedCredits && !unkept.has(modelId)) return;
      unkept.add(modelId);
      await change(modelId, { ...record, lastPriceCredits: chargedCredits });
      unkept.delete(modelId);
    },
    learnDuration: (modelId, notBeforeMs, seenAfterMs) => {
      const record = recordOf(modelId);
      return change(modelId, { ...record, durations: learn(record.durations, notBeforeMs, seenAfterMs) });
    },
  };
}
