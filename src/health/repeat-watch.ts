import { type Finding, logFinding } from '../findings/finding.ts';
import type { Needs } from '../runtime.ts';

interface RepeatWatchParts extends Needs<'clock' | 'log'> {
  found: Finding;
  most: number;
  withinMs: number;
  onFound?: () => void;
}

/**
 * Opens a finding when something happens `most` times within `withinMs`, and closes it when it hasn't happened for as long.
 * One alone may have reasons of its own.
 */
export function createRepeatWatch(parts: RepeatWatchParts) {
  const { clock, log, found, most, withinMs, onFound } = parts;
  let lastMs: number[] = [];
  let openUntilMs = Number.NEGATIVE_INFINITY;
  const isOpen = (): boolean => clock.monotonicMs() < openUntilMs;
  return {
    /** @param lastsMs how long it surely lasts: reason enough alone. */
    record: (facts: object = {}, lastsMs = 0): void => {
      const nowMs = clock.monotonicMs();
      lastMs = [...lastMs.filter((atMs) => atMs > nowMs - withinMs), nowMs].slice(-most);
      const wasOpen = isOpen();
      if (!wasOpen && lastMs.length < most && lastsMs === 0) return;
      openUntilMs = Math.max(openUntilMs, nowMs + withinMs + lastsMs);
      if (wasOpen) return;
      logFinding(log, found, facts);
      onFound?.();
    },
    finding: (): Finding | undefined => (isOpen() ? found : undefined),
  };
}
