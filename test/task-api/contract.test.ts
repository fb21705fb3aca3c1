import { startTaskApiSandbox } from '../../src/sandbox/task-api/server.ts';
import { createTaskApi } from '../../src/task-api/client.ts';
import {
  BadKeyError,
  MalformedError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
  UnconfirmedError,
  UnreachableError,
} from '../../src/task-api/errors.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FAKE_PRICES, FakeTaskApi } from '../support/fake-task-api.ts';
import { type CreateTrouble, describeTaskApiContract, type QueryTrouble } from './contract.ts';

describeTaskApiContract('the client on the sandbox', async () => {
  const clock = new FakeClock();
  // Zero makes every retry follow at once.
  const random = () => 0;
  const sandbox = await startTaskApiSandbox({ clock, random, accounts: { 'sk-test': 1_000 } });
  const { faults } = sandbox;
  const seconds = (ms: number) => String(ms / 1000);
  return {
    api: createTaskApi({ baseUrl: sandbox.url, key: 'sk-test', clock, random }),
    price: sandbox.settings.prices['image-model-a'],
    run: (taskId) => sandbox.run(taskId),
    finish: (taskId) => sandbox.finish(taskId),
    fail: (taskId) => sandbox.fail(taskId),
    accepted: () => sandbox.creates,
    nextCreate(answer: CreateTrouble) {
      const once = { on: 'create', times: 1 } as const;
      if (answer.kind === 'refused') sandbox.refuseNext(answer.msg);
      if (answer.kind === 'bad key') faults.switchOn('badKey', once);
      if (answer.kind === 'rate limited')
        faults.switchOn('rateLimited', { ...once, retryAfter: seconds(answer.retryAfterMs) });
      if (answer.kind === 'lost') faults.switchOn('cutLine', { ...once, moment: answer.accepted ? 'after' : 'before' });
    },
    queries(answer: QueryTrouble) {
      const on = { on: 'query' } as const;
      if (answer.kind === 'bad key') faults.switchOn('badKey', on);
      if (answer.kind === 'rate limited')
        faults.switchOn('rateLimited', { ...on, retryAfter: seconds(answer.retryAfterMs) });
      if (answer.kind === 'unavailable') faults.switchOn('down', on);
      if (answer.kind === 'malformed') faults.switchOn('wrongTypes', on);
      if (answer.kind === 'unknown state') faults.switchOn('unknownState');
      if (answer.kind === 'success without address') faults.switchOn('successWithoutAddress');
    },
    goOffline: () => sandbox.close(),
    close: () => sandbox.close(),
  };
});

describeTaskApiContract('the fake', async () => {
  const api = new FakeTaskApi(new FakeClock());
  return {
    api,
    price: FAKE_PRICES.get('image-model-a') ?? 0,
    run: (taskId) => api.run(taskId),
    finish: (taskId) => api.finish(taskId),
    fail: (taskId) => api.finish(taskId, 'failed'),
    accepted: () => api.tasks.size,
    nextCreate(answer: CreateTrouble) {
      if (answer.kind === 'refused') api.failNextCreate(new RefusedError(answer.msg));
      if (answer.kind === 'bad key') api.failNextCreate(new BadKeyError());
      if (answer.kind === 'rate limited') api.failNextCreate(new RateLimitedError(answer.retryAfterMs));
      if (answer.kind === 'lost') api.failNextCreate(new UnconfirmedError(), { accepted: answer.accepted });
    },
    queries(answer: QueryTrouble) {
      if (answer.kind === 'bad key') api.queryError = new BadKeyError();
      if (answer.kind === 'rate limited') api.queryError = new RateLimitedError(answer.retryAfterMs);
      if (answer.kind === 'unavailable') api.queryError = new UnavailableError({ status: 500 });
      if (answer.kind === 'malformed') api.queryError = new MalformedError('wrong types');
      for (const taskId of api.tasks.keys()) {
        if (answer.kind === 'unknown state') api.showUnknownStatus(taskId, 7);
        if (answer.kind === 'success without address') api.finish(taskId, 'without address');
      }
    },
    async goOffline() {
      api.offline = new UnreachableError();
    },
    async close() {},
  };
});
