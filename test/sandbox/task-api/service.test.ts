import { describe, expect, it } from 'vitest';
import { asksFor, DEFAULT_PRICES, sampleDurationMs } from '../../../src/sandbox/task-api/service.ts';
import { KEY, startWorld } from './support.ts';

describe('the two endpoints', () => {
  it('follow the document, from the queue to the result', async () => {
    const { sandbox, clock, create, query } = await startWorld();
    const answer = await create({ aspect_ratio: '16:9', image_urls: [] });
    const [task] = sandbox.tasks();
    const taskId = task?.taskId ?? '';
    expect(answer).toMatchObject({
      status: 200,
      body: {
        code: 200,
        msg: 'task submitted, waiting for generation',
        data: { task_id: taskId, request_id: task?.requestId, credits: 4 },
      },
    });
    const data = {
      task_id: taskId,
      task_status: 1,
      task_type: 'image',
      model_id: 'image-model-a',
      image_url: null,
      video_url: null,
      audio_url: null,
      credits: 4,
      created_at: Math.floor((task?.createdAtMs ?? 0) / 1000),
    };
    expect(await query(taskId)).toMatchObject({ status: 200, body: { code: 200, msg: 'ok', data } });
    await clock.advance(1_000);
    expect((await query(taskId)).body).toMatchObject({ data: { task_status: 2, image_url: null } });
    await clock.advance(5_000);
    expect((await query(taskId)).body).toMatchObject({
      data: { task_status: 3, image_url: expect.stringContaining(`${sandbox.url}/results/${taskId}/image?expires=`) },
    });
    expect(sandbox.tasks()).toMatchObject([{ state: 'success', polls: 3 }]);
  });

  it('return a clip’s result where the document says', async () => {
    const { sandbox, created, query } = await startWorld();
    const taskId = await created({ model_id: 'omni-flash' });
    sandbox.finish(taskId);
    const { body } = await query(taskId);
    expect(body).toMatchObject({ data: { image_url: null, video_url: expect.stringContaining('/video?') } });
  });

  it('return created_at in milliseconds on request', async () => {
    const { clock, created, query } = await startWorld({ createdAtUnit: 'milliseconds' });
    expect((await query(await created())).body).toMatchObject({ data: { created_at: clock.now() } });
  });

  it.each([
    ['without a key', {}],
    ['with an unknown key', { authorization: 'Bearer sk-unknown' }],
    ['with another scheme', { authorization: `Basic ${KEY}` }],
  ])('answer with HTTP 401 %s', async (_, headers) => {
    const { sandbox, created } = await startWorld();
    const taskId = await created();
    expect((await fetch(`${sandbox.url}/api/v1/tasks/${taskId}`, { headers })).status).toBe(401);
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' };
    expect((await fetch(`${sandbox.url}/api/v1/tasks/create`, init)).status).toBe(401);
    expect(sandbox.creates).toBe(1);
  });

  it('show a task only to the key that created it', async () => {
    const { created, query } = await startWorld({ accounts: { [KEY]: 100, 'sk-other': 100 } });
    const taskId = await created();
    const missing = { status: 200, body: { code: 0, msg: 'task not found' } };
    expect(await query(taskId, 'sk-other')).toMatchObject(missing);
    expect(await query('nothing')).toMatchObject(missing);
  });
});

describe('a refused create', () => {
  it.each([
    ['an unknown model', { model_id: 'image-model-z' }, 'unknown model_id'],
    ['an empty prompt', { prompt: ' \n' }, 'prompt must not be empty'],
    ['a malformed ratio', { aspect_ratio: '16x9' }, 'aspect_ratio must have the form <width>:<height>'],
    ['a ratio of nothing', { aspect_ratio: '0:9' }, 'aspect_ratio must have the form <width>:<height>'],
    ['a number as prompt', { prompt: 7 }, 'the request is malformed'],
    ['a prompt that asks for it', { prompt: 'a fox #refuse' }, 'the prompt asks to be refused'],
    ['too few credits', { model_id: 'omni-pro', prompt: 'x' }, 'insufficient credits'],
  ])('names its reason and charges nothing: %s', async (_, body, msg) => {
    const { sandbox, create } = await startWorld({ accounts: { [KEY]: 59 } });
    expect((await create(body)).body).toEqual({ code: 0, msg });
    expect(sandbox.credits(KEY)).toBe(59);
    expect(sandbox.tasks()).toEqual([]);
  });
});

describe('credits', () => {
  it('are charged on creation, by model', async () => {
    const { sandbox, created } = await startWorld();
    await created();
    await created({ model_id: 'omni-flash' });
    expect(sandbox.credits(KEY)).toBe(100 - 4 - 20);
  });

  it('are returned once, when a task has failed', async () => {
    const { sandbox, clock, created, query } = await startWorld();
    const taskId = await created({ prompt: 'a fox #fail' });
    await clock.advance(5_999);
    expect(sandbox.credits(KEY)).toBe(96);
    await clock.advance(1);
    expect(sandbox.credits(KEY)).toBe(100);
    expect((await query(taskId)).body).toMatchObject({ data: { task_status: 4, image_url: null, credits: 4 } });
    expect(sandbox.credits(KEY)).toBe(100);
    expect(sandbox.tasks()).toMatchObject([{ state: 'failed', chargedCredits: 4, refundedCredits: 4 }]);
  });

  it('never drop below zero with simultaneous requests', async () => {
    const { sandbox, create } = await startWorld({ accounts: { [KEY]: 10 } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => create()));
    expect(answers.filter(({ body }) => JSON.stringify(body).includes('"code":200'))).toHaveLength(2);
    expect(sandbox.credits(KEY)).toBe(2);
  });

  it('are charged at the new price once it changes', async () => {
    const { sandbox, created } = await startWorld();
    await created();
    sandbox.configure({ prices: { 'image-model-a': 7 } });
    await created();
    expect(sandbox.tasks().map((task) => task.chargedCredits)).toEqual([4, 7]);
    expect(sandbox.settings.prices).toEqual({ ...DEFAULT_PRICES, 'image-model-a': 7 });
  });

  it('can be set', async () => {
    const { sandbox } = await startWorld();
    sandbox.setCredits('sk-new', 5);
    expect(sandbox.credits('sk-new')).toBe(5);
    expect(sandbox.credits('sk-unknown')).toBe(0);
  });
});

