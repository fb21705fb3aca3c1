import type { Clock } from '../../time/clock.ts';
import { type Ask, createLookupCache, type MaxAges, saidIn } from '../rest/asking.ts';
import type { DiscordRest } from '../rest/rest.ts';
import type { ChannelFacts } from '../rest/server-calls.ts';

/** Facts about channels. Their ids may come from files, so they may belong to any server. */
export interface Channels {
  /** A channel's server and kind. Undefined if Discord doesn't say, which isn't cached. */
  find(channelId: string): Promise<Pick<ChannelFacts, 'guildId' | 'isForum' | 'parentChannelId'> | undefined>;
  /** Whether a channel is known to be in another server. Refused lookups are cached for a while. */
  isElsewhere(guildId: string, channelId: string): Promise<boolean>;
  /** A thread inherits it from its parent. Undefined if Discord doesn't say, which isn't cached. */
  isAgeRestricted(channelId: string): Promise<boolean | undefined>;
}

/** A channel never moves to another server or changes its kind. */
const FIXED: MaxAges = { knownMs: Number.POSITIVE_INFINITY };
/** A channel that is closed to Easel usually stays closed. */
const FIXED_OR_REFUSED: MaxAges = { ...FIXED, refusedMs: 60_000 };
/** A manager who switches a channel expects it to count soon. */
const SWITCHABLE: MaxAges = { knownMs: 60_000 };
const CHANNELS_MAX = 10_000;

export interface ChannelsParts {
  rest: Pick<DiscordRest, 'channel'>;
  ask: Ask;
  clock: Pick<Clock, 'monotonicMs'>;
}

export function createChannels({ rest, ask, clock }: ChannelsParts): Channels {
  const channels = createLookupCache({
    ask,
    clock,
    call: rest.channel,
    failure: 'Discord did not say what a channel is',
    keysMax: CHANNELS_MAX,
  });
  const factsOf = async (channelId: string, maxAges: MaxAges): Promise<ChannelFacts | undefined> =>
    saidIn(await channels.get(channelId, maxAges));

  return {
    find: (channelId) => factsOf(channelId, FIXED),
    isElsewhere: async (guildId, channelId) => {
      const facts = await factsOf(channelId, FIXED_OR_REFUSED);
      return facts !== undefined && facts.guildId !== guildId;
    },
    isAgeRestricted: async (channelId) => {
      const facts = await factsOf(channelId, FIXED);
      return facts && (await factsOf(facts.parentChannelId ?? channelId, SWITCHABLE))?.isAgeRestricted;
    },
  };
}
