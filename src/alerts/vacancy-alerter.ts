import { createLane } from '../engine/lane.ts';
import type { Log } from '../log.ts';
import type { Clock } from '../time/clock.ts';
import { type PostToOperator, tellOperator } from './notices.ts';

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

export function createVacancyAlerter(parts: VacancyAlerterParts): VacancyAlerter {
  const { clock, log } = parts;
  let vacant: { shards: readonly number[]; sinceMs: number } = { shards: [], sinceMs: 0 };
  let told: readonly number[] = [];
  const lane = createLane({
    clock,
    log,
    name: 'shards without a process',
    step: async (_, { signal }) => {
      const { shards, sinceMs } = vacant;
      if (shards.join() === told.join()) return undefined;
      const kind = shards.length > 0 ? 'shards vacant' : 'shards served';
      const alert = { kind, shards: shards.length > 0 ? shards : told } as const;
      await tellOperator(parts.post, alert, [alert.shards.join(), sinceMs], signal);
      told = shards;
      return undefined;
    },
  });
  return {
    notice: ({ numbers, isFirst }) => {
      if (numbers.length > 0 && !isFirst) return;
      vacant = { shards: numbers, sinceMs: clock.now() };
      lane.due(KEY, NO_SERVER);
    },
    run: lane.run,
  };
}
