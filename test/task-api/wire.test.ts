import { describe, expect, it } from 'vitest';
import {
  BadKeyError,
  MalformedError,
  NotServedError,
  NotTheServiceError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
  UnconfirmedError,
} from '../../src/task-api/errors.ts';
import type { Answer } from '../../src/task-api/exchange.ts';
import { MODELS } from '../../src/task-api/models.ts';
import { checkReachable, createBody, readCreated, readTask } from '../../src/task-api/wire.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);

const answerOf = (body: unknown, facts: Partial<Answer> = {}): Answer => ({
  status: 200,
  retryAfter: undefined,
  body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body)),
  ...facts,
});
const statusOf = (status: number, retryAfter?: string): Answer => ({ status, retryAfter, body: undefined });

const TASK = {
  task_id: 't1',
  task_status: 3,
  task_type: 'image',
  model_id: 'image-model-a',
  image_url: 'https://results.example/a.png',
  video_url: null,
  audio_url: null,
  credits: 4,
  created_at: 1_763_640_000,
};
const CREATED = { task_id: 't1', request_id: 'r1', credits: 4 };

const created = (data: unknown, envelope: object = {}) =>
  readCreated(answerOf({ code: 200, msg: 'task submitted', data, ...envelope }), NOW_MS, true);
const task = (changes: object = {}) =>
  readTask(answerOf({ code: 200, msg: 'ok', data: { ...TASK, ...changes } }), 't1', NOW_MS);
const without = (field: keyof typeof TASK) => ({ [field]: undefined });

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('the body of a create', () => {
  it('has what the user entered, and the ratio unchanged', () => {
    const body = createBody({
      modelId: 'omni-pro',
      prompt: 'ä "fox" 🦊',
      imageUrls: ['https://a/1'],
      aspectRatio: '21:9',
    });
    expect(JSON.parse(body)).toEqual({
      model_id: 'omni-pro',
      prompt: 'ä "fox" 🦊',
      image_urls: ['https://a/1'],
      aspect_ratio: '21:9',
    });
  });

  it('leaves out what the user left out', () => {
    const body = createBody({ modelId: 'omni-pro', prompt: 'fox', imageUrls: [], aspectRatio: undefined });
    expect(JSON.parse(body)).toEqual({ model_id: 'omni-pro', prompt: 'fox' });
  });
});

