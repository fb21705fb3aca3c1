import type { Clock } from '../../../clock.ts';
import type { Faults } from '../faults.ts';
import type { Changes } from '../state/events.ts';
import type { SandboxState } from '../state/state.ts';

export interface HubParts {
  clock: Clock;
  state: SandboxState;
  token: string;
  faults: Faults;
  changes: Changes;
  heartbeatIntervalMs: number;
  shards: Shards;
}

export interface Shards {
  /** What `GET /gateway/bot` says. Fewer are refused: Discord does so where one would have more than 2,500 servers. */
  recommended: number;
  /** How many may identify within 5 s. */
  atOnce: number;
}
