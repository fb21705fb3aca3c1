import type { Log } from '../../log.ts';
import { backOffMs } from '../../time/back-off.ts';
import type { Clock } from '../../time/clock.ts';
import { mustBeDone } from '../rest/outcome.ts';
import type { DiscordRest } from '../rest/rest.ts';

/** Who runs the bot: the application's owner or team, and whom OPERATOR_IDS names. */
export interface Operators {
  has(userId: string): boolean;
  ids(): string[];
  /**
   * Asks Discord who owns the application, and again from time to time, for teams change. Until it answers only the configured
   * ones count. Rejects when `signal` aborts.
   */
  load(signal: AbortSignal): Promise<never>;
  /** Resolves after the first answer or failure, a stop included. */
  tried: Promise<void>;
}

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** Who leaves a team should not stay an operator for long. */
const KNOWN_FOR_MS = 3_600_000;

export interface OperatorsParts {
  rest: Pick<DiscordRest, 'ownerIds'>;
  clock: Clock;
  log: Log;
  configuredIds: readonly string[];
}

export function createOperators({ rest, clock, log, configuredIds }: OperatorsParts): Operators {
  let ids: ReadonlySet<string> = new Set(configuredIds);
  let isKnown = false;
  const { promise: tried, resolve: setTried } = Promise.withResolvers<void>();
  return {
    tried,
    has: (userId) => ids.has(userId),
    ids: () => [...ids],
    load: async (signal) => {
      for (let failures = 0; ; ) {
        let delayMs = KNOWN_FOR_MS;
        try {
          const known = new Set([...configuredIds, ...mustBeDone(await rest.ownerIds({ signal }))]);
          if (!isKnown || known.size !== ids.size || [...known].some((id) => !ids.has(id))) {
            log.info({ operators: known.size }, 'operators known');
          }
          ids = known;
          isKnown = true;
          failures = 0;
        } catch (error) {
          signal.throwIfAborted();
          delayMs = backOffMs(failures, { firstMs: FIRST_RETRY_MS, longestMs: LONGEST_RETRY_MS });
          failures += 1;
          log.warn({ err: error, delayMs }, 'Discord does not tell who owns the application; asking again');
        } finally {
          setTried();
        }
        await clock.sleep(delayMs, signal);
      }
    },
  };
}
