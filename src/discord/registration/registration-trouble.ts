import { type Finding, finding } from '../../findings/finding.ts';
import { StoreError } from '../../store/store.ts';
import { NotDoneError } from '../rest/outcome.ts';

/** Why commands can't be registered or removed. */
export interface RegistrationTrouble {
  found: Finding;
  /** How long Discord asks to wait; 0 if it doesn't. */
  retryAfterMs: number;
}

/** Another process registers the commands, so that two versions of Easel don't undo each other's. */
export class ElsewhereError extends Error {
  override readonly name = 'ElsewhereError';
}

/** Short rate limits end before this; the daily limit of new commands doesn't. */
const DAILY_LIMIT_FROM_MS = 10 * 60_000;

/** @param guildId the server in which commands are registered; undefined for all servers. */
export function registrationTrouble(
  error: unknown,
  guildId: string | undefined,
  id: 'discord.commands' | 'discord.test-commands',
): RegistrationTrouble {
  const because = (reason: string, retryAfterMs = 0) => ({ found: finding(id, { reason }), retryAfterMs });
  if (error instanceof StoreError) return because('the store is unavailable');
  if (error instanceof ElsewhereError) return because('the process that owns the first shard registers them');
  const trouble = error instanceof NotDoneError ? error.trouble : undefined;
  switch (trouble?.outcome) {
    case 'no access':
    case 'gone':
      if (guildId !== undefined) return { found: finding('discord.guild', { id: guildId }), retryAfterMs: 0 };
      return because('Discord allows this application no commands: check it in the developer portal');
    case 'unavailable': {
      const { retryAfterMs } = trouble;
      if (retryAfterMs === undefined)
        return because('Discord is in trouble or cannot be reached; Easel retries by itself');
      const reason =
        retryAfterMs < DAILY_LIMIT_FROM_MS
          ? 'Discord asks Easel to slow down; Easel retries by itself'
          : 'Discord accepts no more new commands for now, because it allows only 200 a day; Easel retries by itself';
      return because(reason, retryAfterMs);
    }
    default:
      return because('Discord rejects the commands: update Easel, and report this fault if that does not help');
  }
}
