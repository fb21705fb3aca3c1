import { describe, expect, it } from 'vitest';
import { renderAlert } from '../../../src/discord/messages/alert-message.ts';
import { createAlertPosters } from '../../../src/discord/reconciler/alert-messages.ts';
import { RetryLater } from '../../../src/engine/lane.ts';
import { en } from '../../../src/texts/en.ts';

const ALERT = { kind: 'unconfirmed everywhere', tasks: 1, servers: 1, credits: 4, claims: [] } as const;
const MESSAGE = { id: 'message', channelId: 'channel', files: [] };

interface Scene {
  /** Where Discord refuses a message. */
  failing?: Record<string, 'no access' | 'unavailable'>;
  channelId?: string;
  operatorIds?: string[];
}

function start({ failing = {}, channelId, operatorIds = ['ada', 'ben'] }: Scene = {}) {
  const posted: string[] = [];
  const { postToOperator } = createAlertPosters({
    reconciler: {
      bring: async ({ at, idempotencyKey }) => {
        posted.push(`${at.channelId} ${idempotencyKey}`);
        return failing[at.channelId] ? { outcome: 'closed' } : { outcome: 'there', message: MESSAGE };
      },
    },
    direct: async (userId, _, { idempotencyKey }) => {
      posted.push(`${userId} ${idempotencyKey}`);
      const outcome = failing[userId];
      if (outcome === undefined) return { outcome: 'done', value: MESSAGE };
      return outcome === 'unavailable' ? { outcome, retryAfterMs: undefined } : { outcome };
    },
    operators: { ids: () => operatorIds },
    operatorChannelId: channelId,
    texts: en,
  });
  const tell = () => postToOperator(ALERT, { idempotencyKey: 'k', signal: new AbortController().signal });
  return { posted, tell };
}

describe('an alert to the operators', () => {
  it('goes to each by direct message', async () => {
    const { posted, tell } = start();
    expect(await tell()).toBe(true);
    expect(posted).toEqual(['ada k', 'ben k']);
  });

  it('goes to the operators’ channel alone if one is configured', async () => {
    const { posted, tell } = start({ channelId: 'operators' });
    expect(await tell()).toBe(true);
    expect(posted).toEqual(['operators k']);
  });

  it('goes to each by direct message if that channel is closed to Easel', async () => {
    const { posted, tell } = start({ channelId: 'operators', failing: { operators: 'no access' } });
    expect(await tell()).toBe(true);
    expect(posted).toEqual(['operators k', 'ada k', 'ben k']);
  });

  it('is posted if one operator gets it, and otherwise retried while Discord is unavailable', async () => {
    expect(await start({ failing: { ada: 'no access' } }).tell()).toBe(true);
    expect(await start({ failing: { ada: 'unavailable' } }).tell()).toBe(true);
    expect(await start({ failing: { ada: 'no access', ben: 'no access' } }).tell()).toBe(false);
    await expect(start({ failing: { ada: 'no access', ben: 'unavailable' } }).tell()).rejects.toThrow(RetryLater);
  });

  it('is retried until Discord has said who the operators are', async () => {
    await expect(start({ operatorIds: [] }).tell()).rejects.toThrow(RetryLater);
  });
});

it('gives the operator the figures of charges that no one believes', () => {
  const claims = Array.from({ length: 7 }, () => ({ claimedCredits: 900_000_000, quoteCredits: 4 }));
  const words = (tasks: number) => JSON.stringify(renderAlert({ ...ALERT, tasks, claims }, en));
  expect(words(7)).toContain('charged 900,000,000 credits for a task quoted at 4 credits. Easel doesn’t believe that.');
  expect(words(7)).toContain('It says so of 2 more tasks.');
  expect(words(7)).not.toContain('answer was lost');
  expect(words(8)).toContain('answer was lost');
});
