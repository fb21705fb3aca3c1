import { describe, expect, it } from 'vitest';
import { createPersonalNotices, type PersonalNoticesParts } from '../../../src/discord/reconciler/personal-notices.ts';
import { messageBody } from '../../../src/discord/rest/message-body.ts';
import { en } from '../../../src/texts/en.ts';

const MEMBER = '300000000000000001';
const AT = { guildId: '100000000000000001', channelId: '400000000000000001', messageId: '600000000000000001' };

function scene(changed: { whispers?: boolean; wanted?: boolean; open?: boolean } = {}) {
  const { whispers = false, wanted = true, open = true } = changed;
  const sent: string[] = [];
  const wordsOf = (body: object): string => JSON.stringify(body);
  const client = {
    whisper: async (_: unknown, body: object) => {
      if (whispers) sent.push(`beside: ${wordsOf(body)}`);
      return whispers ? { outcome: 'done', value: {} } : { outcome: 'gone' };
    },
    post: async ({ channelId }: { channelId: string }, body: object) => {
      if (open) sent.push(`in ${channelId}: ${wordsOf(body)}`);
      return open ? { outcome: 'done', value: { id: '1' } } : { outcome: 'no access' };
    },
  } as unknown as PersonalNoticesParts['client'];
  const personal = createPersonalNotices({
    ...{ client, texts: en, stop: new AbortController().signal },
    rest: { openDirectMessages: async () => ({ outcome: 'done', value: 'direct' }) },
    isWanted: async () => wanted,
  });
  const tell = () =>
    personal.tell({ memberId: MEMBER, at: AT, words: 'It is done.', idempotencyKey: 'job1-x', about: {} });
  return { personal, sent, tell };
}

describe('a personal notice', () => {
  it('follows the response to the command while its token lives, and goes nowhere else', async () => {
    const { sent, tell } = scene({ whispers: true });
    expect(await tell()).toBe(true);
    expect(sent).toEqual([expect.stringMatching(/^beside: .*It is done\./)]);
  });

  it('is a direct message afterwards, with a link to the server', async () => {
    const { sent, tell } = scene();
    expect(await tell()).toBe(true);
    expect(sent).toEqual([expect.stringMatching(/^in direct: .*It is done\..*channels\/100000000000000001/)]);
  });

  it('isn’t sent to members who don’t want direct messages', async () => {
    const { sent, tell } = scene({ wanted: false });
    expect(await tell()).toBe(false);
    expect(sent).toEqual([]);
  });

  it('isn’t sent to closed direct messages, and the caller learns why', async () => {
    const { personal, tell } = scene({ open: false });
    expect(await tell()).toBe(false);
    const { outcome } = await personal.direct(MEMBER, messageBody([]), { idempotencyKey: 'hello' });
    expect(outcome).toBe('no access');
  });
});
