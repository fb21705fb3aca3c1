import type { Clock } from '../../time/clock.ts';
import { type Ask, createLookupCache, saidIn } from '../rest/asking.ts';
import type { DiscordRest } from '../rest/rest.ts';

/** The names of servers. */
export interface ServerNames {
  /** Undefined if Discord doesn't say in time. */
  serverName(guildId: string): Promise<string | undefined>;
  /** The cached names by id, and the first few others. Not all, because of Discord's rate limits. */
  serverNames(guildIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Refusals are kept, because Discord names no server that Easel has left. */
const MAX_AGES = { knownMs: 10 * 60_000, refusedMs: 10 * 60_000 };
const SERVERS_MAX = 10_000;
const ASKED_TOGETHER_MAX = 25;

export interface ServerNamesParts {
  rest: Pick<DiscordRest, 'serverName'>;
  ask: Ask;
  clock: Pick<Clock, 'monotonicMs'>;
}

export function createServerNames({ rest, ask, clock }: ServerNamesParts): ServerNames {
  const names = createLookupCache({
    ask,
    clock,
    call: rest.serverName,
    failure: 'Discord did not say what a server is called',
    keysMax: SERVERS_MAX,
  });
  return {
    serverName: async (guildId) => saidIn(await names.get(guildId, MAX_AGES)),
    serverNames: async (guildIds) => {
      const unknown = guildIds.filter((guildId) => !names.peek(guildId, MAX_AGES)).slice(0, ASKED_TOGETHER_MAX);
      await Promise.all(unknown.map((guildId) => names.get(guildId, MAX_AGES)));
      return new Map(
        guildIds.flatMap((guildId): [string, string][] => {
          const found = names.peek(guildId, MAX_AGES);
          return found?.outcome === 'done' ? [[guildId, found.value]] : [];
        }),
      );
    },
  };
}
