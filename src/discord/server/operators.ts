import { every } from '../../engine/every.ts';
import type { Needs } from '../../runtime.ts';
import { untilSuccessful } from '../../time/back-off.ts';
import type { PublishedPages } from '../rest/application-calls.ts';
import { mustBeDone } from '../rest/outcome.ts';
import type { DiscordRest } from '../rest/rest.ts';

export type Operators = ReturnType<typeof createOperators>;

const BACK_OFF = { firstMs: 2_000, longestMs: 5 * 60_000 };
/** Short, because people who leave a team should not stay operators for long. */
const KNOWN_FOR_MS = 3_600_000;

export interface OperatorsParts extends Needs<'clock' | 'log'> {
  rest: Pick<DiscordRest, 'application'>;
  configuredIds: readonly string[];
}

/** The people who run the bot: the application's owner or team, and OPERATOR_IDS. */
export function createOperators({ rest, clock, log, configuredIds }: OperatorsParts) {
  let ids: ReadonlySet<string> = new Set(configuredIds);
  let isKnown = false;
  let pages: PublishedPages = {};
  const { promise: tried, resolve: setTried } = Promise.withResolvers<void>();
  return {
    /** Resolves after the first answer or failure, or when Easel stops. */
    tried,
    has: (userId: string): boolean => ids.has(userId),
    ids: (): string[] => [...ids],
    /** What the operators have published, as of Discord's last answer. */
    pages: (): PublishedPages => pages,
    /**
     * Asks Discord who owns the application, and again every hour because teams change, until the signal aborts. Only the
     * configured operators count before the first answer.
     */
    load: (signal: AbortSignal): Promise<void> => {
      const ask = async (): Promise<void> => {
        const application = mustBeDone(await rest.application({ signal }));
        const known = new Set([...configuredIds, ...application.ownerIds]);
        if (!isKnown || known.size !== ids.size || [...known].some((id) => !ids.has(id))) {
          log.info({ operators: known.size }, 'operators known');
        }
        ids = known;
        pages = application.pages;
        isKnown = true;
      };
      const onFailure = (error: unknown, delayMs: number): undefined => {
        log.warn({ err: error, delayMs }, 'Discord did not say who owns the application; retrying');
      };
      const renew = (): Promise<void> =>
        untilSuccessful({ clock, signal, ...BACK_OFF }, () => ask().finally(setTried), onFailure);
      return every(KNOWN_FOR_MS, renew, { clock, log, name: 'operators', signal });
    },
  };
}
