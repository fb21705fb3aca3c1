import { describe, expect, it } from 'vitest';
import { RetryLater } from '../../../src/engine/lane.ts';
import type { Job } from '../../../src/jobs/job/job.ts';
import type { ShowOutcome } from '../../../src/jobs/ports/job-messages.ts';
import type { SubmitOutcome } from '../../../src/jobs/submit.ts';
import type { Refusal } from '../../../src/moderation/admission/refusal.ts';
import { createBegin } from '../../../src/moderation/requests/begin.ts';
import type { RequestsContext } from '../../../src/moderation/requests/context.ts';
import type { GatedRequest, Phase, RequestMessage } from '../../../src/moderation/requests/request.ts';
import type { RequestEvent } from '../../../src/moderation/requests/request-decisions.ts';
import type { RequestMessages } from '../../../src/moderation/requests/request-messages.ts';
import { TimeoutError } from '../../../src/time/time-limit.ts';
import { NOW, sampleJob } from '../../jobs/samples.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { sampleRequest } from '../request-samples.ts';

const BEGUN = { event: 'started' };

interface World {
  request?: Partial<GatedRequest>;
  /** What changes while its message is shown. */
  meanwhile?: Partial<GatedRequest>;
  forbidden?: Refusal;
  /** Of those to whom the service is shut. */
  shutTo?: (memberId: string) => boolean;
  paused?: boolean;
  isQueueFull?: boolean;
  shown?: ShowOutcome['outcome'] | 'unavailable' | 'too slow';
  /** The job's credits can't be held. */
  isShort?: boolean;
  /** What comes of its messages, where they cannot be brought up to date. */
  brought?: Partial<Record<RequestMessage, 'gone' | 'closed' | 'unavailable'>>;
  moderatorsChannelId?: string | null;
  /** When it was asked for. */
  agoMs?: number;
}

async function begin(world: World) {
  const { forbidden, shutTo = () => false, paused = false, shown = 'shown' } = world;
  const { agoMs = 3_600_000, brought = {}, moderatorsChannelId = 'staff' } = world;
  let submits = 0;
  const noted: RequestEvent[] = [];
  const alarms: string[] = [];
  const released: string[] = [];
  const places: Job['location'][] = [];
  let messageId: string | undefined;
  const phases: Phase[] = [];
  const request = sampleRequest({ phase: 'approved', ...world.request });
  const parts: Partial<RequestsContext> = {
    jobs: {
      find: async () => undefined,
      hasRoom: () => !world.isQueueFull,
      submit: async ({ location }): Promise<SubmitOutcome> => {
        submits += 1;
        places.push(location);
        if (world.isShort) return { outcome: 'not held', refusal: { outcome: 'not approved' } };
        messageId = location.messageId;
        return { outcome: 'started', job: sampleJob() };
      },
    },
    history: {
      find: async () => undefined,
      isKnown: async () => false,
      change: async () => undefined,
      put: () => [],
      withoutUnmade: (_, __, work) => work([]),
    },
    accounts: {
      hold: async () => ({ outcome: 'already' }),
      releaseJob: async (_, jobId, why) => {
        released.push(`${jobId}: ${why}`);
        return [];
      },
    },
    jobMessages: {
      show: async ({ job: { location } }): Promise<ShowOutcome> => {
        if (shown === 'unavailable') throw new RetryLater();
        if (shown === 'too slow') throw new TimeoutError(6_000);
        return shown === 'shown' ? { outcome: 'shown', location, files: [] } : { outcome: 'unreachable' };
      },
    },
    messages: {
      bring: async ({ result }, key) => {
        const outcome = brought[key] ?? 'there';
        if (outcome === 'unavailable') throw new RetryLater();
        if (outcome !== 'there') return { outcome };
        return { outcome, message: { id: 'result', channelId: result?.channelId ?? '', files: [] } };
      },
    } as Partial<RequestMessages> as RequestMessages,
    recheck: async () => forbidden,
    isPaused: async () => paused,
    mayCreate: ({ memberId }) => !shutTo(memberId),
    moderatorsChannelId: async () => moderatorsChannelId,
    onModeratorsUnreachable: (guildId) => void alarms.push(guildId),
    records: {
      change: async (_, decide) => {
        const { after, commit, outcome } = await decide({ ...request, ...world.meanwhile });
        if (after && (await commit?.([]))) phases.push(after.phase);
        return outcome;
      },
    } as Partial<RequestsContext['records']> as RequestsContext['records'],
    recordEvent: async (_, event) => {
      noted.push(event);
      return undefined;
    },
    clock: new FakeClock(NOW + agoMs),
  };
  const started = await createBegin(parts as RequestsContext)(request);
  return { started, submits, messageId, noted, alarms, phases, places, released };
}

