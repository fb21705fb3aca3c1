import type { CommandDefinition } from '../interactions/runner.ts';
import { createLookupCache, type LookupParts, saidIn } from '../rest/lookup.ts';
import { accessBy, type CommandAccess, type CommandRule, type Presser } from './command-rules.ts';

/**
 * Applies a server's command permissions to buttons. Discord enforces them for commands, but not for buttons that do the
 * same.
 * @returns `unknown` if Discord doesn't say in time.
 */
export type FindCommandAccess = (
  command: CommandDefinition,
  presser: Presser & { applicationId: string },
) => Promise<CommandAccess | 'unknown'>;

/** Admins expect changes to apply soon, and presses are rare enough to ask this often. */
const CURRENT = { knownMs: 10_000, refusedMs: 10_000 };
/** How long the last answer counts while Discord is unavailable. */
const OUTDATED = { knownMs: 10 * 60_000, refusedMs: 10 * 60_000 };
const SERVERS_MAX = 1_000;

export interface CommandAccessParts extends LookupParts<'commandRules'> {
  /** The id that Discord gave to a command; undefined until its first registration. */
  commandIdOf: (command: CommandDefinition) => string | undefined;
}

type Rules = ReadonlyMap<string, readonly CommandRule[]>;

export function createCommandAccess({ commandIdOf, ...parts }: CommandAccessParts): FindCommandAccess {
  const lookups = createLookupCache(parts, parts.rest.commandRules, {
    failure: 'Discord did not say who may use which command',
    answersMax: SERVERS_MAX,
  });

  const rulesOf = async (applicationId: string, guildId: string): Promise<Rules | undefined> => {
    const looked = await lookups.get(CURRENT, applicationId, guildId);
    const usable = looked.outcome === 'unavailable' ? lookups.peek(OUTDATED, applicationId, guildId) : looked;
    // If Discord tells Easel nothing about a server, now or later, there are no rules to follow.
    return usable && (saidIn(usable) ?? new Map());
  };

  return async (command, { applicationId, ...presser }) => {
    const rules = await rulesOf(applicationId, presser.guildId);
    const id = commandIdOf(command);
    if (!rules || id === undefined) return 'unknown';
    return accessBy({ own: rules.get(id) ?? [], ofApplication: rules.get(applicationId) ?? [] }, presser);
  };
}
