import { describe, expect, it } from 'vitest';
import { FAULTS, FaultSwitchboard } from '../../../src/sandbox/task-api/faults.ts';
import { KEY, startWorld } from './support.ts';

describe('the switchboard', () => {
  it('describes each fault in words of its own', () => {
    expect(new Set(FAULTS.map(({ description }) => description)).size).toBe(FAULTS.length);
  });

  it('switches every fault on without a setting, and off', () => {
    const faults = new FaultSwitchboard();
    for (const { name } of FAULTS) {
      faults.switchOn(name);
      expect(Object.keys(faults.current())).toEqual([name]);
      faults.switchOff(name);
    }
    expect(faults.current()).toEqual({});
  });

  it('sets and returns all faults as plain data', () => {
    const faults = new FaultSwitchboard();
    faults.replace({ down: { on: 'query' }, failTasks: { times: 2 } });
    expect(faults.current()).toEqual({ down: { on: 'query', status: 500 }, failTasks: { times: 2 } });
    faults.replace({});
    expect(faults.current()).toEqual({});
  });

  it.each([{ meteor: {} }, { down: { status: 200 } }, { slow: { delayMs: -1 } }, { hang: { times: 0 } }, 'down'])(
    'refuses %j and keeps what was on',
    (setting) => {
      const faults = new FaultSwitchboard();
      faults.switchOn('html');
      expect(() => faults.replace(setting)).toThrow();
      expect(faults.current()).toEqual({ html: { on: 'all' } });
    },
  );

  it('counts requests of the right kind only, and switches itself off', () => {
    let changes = 0;
    const faults = new FaultSwitchboard(() => {
      changes += 1;
    });
    faults.switchOn('down', { on: 'create', times: 2 });
    expect(faults.strike('down', 'query')).toBeUndefined();
    expect(faults.strike('down', 'create')).toMatchObject({ status: 500 });
    expect(faults.current()).toMatchObject({ down: { times: 1 } });
    expect(faults.strike('down', 'create')).toBeDefined();
    expect(faults.strike('down', 'create')).toBeUndefined();
    expect(faults.current()).toEqual({});
    expect(changes).toBe(3);
  });
});

