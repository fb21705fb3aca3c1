import { describe, expect, it } from 'vitest';
import { createRoundDesk } from '../../../src/discord/desks/round-desk.ts';
import { createBoard } from '../../../src/discord/rest/board.ts';
import type { Job } from '../../../src/jobs/job.ts';
import { createLog } from '../../../src/log.ts';
import type { Round } from '../../../src/moderation/rounds/round.ts';
import { en } from '../../../src/texts/en.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { FakeDiscord } from '../../support/fake-discord.ts';

const job: Job = {
  ...{ id: 'job1', createdAtMs: 0, memberId: 'member' },
  request: { modelId: 'image-model-a', prompt: 'a boat', sourceUrls: [], spoiler: false },
  place: {
    ...{ guildId: 'guild', channelId: 'channel', applicationId: 'application', token: '' },
    ...{ tokenIssuedAtMs: 0, uploadLimitBytes: 1_000 },
  },
  tasks: [{ key: 'job1-1', quoteCredits: 5, state: 'new' }],
};

function start() {
  const clock = new FakeClock(1_000);
  const discord = new FakeDiscord(clock);
  const stop = new AbortController().signal;
  const board = createBoard({ rest: discord.rest, clock, random: () => 0.5, log: createLog('silent'), stop });
  return { discord, desk: createRoundDesk({ board, texts: en }) };
}

it('the message of a winner that is not made is taken away, once Discord answers, and only once', async () => {
  const { desk, discord } = start();
  const posted = await desk.postJob(job);
  if (typeof posted === 'string') throw new Error(posted);
  const at = { guildId: 'server', channelId: 'channel', messageId: posted.messageId };
  discord.offline = true;
  expect(await desk.removeJob(at)).toBe('unavailable');
  expect(discord.messages.size).toBe(1);
  discord.offline = false;
  expect(await desk.removeJob(at)).toBe('done');
  expect(discord.messages.size).toBe(0);
  expect(await desk.removeJob(at)).toBe('done');
});

describe('the word to the winners', () => {
  const told = async (...votes: number[]): Promise<{ words: string; mentions: unknown }> => {
    const { desk, discord } = start();
    const entries = votes.map((_, index) => ({ number: index + 1, memberId: `m${index + 1}` }));
    const picks = votes.map((count, index) => ({ number: index + 1, votes: count, state: 'waiting' }));
    await desk.announce({ id: 'round1', channelId: 'channel', theme: 'boats', entries, picks } as unknown as Round);
    const [posted] = [...discord.messages.values()];
    return { words: JSON.stringify(posted?.body), mentions: posted?.body.allowed_mentions };
  };

  it('congratulates those who were voted for', async () => {
    const { words } = await told(2, 1);
    expect(words).toContain('The round **boats** is decided. Congratulations <@m1>, <@m2>! Yours are made now:');
  });

  it('congratulates nobody on no vote, and tells them all the same', async () => {
    const { words, mentions } = await told(1, 0);
    expect(words).toContain(
      'Congratulations <@m1>! Yours is made now. The prompt of <@m2> is made too, without a vote:',
    );
    expect(mentions).toMatchObject({ users: ['m1', 'm2'] });
    const none = await told(0, 0);
    expect(none.words).toContain('is over, and nobody voted. The prompts of <@m1>, <@m2> are made all the same:');
    expect(none.words).not.toContain('Congratulations');
  });
});
