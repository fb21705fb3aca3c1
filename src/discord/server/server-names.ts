import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import type { Ask } from '../rest/asking.ts';
import type { DiscordRest } from '../rest/rest.ts';

/** What servers are called, as Discord says. */
export interface ServerNames {
  /** Undefined where Discord does not say in time. */
  serverName(guildId: string): Promise<string | undefined>;
  /** The names that are at hand, by id, and those of the first others; not of all, because Discord limits questions. */
  serverNames(guildIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const KNOWN_FOR_MS = 10 * 60_000;
const SERVERS_MAX = 10_000;
const ASKED_TOGETHER_MAX = 25;

export interface ServerNamesParts {
  rest: Pick<DiscordRest, 'serverName'>;
  ask: Ask;
  clock: Pick<Clock, 'monotonicMs'>;
}

export function createServerNames({ rest, ask, clock }: ServerNamesParts): ServerNames {
  const known = new LRUCache<string, { name: string | undefined; atMs: number }>({ max: SERVERS_MAX });
  const atHand = (guildId: string): { name: string | undefined } | undefined => {
    const before = known.get(guildId);
    return before && clock.monotonicMs() - before.atMs < KNOWN_FOR_MS ? before : undefined;
  };

  const serverName: ServerNames['serverName'] = async (guildId) => {
    const before = atHand(guildId);
    if (before) return before.name;
    const said = await ask(
      (options) => rest.serverName(guildId, options),
      'Discord did not say what a server is called',
    );
    const name = said.outcome === 'done' ? said.value : undefined;
    // Discord tells nothing of a server that Easel has left, also the next time.
    const isSure = said.outcome !== 'unavailable';
    if (isSure) known.set(guildId, { name, atMs: clock.monotonicMs() });
    return name;
  };

  return {
    serverName,
    serverNames: async (guildIds) => {
      const unknown = guildIds.filter((guildId) => !atHand(guildId)).slice(0, ASKED_TOGETHER_MAX);
      await Promise.all(unknown.map(serverName));
      return new Map(
        guildIds.flatMap((guildId): [string, string][] => {
          const name = atHand(guildId)?.name;
          return name === undefined ? [] : [[guildId, name]];
        }),
      );
    },
  };
}
