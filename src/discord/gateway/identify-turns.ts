import type { WebSocketOptions } from 'discord.js';
import type { TakeTurn } from '../../store/shards.ts';

/** https://discord.com/developers/docs/events/gateway#rate-limiting */
const IDENTIFY_APART_MS = 5_000;

/** Shards say who they are in turns with those of all processes: so many at once as Discord allows. */
export function identifyInTurns(takeTurn: TakeTurn): Required<Pick<WebSocketOptions, 'buildIdentifyThrottler'>> {
  return {
    buildIdentifyThrottler: async (manager) => {
      const { session_start_limit: limit } = await manager.fetchGatewayInformation();
      return {
        waitForIdentify: (shard, signal) => takeTurn(shard % limit.max_concurrency, IDENTIFY_APART_MS, signal),
      };
    },
  };
}
