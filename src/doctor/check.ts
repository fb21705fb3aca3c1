import type { Config, Environment } from '../config.ts';
import type { ApplicationFacts, GatewayFacts, Inspection } from '../discord/rest/inspection.ts';
import type { EnvironmentSource } from '../environment.ts';
import type { Finding } from '../findings/finding.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import type { ClockCheck } from '../time/clock-check.ts';

/** What checks learn for those after them. */
export interface CheckFacts {
  environment: Environment;
  config: Config;
  /** Of the set-up, found without asking anyone. */
  warnings: readonly Finding[];
  discord: Inspection;
  gateway: GatewayFacts | 'refuses the token';
  clockCheck: ClockCheck;
  application: ApplicationFacts;
  /** The outcome of a probe: the error, or undefined. */
  probe: { error: unknown };
  store: Store;
}

/** What a check works with. */
export interface Examination {
  source: EnvironmentSource;
  clock: Clock;
  signal: AbortSignal;
  facts: Partial<CheckFacts>;
  /** What to close at the end. */
  closing: (() => Promise<unknown>)[];
}

export interface Check {
  name: string;
  /** Checks that have to find no fault first. */
  needs?: readonly string[];
  /** Takes long in a large store, so it runs last. */
  isSlow?: true;
  /** Whether the set-up has what it looks at. Asked after what it needs was checked. */
  applies?: (examination: Examination) => boolean;
  /** @returns what it found, and a word on what is well. */
  run: (examination: Examination) => Promise<{ detail?: string; findings?: readonly Finding[] }>;
}

/** What an earlier check learned. @throws if none did */
export function requireFact<Key extends keyof CheckFacts>(
  { facts }: Examination,
  key: Key,
): NonNullable<CheckFacts[Key]> {
  const value = facts[key];
  if (value === undefined || value === null) throw new Error(`no check has learned about ${key} before`);
  return value;
}
