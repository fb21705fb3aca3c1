import { every } from '../../engine/every.ts';
import { createLane } from '../../engine/lane.ts';
import type { Log } from '../../log.ts';
import { kindOf, type Price } from '../../task-api/models.ts';
import type { Clock } from '../../time/clock.ts';
import { type Durations, learn, learnFailure } from '../polling/durations.ts';
import { type RunTimes, runTimesOf } from '../polling/poll-schedule.ts';
import { type LearnedModelsParts, type ModelRecord, openLearnedModels } from './learned-models.ts';
import { isAbsurd, priceOf, withCharge } from './prices.ts';

/** Computing run times takes some milliseconds, so new observations wait this long. */
const RUN_TIMES_AGE_MS = 5_000;

/** A crash loses the last seconds of learning, which isn't worth a commit for each task. */
const WRITTEN_AFTER_MS = 10_000;

/** How often to read what other processes learned. */
const READ_INTERVAL_MS = 60_000;

interface ModelRecordsOptions extends LearnedModelsParts {
  guesses: ReadonlyMap<string, number>;
  clock: Clock;
  log: Log;
}

/** The quote for a model without a configured guess and without charges. */
const FALLBACK_GUESS_CREDITS = 50;

/**
 * What this process and others learned of each model. Reads come from memory; writes reach the store some seconds later, for
 * the next start.
 * @throws StoreError if no records can be read.
 */
export async function openModelRecords(options: ModelRecordsOptions) {
  const { guesses, clock, log } = options;
  const models = await openLearnedModels(options);
  const guessOf = (modelId: string): number => guesses.get(modelId) ?? FALLBACK_GUESS_CREDITS;
  /** The price of a task, from the last charges and the configured guess. */
  const price = (modelId: string): Price => priceOf(models.all(modelId).prices, guessOf(modelId), clock.now());
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
    price,
    /** The quote of a task. */
    quoteCredits: (modelId: string): number => price(modelId).credits,
    durations: (modelId: string): Durations => models.all(modelId).durations,
    /** Computed from the durations, at most some seconds ago. */
    runTimes: createRunTimes(clock, (modelId) => models.all(modelId).durations),
    learnPrice: (modelId: string, chargedCredits: number): void => {
      if (isAbsurd(chargedCredits, guessOf(modelId))) {
        log.error(
          { model: modelId, chargedCredits, guessCredits: guessOf(modelId) },
          'the service charged far more than the guess, so the charge is ignored; if it is the price, set PRICE_GUESS_CREDITS',
        );
        return;
      }
      const { prices } = models.own(modelId);
      learned(modelId, { prices: withCharge(prices, chargedCredits, clock.now()) });
    },
    learnDuration: (modelId: string, notBeforeMs: number, seenAfterMs: number): void =>
      learned(modelId, { durations: learn(models.own(modelId).durations, notBeforeMs, seenAfterMs) }),
    learnFailure: (modelId: string, mayBeEarly: boolean): void =>
      learned(modelId, { durations: learnFailure(models.own(modelId).durations, mayBeEarly) }),
    /** Writes what is learned, and regularly reads what other processes learned, until `signal` aborts. */
    run: async (signal: AbortSignal): Promise<void> => {
      const reading = { clock, log, name: 'read what other processes learned', signal };
      await Promise.all([every(READ_INTERVAL_MS, models.readOthers, reading), writing.run(signal)]);
    },
    /** Writes what wasn't yet. If that fails, the next start learns it again. */
    close: async (): Promise<void> => {
      await Promise.all([...unwritten].map(write)).catch((error: unknown) => {
        log.warn({ err: error }, 'what was learned of a model could not be written');
      });
    },
  };
}

export type ModelRecords = Awaited<ReturnType<typeof openModelRecords>>;

function createRunTimes(clock: Pick<Clock, 'monotonicMs'>, durationsOf: (modelId: string) => Durations) {
  const kept = new Map<string, { runTimes: RunTimes; durations: Durations; computedAtMs: number }>();
  return (modelId: string): RunTimes => {
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
