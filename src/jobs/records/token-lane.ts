import type { Asker } from '../../engine/fair-limit.ts';
import { createLane } from '../../engine/lane.ts';
import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import { type MessageLocation, tokenEndsInMs } from '../job/job.ts';

type Token = Pick<MessageLocation, 'token' | 'tokenIssuedAtMs'>;

interface TokenLaneParts {
  clock: Clock;
  log: Log;
  name: string;
  find(key: string): Promise<Token | undefined>;
  /** Deletes a token that has expired. */
  end(key: string): Promise<unknown>;
}

/** Deletes tokens of interactions as they expire. */
export function createTokenLane({ clock, log, name, find, end }: TokenLaneParts) {
  const lane = createLane({
    clock,
    log,
    name,
    step: async (key) => {
      const token = await find(key);
      const inMs = token && tokenEndsInMs(token, clock.now());
      if (inMs === undefined) return undefined;
      if (inMs > 0) return { dueInMs: inMs };
      await end(key);
      return undefined;
    },
  });
  return {
    run: lane.run,
    /** @returns whether there is a token that hasn't expired */
    plan: (key: string, asker: Asker, token: Token): boolean => {
      const inMs = tokenEndsInMs(token, clock.now());
      if (inMs !== undefined) lane.due(key, asker, inMs);
      return inMs !== undefined && inMs > 0;
    },
  };
}
