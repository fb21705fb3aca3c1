import type { Clock } from '../clock.ts';
import type { DiscordRest } from './rest.ts';

/** A manager who switches a channel expects it to count soon. */
const KNOWN_FOR_MS = 60_000;
/** The member's answer has to be there within 3 s. */
const ASK_WITHIN_MS = 1_000;
const CHANNELS_MAX = 5_000;

/**
 * Whether a channel is age-restricted, as Discord says. Where Discord does not say, it is not: then the stricter rules bind.
 */
export function createAgeRestriction(
  rest: Pick<DiscordRest, 'channel'>,
  clock: Pick<Clock, 'now'>,
  onFailure: (error: unknown) => void,
): (channelId: string) => Promise<boolean> {
  const known = new Map<string, { isRestricted: boolean; untilMs: number }>();
  return async (channelId) => {
    const remembered = known.get(channelId);
    if (remembered && remembered.untilMs > clock.now()) return remembered.isRestricted;
    try {
      const { isAgeRestricted } = await rest.channel(channelId, { signal: AbortSignal.timeout(ASK_WITHIN_MS) });
      if (known.size >= CHANNELS_MAX) known.clear();
      known.set(channelId, { isRestricted: isAgeRestricted, untilMs: clock.now() + KNOWN_FOR_MS });
      return isAgeRestricted;
    } catch (error) {
      onFailure(error);
      return false;
    }
  };
}
