import { onTestFinished } from 'vitest';
import type { TaskApiSandbox, TaskApiSandboxOptions } from '../../../src/sandbox/task-api/sandbox.ts';
import { startTaskApiSandbox } from '../../../src/sandbox/task-api/server.ts';
import { FakeClock } from '../../support/fake-clock.ts';

export const KEY = 'sk-test';

export interface Answered {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON. */
  body: unknown;
}

export interface World {
  clock: FakeClock;
  sandbox: TaskApiSandbox;
  create(body?: unknown, key?: string): Promise<Answered>;
  /** Creates a task, and fails unless it is accepted. */
  created(body?: object, key?: string): Promise<string>;
  query(taskId: string, key?: string): Promise<Answered>;
}

/** A sandbox on a fake clock. Tasks wait one second and run for five. */
export async function startWorld(options: Partial<TaskApiSandboxOptions> = {}): Promise<World> {
  const clock = new FakeClock();
  const durations = { queueMs: 1_000, runMs: 5_000 };
  const sandbox = await startTaskApiSandbox({
    clock,
    random: Math.random,
    accounts: { [KEY]: 100 },
    durations: { 'image-model-a': durations, 'omni-flash': durations },
    spread: 0,
    ...options,
  });
  onTestFinished(() => sandbox.close());
  const call = async (path: string, key: string, body?: unknown): Promise<Answered> => {
    const response = await fetch(`${sandbox.url}${path}`, {
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? await response.json() : await response.text(),
    };
  };
  const create: World['create'] = (body = {}, key = KEY) =>
    call('/api/v1/tasks/create', key, { model_id: 'image-model-a', prompt: 'a fox', ...Object(body) });
  return {
    clock,
    sandbox,
    create,
    async created(body, key) {
      await create(body, key);
      const taskId = sandbox.tasks().at(-1)?.taskId;
      if (taskId === undefined) throw new Error('no task was created');
      return taskId;
    },
    query: (taskId, key = KEY) => call(`/api/v1/tasks/${taskId}`, key),
  };
}