describe('an approved request', () => {
  it('becomes a job, in the message that it had', async () => {
    const messageId = '600000000000000001';
    expect(await begin({})).toMatchObject({ started: BEGUN, submits: 1, messageId, phases: ['started'] });
  });

  it.each<[string, World, unknown]>([
    ['has to wait for the service', { shutTo: () => true }, { event: 'delayed', by: 'service' }],
    [
      'is of a member who alone has to',
      { shutTo: (id) => id === sampleRequest().memberId },
      { event: 'delayed', by: 'service' },
    ],
    ['has to wait for the end of a pause', { paused: true }, { event: 'delayed', by: 'pause' }],
    ['finds the queue full, and leaves its message as it is', { isQueueFull: true, shown: 'unavailable' }, 'waits'],
    ['is withdrawn meanwhile', { meanwhile: { phase: 'withdrawn' } }, BEGUN],
    ['says already that it waits', { paused: true, request: { delay: 'pause' } }, 'waits'],
  ])('is not submitted if it %s', async (_, world, outcome) => {
    expect(await begin(world)).toMatchObject({ started: outcome, submits: 0 });
  });

  it('is not submitted if the settings refuse it now', async () => {
    const forbidden = { reason: 'retired model' as const };
    expect(await begin({ forbidden })).toMatchObject({
      started: { event: 'forbidden', refusal: forbidden },
      submits: 0,
    });
    expect(await begin({ forbidden, shutTo: () => true })).toMatchObject({
      started: { event: 'forbidden', refusal: forbidden },
      submits: 0,
    });
  });

  it('releases its credits if the job can’t have them', async () => {
    expect(await begin({ isShort: true })).toMatchObject({ started: BEGUN, released: ['job1: not started'] });
  });

  it.each(['unavailable', 'too slow'] as const)('starts while Discord is %s', async (shown) => {
    expect(await begin({ shown })).toMatchObject({ started: BEGUN, messageId: '600000000000000001' });
  });

  it('is dropped when its message was deleted', async () => {
    expect(await begin({ shown: 'unreachable' })).toMatchObject({
      started: { event: 'forbidden', refusal: { reason: 'message deleted' } },
      submits: 0,
    });
  });
});

describe('an approved request whose result moderators see first', () => {
  const gates = { before: 'moderators', after: 'moderators' } as const;

  it('becomes a job in the moderators’ channel, and records the message before anything is sent', async () => {
    const { started, messageId, noted, places } = await begin({ request: { gates } });
    expect({ started, messageId }).toEqual({ started: BEGUN, messageId: 'result' });
    const at = { channelId: 'staff', messageId: 'result' };
    expect(noted).toEqual([{ event: 'shown', key: 'result', state: undefined, at }]);
    expect(places).toMatchObject([{ channelId: 'staff', isForModerators: true, token: '' }]);
  });

  it('starts again in the message that it had', async () => {
    const result = { channelId: 'other', messageId: 'before' };
    const { messageId, noted, places } = await begin({
      request: { gates, result },
      brought: { result: 'unavailable' },
    });
    expect({ messageId, noted }).toEqual({ messageId: 'before', noted: [] });
    expect(places).toMatchObject([{ channelId: 'other' }]);
  });

  it.each<[string, World, unknown, string[]]>([
    ['has no moderators’ channel', { moderatorsChannelId: null }, { event: 'no moderators channel' }, []],
    [
      'cannot write to it',
      { brought: { result: 'closed' } },
      { event: 'no moderators channel' },
      ['200000000000000001'],
    ],
    [
      'has lost its own message',
      { brought: { public: 'gone' } },
      { event: 'forbidden', refusal: { reason: 'message deleted' } },
      [],
    ],
  ])('does not start if it %s', async (_, world, started, alarms) => {
    expect(await begin({ request: { gates }, ...world })).toMatchObject({ started, submits: 0, alarms });
  });

  it.each(['public', 'result'] as const)(
    'is tried again where Discord is in trouble with its %s message',
    async (key) => {
      await expect(begin({ request: { gates }, brought: { [key]: 'unavailable' } })).rejects.toThrow(RetryLater);
    },
  );

  it('starts without another check if nobody had to decide and the request is new', async () => {
    const request = { gates: { before: 'nobody', after: 'moderators' } } as const;
    const changed = { brought: { public: 'gone' }, forbidden: { reason: 'retired model' } } as const;
    expect(await begin({ request, ...changed, agoMs: 1_000 })).toMatchObject({ started: BEGUN, submits: 1 });
    expect(await begin({ request, ...changed })).toMatchObject({
      started: { event: 'forbidden', refusal: changed.forbidden },
      submits: 0,
    });
  });

  it('leaves its messages as they are while the queue is full', async () => {
    const brought = { public: 'unavailable', result: 'unavailable' } as const;
    expect(await begin({ request: { gates }, isQueueFull: true, brought })).toMatchObject({ started: 'waits' });
  });

  it('waits until moderators can be reached if it won a round', async () => {
    const request = { gates: { before: 'nobody', after: 'moderators' }, isWinner: true } as const;
    expect(await begin({ request, moderatorsChannelId: null })).toMatchObject({ started: 'waits', submits: 0 });
    expect(await begin({ request, brought: { result: 'closed' } })).toMatchObject({ started: 'waits', submits: 0 });
  });
});
