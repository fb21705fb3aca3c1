import { createHash } from 'node:crypto';
import type { RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';
import { type Finding, lineOf, logFinding } from '../../findings/finding.ts';
import type { Needs } from '../../runtime.ts';
import { everyPage } from '../../store/pages.ts';
import { untilSuccessful } from '../../time/back-off.ts';
import { DAY_MS } from '../../time/clock.ts';
import type { CommandDefinition } from '../interactions/runner.ts';
import { mustBeDone } from '../rest/outcome.ts';
import type { DiscordRest } from '../rest/rest.ts';
import { type Registered, registrationCollection } from './registration-records.ts';
import { ElsewhereError, registrationTrouble } from './registration-trouble.ts';

export type RegistrationStatus =
  | { state: 'registered' }
  /** `found` says why. It is missing until the first attempt ends. */
  | { state: 'waiting'; found?: Finding };

export type Registration = ReturnType<typeof createRegistration>;

export interface RegistrationParts extends Needs<'clock' | 'log' | 'store'> {
  rest: Pick<DiscordRest, 'commands' | 'setCommands'>;
  commands: readonly RESTPostAPIApplicationCommandsJSONBody[];
  /** Registers in this server only, where changes show at once. */
  guildId: string | undefined;
  /** Whether this process registers the commands. One process does it for all. */
  isRegistrar: boolean;
  /** Called with the commands' ids by name, as soon as they are known and when they change. */
  onIds: (ids: ReadonlyMap<string, string>) => void;
}

const EVERYWHERE = 'everywhere';
const BACK_OFF = { firstMs: 5_000, longestMs: 5 * 60_000 };
/** Upper bound on the wait that Discord asks for. Its longest limit counts by the day. */
const LONGEST_RETRY_AFTER_MS = DAY_MS;

/** Keeps the commands at Discord up to date. Until then the bot works with the registered ones. */
export function createRegistration(parts: RegistrationParts) {
  const { commands, log } = parts;
  const { promise: tried, resolve: endFirstTry } = Promise.withResolvers<void>();
  let ids: ReadonlyMap<string, string> = new Map();
  let status: RegistrationStatus = { state: 'waiting' };

  const learn = (registered: Registered): void => {
    ids = new Map(Object.entries(registered.ids));
    parts.onIds(ids);
  };

  const registerCommands = async (applicationId: string, signal: AbortSignal): Promise<void> => {
    const isNew = await register(parts, learn, applicationId, signal);
    status = { state: 'registered' };
    log.info({ commands: commands.length }, isNew ? 'commands registered' : 'commands are up to date');
  };

  return {
    get status() {
      return status;
    },
    /** The id of a command, also from an earlier run; undefined if Easel never registered it. */
    idOf: ({ name }: CommandDefinition): string | undefined => ids.get(name),
    /** Resolves when the first attempt has succeeded or failed. */
    tried,
    /** Retries until the commands are registered. Rejects only if `signal` aborts. */
    run: async (applicationId: string, signal: AbortSignal): Promise<void> => {
      try {
        const onTrouble = (found: Finding): void => {
          status = { state: 'waiting', found };
          endFirstTry();
        };
        const registering = { ...parts, id: 'discord.commands', onTrouble } as const;
        await untilDone(() => registerCommands(applicationId, signal), registering, signal);
        endFirstTry();
        const clearing = { ...parts, id: 'discord.test-commands', onTrouble: () => undefined } as const;
        if (parts.isRegistrar) await untilDone(() => clearTrialServers(parts, applicationId, signal), clearing, signal);
      } finally {
        endFirstTry();
      }
    },
  };
}

type RetryOptions = Pick<RegistrationParts, 'clock' | 'guildId' | 'log'> & {
  id: 'discord.commands' | 'discord.test-commands';
  onTrouble: (found: Finding) => void;
};

/** Repeats `work` until it is done. Warns once of each reason for a delay. */
function untilDone(
  work: () => Promise<void>,
  { clock, guildId, log, id, onTrouble }: RetryOptions,
  signal: AbortSignal,
): Promise<void> {
  let reported: string | undefined;
  return untilSuccessful({ clock, signal, ...BACK_OFF }, work, (error, pauseMs) => {
    const { found, retryAfterMs } = registrationTrouble(error, guildId, id);
    const delayMs = Math.max(pauseMs, Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS));
    onTrouble(found);
    if (found.text === reported) log.debug({ delayMs, err: error }, lineOf(found));
    else logFinding(log, found, { delayMs, err: error });
    reported = found.text;
    return delayMs;
  });
}

const scopeOf = ({ guildId }: RegistrationParts): string => guildId ?? EVERYWHERE;

/** Registers the commands if they changed or Discord lost one. @returns whether it registered them. */
async function register(
  parts: RegistrationParts,
  learn: (registered: Registered) => void,
  applicationId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { rest, commands, guildId, isRegistrar } = parts;
  const collection = parts.store.collection(registrationCollection);
  const scope = scopeOf(parts);
  const hash = createHash('sha256').update(JSON.stringify(commands)).digest('base64url');
  const known = await collection.get(scope);
  if (known) learn(known);
  if (!isRegistrar) {
    if (known?.hash !== hash) throw new ElsewhereError();
    return false;
  }
  // Written first, so that a crash can't leave commands in a test server that nothing knows about.
  if (!known) await collection.set(scope, { hash: '', ids: {} });
  const existing = mustBeDone(await rest.commands(applicationId, guildId, { signal }));
  const ids = Object.values(known?.ids ?? {});
  const isComplete = existing.length === ids.length && existing.every(({ id }) => ids.includes(id));
  if (known?.hash === hash && isComplete) return false;
  const set = mustBeDone(await rest.setCommands(applicationId, guildId, commands, { signal }));
  const registered = { hash, ids: Object.fromEntries(set.map(({ id, name }) => [name, id])) };
  learn(registered);
  await collection.set(scope, registered);
  return true;
}

/** Removes the commands of test servers. Their members would see each command twice. */
async function clearTrialServers(parts: RegistrationParts, applicationId: string, signal: AbortSignal): Promise<void> {
  const { rest, log, store } = parts;
  const collection = store.collection(registrationCollection);
  const scope = scopeOf(parts);
  const known: string[] = [];
  for await (const { records, unreadable } of everyPage(collection)) {
    known.push(...records.map(([key]) => key), ...unreadable);
  }
  for (const trialId of known.filter((key) => key !== scope && key !== EVERYWHERE)) {
    const cleared = await rest.setCommands(applicationId, trialId, [], { signal });
    // Removing Easel from a server removes its commands too.
    if (cleared.outcome !== 'gone' && cleared.outcome !== 'no access') {
      mustBeDone(cleared);
      log.info({ server: trialId }, 'commands removed from a test server');
    }
    await collection.delete(trialId);
  }
}
