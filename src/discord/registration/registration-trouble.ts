import { StoreError } from '../../store/store.ts';
import { NotDoneError } from '../rest/outcome.ts';

/** Why commands can't be registered, and what the operator can do about it. */
export interface RegistrationTrouble {
  reason: string;
  /** How long Discord asks to wait, if it says so. */
  retryAfterMs?: number;
}

/** Another process registers the commands, so that two versions of Easel don't undo each other's. */
export class ElsewhereError extends Error {
  override readonly name = 'ElsewhereError';
}

/** Short rate limits end before this; the daily limit of new commands doesn't. */
const DAILY_LIMIT_FROM_MS = 10 * 60_000;

/** @param guildId the server in which commands are registered; undefined for all servers. */
export function registrationTrouble(error: unknown, guildId: string | undefined): RegistrationTrouble {
  if (error instanceof StoreError) return { reason: 'the store is unavailable' };
  if (error instanceof ElsewhereError) return { reason: 'the process that owns the first shard registers them' };
  const trouble = error instanceof NotDoneError ? error.trouble : undefined;
  switch (trouble?.outcome) {
    case 'no access':
    case 'gone':
      return {
        reason:
          guildId === undefined
            ? 'Discord allows this application no commands: check it in the developer portal'
            : 'Discord allows Easel no commands in the server of DISCORD_GUILD_ID: check that id, and invite Easel there with the scope applications.commands',
      };
    case 'unavailable': {
      const { retryAfterMs } = trouble;
      if (retryAfterMs === undefined)
        return { reason: 'Discord is in trouble or cannot be reached; Easel retries by itself' };
      const reason =
        retryAfterMs < DAILY_LIMIT_FROM_MS
          ? 'Discord asks Easel to slow down; Easel retries by itself'
          : 'Discord accepts no more new commands for now, because it allows only 200 a day; Easel retries by itself';
      return { reason, retryAfterMs };
    }
    default:
      return {
        reason: 'Discord rejects the commands: update Easel, and report this fault if that does not help',
      };
  }
}
