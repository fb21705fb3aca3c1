import { BusyError, createFairLimit } from '../../engine/fair-limit.ts';
import type { Clock } from '../../time/clock.ts';

const SECOND_MS = 1_000;
/** A call that would wait longer is refused, and its caller retries later. */
const LONGEST_WAIT_S = 10;

export type CallPace = ReturnType<typeof createCallPace>;

/** Limits calls with the bot's token to a number per second, and lets servers take turns. */
export function createCallPace({ clock, perSecond }: { clock: Pick<Clock, 'sleep'>; perSecond: number }) {
  const limit = createFairLimit({ atOnce: perSecond, waitingMax: perSecond * LONGEST_WAIT_S });
  return {
    /**
     * Resolves when the server may send one call. One server alone gets half of each second's calls, so that the first
     * call of another never waits for it.
     * @param guildId undefined for calls for no server, which take turns as one server.
     * @throws BusyError if too many calls wait; an AbortError if the signal aborts first.
     */
    turn: async (guildId = '', signal?: AbortSignal): Promise<void> => {
      const { promise: turn, resolve, reject } = Promise.withResolvers<void>();
      // Uses its slot for a second, however long the call takes, so that a long upload delays no other call.
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
