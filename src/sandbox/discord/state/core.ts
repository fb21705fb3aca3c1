import type { Clock } from '../../../time/clock.ts';
import type { Faults } from '../faults.ts';
import type { Attachments } from '../messages/attachments.ts';
import type { RateLimiter } from '../rate-limits.ts';
import type { Changes } from './events.ts';
import { snowflakeAfter } from './snowflakes.ts';
import type { SandboxState } from './state.ts';

/** What all parts of the sandbox share. */
export interface Core {
  readonly clock: Clock;
  readonly state: SandboxState;
  readonly changes: Changes;
  readonly attachments: Attachments;
  readonly faults: Faults;
  readonly rateLimiter: RateLimiter;
  /** The bot's token. */
  readonly token: string;
  nextId(): string;
}

export const createCore = (parts: Omit<Core, 'nextId'>): Core => ({
  ...parts,
  nextId: () => {
    const { state, clock } = parts;
    state.lastSnowflake = snowflakeAfter(state.lastSnowflake, clock.now());
    return state.lastSnowflake;
  },
});