describe('the answer to a create', () => {
  it('is read with its charge', () => {
    expect(created(CREATED)).toEqual({ taskId: 't1', chargedCredits: 4 });
  });

  it('may have more fields and no request_id', () => {
    const answer = created({ task_id: 't1', credits: 0, queue: 3 }, { trace: 'x' });
    expect(answer).toEqual({ taskId: 't1', chargedCredits: 0 });
  });

  it.each([
    ['no task_id', { ...CREATED, task_id: undefined }],
    ['an empty task_id', { ...CREATED, task_id: '' }],
    ['a number as task_id', { ...CREATED, task_id: 7 }],
    ['a task_id without end', { ...CREATED, task_id: 'x'.repeat(300) }],
    ['half a character in the task_id', { ...CREATED, task_id: 'x\ud800' }],
    ['text as credits', { ...CREATED, credits: '4' }],
    ['parts of credits', { ...CREATED, credits: 4.5 }],
    ['negative credits', { ...CREATED, credits: -4 }],
    ['no credits', { ...CREATED, credits: undefined }],
    ['no data', undefined],
    ['null as data', null],
    ['a list as data', []],
  ])('proves nothing with %s', (_, data) => {
    expect(thrownBy(() => created(data))).toBeInstanceOf(UnconfirmedError);
  });

  it('keeps the task_id of an otherwise unreadable answer', () => {
    expect(thrownBy(() => created({ ...CREATED, credits: 'many' }))).toHaveProperty('taskId', 't1');
    expect(thrownBy(() => created({ credits: 4 }))).toHaveProperty('taskId', undefined);
  });

  it.each([
    ['HTML', '<html>502</html>'],
    ['nothing', ''],
    ['half an answer', '{"code":200,"msg":"ok","da'],
    ['a bare text', '"ok"'],
    ['null', 'null'],
    ['another code', '{"code":500,"msg":"internal"}'],
    ['a code in text', '{"code":"200","msg":"ok","data":{"task_id":"t1","credits":4}}'],
  ])('proves nothing if it is %s', (_, body) => {
    expect(thrownBy(() => readCreated(answerOf(body), NOW_MS, true))).toBeInstanceOf(UnconfirmedError);
  });

  it('proves nothing with another code, whatever else it has', () => {
    expect(thrownBy(() => created(CREATED, { code: 500 }))).toBeInstanceOf(UnconfirmedError);
    const body = answerOf({ code: 500, msg: 'ok', data: TASK });
    expect(thrownBy(() => readTask(body, 't1', NOW_MS))).toBeInstanceOf(MalformedError);
  });

  it('proves nothing if it is not text', () => {
    const body = Buffer.from([0x1f, 0x8b, 0x08, 0xff, 0xfe]);
    expect(thrownBy(() => readCreated({ status: 200, retryAfter: undefined, body }, NOW_MS, true))).toBeInstanceOf(
      UnconfirmedError,
    );
  });

  it.each([300, 303, 304, 408, 409, 500, 502, 503, 504])('proves nothing with HTTP %i', (status) => {
    expect(thrownBy(() => readCreated(statusOf(status), NOW_MS, true))).toBeInstanceOf(UnconfirmedError);
  });

  it.each([400, 403, 404, 405, 413, 415, 422])('is a refusal with HTTP %i, in our own words', (status) => {
    const error = thrownBy(() => readCreated(answerOf('{"code":200,"msg":"x"}', { status }), NOW_MS, true));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toHaveProperty('serviceMessage', `The service answered with HTTP status ${status}.`);
  });

  it.each([
    ['a redirect', statusOf(301)],
    ['a redirect for now', statusOf(302)],
    ['a redirect for now, of a POST', statusOf(307)],
    ['a redirect for good, of a POST', statusOf(308)],
    ['no such path', statusOf(404)],
    ['no such path, on a page', answerOf('<html>Not Found</html>', { status: 404 })],
    ['no such path, as another service says it', answerOf({ detail: 'Not Found' }, { status: 404 })],
    ['a path that takes no POST', answerOf({ code: 405, message: 'Not Allowed' }, { status: 405 })],
  ])('is not the service’s, so nothing was accepted: %s', (_, answer) => {
    for (const wasRecognised of [true, false])
      expect(thrownBy(() => readCreated(answer, NOW_MS, wasRecognised))).toBeInstanceOf(NotTheServiceError);
  });

  it.each(
    [200, 400, 402, 403, 410, 413, 422, 451].flatMap((status) =>
      ['<!doctype html><h1>For sale</h1>', '\r\n <HTML><body>Log in</body></HTML>'].map((page) => ({ status, page })),
    ),
  )(
    'is not the service’s if it is a web page, unless the address has answered like it: $status, $page',
    ({ status, page }) => {
      const answer = answerOf(page, { status });
      expect(thrownBy(() => readCreated(answer, NOW_MS, false))).toBeInstanceOf(NotTheServiceError);
      // The page may stand in place of the service's answer.
      expect(thrownBy(() => readCreated(answer, NOW_MS, true))).toBeInstanceOf(UnconfirmedError);
    },
  );

  it.each(['<br />Warning: disk full {"code":200}', 'OK', '{"status":"ok"}', ''])(
    'proves nothing if it is neither the envelope nor a web page, from any address: %j',
    (body) => {
      expect(thrownBy(() => readCreated(answerOf(body), NOW_MS, false))).toBeInstanceOf(UnconfirmedError);
    },
  );

  it('is not read after a 401', () => {
    const body = answerOf({ code: 200, msg: 'ok', data: CREATED }, { status: 401 });
    expect(thrownBy(() => readCreated(body, NOW_MS, true))).toBeInstanceOf(BadKeyError);
  });

  it('says when to retry after a 429', () => {
    const error = thrownBy(() => readCreated(statusOf(429, '3'), NOW_MS, true));
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toHaveProperty('retryAfterMs', 3_000);
    expect(thrownBy(() => readCreated(statusOf(429), NOW_MS, true))).toHaveProperty('retryAfterMs', undefined);
  });
});

describe('a refusal of the service', () => {
  const reasonOf = (envelope: object) => thrownBy(() => readCreated(answerOf({ code: 0, ...envelope }), NOW_MS, true));

  it('has its reason', () => {
    expect(reasonOf({ msg: ' against the rules\n', data: null })).toBeInstanceOf(RefusedError);
    expect(reasonOf({ msg: ' against the rules\n' })).toHaveProperty('serviceMessage', 'against the rules');
  });

  it.each([[{}], [{ msg: null }], [{ msg: 7 }], [{ msg: ' ' }]])('has our own words if it has none: %j', (envelope) => {
    expect(reasonOf(envelope)).toHaveProperty('serviceMessage', 'The service gave no reason.');
  });

  it('is cut between characters if it is long', () => {
    const { serviceMessage } = reasonOf({ msg: '🦊'.repeat(5_000) }) as RefusedError;
    expect([...serviceMessage]).toHaveLength(400);
    expect(serviceMessage).toMatch(/^🦊+…$/u);
  });

  it('never contains a key', () => {
    expect(reasonOf({ msg: 'key sk-abc123 has no credits' })).toHaveProperty(
      'serviceMessage',
      'key [key] has no credits',
    );
  });
});

