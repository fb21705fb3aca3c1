import { type WebSocketOptions, WebSocketShardStatus } from 'discord.js';
import { backOffMs } from '../../time/back-off.ts';
import type { Clock } from '../../time/clock.ts';

type Manager = Parameters<NonNullable<WebSocketOptions['buildStrategy']>>[0];

/** The pauses of a shard between connections that came to nothing. The first reconnect has none. */
const PAUSES = { firstMs: 1_000, longestMs: 60_000 };
/** A session that lasts shorter counts as one that came to nothing. */
const LASTING_MS = 10_000;

/** As long as discord.js gives the gateway to answer an Identify. For the answer to a Resume, it has no limit. */
const RESUME_WITHIN_MS = 15_000;

/** Makes a shard's connections wait longer and longer while none lasts. discord.js reconnects at once. */
export function createConnectPauses(clock: Clock, stop: AbortSignal) {
  /** Connections in a row that didn't last, by shard, and since when there is a session. */
  const shards = new Map<number, { tries: number; sessionSinceMs: number | undefined }>();

  const pause = async (shard: number, onPause: (shard: number) => void): Promise<void> => {
    const { tries, sessionSinceMs } = shards.get(shard) ?? { tries: 0, sessionSinceMs: undefined };
    const hasLasted = sessionSinceMs !== undefined && clock.monotonicMs() - sessionSinceMs >= LASTING_MS;
    const before = hasLasted ? 1 : tries;
    shards.set(shard, { tries: before + 1, sessionSinceMs: undefined });
    if (before < 2) return;
    onPause(shard);
    await clock.sleep(backOffMs(before - 2, PAUSES), stop);
  };

  return {
    /** discord.js asks for a shard's session right before each connection, and for each event while it has one. */
    applyTo: (manager: Manager, onPause: (shard: number) => void): void => {
      const { options } = manager;
      const { retrieveSessionInfo } = options;
      options.retrieveSessionInfo = async (shard) => {
        const status = (await manager.fetchStatus()).get(shard);
        if (status !== WebSocketShardStatus.Idle) return retrieveSessionInfo(shard);
        // A connection that a stop prevents must not fail: discord.js handles no error there.
        await pause(shard, onPause).catch(() => new Promise(() => undefined));
        return retrieveSessionInfo(shard);
      };
    },
    resumeTime: (): Promise<void> => clock.sleep(RESUME_WITHIN_MS, stop),
    /** Call this when the shard got a session. */
    onSession: (shard: number): void => {
      const known = shards.get(shard);
      if (known) known.sessionSinceMs = clock.monotonicMs();
    },
  };
}
