import type { Clock } from '../../clock.ts';
import type { DiscordRest } from '../rest/rest.ts';

/** A manager who switches a channel expects it to count soon. */
const KNOWN_FOR_MS = 60_000;
/** The member's answer has to be there within 3 s. */
const ASK_WITHIN_MS = 1_000;
const CHANNELS_MAX = 5_000;

/** Whether a channel is age-restricted, as Discord says; a thread inherits from its channel. Undefined where it does not say. */
export function createAgeRestriction(
  rest: Pick<DiscordRest, 'channel'>,
  clock: Pick<Clock, 'now'>,
  onFailure: (error: unknown) => void,
): (channelId: string) => Promise<boolean | undefined> {
  const known = new Map<string, { isRestricted: boolean; untilMs: number }>();
  const ask = async (channelId: string, signal: AbortSignal): Promise<boolean | undefined> => {
    const { isAgeRestricted, parentChannelId } = await rest.channel(channelId, { signal });
    if (parentChannelId === undefined) return isAgeRestricted;
    return (await rest.channel(parentChannelId, { signal })).isAgeRestricted;
  };
  return async (channelId) => {
    const remembered = known.get(channelId);
    if (remembered && remembered.untilMs > clock.now()) return remembered.isRestricted;
    try {
      const isRestricted = await ask(channelId, AbortSignal.timeout(ASK_WITHIN_MS));
      if (isRestricted === undefined) return undefined;
      if (known.size >= CHANNELS_MAX) known.clear();
      known.set(channelId, { isRestricted, untilMs: clock.now() + KNOWN_FOR_MS });
      return isRestricted;
    } catch (error) {
      onFailure(error);
      return undefined;
    }
  };
}
