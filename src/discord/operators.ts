import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { DiscordRest } from './rest.ts';

/** Who runs the bot: the application's owner or team, and whom OPERATOR_IDS names. */
export interface Operators {
  has(userId: string): boolean;
  /** Asks Discord who owns the application, again and again until it answers. Until then only the configured ones count. */
  load(signal: AbortSignal): Promise<void>;
}

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 5 * 60_000;

export interface OperatorsParts {
  rest: Pick<DiscordRest, 'ownerIds'>;
  clock: Clock;
  log: Log;
  configuredIds: readonly string[];
}

export function createOperators({ rest, clock, log, configuredIds }: OperatorsParts): Operators {
  let ids: ReadonlySet<string> = new Set(configuredIds);
  return {
    has: (userId) => ids.has(userId),
    load: async (signal) => {
      for (let attempt = 0; ; attempt++) {
        try {
          ids = new Set([...configuredIds, ...(await rest.ownerIds({ signal }))]);
          log.info({ operators: ids.size }, 'operators known');
          return;
        } catch (error) {
          signal.throwIfAborted();
          const delayMs = Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS);
          log.warn({ err: error, delayMs }, 'Discord does not tell who owns the application; asking again');
          await clock.sleep(delayMs, signal);
        }
      }
    },
  };
}
