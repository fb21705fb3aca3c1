import { describe, expect, it } from 'vitest';
import { createOperatorPoster } from '../../../src/discord/reconciler/alert-messages.ts';

const ALERT = { kind: 'unconfirmed everywhere', tasks: 1, servers: 1, credits: 4 } as const;

function start(closed: Record<string, 'no access' | 'unavailable'> = {}, channelId?: string, ids = ['ada', 'ben']) {
  const posted: { to: string; key: string }[] = [];
  const opened: string[] = [];
  const post = createOperatorPoster({
    rest: {
      openDirectMessages: async (userId) => {
        opened.push(userId);
        return { outcome: 'done', value: `dm-${userId}` };
      },
    },
    operators: { ids: () => ids },
    channelId,
    post: async ({ channelId: to }, _, { idempotencyKey: key }) => {
      posted.push({ to, key });
      return closed[to] ?? 'posted';
    },
  });
  const tell = () => post(ALERT, { idempotencyKey: 'k', signal: new AbortController().signal });
  return { opened, posted, tell };
}

describe('the way to the operators', () => {
  it('is a direct message to each, opened once', async () => {
    const { opened, posted, tell } = start();
    expect(await tell()).toBe('posted');
    await tell();
    expect(posted.map(({ to }) => to)).toEqual(['dm-ada', 'dm-ben', 'dm-ada', 'dm-ben']);
    expect(opened).toEqual(['ada', 'ben']);
  });

  it('is their channel alone where one is named', async () => {
    const { posted, tell } = start({}, 'operators');
    expect(await tell()).toBe('posted');
    expect(posted).toEqual([{ to: 'operators', key: 'k' }]);
  });

  it('has worked where one of them has it, and is tried again where Discord is in trouble', async () => {
    expect(await start({ 'dm-ada': 'no access' }).tell()).toBe('posted');
    expect(await start({ 'dm-ada': 'no access', 'dm-ben': 'no access' }).tell()).toBe('no access');
    expect(await start({ 'dm-ada': 'no access', 'dm-ben': 'unavailable' }).tell()).toBe('unavailable');
    expect(await start({}, undefined, []).tell()).toBe('unavailable');
  });
});
