import { expect, it } from 'vitest';
import { createRoundDesk } from '../../src/discord/round-desk.ts';
import type { Job } from '../../src/jobs/job.ts';
import { createLog } from '../../src/log.ts';
import { en } from '../../src/texts/en.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeDiscord } from '../support/fake-discord.ts';

const job: Job = {
  ...{ id: 'job1', createdAtMs: 0, memberId: 'member' },
  request: { modelId: 'image-model-a', prompt: 'a boat', sourceUrls: [], spoiler: false },
  place: {
    ...{ guildId: 'guild', channelId: 'channel', applicationId: 'application', token: '' },
    ...{ tokenIssuedAtMs: 0, uploadLimitBytes: 1_000 },
  },
  tasks: [{ key: 'job1-1', quoteCredits: 5, state: 'new' }],
};

it('the message of a winner that is not made is taken away, once Discord answers, and only once', async () => {
  const discord = new FakeDiscord(new FakeClock(1_000));
  const stop = new AbortController().signal;
  const desk = createRoundDesk({ rest: discord, log: createLog('silent'), texts: en, stop });
  const posted = await desk.postJob(job);
  if (typeof posted === 'string') throw new Error(posted);
  const at = { channelId: 'channel', messageId: posted.messageId };
  discord.offline = true;
  expect(await desk.removeJob(at)).toBe('unavailable');
  expect(discord.messages.size).toBe(1);
  discord.offline = false;
  expect(await desk.removeJob(at)).toBe('done');
  expect(discord.messages.size).toBe(0);
  expect(await desk.removeJob(at)).toBe('done');
});
