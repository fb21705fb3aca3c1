import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { DiscordRest } from '../rest/rest.ts';
import { failureOf } from '../rest/rest-failure.ts';
import { accessBy, type CommandAccess, type CommandRule, type Presser } from './command-rules.ts';

/**
 * Discord itself keeps people from commands that their server's admins took from them, but not from buttons that do the
 * same: for those Easel asks what was set.
 */
export interface CommandAccesses {
  /** `unknown` where Discord does not say in time. */
  of(commandName: string, presser: Presser & { applicationId: string }): Promise<CommandAccess | 'unknown'>;
}

/** Who changes these settings expects it to count soon; a press is a matter of a person, and never of many a second. */
const KNOWN_FOR_MS = 10_000;
/** While Discord does not answer, what it said last counts for so long. */
const TRUSTED_FOR_MS = 10 * 60_000;
/** The press has to be answered within 3 s. */
const ASK_WITHIN_MS = 1_000;
const SERVERS_MAX = 1_000;

export interface CommandAccessParts {
  rest: Pick<DiscordRest, 'commandRules'>;
  /** The ids that Discord gave to the commands, by name; none until they were registered for the first time. */
  commandIds: () => ReadonlyMap<string, string>;
  clock: Pick<Clock, 'now'>;
  log: Log;
}

interface Known {
  rules: ReadonlyMap<string, readonly CommandRule[]>;
  atMs: number;
}

export function createCommandAccess({ rest, commandIds, clock, log }: CommandAccessParts): CommandAccesses {
  const known = new Map<string, Known>();

  const ask = async (applicationId: string, guildId: string): Promise<Known['rules'] | undefined> => {
    const signal = AbortSignal.timeout(ASK_WITHIN_MS);
    try {
      return await rest.commandRules(applicationId, guildId, { signal });
    } catch (error) {
      const { kind } = failureOf(error);
      log.warn({ server: guildId, kind }, 'Discord did not say who may use which command');
      // Where Discord tells Easel nothing of a server, it has nothing to go by, now or later.
      return kind === 'no access' || kind === 'gone' ? new Map() : undefined;
    }
  };

  const rulesOf = async (applicationId: string, guildId: string): Promise<Known['rules'] | undefined> => {
    const before = known.get(guildId);
    const ageMs = before ? clock.now() - before.atMs : Number.POSITIVE_INFINITY;
    if (before && ageMs < KNOWN_FOR_MS) return before.rules;
    const rules = await ask(applicationId, guildId);
    if (!rules) return ageMs < TRUSTED_FOR_MS ? before?.rules : undefined;
    if (known.size >= SERVERS_MAX) known.clear();
    known.set(guildId, { rules, atMs: clock.now() });
    return rules;
  };

  return {
    of: async (commandName, { applicationId, ...presser }) => {
      const rules = await rulesOf(applicationId, presser.guildId);
      const id = commandIds().get(commandName);
      if (!rules || id === undefined) return 'unknown';
      return accessBy({ own: rules.get(id) ?? [], ofApplication: rules.get(applicationId) ?? [] }, presser);
    },
  };
}
