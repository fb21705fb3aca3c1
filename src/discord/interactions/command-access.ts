import { createLruCache } from '../../store/lru-cache.ts';
import type { Clock } from '../../time/clock.ts';
import type { Ask } from '../rest/asking.ts';
import type { DiscordRest } from '../rest/rest.ts';
import { accessBy, type CommandAccess, type CommandRule, type Presser } from './command-rules.ts';
import type { CommandDefinition } from './runner.ts';

/**
 * Discord itself keeps people from commands that their server's admins took from them, but not from buttons that do the
 * same: for those Easel asks what was set.
 */
export interface CommandAccesses {
  /** `unknown` where Discord does not say in time. */
  of(command: CommandDefinition, presser: Presser & { applicationId: string }): Promise<CommandAccess | 'unknown'>;
}

/** Admins expect changes to apply soon; presses are rare enough to ask that often. */
const KNOWN_FOR_MS = 10_000;
/** While Discord does not answer, what it said last counts for so long. */
const TRUSTED_FOR_MS = 10 * 60_000;
const SERVERS_MAX = 1_000;

export interface CommandAccessParts {
  rest: Pick<DiscordRest, 'commandRules'>;
  ask: Ask;
  /** The id that Discord gave to a command; undefined until it was registered for the first time. */
  commandIdOf: (command: CommandDefinition) => string | undefined;
  clock: Pick<Clock, 'monotonicMs'>;
}

type Rules = ReadonlyMap<string, readonly CommandRule[]>;

export function createCommandAccess({ rest, ask, commandIdOf, clock }: CommandAccessParts): CommandAccesses {
  const known = createLruCache<{ rules: Rules; atMs: number }>(SERVERS_MAX);

  const rulesOf = async (applicationId: string, guildId: string): Promise<Rules | undefined> => {
    const before = known.get(guildId);
    const ageMs = before ? clock.monotonicMs() - before.atMs : Number.POSITIVE_INFINITY;
    if (before && ageMs < KNOWN_FOR_MS) return before.rules;
    const said = await ask(
      (options) => rest.commandRules(applicationId, guildId, options),
      'Discord did not say who may use which command',
      { server: guildId },
    );
    // Where Discord tells Easel nothing of a server, it has nothing to go by, now or later.
    const isClosed = said.outcome === 'no access' || said.outcome === 'gone';
    if (said.outcome !== 'done' && !isClosed) return ageMs < TRUSTED_FOR_MS ? before?.rules : undefined;
    const rules: Rules = said.outcome === 'done' ? said.value : new Map();
    known.set(guildId, { rules, atMs: clock.monotonicMs() });
    return rules;
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
