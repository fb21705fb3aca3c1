import type { WebSocketOptions } from 'discord.js';
import type { TakeTurn } from '../../store/shards.ts';

/** https://discord.com/developers/docs/events/gateway#rate-limiting */
const WINDOW_MS = 5_000;
/** Discord counts from when an identify arrives, which may be this much later than its turn starts. */
const LATE_MS = 1_000;

/** Shards take turns to identify, across all processes. As many identify at once as Discord allows. */
export function identifyInTurns(takeTurn: TakeTurn): Required<Pick<WebSocketOptions, 'buildIdentifyThrottler'>> {
  return {
    buildIdentifyThrottler: async (manager) => {
      const { session_start_limit: limit } = await manager.fetchGatewayInformation();
      return {
        waitForIdentify: (shard, signal) => takeTurn(shard % limit.max_concurrency, WINDOW_MS + LATE_MS, signal),
      };
    },
  };
}
