import { goTo, type MonthStage, makeMonth } from './make-month.ts';
import { prepareServers } from './prepare-servers.ts';

/** A busy machine starts the bot slowly. After this, the visitor continues without the rest. */
const SERVERS_LIMIT_MS = 120_000;
const MONTH_LIMIT_MS = 300_000;

export interface Preparation {
  /** Whether the servers have their settings. They are imported only once, even if the manager changes them. */
  readonly isPrepared: boolean;
  /** Also before it starts. */
  readonly isMakingMonth: boolean;
  /** Resolves when the preparation has ended, whether it succeeded or not. */
  run(signal: AbortSignal): Promise<void>;
}

/** Prepares the playground: the servers' settings and, if requested, a month of pictures and clips. */
export const createPreparation = (
  stage: MonthStage,
  wanted: { isPrepared: boolean; withMonth: boolean; say?: ((text: string) => void) | undefined },
): Preparation => {
  let { isPrepared, withMonth: isMakingMonth } = wanted;
  const attempt = async (what: string, signal: AbortSignal, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!signal.aborted) wanted.say?.(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  };
  return {
    get isPrepared() {
      return isPrepared;
    },
    get isMakingMonth() {
      return isMakingMonth;
    },
    async run(signal) {
      const inTime = (limitMs: number): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
      isPrepared ||= await attempt('The servers have no settings', signal, () =>
        prepareServers(stage.discord, inTime(SERVERS_LIMIT_MS)),
      );
      if (!isMakingMonth) return;
      await attempt('The month of work is not whole', signal, () => makeMonth(stage, inTime(MONTH_LIMIT_MS)));
      isMakingMonth = false;
      // Returns to the present in any case.
      goTo(stage.clock, 0);
    },
  };
};
