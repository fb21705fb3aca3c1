import type { RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { everyPage } from '../../store/pages.ts';
import type { Collection } from '../../store/store.ts';
import type { DiscordRest, StoredCommand } from '../rest/rest.ts';
import { differ } from './command-difference.ts';
import { registrationTrouble } from './registration-trouble.ts';

/** What was registered in one place: the ids that Discord gave to the commands, by name. */
export const registrationSchema = z.object({ ids: z.record(z.string(), z.string()) });
type Registered = z.output<typeof registrationSchema>;

export type RegistrationStatus =
  | { state: 'registered' }
  /** `reason` is for the operator; there is none before the first try has ended. */
  | { state: 'waiting'; reason?: string };

/** Keeps Discord's list of the bot's commands what it should be. The bot works meanwhile, with the commands that Discord has. */
export interface Registration {
  readonly status: RegistrationStatus;
  /** The ids of the commands by name, also from an earlier run; empty where Easel never registered any. */
  ids(): ReadonlyMap<string, string>;
  /** Resolves when the first try has ended, whatever came of it. */
  readonly tried: Promise<void>;
  /** Tries until it is done. Nothing but `signal` makes it reject. */
  run(applicationId: string, signal: AbortSignal): Promise<void>;
}

export interface RegistrationParts {
  rest: Pick<DiscordRest, 'commands' | 'setCommands'>;
  /** By place: a server's id, or `EVERYWHERE`. */
  collection: Collection<Registered>;
  commands: readonly RESTPostAPIApplicationCommandsJSONBody[];
  /** Registers in this server only, where changes show at once. */
  guildId: string | undefined;
  clock: Clock;
  log: Log;
}

const EVERYWHERE = 'everywhere';
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** However long Discord asks to wait: its longest limit counts by the day. */
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000;

export function createRegistration(parts: RegistrationParts): Registration {
  const { rest, collection, commands, guildId, clock, log } = parts;
  const place = guildId ?? EVERYWHERE;
  const { promise: tried, resolve: endFirstTry } = Promise.withResolvers<void>();
  let status: RegistrationStatus = { state: 'waiting' };
  let ids: ReadonlyMap<string, string> = new Map();

  const keep = async (stored: readonly StoredCommand[]): Promise<void> => {
    ids = new Map(stored.map(({ id, name }) => [name, id]));
    await collection.set(place, { ids: Object.fromEntries(ids) });
  };

  /** Discord allows 200 new commands a day, so nothing is registered that it has already. */
  const register = async (applicationId: string, signal: AbortSignal): Promise<void> => {
    const known = await collection.get(place);
    if (known) ids = new Map(Object.entries(known.ids));
    // Before anything is registered: a crash must not leave commands in a trial server that nobody remembers.
    else await collection.set(place, { ids: {} });
    const existing = await rest.commands(applicationId, guildId, { signal });
    await keep(existing);
    const isNew = differ(commands, existing);
    if (isNew) await keep(await rest.setCommands(applicationId, guildId, commands, { signal }));
    status = { state: 'registered' };
    log.info(
      { commands: commands.length },
      isNew ? 'commands registered' : 'commands are registered as they should be',
    );
  };

  /** Members of a trial server would see every command twice once they are registered everywhere. */
  const clearTrialServers = async (applicationId: string, signal: AbortSignal): Promise<void> => {
    const known: string[] = [];
    for await (const { records, unreadable } of everyPage(collection)) {
      known.push(...records.map(([key]) => key), ...unreadable);
    }
    for (const trialId of known.filter((key) => key !== place && key !== EVERYWHERE)) {
      try {
        await rest.setCommands(applicationId, trialId, [], { signal });
        log.info({ server: trialId }, 'commands removed from a server that was for trials');
      } catch (error) {
        // Where Easel was removed from the server, its commands went with it.
        if (!registrationTrouble(error, trialId).isClosed) throw error;
      }
      await collection.delete(trialId);
    }
  };

  /** Repeats `work` until it is done; what stands in its way is told once. */
  const untilDone = async (
    doing: string,
    work: () => Promise<void>,
    onTrouble: (reason: string) => void,
    signal: AbortSignal,
  ): Promise<void> => {
    let told: string | undefined;
    for (let attempt = 0; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        signal.throwIfAborted();
        const { reason, retryAfterMs = 0 } = registrationTrouble(error, guildId);
        const delayMs = Math.max(
          Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS),
          Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS),
        );
        onTrouble(reason);
        const facts = { reason, delayMs, err: error };
        if (reason === told) log.debug(facts, doing);
        else log.warn(facts, doing);
        told = reason;
        endFirstTry();
        await clock.sleep(delayMs, signal);
      }
    }
  };

  return {
    get status() {
      return status;
    },
    ids: () => ids,
    tried,
    run: async (applicationId, signal) => {
      try {
        await untilDone(
          'the commands are not registered yet; Easel goes on with those that Discord has',
          () => register(applicationId, signal),
          (reason) => {
            status = { state: 'waiting', reason };
          },
          signal,
        );
        endFirstTry();
        await untilDone(
          'commands that were for trials are not removed yet',
          () => clearTrialServers(applicationId, signal),
          () => undefined,
          signal,
        );
      } finally {
        endFirstTry();
      }
    },
  };
}
