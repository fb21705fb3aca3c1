import { StoreError } from '../../store/store.ts';
import { NotDoneError } from '../rest/outcome.ts';

/** What keeps commands from being registered, and what the operator can do about it. */
export interface RegistrationTrouble {
  reason: string;
  /** When Discord wants to be asked again, where it says so. */
  retryAfterMs?: number;
}

/** Another process is to register them: two versions of Easel beside each other must not undo each other's commands. */
export class ElsewhereError extends Error {
  override readonly name = 'ElsewhereError';
}

/** Limits of moments are over by then; the one that counts new commands by the day is not. */
const DAILY_LIMIT_FROM_MS = 10 * 60_000;

/** @param guildId the server in which they are registered; undefined for all servers. */
export function registrationTrouble(error: unknown, guildId: string | undefined): RegistrationTrouble {
  if (error instanceof StoreError) return { reason: 'the store cannot keep what was registered' };
  if (error instanceof ElsewhereError) return { reason: 'the process that serves the first shard is to register them' };
  const trouble = error instanceof NotDoneError ? error.trouble : undefined;
  switch (trouble?.outcome) {
    case 'no access':
    case 'gone':
      return {
        reason:
          guildId === undefined
            ? 'Discord lets this application have no commands: look at it in the developer portal'
            : 'Discord lets Easel register no commands in the server of DISCORD_GUILD_ID: check that id, and invite Easel there with the scope applications.commands',
      };
    case 'unavailable': {
      const { retryAfterMs } = trouble;
      if (retryAfterMs === undefined)
        return { reason: 'Discord is in trouble or cannot be reached; Easel tries again by itself' };
      const reason =
        retryAfterMs < DAILY_LIMIT_FROM_MS
          ? 'Discord asks Easel to slow down; it tries again by itself'
          : 'Discord takes no more new commands for now, as it allows only 200 a day; Easel tries again by itself';
      return { reason, retryAfterMs };
    }
    default:
      return {
        reason: 'Discord refuses the commands themselves: update Easel, and report this fault if that does not help',
      };
  }
}
