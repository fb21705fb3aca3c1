import { every } from '../engine/every.ts';
import { finding, logFinding } from '../findings/finding.ts';
import { reasonOf } from '../log.ts';
import type { Needs } from '../runtime.ts';
import { withinLimit } from '../time/time-limit.ts';

const INTERVAL_MS = 60_000;
const ANSWER_WITHIN_MS = 10_000;

export interface HeartbeatParts extends Needs<'clock' | 'log'> {
  /** May hold a token, so it appears nowhere. */
  url: string;
  isReady: () => boolean;
}

/**
 * Calls `url` once a minute while Easel is ready, until the signal aborts. Its watcher learns of every
 * silence, also of a machine that is off.
 */
export function runHeartbeat({ url, isReady, clock, log }: HeartbeatParts, signal: AbortSignal): Promise<void> {
  let isFailing = false;
  const beat = async (): Promise<void> => {
    if (!isReady()) return;
    try {
      await withinLimit(ANSWER_WITHIN_MS, signal, (within) => call(url, within));
      if (isFailing) log.info('HEARTBEAT_URL answers again');
      isFailing = false;
    } catch (error) {
      if (signal.aborted || isFailing) return;
      isFailing = true;
      logFinding(log, finding('machine.heartbeat', { cause: reasonOf(error) }));
    }
  };
  return every(INTERVAL_MS, beat, { clock, log, name: 'heartbeat', signal });
}

async function call(url: string, signal: AbortSignal): Promise<void> {
  // Node wraps the reason in an error that only says "fetch failed".
  const answer = await fetch(url, { signal }).catch((error: unknown) => {
    throw error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
}
