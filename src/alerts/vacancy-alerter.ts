import type { Clock } from '../clock.ts';
import { createLane } from '../engine/lane.ts';
import type { Log } from '../log.ts';
import { afterPost } from './notices.ts';
import type { PostToOperator } from './operator-alert.ts';

/** Tells the operator that no process serves some shards, and that one does again. */
export interface VacancyAlerter {
  /** Of several processes, the one with the lowest shard that is served tells. Returns at once. */
  notice(vacant: { numbers: readonly number[]; isFirst: boolean }): void;
  run(signal: AbortSignal): Promise<void>;
}

const KEY = 'shards';
/** The operator's turn is no server's. */
const NO_SERVER = '';

export interface VacancyAlerterParts {
  clock: Clock;
  log: Log;
  post: PostToOperator;
}

export function createVacancyAlerter({ clock, log, post }: VacancyAlerterParts): VacancyAlerter {
  let vacant: { shards: readonly number[]; sinceMs: number } = { shards: [], sinceMs: 0 };
  let told: readonly number[] = [];
  const driver = createLane({
    ...{ clock, log, name: 'shards without a process' },
    step: async (_, { signal }) => {
      const { shards, sinceMs } = vacant;
      if (shards.join() === told.join()) return undefined;
      const alert =
        shards.length > 0
          ? ({ kind: 'shards vacant', shards } as const)
          : ({ kind: 'shards served', shards: told } as const);
      const idempotencyKey = ['operator', alert.kind, alert.shards.join(), String(sinceMs)].join('|');
      const outcome = await post(alert, { idempotencyKey, signal });
      if (outcome !== 'posted') {
        log.warn({ outcome }, 'the operator could not be told which shards have no process; it is tried again');
        return afterPost(outcome);
      }
      told = shards;
      return undefined;
    },
  });
  return {
    notice: ({ numbers, isFirst }) => {
      if (numbers.length > 0 && !isFirst) return;
      vacant = { shards: numbers, sinceMs: clock.now() };
      driver.due(KEY, NO_SERVER);
    },
    run: driver.run,
  };
}
