import { type Config, readConfig } from '../../src/config.ts';
import type { ResultFolder } from '../../src/media/files/result-folder.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { createTopic, type Ports } from '../../src/parts/base.ts';
import { createMetering } from '../../src/parts/metering.ts';
import { createParts } from '../../src/parts/parts.ts';
import type { Store } from '../../src/store/store.ts';
import { MODEL_IDS } from '../../src/task-api/models.ts';
import type { ClockCheck } from '../../src/time/clock-check.ts';
import { FAKE_PRICES } from './fake-task-api.ts';

const CONFIG = {
  ...readConfig({ DISCORD_TOKEN: 'token-of-a-test.x.y', TASK_API_URL: 'http://127.0.0.1:1', TASK_API_KEY: 'sk-test' }),
  PRICE_GUESS_CREDITS: new Map(MODEL_IDS.map((id) => [id, FAKE_PRICES.get(id) ?? 0])),
  BUDGET_ALL_CREDITS: 1_000_000_000,
};

/** One for all bots, because no test of theirs reads it, and to make one takes longer than the rest of a bot. */
const METRICS = createMetrics();

export interface BotParts extends Omit<Ports, 'random'> {
  store: Store;
  results: ResultFolder;
  /** Differences from a test's usual configuration. */
  config?: Partial<Config>;
  stop: AbortSignal;
}

/** The whole bot, without a connection to Discord's gateway. Nothing runs before the test starts it. */
export function createBot({ store, results, config, stop, ...ports }: BotParts) {
  return createParts({
    ...{ random: () => 0.5, ...ports, config: { ...CONFIG, ...config }, store, results, stop },
    ...{ vacancies: createTopic(), metering: createMetering(ports, METRICS) },
  });
}
export type Bot = Awaited<ReturnType<typeof createBot>>;

/** A clock check that compares nothing. */
export const clockCheckOf = (isRight: () => boolean): ClockCheck => ({
  observe: () => undefined,
  ageMs: () => 0,
  isRight,
  finding: () => undefined,
  status: () => ({ state: 'right', aheadMs: 0 }),
});
