import type { Clock } from '../../clock.ts';
import type { ChannelFacts, DiscordRest } from '../rest/rest.ts';

/** What never changes of a channel. */
export type ChannelPlace = Pick<ChannelFacts, 'guildId' | 'parentChannelId'>;

/** Where channels are, as Discord says: ids come from files, too, and so may be anybody's. */
export interface ChannelPlaces {
  /** Undefined where Discord does not say, which is asked again each time. */
  find(channelId: string): Promise<ChannelPlace | undefined>;
  /** Whether a channel is known to be in another server; where Discord did not say, that is asked again after a while. */
  isElsewhere(guildId: string, channelId: string): Promise<boolean>;
}

/** The member's answer has to be there within 3 s. */
const ASK_WITHIN_MS = 1_000;
/** What is closed to Easel stays so for long, and Discord bans who asks in vain too often. */
const UNSAID_FOR_MS = 60_000;
const CHANNELS_MAX = 10_000;

export function createChannelPlaces(
  rest: Pick<DiscordRest, 'channel'>,
  clock: Pick<Clock, 'now'>,
  onFailure: (error: unknown) => void,
): ChannelPlaces {
  const known = new Map<string, { place: Promise<ChannelPlace | undefined>; atMs: number }>();

  const ask = async (channelId: string): Promise<ChannelPlace | undefined> => {
    try {
      const { guildId, parentChannelId } = await rest.channel(channelId, {
        signal: AbortSignal.timeout(ASK_WITHIN_MS),
      });
      return { guildId, parentChannelId };
    } catch (error) {
      onFailure(error);
      return undefined;
    }
  };
  const asked = (channelId: string): Promise<ChannelPlace | undefined> => {
    if (known.size >= CHANNELS_MAX) known.clear();
    const place = ask(channelId);
    known.set(channelId, { place, atMs: clock.now() });
    return place;
  };

  /** @param again whether to ask once more where Discord did not say at that time. */
  const placeOf = async (
    channelId: string,
    again: (askedAtMs: number) => boolean,
  ): Promise<ChannelPlace | undefined> => {
    const remembered = known.get(channelId);
    if (!remembered) return asked(channelId);
    return (await remembered.place) ?? (again(remembered.atMs) ? asked(channelId) : undefined);
  };

  return {
    find: (channelId) => placeOf(channelId, () => true),
    isElsewhere: async (guildId, channelId) => {
      const place = await placeOf(channelId, (atMs) => atMs + UNSAID_FOR_MS <= clock.now());
      return place !== undefined && place.guildId !== guildId;
    },
  };
}
