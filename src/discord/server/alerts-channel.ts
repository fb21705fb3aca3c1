import { every } from '../../engine/every.ts';
import { type Finding, finding, logFinding } from '../../findings/finding.ts';
import type { Needs } from '../../runtime.ts';
import { mustBeDone, NotDoneError } from '../rest/outcome.ts';
import type { CallOptions } from '../rest/request.ts';
import type { DiscordRest } from '../rest/rest.ts';
import { missingPermission } from './permissions.ts';

type Rest = Pick<DiscordRest, 'channelFacts' | 'ownPermissions'>;

const INTERVAL_MS = 3_600_000;

const ACTIONS = {
  see: 'see that channel',
  send: 'write in that channel',
  attach: 'attach files in that channel',
} as const;

/** What keeps Easel from posting alerts in the operators' channel. @throws NotDoneError if Discord doesn't answer */
export async function alertsChannelFinding(rest: Rest, id: string, options: CallOptions): Promise<Finding | undefined> {
  const facts = await rest.channelFacts(id, options);
  const isHidden = facts.outcome === 'gone' || facts.outcome === 'no access';
  const lacking = isHidden ? 'see' : await lackingIn(rest, id, mustBeDone(facts), options);
  return lacking && finding('discord.alerts', { id, action: ACTIONS[lacking] });
}

async function lackingIn(
  rest: Rest,
  channelId: string,
  { guildId, parentChannelId }: { guildId: string | undefined; parentChannelId: string | undefined },
  options: CallOptions,
): Promise<ReturnType<typeof missingPermission>> {
  if (guildId === undefined) return undefined;
  const own = await rest.ownPermissions(guildId, parentChannelId ?? channelId, options);
  return missingPermission({ appPermissions: mustBeDone(own), parentChannelId });
}

interface Parts extends Needs<'clock' | 'log'> {
  channelId: string | undefined;
  rest: Rest;
}

/** Looks at the operators' channel at the start and each hour, so that no alert is the first to find it closed. */
export function createAlertsChannel({ channelId, clock, log, rest }: Parts) {
  let found: Finding | undefined;
  const look = async (id: string, signal: AbortSignal): Promise<void> => {
    const before = found;
    try {
      found = await alertsChannelFinding(rest, id, { signal });
    } catch (error) {
      // Discord didn't say. What was known stays.
      if (!(error instanceof NotDoneError)) throw error;
    }
    if (found && found.text !== before?.text) logFinding(log, found);
  };
  return {
    finding: (): Finding | undefined => found,
    /** Resolves at once without a channel, otherwise when the signal aborts. */
    run: async (signal: AbortSignal): Promise<void> => {
      if (channelId === undefined) return;
      const name = 'look at the channel for alerts';
      await every(INTERVAL_MS, () => look(channelId, signal), { clock, log, name, signal });
    },
  };
}
