import { describe, expect, it } from 'vitest';
import { createReconciler } from '../../../src/discord/reconciler/reconciler.ts';
import { createRoundMessages } from '../../../src/discord/reconciler/round-messages.ts';
import { createMessageClient } from '../../../src/discord/rest/message-client.ts';
import { createLog } from '../../../src/log.ts';
import type { Round } from '../../../src/moderation/rounds/round.ts';
import { en } from '../../../src/texts/en.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { FakeDiscord } from '../../support/fake-discord.ts';

function start() {
  const clock = new FakeClock(1_000);
  const discord = new FakeDiscord(clock);
  const stop = new AbortController().signal;
  const client = createMessageClient({ rest: discord.rest, clock, random: () => 0.5, log: createLog('silent'), stop });
  const reconciler = createReconciler({ client, clock, stop });
  return { discord, messages: createRoundMessages({ reconciler, client, texts: en }) };
}

describe('the notice to the winners', () => {
  const announced = async (...votes: number[]): Promise<{ words: string; mentions: unknown }> => {
    const { messages, discord } = start();
    const entries = votes.map((_, index) => ({ number: index + 1, memberId: `m${index + 1}` }));
    const winners = votes.map((count, index) => ({ number: index + 1, votes: count, state: 'waiting' }));
    const round = {
      id: 'round1',
      location: { guildId: 'guild', channelId: 'channel' },
      theme: 'boats',
      entries,
      winners,
    };
    await messages.bring(round as unknown as Round, 'winners');
    const [posted] = [...discord.messages.values()];
    return { words: JSON.stringify(posted?.body), mentions: posted?.body.allowed_mentions };
  };

  it('congratulates those with votes', async () => {
    const { words } = await announced(2, 1);
    expect(words).toContain(
      'The round **boats** is decided. Congratulations <@m1>, <@m2>! Your prompts are being made now:',
    );
  });

  it('congratulates no one without votes, but notifies them', async () => {
    const { words, mentions } = await announced(1, 0);
    expect(words).toContain(
      'Congratulations <@m1>! Your prompt is being made now. The prompt by <@m2> will be made too, without a vote:',
    );
    expect(mentions).toMatchObject({ users: ['m1', 'm2'] });
    const none = await announced(0, 0);
    expect(none.words).toContain('is over, and no one voted. The prompts by <@m1>, <@m2> will be made anyway:');
    expect(none.words).not.toContain('Congratulations');
  });
});
