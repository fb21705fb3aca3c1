import { createLruCache } from '../../store/lru-cache.ts';
import type { Clock } from '../../time/clock.ts';
import { type Ask, saidIn } from '../rest/asking.ts';
import type { DiscordRest } from '../rest/rest.ts';
import type { ChannelFacts } from '../rest/server-calls.ts';

/** Channels, as Discord says: ids come from files, too, and so may be anybody's. */
export interface Channels {
  /** Where and of what kind a channel is, which never changes. Undefined where Discord does not say, which is asked again each time. */
  find(channelId: string): Promise<Pick<ChannelFacts, 'guildId' | 'isForum' | 'parentChannelId'> | undefined>;
  /** Whether a channel is known to be in another server; where Discord did not say, that is asked again after a while. */
  isElsewhere(guildId: string, channelId: string): Promise<boolean>;
  /** A thread inherits from its channel. Undefined where Discord does not say, which is asked again each time. */
  isAgeRestricted(channelId: string): Promise<boolean | undefined>;
}

/** For how long what Discord said counts, and that it said nothing. */
interface Lasting {
  saidMs: number;
  unsaidMs: number;
}

const FOR_GOOD: Lasting = { saidMs: Number.POSITIVE_INFINITY, unsaidMs: 0 };
/** Discord bans bots that ask again and again in vain, and a channel that is closed to Easel stays so for long. */
const FOR_GOOD_OR_A_WHILE: Lasting = { ...FOR_GOOD, unsaidMs: 60_000 };
/** A manager who switches a channel expects it to count soon. */
const FOR_NOW: Lasting = { saidMs: 60_000, unsaidMs: 0 };
const CHANNELS_MAX = 10_000;

export interface ChannelsParts {
  rest: Pick<DiscordRest, 'channel'>;
  ask: Ask;
  clock: Pick<Clock, 'monotonicMs'>;
}

export function createChannels({ rest, ask, clock }: ChannelsParts): Channels {
  const known = createLruCache<{ facts: Promise<ChannelFacts | undefined>; atMs: number }>(CHANNELS_MAX);

  const factsOf = async (channelId: string, { saidMs, unsaidMs }: Lasting): Promise<ChannelFacts | undefined> => {
    const before = known.get(channelId);
    if (before) {
      const facts = await before.facts;
      if (clock.monotonicMs() - before.atMs < (facts ? saidMs : unsaidMs)) return facts;
    }
    const asked = ask((options) => rest.channel(channelId, options), 'Discord did not say what a channel is');
    const facts = asked.then(saidIn);
    known.set(channelId, { facts, atMs: clock.monotonicMs() });
    return facts;
  };

  return {
    find: (channelId) => factsOf(channelId, FOR_GOOD),
    isElsewhere: async (guildId, channelId) => {
      const facts = await factsOf(channelId, FOR_GOOD_OR_A_WHILE);
      return facts !== undefined && facts.guildId !== guildId;
    },
    isAgeRestricted: async (channelId) => {
      const place = await factsOf(channelId, FOR_GOOD);
      return place && (await factsOf(place.parentChannelId ?? channelId, FOR_NOW))?.isAgeRestricted;
    },
  };
}
