import { describe, expect, it } from 'vitest';
import type { ChannelFacts } from '../../../src/discord/rest/rest.ts';
import { createAgeRestriction } from '../../../src/discord/server/age-restriction.ts';
import { FakeClock } from '../../support/fake-clock.ts';

function world(channels: Record<string, ChannelFacts>) {
  const clock = new FakeClock();
  const asked: string[] = [];
  const failures: unknown[] = [];
  const channel = async (channelId: string): Promise<ChannelFacts> => {
    asked.push(channelId);
    const facts = channels[channelId];
    if (!facts) throw new Error('not there');
    return facts;
  };
  const isRestricted = createAgeRestriction({ channel }, clock, (error) => failures.push(error));
  return { clock, asked, failures, channels, isRestricted };
}

const guildId = '1300000000000000000';
const of = (isAgeRestricted: boolean): ChannelFacts => ({ guildId, isAgeRestricted, parentChannelId: undefined });
const threadOf = (parentChannelId: string | undefined): ChannelFacts => ({
  ...{ guildId, isAgeRestricted: undefined },
  parentChannelId,
});

describe('whether a channel is age-restricted', () => {
  it('is as Discord says, and for a thread as it says of its channel', async () => {
    const { isRestricted } = world({ day: of(false), night: of(true), thread: threadOf('night') });
    expect(await isRestricted('day')).toBe(false);
    expect(await isRestricted('night')).toBe(true);
    expect(await isRestricted('thread')).toBe(true);
  });

  it('is not known where Discord does not say, which is not remembered', async () => {
    const { isRestricted, channels, failures } = world({ thread: threadOf('night'), stray: threadOf(undefined) });
    expect(await isRestricted('day')).toBeUndefined();
    expect(await isRestricted('thread')).toBeUndefined();
    expect(await isRestricted('stray')).toBeUndefined();
    expect(failures).toHaveLength(2);
    channels['night'] = of(true);
    expect(await isRestricted('thread')).toBe(true);
  });

  it('is remembered for a minute', async () => {
    const { isRestricted, channels, clock, asked } = world({ day: of(false) });
    await isRestricted('day');
    channels['day'] = of(true);
    expect(await isRestricted('day')).toBe(false);
    await clock.advance(60_000);
    expect(await isRestricted('day')).toBe(true);
    expect(asked).toHaveLength(2);
  });
});
