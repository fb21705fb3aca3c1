import type { Clock } from '../../../clock.ts';
import type { Faults } from '../faults.ts';
import type { RateLimiter } from '../rate-limits.ts';
import type { Changes } from '../state/events.ts';
import type { SandboxState } from '../state/state.ts';

export interface HubParts {
  clock: Clock;
  state: SandboxState;
  token: string;
  faults: Faults;
  rateLimiter: RateLimiter;
  changes: Changes;
  heartbeatIntervalMs: number;
  shards: Shards;
}

export interface Shards {
  /** What `GET /gateway/bot` says. Fewer are refused: Discord does so where one would have more than 2,500 servers. */
  recommended: number;
  /** `max_concurrency`: how many shards with neighbouring numbers may identify at once. */
  atOnce: number;
}