describe('a task that is controlled by hand', () => {
  it('starts at once and then takes its time', async () => {
    const { sandbox, clock, created } = await startWorld();
    const taskId = await created();
    expect(sandbox.run(taskId)).toBe(true);
    expect(sandbox.tasks()).toMatchObject([{ state: 'running' }]);
    expect(sandbox.run(taskId)).toBe(false);
    await clock.advance(5_000);
    expect(sandbox.tasks()).toMatchObject([{ state: 'success' }]);
  });

  it('ends once', async () => {
    const { sandbox, created } = await startWorld();
    const taskId = await created();
    expect(sandbox.finish(taskId)).toBe(true);
    expect(sandbox.fail(taskId)).toBe(false);
    expect(sandbox.tasks()).toMatchObject([{ state: 'success' }]);
    expect(sandbox.credits(KEY)).toBe(96);
    expect(sandbox.finish('nothing')).toBe(false);
  });

  it('is refunded when it is made to fail, but not when it is made to succeed', async () => {
    const { sandbox, created } = await startWorld();
    sandbox.fail(await created());
    expect(sandbox.credits(KEY)).toBe(100);
    sandbox.finish(await created({ prompt: '#fail' }));
    expect(sandbox.credits(KEY)).toBe(96);
  });

  it('doesn’t change with a copy of it', async () => {
    const { sandbox, created } = await startWorld();
    await created();
    const [task] = sandbox.tasks();
    Object.assign(task ?? {}, { endsAtMs: 0 });
    expect(sandbox.tasks()).toMatchObject([{ state: 'queued' }]);
  });
});

describe('a prompt', () => {
  it('with #slow takes three hours', async () => {
    const { sandbox, clock, created } = await startWorld();
    await created({ prompt: 'a #slow fox' });
    await clock.advance(1_000 + 3 * 3_600_000 - 1);
    expect(sandbox.tasks()).toMatchObject([{ state: 'running' }]);
    await clock.advance(1);
    expect(sandbox.tasks()).toMatchObject([{ state: 'success' }]);
  });

  it.each([
    ['a fox #fail', true],
    ['#FAIL', true],
    ['fail', false],
    ['#failure', false],
    ['a#fail', false],
  ])('%j asks to fail: %s', (prompt, asked) => {
    expect(asksFor(prompt, '#fail')).toBe(asked);
  });
});

describe('durations', () => {
  it('are spread around the median, with as many above as below', () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const samples = Array.from({ length: 2_000 }, () => sampleDurationMs(1_000, 0.25, random)).sort((a, b) => a - b);
    const shareBelow = samples.filter((ms) => ms < 1_000).length / samples.length;
    expect(shareBelow).toBeCloseTo(0.5, 1);
    expect(samples.filter((ms) => ms > 779 && ms < 1_284).length / samples.length).toBeCloseTo(0.68, 1);
  });

  it('equal the median without spread, and are finite at the limits of the generator', () => {
    expect(sampleDurationMs(1_000, 0, () => 0.3)).toBe(1_000);
    expect(sampleDurationMs(1_000, 0.25, () => 0)).toBe(1_000);
    expect(sampleDurationMs(1_000, 0.25, () => 1 - Number.EPSILON / 2)).toBeLessThan(20_000);
  });
});

describe('a snapshot', () => {
  it('moves everything to another sandbox as JSON', async () => {
    const first = await startWorld();
    const taskId = await first.created({ aspect_ratio: '1:1' });
    await first.created({ prompt: '#fail' });
    first.sandbox.faults.switchOn('slow', { delayMs: 5 });
    const snapshot: unknown = JSON.parse(JSON.stringify(first.sandbox.snapshot()));

    const second = await startWorld({ accounts: {} });
    second.sandbox.restore(snapshot);
    expect(second.sandbox.tasks()).toEqual(first.sandbox.tasks());
    expect(second.sandbox.creates).toBe(2);
    expect(second.sandbox.faults.current()).toEqual({ slow: { on: 'all', delayMs: 5 } });
    second.sandbox.faults.switchOff('slow');
    await second.clock.advance(6_000);
    expect((await second.query(taskId)).body).toMatchObject({ data: { task_status: 3 } });
    // The failed task was still owed its refund.
    expect(second.sandbox.credits(KEY)).toBe(96);
  });

  it('is refused if it is invalid', async () => {
    const { sandbox, created } = await startWorld();
    await created();
    expect(() => sandbox.restore({ version: 2 })).toThrow();
    expect(sandbox.tasks()).toHaveLength(1);
  });
});

it('reports requests and changes to its listeners until they leave', async () => {
  const { sandbox, create } = await startWorld();
  const events: unknown[] = [];
  const leave = sandbox.listen((event) => events.push(event));
  await create();
  expect(events).toEqual([{ event: 'request', operation: 'create' }, { event: 'change' }]);
  leave();
  await create();
  expect(events).toHaveLength(2);
});
