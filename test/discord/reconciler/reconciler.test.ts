import { describe, expect, it } from 'vitest';
import { createReconciler } from '../../../src/discord/reconciler/reconciler.ts';
import { messageBody } from '../../../src/discord/rest/message-body.ts';
import type { Outcome } from '../../../src/discord/rest/outcome.ts';
import { RetryLater } from '../../../src/engine/lane.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const MESSAGE = { id: 'm', channelId: 'channel', files: [] };
const DONE = { outcome: 'done', value: MESSAGE } as const;
const LIMITED = { outcome: 'unavailable', retryAfterMs: 2_000 } as const;
const wanted = (key: string, messageId?: string) => ({
  at: { guildId: 'server', channelId: 'channel', messageId },
  body: messageBody([]),
  idempotencyKey: key,
});

/** A message client whose calls of a kind have these outcomes in turn, and then succeed. */
function start(outcomes: Outcome<typeof MESSAGE>[] = []) {
  const clock = new FakeClock();
  const calls: string[] = [];
  const next = (call: string): Outcome<typeof MESSAGE> => {
    calls.push(call);
    return outcomes.shift() ?? DONE;
  };
  const gone = { outcome: 'gone' } as const;
  const reconciler = createReconciler({
    client: {
      post: async (_, __, { idempotencyKey }) => next(`post ${idempotencyKey}`),
      edit: async () => next('edit'),
      findAnswer: async () => next('find'),
      delete: async () => (next('delete').outcome === 'done' ? { outcome: 'done', value: undefined } : gone),
      deleteLost: async (_, { idempotencyKey }) => {
        next(`delete lost ${idempotencyKey}`);
        return gone;
      },
    },
    clock,
    stop: new AbortController().signal,
  });
  return { calls, clock, reconciler };
}

describe('a record’s message', () => {
  it('is posted if it has no id, and edited if it has one', async () => {
    const { calls, reconciler } = start();
    expect(await reconciler.bring(wanted('new'))).toEqual({ outcome: 'there', message: MESSAGE });
    await reconciler.bring(wanted('known', 'm'));
    expect(calls).toEqual(['post new', 'edit']);
  });

  it('is deleted if it isn’t wanted, even if a crash lost its id', async () => {
    const { calls, reconciler } = start();
    expect(await reconciler.bring({ ...wanted('known', 'm'), unwantedSinceMs: 0 })).toEqual({ outcome: 'gone' });
    expect(await reconciler.bring({ ...wanted('lost'), unwantedSinceMs: 0 })).toEqual({ outcome: 'gone' });
    expect(calls).toEqual(['delete', 'delete lost lost']);
  });

  it('stays deleted if someone deleted it, and is closed if its channel is gone', async () => {
    const { calls, reconciler } = start([{ outcome: 'gone' }, { outcome: 'gone' }]);
    expect(await reconciler.bring(wanted('known', 'm'))).toEqual({ outcome: 'gone' });
    expect(await reconciler.bring(wanted('new'))).toEqual({ outcome: 'closed' });
    expect(calls).toEqual(['edit', 'post new']);
  });

  it('is posted again where its record says so, if it is gone, or if its channel is closed and another is named', async () => {
    const bring = async (outcome: 'gone' | 'no access', channelId: string) => {
      const { calls, reconciler } = start([{ outcome }]);
      const replaceIn = { guildId: 'g', channelId };
      const brought = await reconciler.bring({ ...wanted('known', 'm'), replaceIn });
      return [brought.outcome, ...calls];
    };
    const { channelId } = wanted('known', 'm').at;
    expect(await bring('gone', channelId)).toEqual(['there', 'edit', 'post m-r']);
    expect(await bring('no access', channelId)).toEqual(['closed', 'edit']);
    expect(await bring('no access', 'other')).toEqual(['there', 'edit', 'post m-r']);
  });

  it('is left to the engine while Discord is unavailable', async () => {
    const { reconciler } = start([{ outcome: 'unavailable', retryAfterMs: 90_000 }]);
    await expect(reconciler.bring(wanted('known', 'm'))).rejects.toMatchObject({ retryAfterMs: 90_000 });
    await expect(
      start([{ outcome: 'unavailable', retryAfterMs: undefined }]).reconciler.bring(wanted('new')),
    ).rejects.toThrow(RetryLater);
  });

  it('is retried with the file fetched again if a file to upload no longer exists', async () => {
    const { reconciler } = start([{ outcome: 'file gone' }]);
    await expect(reconciler.bring(wanted('new'))).rejects.toMatchObject({ name: 'RetryLater' });
  });

  it('that answered a command is looked for every 5 seconds, until it can no longer appear', async () => {
    const looks = Array.from({ length: 4 }, () => ({ outcome: 'gone' }) as const);
    const { clock, reconciler } = start([...looks]);
    const at = {
      ...{ guildId: 'server', channelId: 'channel', applicationId: 'app', uploadLimitBytes: 0 },
      ...{ token: 'token', tokenIssuedAtMs: clock.now() },
    };
    expect(await reconciler.findAnswer(at)).toEqual({ dueInMs: 5_000 });
    await clock.advance(57_000);
    expect(await reconciler.findAnswer(at)).toEqual({ dueInMs: 3_000 });
    await clock.advance(3_000);
    expect(await reconciler.findAnswer(at)).toBeUndefined();
    expect(await reconciler.findAnswer({ ...at, token: '' })).toBeUndefined();
    expect(await reconciler.findAnswer(at)).toBe('m');
  });

  it('waits for the rate limit of its channel, and later messages wait for their turn', async () => {
    const { calls, clock, reconciler } = start([LIMITED]);
    const posted = Promise.all([reconciler.bring(wanted('first')), reconciler.bring(wanted('second'))]);
    await clock.advance(1_000);
    expect(calls).toEqual(['post first']);
    await clock.advance(2_000);
    await posted;
    expect(calls).toEqual(['post first', 'post first', 'post second']);
  });
});
