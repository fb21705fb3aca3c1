import { every } from '../../engine/every.ts';
import { createLane } from '../../engine/lane.ts';
import type { Log } from '../../log.ts';
import { kindOf } from '../../task-api/models.ts';
import type { Clock } from '../../time/clock.ts';
import { type Durations, learn, learnFailure } from '../polling/durations.ts';
import { type RunTimes, runTimesOf } from '../polling/poll-schedule.ts';
import { type LearnedModelsParts, type ModelRecord, openLearnedModels } from './learned-models.ts';
import { isAbsurd, quoteOf, withCharge } from './prices.ts';

/** It takes a few milliseconds: what was learned since waits for so long. */
const RUN_TIMES_AGE_MS = 5_000;

/** Nothing is lost with what a crash takes but the last seconds of learning: it is not worth a commit of each task. */
const WRITTEN_AFTER_MS = 10_000;

/** What other processes learned is known so much later: a few records of each, read together. */
const LOOK_INTERVAL_MS = 60_000;

/**
 * What was learned of each model, by this process and others: in memory for reading and, some seconds later, in the store for
 * the next start.
 */
export interface ModelRecords {
  /** What a task is expected to cost, from the last charges and the configured guess (`quoteOf`). */
  quoteCredits(modelId: string): number;
  durations(modelId: string): Durations;
  /** From the durations as they were some seconds ago at the most. */
  runTimes(modelId: string): RunTimes;
  learnPrice(modelId: string, chargedCredits: number): void;
  learnDuration(modelId: string, notBeforeMs: number, seenAfterMs: number): void;
  learnFailure(modelId: string, mayBeEarly: boolean): void;
  /** Writes down what is learned, and looks from time to time at what other processes learned, until `signal` aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Writes down what was not yet. Where that fails, the next start learns it anew. */
  close(): Promise<void>;
}

export interface ModelRecordsOptions extends LearnedModelsParts {
  guesses: ReadonlyMap<string, number>;
  clock: Clock;
  log: Log;
}

/** A price for a model that nobody guessed and nobody has seen. */
const FALLBACK_GUESS_CREDITS = 50;

/** @throws StoreError when the records cannot be read at all. */
export async function openModelRecords(options: ModelRecordsOptions): Promise<ModelRecords> {
  const { guesses, clock, log } = options;
  const models = await openLearnedModels(options);
  const guessOf = (modelId: string): number => guesses.get(modelId) ?? FALLBACK_GUESS_CREDITS;
  const quoteCredits = (modelId: string): number => quoteOf(models.all(modelId).prices, guessOf(modelId), clock.now());
  const unwritten = new Set<string>();
  const write = async (modelId: string): Promise<void> => {
    if (!unwritten.delete(modelId)) return;
    await models.write(modelId).catch((error: unknown) => {
      unwritten.add(modelId);
      throw error;
    });
  };
  const writing = createLane({
    clock,
    log,
    name: 'learned model',
    step: async (modelId) => void (await write(modelId)),
  });
  const learned = (modelId: string, change: Partial<ModelRecord>): void => {
    models.set(modelId, { ...models.own(modelId), ...change });
    unwritten.add(modelId);
    writing.due(modelId, 'no server', WRITTEN_AFTER_MS);
  };
  return {
    quoteCredits,
    durations: (modelId) => models.all(modelId).durations,
    runTimes: createRunTimes(clock, (modelId) => models.all(modelId).durations),
    learnPrice: (modelId, chargedCredits) => {
      if (isAbsurd(chargedCredits, guessOf(modelId))) {
        log.error(
          { model: modelId, chargedCredits, guessCredits: guessOf(modelId) },
          'the service charged so much that it is not taken for the price; if it is, set PRICE_GUESS_CREDITS',
        );
        return;
      }
      const { prices } = models.own(modelId);
      learned(modelId, { prices: withCharge(prices, chargedCredits, clock.now()) });
    },
    learnDuration: (modelId, notBeforeMs, seenAfterMs) =>
      learned(modelId, { durations: learn(models.own(modelId).durations, notBeforeMs, seenAfterMs) }),
    learnFailure: (modelId, mayBeEarly) =>
      learned(modelId, { durations: learnFailure(models.own(modelId).durations, mayBeEarly) }),
    run: async (signal) => {
      const looking = { clock, log, name: 'look at what other processes learned', signal };
      await Promise.all([every(LOOK_INTERVAL_MS, models.lookAtOthers, looking), writing.run(signal)]);
    },
    close: async () => {
      await Promise.all([...unwritten].map(write)).catch((error: unknown) => {
        log.warn({ err: error }, 'what was learned of a model could not be kept');
      });
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
