import { BusyError, createFairLimit } from '../../engine/fair-limit.ts';
import type { Clock } from '../../time/clock.ts';

/** When calls with the bot's token may be sent: so many a second, and servers take turns. */
export interface CallPace {
  /**
   * Resolves when the server may send one call. One server alone gets half of what a second allows, so that another's first call never
   * waits for it.
   * @param guildId undefined for calls that no server asks for: together they take turns as one server.
   * @throws BusyError where too many calls wait already; an AbortError when the signal aborts first.
   */
  turn(guildId: string | undefined, signal: AbortSignal | undefined): Promise<void>;
}

const SECOND_MS = 1_000;
/** A call that would wait longer than this is refused, and its caller tries again later. */
const LONGEST_WAIT_S = 10;

export function createCallPace({ clock, perSecond }: { clock: Pick<Clock, 'sleep'>; perSecond: number }): CallPace {
  const limit = createFairLimit({ atOnce: perSecond, waitingMax: perSecond * LONGEST_WAIT_S });
  return {
    turn: async (guildId = '', signal) => {
      const { promise: turn, resolve, reject } = Promise.withResolvers<void>();
      // Holds its slot for a second, however long the call takes, so that an upload of minutes delays no other call.
      const second = async (): Promise<void> => {
        resolve();
        await clock.sleep(SECOND_MS);
      };
      limit.run({ guildId }, second, signal).catch((error: unknown) => {
        reject(
          error instanceof BusyError ? error : new DOMException('aborted while it waited for its turn', 'AbortError'),
        );
      });
      return turn;
    },
  };
}
