import { openInspection } from '../rest/inspection.ts';
import { mustBeDone } from '../rest/outcome.ts';

/** Whether Discord has any command of this application, everywhere or in this server. Rejects if Discord doesn't say. */
export async function hasCommands(
  { token, apiUrl, guildId }: { token: string; apiUrl: string; guildId: string | undefined },
  signal: AbortSignal,
): Promise<boolean> {
  const discord = openInspection({ token, apiUrl });
  try {
    const { id } = await discord.application(signal);
    for (const scope of guildId === undefined ? [undefined] : [undefined, guildId]) {
      const found = await discord.calls.commands(id, scope, { signal });
      // In a server without the bot there are none.
      const isOutside = scope !== undefined && (found.outcome === 'gone' || found.outcome === 'no access');
      if (!isOutside && mustBeDone(found).length > 0) return true;
    }
    return false;
  } finally {
    await discord.close();
  }
}
