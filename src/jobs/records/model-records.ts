import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { everyPage } from '../../store/pages.ts';
import type { Collection } from '../../store/store.ts';
import { kindOf } from '../../task-api/models.ts';
import { type Durations, durationsSchema, learn, learnFailure, PRIOR_DURATIONS } from '../polling/durations.ts';
import { type RunTimes, runTimesOf } from '../polling/run-times.ts';
import { isAbsurd, NO_PRICES, type Prices, pricesSchema, quoteOf, withCharge } from './prices.ts';

export const modelRecordSchema = z.object({
  prices: pricesSchema.optional(),
  /** In records of earlier versions: what the last create was charged. */
  lastPriceCredits: z.int().min(0).optional(),
  durations: durationsSchema,
});
export type ModelRecord = z.output<typeof modelRecordSchema>;

/** It takes a few milliseconds: what was learned since waits for so long. */
const RUN_TIMES_AGE_MS = 5_000;

/** Nothing is lost with what a crash takes but the last seconds of learning: it is not worth a commit of each task. */
const WRITTEN_EVERY_MS = 10_000;

/** What was learned of each model, in memory for reading and, some seconds later, in the store for the next start. */
export interface ModelRecords {
  /** What a task is expected to cost, from the last charges and the configured guess (`quoteOf`). */
  quoteCredits(modelId: string): number;
  durations(modelId: string): Durations;
  /** From the durations as they were some seconds ago at the most. */
  runTimes(modelId: string): RunTimes;
  learnPrice(modelId: string, chargedCredits: number): void;
  learnDuration(modelId: string, notBeforeMs: number, seenAfterMs: number): void;
  learnFailure(modelId: string, mayBeEarly: boolean): void;
  /** Writes down what was not yet. */
  close(): Promise<void>;
}

export interface ModelRecordsOptions {
  collection: Collection<ModelRecord>;
  guesses: ReadonlyMap<string, number>;
  clock: Pick<Clock, 'now' | 'monotonicMs'>;
  log: Log;
}

/** A price for a model that nobody guessed and nobody has seen. */
const FALLBACK_GUESS_CREDITS = 50;

/**
 * A record that cannot be read stays where it is, for a person to look at; what is learned of its model anew is kept under
 * another key.
 * @throws StoreError when the records cannot be read at all.
 */
export async function openModelRecords({
  collection,
  guesses,
  clock,
  log,
}: ModelRecordsOptions): Promise<ModelRecords> {
  const records = new Map<string, ModelRecord>();
  const setAside = new Set<string>();
  for await (const page of everyPage(collection)) {
    for (const [key, record] of page.records) records.set(key, record);
    for (const key of page.unreadable) {
      log.error({ record: key }, 'what was learned of a model cannot be read; it is set aside and learned anew');
      setAside.add(key);
    }
  }
  const keyOf = (modelId: string): string => (setAside.has(modelId) ? `${modelId}.anew` : modelId);
  const recordOf = (modelId: string): ModelRecord =>
    records.get(keyOf(modelId)) ?? { durations: PRIOR_DURATIONS[kindOf(modelId)] };
  const guessOf = (modelId: string): number => guesses.get(modelId) ?? FALLBACK_GUESS_CREDITS;
  const quoteCredits = (modelId: string): number =>
    quoteOf(pricesOf(recordOf(modelId), clock.now()), guessOf(modelId), clock.now());
  const unwritten = new Set<string>();
  let writtenAtMs = clock.monotonicMs();
  // One after the other, so that the last one learned is the one kept.
  let writing: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    writtenAtMs = clock.monotonicMs();
    const modelIds = [...unwritten];
    unwritten.clear();
    try {
      await Promise.all(modelIds.map((modelId) => collection.set(keyOf(modelId), recordOf(modelId))));
    } catch (error) {
      for (const modelId of modelIds) unwritten.add(modelId);
      log.warn({ err: error }, 'what was learned of a model could not be kept; it is tried again');
    }
  };
  const learned = (modelId: string, change: Partial<ModelRecord>): void => {
    records.set(keyOf(modelId), { ...recordOf(modelId), ...change });
    unwritten.add(modelId);
    if (clock.monotonicMs() - writtenAtMs >= WRITTEN_EVERY_MS) writing = writing.then(write);
  };
  return {
    quoteCredits,
    durations: (modelId) => recordOf(modelId).durations,
    runTimes: createRunTimes(clock, (modelId) => recordOf(modelId).durations),
    learnPrice: (modelId, chargedCredits) => {
      if (isAbsurd(chargedCredits, guessOf(modelId))) {
        log.error(
          { model: modelId, chargedCredits, guessCredits: guessOf(modelId) },
          'the service charged so much that it is not taken for the price; if it is, set PRICE_GUESS_CREDITS',
        );
        return;
      }
      const prices = pricesOf(recordOf(modelId), clock.now());
      learned(modelId, { prices: withCharge(prices, chargedCredits, clock.now()) });
    },
    learnDuration: (modelId, notBeforeMs, seenAfterMs) =>
      learned(modelId, { durations: learn(recordOf(modelId).durations, notBeforeMs, seenAfterMs) }),
    learnFailure: (modelId, mayBeEarly) =>
      learned(modelId, { durations: learnFailure(recordOf(modelId).durations, mayBeEarly) }),
    close: () => {
      writing = writing.then(write);
      return writing;
    },
  };
}

function createRunTimes(
  clock: Pick<Clock, 'monotonicMs'>,
  durationsOf: (modelId: string) => Durations,
): ModelRecords['runTimes'] {
  const kept = new Map<string, { runTimes: RunTimes; durations: Durations; computedAtMs: number }>();
  return (modelId) => {
    const durations = durationsOf(modelId);
    const before = kept.get(modelId);
    const now = clock.monotonicMs();
    if (before && (before.durations === durations || now - before.computedAtMs < RUN_TIMES_AGE_MS)) {
      return before.runTimes;
    }
    const runTimes = runTimesOf(kindOf(modelId), durations);
    kept.set(modelId, { runTimes, durations, computedAtMs: now });
    return runTimes;
  };
}

function pricesOf({ prices, lastPriceCredits }: ModelRecord, nowMs: number): Prices {
  if (prices) return prices;
  return lastPriceCredits === undefined ? NO_PRICES : withCharge(NO_PRICES, lastPriceCredits, nowMs);
}
