import type { Clock } from '../../time/clock.ts';
import { type Ask, createRemembering } from '../rest/asking.ts';
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
  const names = createRemembering<{ name: string | undefined }>({
    clock,
    keptMs: KNOWN_FOR_MS,
    most: SERVERS_MAX,
    ask: async (guildId) => {
      const said = await ask(
        (options) => rest.serverName(guildId, options),
        'Discord did not say what a server is called',
      );
      if (said.outcome === 'unavailable') return undefined;
      // Discord tells nothing of a server that Easel has left, also the next time.
      return { name: said.outcome === 'done' ? said.value : undefined };
    },
  });
  return {
    serverName: async (guildId) => (await names.get(guildId))?.name,
    serverNames: async (guildIds) => {
      const unknown = guildIds.filter((guildId) => !names.atHand(guildId)).slice(0, ASKED_TOGETHER_MAX);
      await Promise.all(unknown.map(names.get));
      return new Map(
        guildIds.flatMap((guildId): [string, string][] => {
          const name = names.atHand(guildId)?.name;
          return name === undefined ? [] : [[guildId, name]];
        }),
      );
    },
  };
}
