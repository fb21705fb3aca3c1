import type { Clock } from '../../time/clock.ts';
import { type Ask, createLookupCache, saidIn } from '../rest/asking.ts';
import type { DiscordRest } from '../rest/rest.ts';
import { accessBy, type CommandAccess, type CommandRule, type Presser } from './command-rules.ts';
import type { CommandDefinition } from './runner.ts';

/**
 * Applies a server's command permissions to buttons. Discord enforces them for commands, but not for buttons that do the
 * same.
 */
export interface CommandAccesses {
  /** `unknown` if Discord doesn't say in time. */
  of(command: CommandDefinition, presser: Presser & { applicationId: string }): Promise<CommandAccess | 'unknown'>;
}

/** Admins expect changes to apply soon, and presses are rare enough to ask this often. */
const KNOWN_FOR_MS = 10_000;
/** How long the last answer counts while Discord is unavailable. */
const OUTDATED = { knownMs: 10 * 60_000, refusedMs: 10 * 60_000 };
const SERVERS_MAX = 1_000;

export interface CommandAccessParts {
  rest: Pick<DiscordRest, 'commandRules'>;
  ask: Ask;
  /** The id that Discord gave to a command; undefined until its first registration. */
  commandIdOf: (command: CommandDefinition) => string | undefined;
  clock: Pick<Clock, 'monotonicMs'>;
}

type Rules = ReadonlyMap<string, readonly CommandRule[]>;

export function createCommandAccess({ rest, ask, commandIdOf, clock }: CommandAccessParts): CommandAccesses {
  const lookups = createLookupCache({
    ask,
    clock,
    call: (key, options) => {
      const [applicationId = '', guildId = ''] = key.split('-');
      return rest.commandRules(applicationId, guildId, options);
    },
    failure: 'Discord did not say who may use which command',
    keysMax: SERVERS_MAX,
  });

  const rulesOf = async (applicationId: string, guildId: string): Promise<Rules | undefined> => {
    const key = `${applicationId}-${guildId}`;
    const looked = await lookups.get(key, { knownMs: KNOWN_FOR_MS, refusedMs: KNOWN_FOR_MS });
    const usable = looked.outcome === 'unavailable' ? lookups.peek(key, OUTDATED) : looked;
    // If Discord tells Easel nothing about a server, now or later, there are no rules to follow.
    return usable && (saidIn(usable) ?? new Map());
  };

  return {
    of: async (command, { applicationId, ...presser }) => {
      const rules = await rulesOf(applicationId, presser.guildId);
      const id = commandIdOf(command);
      if (!rules || id === undefined) return 'unknown';
      return accessBy({ own: rules.get(id) ?? [], ofApplication: rules.get(applicationId) ?? [] }, presser);
    },
  };
}