describe('the answer to a query', () => {
  it.each([
    [1, 'queued'],
    [2, 'running'],
    [3, 'success'],
    [4, 'failed'],
  ])('with status %i means that the task is %s', (status, state) => {
    expect(task({ task_status: status })).toHaveProperty('state', state);
  });

  it.each([0, 5, -1, 99])('keeps the unknown status %i, so that polling continues', (status) => {
    expect(task({ task_status: status })).toMatchObject({ state: 'unknown', status });
  });

  it.each(MODELS)('has the result of $id in $resultField', ({ id, resultField }) => {
    const addresses = { image_url: 'https://r/image', video_url: 'https://r/video' };
    expect(task({ model_id: id, ...addresses })).toHaveProperty('resultUrl', addresses[resultField]);
    expect(task({ model_id: id, ...addresses, [resultField]: null })).toHaveProperty('resultUrl', undefined);
  });

  it.each([{ model_id: 'omni-ultra' }, { model_id: undefined }, { model_id: 7 }])(
    'gives any address for a model like %j',
    (model) => {
      expect(task({ ...model })).toHaveProperty('resultUrl', TASK.image_url);
      expect(task({ ...model, image_url: null, video_url: 'https://r/v' })).toHaveProperty('resultUrl', 'https://r/v');
    },
  );

  it('is read by its type if an unknown model has two addresses', () => {
    const both = { model_id: 'new', image_url: 'https://r/i', video_url: 'https://r/v' };
    expect(task({ ...both, task_type: 'image' })).toHaveProperty('resultUrl', 'https://r/i');
    expect(task({ ...both, task_type: 'video' })).toHaveProperty('resultUrl', 'https://r/v');
  });

  it.each([null, '', undefined])('is a success without a result if the address is %j', (address) => {
    expect(task({ image_url: address })).toMatchObject({ state: 'success', resultUrl: undefined });
  });

  it('includes the cost if the service says it', () => {
    expect(task({})).toHaveProperty('credits', 4);
    expect(task(without('credits'))).toHaveProperty('credits', undefined);
  });

  it('includes the sound if there is one', () => {
    expect(task({ audio_url: 'https://r/a.mp3' })).toHaveProperty('audioUrl', 'https://r/a.mp3');
    expect(task(without('audio_url'))).toHaveProperty('audioUrl', undefined);
  });

  it.each(['yesterday', null, -5, undefined])('may have a created_at like %j', (createdAt) => {
    expect(task({ created_at: createdAt })).toMatchObject({ state: 'success' });
  });

  it('may have other fields and types of task, and lack what only informs', () => {
    const data = { task_status: 2, task_type: 'hologram', progress: 0.5 };
    expect(readTask(answerOf({ code: 200, data }), 't1', NOW_MS)).toEqual({ state: 'running' });
  });

  it.each([
    ['a status in text', { task_status: '3' }],
    ['no status', without('task_status')],
    ['half a status', { task_status: 2.5 }],
    ['a number as address', { image_url: 7 }],
    ['another task', { task_id: 't2' }],
  ])('is malformed with %s', (_, changes) => {
    expect(thrownBy(() => task(changes))).toBeInstanceOf(MalformedError);
  });

  it.each([
    '<p>oops</p>',
    '',
    '{"code":200',
    '[]',
    '{"code":201,"msg":"ok"}',
    '{"msg":"ok"}',
    '{"code":200,"data":null}',
  ])('is malformed as %s', (body) => {
    expect(thrownBy(() => readTask(answerOf(body), 't1', NOW_MS))).toBeInstanceOf(MalformedError);
  });

  it('is never quoted if it is unreadable', () => {
    const error = thrownBy(() =>
      readTask(answerOf('{"image_url": "https://signed.example/?sig=SECRET", oops'), 't1', NOW_MS),
    );
    expect(`${error} ${(error as Error).cause}`).not.toMatch(/SECRET|oops/);
  });

  it('is a refusal with code 0', () => {
    const error = thrownBy(() => readTask(answerOf({ code: 0, msg: 'task not found' }), 't1', NOW_MS));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toHaveProperty('serviceMessage', 'task not found');
  });

  it.each([408, 409, 500, 502, 503])('is unavailable with HTTP %i', (status) => {
    const error = thrownBy(() => readTask(statusOf(status, '7'), 't1', NOW_MS));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ status, retryAfterMs: 7_000 });
  });

  it('has its own errors for a bad key, too many requests, other refusals and redirects', () => {
    expect(thrownBy(() => readTask(statusOf(401), 't1', NOW_MS))).toBeInstanceOf(BadKeyError);
    expect(thrownBy(() => readTask(statusOf(429), 't1', NOW_MS))).toBeInstanceOf(RateLimitedError);
    expect(thrownBy(() => readTask(statusOf(404), 't1', NOW_MS))).toBeInstanceOf(RefusedError);
    expect(thrownBy(() => readTask(statusOf(302), 't1', NOW_MS))).toBeInstanceOf(NotTheServiceError);
    expect(thrownBy(() => readTask(answerOf('<html>'), 't1', NOW_MS))).toBeInstanceOf(NotTheServiceError);
  });

  it('distinguishes a refusal by status from one in the service’s words', () => {
    expect(thrownBy(() => readTask(statusOf(404), 't1', NOW_MS))).toHaveProperty('status', 404);
    const inWords = thrownBy(() => readTask(answerOf({ code: 0, msg: 'no' }), 't1', NOW_MS));
    expect(inWords).toHaveProperty('status', undefined);
    const withStatus = thrownBy(() => readTask(answerOf({ code: 0, msg: 'no' }, { status: 404 }), 't1', NOW_MS));
    expect(withStatus).toBeInstanceOf(RefusedError);
    expect(withStatus).toHaveProperty('status', undefined);
  });
});

