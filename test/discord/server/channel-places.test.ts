import { describe, expect, it } from 'vitest';
import type { ChannelFacts } from '../../../src/discord/rest/rest.ts';
import { createChannelPlaces } from '../../../src/discord/server/channel-places.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const HERE = '1300000000000000000';
const THERE = '1400000000000000000';
const facts = (guildId: string | undefined, parentChannelId?: string): ChannelFacts => ({
  ...{ guildId, parentChannelId, isAgeRestricted: false },
});

function world(channels: Record<string, ChannelFacts>) {
  const clock = new FakeClock();
  const asked: string[] = [];
  const failures: unknown[] = [];
  const channel = async (channelId: string): Promise<ChannelFacts> => {
    asked.push(channelId);
    const found = channels[channelId];
    if (!found) throw new Error('not there');
    return found;
  };
  const places = createChannelPlaces({ channel }, clock, (error) => failures.push(error));
  return { clock, asked, failures, channels, places };
}

describe('the place of a channel', () => {
  it('is another server’s where Discord says so', async () => {
    const { places } = world({ own: facts(HERE), other: facts(THERE), direct: facts(undefined) });
    expect(await places.isElsewhere(HERE, 'own')).toBe(false);
    expect(await places.isElsewhere(HERE, 'other')).toBe(true);
    expect(await places.isElsewhere(HERE, 'direct')).toBe(true);
  });

  it('is asked for once, also at the same time, for it never changes', async () => {
    const { places, asked, clock } = world({ own: facts(HERE, 'parent') });
    await Promise.all([places.isElsewhere(HERE, 'own'), places.isElsewhere(HERE, 'own')]);
    await clock.advance(86_400_000);
    expect(await places.find('own')).toEqual({ guildId: HERE, parentChannelId: 'parent' });
    expect(asked).toEqual(['own']);
  });

  it('is not known where Discord does not say, and asked for again after a minute, or by who wants to take it', async () => {
    const { places, asked, channels, clock, failures } = world({});
    expect(await places.isElsewhere(HERE, 'other')).toBe(false);
    expect(await places.isElsewhere(HERE, 'other')).toBe(false);
    expect(asked).toHaveLength(1);
    expect(await places.find('other')).toBeUndefined();
    expect(failures).toHaveLength(2);
    channels['other'] = facts(THERE);
    await clock.advance(60_000);
    expect(await places.isElsewhere(HERE, 'other')).toBe(true);
    expect(asked).toHaveLength(3);
  });
});
