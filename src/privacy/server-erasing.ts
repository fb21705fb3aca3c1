import type { DrivenRecords } from '../engine/driven-records.ts';
import type { Next } from '../engine/lane.ts';
import type { Log } from '../log.ts';
import { type Clock, HOUR_MS, MINUTE_MS } from '../time/clock.ts';
import type { Erasure } from './erasure.ts';

/** What the erasure of a whole server needs. */
export interface ServerErasing {
  /** How long a server's records stay after Easel has left it. */
  keptMs: number;
  /** Whether Easel is in the server, in Discord's own words; undefined if Discord doesn't say now. */
  isIn: (guildId: string) => Promise<boolean | undefined>;
  /** When something was last asked for there: commands also work in a server that has only those. */
  lastUsedAtMs: (guildId: string) => Promise<number>;
  isClockRight: () => Promise<boolean>;
  /** Whether credits are held or works are running there, or an operator has paused everything. */
  isUnderWay: (guildId: string) => Promise<boolean>;
  /** Lets nothing new start there until its account is erased. */
  pause: (guildId: string) => Promise<unknown>;
  /** Erases its account last. Safe to repeat. */
  erase: (guildId: string, how: Pick<Erasure, 'isOnlyRestored'>) => Promise<void>;
}

/** Discord or the clock is asked again after this time. */
const ASK_INTERVAL_MS = HOUR_MS;
/** How often to check whether what is under way has ended. */
export const LOOK_INTERVAL_MS = 10 * MINUTE_MS;

/** When the next step of an unfinished erasure is due. */
export function dueInMs({ askedAtMs, isLeft }: Erasure, keptMs: number, nowMs: number): number {
  return isLeft ? askedAtMs + keptMs - nowMs : 0;
}

/** Erases a server unless it came back or is used; waits for what is under way. */
export async function followServer(
  erasure: Erasure,
  { clock, log, server }: { clock: Clock; log: Log; server: ServerErasing },
  records: Pick<DrivenRecords<Erasure>, 'amend' | 'drop'>,
): Promise<Next> {
  const { guildId, askedAtMs, isLeft, isOnlyRestored } = erasure;
  const isSame = (now: Erasure): boolean => now.askedAtMs === askedAtMs;
  const change = (changes: Partial<Erasure>) =>
    records.amend(guildId, (now) => (isSame(now) ? { ...now, ...changes } : undefined));
  if (dueInMs(erasure, server.keptMs, clock.now()) > 0) return undefined;
  if (isLeft) {
    const isIn = (await server.isClockRight()) ? await server.isIn(guildId) : undefined;
    if (isIn === undefined) return { dueInMs: ASK_INTERVAL_MS };
    if (isIn) return void (await records.drop(guildId, isSame));
    const usedAtMs = await server.lastUsedAtMs(guildId);
    if (usedAtMs > askedAtMs) return void (await change({ askedAtMs: usedAtMs }));
  }
  // What a restore brought back are choices, which nothing that runs depends on.
  if (!isOnlyRestored) {
    if (!isLeft) await server.pause(guildId);
    if (await server.isUnderWay(guildId)) return { dueInMs: LOOK_INTERVAL_MS };
  }
  await server.erase(guildId, erasure);
  await change({ doneAtMs: clock.now() });
  log.info({ server: guildId }, 'the records of a server were erased');
  return undefined;
}
