import type { Clock } from '../../time/clock.ts';
import type { FaultSwitchboard, Operation } from './faults.ts';
import type { ResultShelf } from './results.ts';
import type { SandboxService } from './service.ts';

export type SandboxEvent =
  /** A request arrived, before any fault. */
  | { event: 'request'; operation: Operation; taskId?: string }
  /** Tasks, accounts or faults changed. Time alone causes no event. */
  | { event: 'change' };

/** What the routes use. */
export interface SandboxParts {
  readonly clock: Clock;
  readonly service: SandboxService;
  readonly faults: FaultSwitchboard;
  readonly shelf: ResultShelf;
  readonly resultRetentionMs: number;
  readonly createdAtUnit: 'seconds' | 'milliseconds';
  readonly closing: AbortSignal;
  url(): string;
  secret(): string;
  emit(event: SandboxEvent): void;
}