describe('a fault of the service', () => {
  it('strikes the share of requests that it is set to', () => {
    let drawn = 0;
    const faults = new FaultSwitchboard(undefined, () => (drawn++ % 10) / 10);
    faults.switchOn('cutLine', { share: 0.3 });
    const struck = Array.from({ length: 20 }, () => faults.strike('cutLine', 'create')).filter(Boolean);
    expect(struck).toHaveLength(6);
  });

  it('is asked for in a prompt: the task is accepted and its answer is lost', async () => {
    const { sandbox, create } = await startWorld();
    await expect(create({ prompt: 'a fox #lose' })).rejects.toThrow('fetch failed');
    expect(sandbox.creates).toBe(1);
    expect(await create()).toMatchObject({ body: { code: 200 } });
  });

  it('delays answers by the clock', async () => {
    const { sandbox, clock, create } = await startWorld();
    sandbox.faults.switchOn('slow', { delayMs: 60_000 });
    const answer = create();
    await clock.advanceUntil(() => clock.sleeping === 1, { stepMs: 1 });
    expect(sandbox.creates).toBe(0);
    await clock.advance(60_000);
    expect(await answer).toMatchObject({ body: { code: 200 } });
  });

  it('lets the sandbox close during a delay, without accepting the request', async () => {
    const { sandbox, create } = await startWorld();
    sandbox.faults.switchOn('slow');
    const arrived = Promise.withResolvers<void>();
    sandbox.listen(() => arrived.resolve());
    const failure = create().catch((error: Error) => error.message);
    await arrived.promise;
    await sandbox.close();
    await failure;
    expect(sandbox.creates).toBe(0);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('cuts the line %s a create was taken', async (moment, accepted) => {
    const { sandbox, create } = await startWorld();
    sandbox.faults.switchOn('cutLine', { moment, times: 1 });
    await expect(create()).rejects.toThrow('fetch failed');
    expect(sandbox.creates).toBe(accepted);
    expect(sandbox.credits(KEY)).toBe(100 - 4 * accepted);
    expect(await create()).toMatchObject({ body: { code: 200 } });
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('hangs %s a create was taken, until the sandbox closes', async (moment, accepted) => {
    const { sandbox, create } = await startWorld();
    sandbox.faults.switchOn('hang', { moment });
    const arrived = Promise.withResolvers<void>();
    sandbox.listen(() => arrived.resolve());
    const failure = create().catch((error: Error) => error.message);
    await arrived.promise;
    await sandbox.close();
    expect(await failure).toBe('fetch failed');
    expect(sandbox.creates).toBe(accepted);
  });

  it.each([
    ['badKey', {}, 401, null],
    ['down', {}, 500, null],
    ['down', { status: 503, retryAfter: '9' }, 503, '9'],
    ['rateLimited', {}, 429, null],
    ['rateLimited', { retryAfter: 'Fri, 20 Nov 2026 12:00:04 GMT' }, 429, 'Fri, 20 Nov 2026 12:00:04 GMT'],
  ] as const)('%s %j takes nothing', async (name, setting, status, retryAfter) => {
    const { sandbox, created, create, query } = await startWorld();
    const taskId = await created();
    sandbox.faults.switchOn(name, setting);
    for (const answer of [await create(), await query(taskId)]) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get('retry-after')).toBe(retryAfter);
    }
    expect(sandbox.creates).toBe(1);
    sandbox.faults.switchOff(name);
    expect((await create()).status).toBe(200);
  });

  it('answers with a web page after accepting the task', async () => {
    const { sandbox, create } = await startWorld();
    sandbox.faults.switchOn('html');
    const answer = await create();
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(sandbox.creates).toBe(1);
  });

  it('answers with wrong types after accepting the task', async () => {
    const { sandbox, create, query } = await startWorld();
    sandbox.faults.switchOn('wrongTypes');
    expect((await create()).body).toMatchObject({ code: '200', msg: null, data: { credits: '4' } });
    const taskId = sandbox.tasks()[0]?.taskId ?? '';
    expect((await query(taskId)).body).toMatchObject({ data: { task_id: [taskId], task_status: '1' } });
  });

  it('refuses creates with the given reason', async () => {
    const { sandbox, create } = await startWorld();
    sandbox.refuseNext('no foxes');
    expect((await create()).body).toEqual({ code: 0, msg: 'no foxes' });
    expect((await create()).body).toMatchObject({ code: 200 });
    expect(sandbox.creates).toBe(1);
  });

  it('lets the next tasks fail', async () => {
    const { sandbox, clock, created } = await startWorld();
    sandbox.failNext(2);
    for (let count = 0; count < 3; count++) await created();
    await clock.advance(6_000);
    expect(sandbox.tasks().map(({ state }) => state)).toEqual(['failed', 'failed', 'success']);
  });

  it('reports a state that no document names', async () => {
    const { sandbox, created, query } = await startWorld();
    const taskId = await created();
    sandbox.finish(taskId);
    sandbox.faults.switchOn('unknownState', { status: 42, times: 1 });
    expect((await query(taskId)).body).toMatchObject({ data: { task_status: 42, image_url: null } });
    expect((await query(taskId)).body).toMatchObject({ data: { task_status: 3 } });
  });

  it('withholds the address of a success, and counts successes only', async () => {
    const { sandbox, created, query } = await startWorld();
    const taskId = await created();
    sandbox.faults.switchOn('successWithoutAddress', { times: 1 });
    await query(taskId);
    sandbox.finish(taskId);
    expect((await query(taskId)).body).toMatchObject({ data: { task_status: 3, image_url: null } });
    expect((await query(taskId)).body).toMatchObject({ data: { image_url: expect.any(String) } });
  });
});