describe('a refusal with code 0', () => {
  const refusal = (msg: string) => answerOf({ code: 0, msg });

  it.each(['insufficient credits', 'Invalid API key provided'])(
    'of a create about the operator’s account says so: %s',
    (msg) => {
      const error = thrownBy(() => readCreated(refusal(msg), NOW_MS, true));
      expect(error).toBeInstanceOf(NotServedError);
      expect(error).toHaveProperty('serviceMessage', msg);
    },
  );

  it('of a query about the key is a bad key, and any other is about its task', () => {
    expect(thrownBy(() => readTask(refusal('Invalid API key provided'), 't1', NOW_MS))).toBeInstanceOf(BadKeyError);
    expect(thrownBy(() => readTask(refusal('insufficient credits'), 't1', NOW_MS))).toBeInstanceOf(RefusedError);
  });

  it('of a probe about the key is a bad key', () => {
    expect(thrownBy(() => checkReachable(refusal('Unauthorized'), NOW_MS))).toBeInstanceOf(BadKeyError);
  });

  it('needs no words if the status says that payment is required', () => {
    expect(thrownBy(() => readCreated(statusOf(402), NOW_MS, true))).toBeInstanceOf(NotServedError);
  });
});

describe('the answer to a probe', () => {
  it.each([
    ['a task', answerOf({ code: 200, msg: 'ok', data: TASK })],
    ['a refusal', answerOf({ code: 0, msg: 'task not found' })],
    ['a refusal with a status', answerOf({ code: 0, msg: 'task not found' }, { status: 404 })],
  ])('proves that it is the service by its envelope: %s', (_, answer) => {
    expect(() => checkReachable(answer, NOW_MS)).not.toThrow();
  });

  it.each([
    ['a page', answerOf('<!doctype html><h1>For sale</h1>')],
    ['a page that says that nothing is there', answerOf('<html><h1>404</h1>', { status: 404 })],
    ['a redirect', statusOf(301)],
    ['nothing', statusOf(204)],
    ['another service', answerOf({ status: 'ok' })],
  ])('proves that it is not the service: %s', (_, answer) => {
    expect(thrownBy(() => checkReachable(answer, NOW_MS))).toBeInstanceOf(NotTheServiceError);
  });

  it.each([
    ['an empty 404', statusOf(404)],
    ['a 404 in another form', answerOf({ detail: 'Not Found' }, { status: 404 })],
    ['a 403', answerOf({ code: 403, message: 'no' }, { status: 403 })],
  ])('leaves open who answers if the service may say this of an unknown task: %s', (_, answer) => {
    expect(thrownBy(() => checkReachable(answer, NOW_MS))).toBeInstanceOf(MalformedError);
  });

  it('fails with a bad key, too many requests, or a failing service', () => {
    expect(thrownBy(() => checkReachable(statusOf(401), NOW_MS))).toBeInstanceOf(BadKeyError);
    expect(thrownBy(() => checkReachable(statusOf(429), NOW_MS))).toBeInstanceOf(RateLimitedError);
    expect(thrownBy(() => checkReachable(statusOf(503), NOW_MS))).toBeInstanceOf(UnavailableError);
  });
});
