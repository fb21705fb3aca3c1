import type { MonthProgress } from '../protocol.ts';
import { goTo, type MonthStage, makeMonth } from './make-month.ts';
import { MONTH_OF_WORK } from './month-of-work.ts';
import { prepareServers } from './prepare-servers.ts';

/** A busy machine starts the bot slowly. After this, the visitor continues without the rest. */
const SERVERS_LIMIT_MS = 120_000;
const MONTH_LIMIT_MS = 600_000;

export interface Preparation {
  /** Whether the servers have their settings. They are imported only once, even if the manager changes them. */
  readonly isPrepared: boolean;
  /** Null unless a month is being made. */
  readonly month: MonthProgress | null;
  /** Resolves when the preparation has ended, whether it succeeded or not. */
  run(signal: AbortSignal): Promise<void>;
}

/** Prepares the playground: the servers' settings and, if requested, a month of pictures and clips. */
export const createPreparation = (
  stage: MonthStage,
  wanted: { isPrepared: boolean; withMonth: boolean; say?: ((text: string) => void) | undefined },
): Preparation => {
  let { isPrepared } = wanted;
  let month: MonthProgress | null = wanted.withMonth ? { madeDays: 0, days: MONTH_OF_WORK.length } : null;
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
    get month() {
      return month;
    },
    async run(signal) {
      const inTime = (limitMs: number): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
      isPrepared ||= await attempt('The servers have no settings', signal, () =>
        prepareServers(stage.discord, inTime(SERVERS_LIMIT_MS)),
      );
      if (!month) return;
      const onDay = (madeDays: number): void => {
        if (month) month = { ...month, madeDays };
      };
      const isWhole = await attempt('The month of work is not whole', signal, () =>
        makeMonth(stage, { signal: inTime(MONTH_LIMIT_MS), onDay }),
      );
      month = null;
      // Returns to the present in any case.
      goTo(stage.clock, 0);
      if (isWhole) wanted.say?.('The month of work in The Atelier is made.');
    },
  };
};
