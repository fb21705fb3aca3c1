import fastify from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../time/clock.ts';
import { addApiRoutes } from './api-routes.ts';
import { FaultSwitchboard, faultsSchema } from './faults.ts';
import type { SandboxEvent, SandboxParts } from './parts.ts';
import { addResultRoutes } from './result-routes.ts';
import { makePlaceholder, type ResultMaker, ResultShelf } from './results.ts';
import { type Durations, type Prices, SandboxService, type ServiceSettings, serviceSnapshotSchema } from './service.ts';
import type { SandboxTaskView } from './tasks.ts';

export interface TaskApiSandboxOptions {
  clock: Clock;
  /** Like `Math.random`. */
  random: () => number;
  /** On 127.0.0.1; any free port by default. */
  port?: number;
  /** Credits by key; `sk-sandbox` with 10,000 by default. */
  accounts?: Readonly<Record<string, number>>;
  prices?: Partial<Prices>;
  durations?: Partial<Durations>;
  /** The spread of the durations' logarithm. With 0, every task takes its median. */
  spread?: number;
  makeResult?: ResultMaker;
  /** How long results are kept after their task; forever by default. */
  resultRetentionMs?: number;
  createdAtUnit?: 'seconds' | 'milliseconds';
}

/**
 * The Task API on this machine, as `task-api.txt` describes it. Everything is visible, and every fault can be switched
 * on.
 */
export interface TaskApiSandbox {
  /** Without a slash at its end. */
  readonly url: string;
  readonly faults: FaultSwitchboard;
  readonly settings: ServiceSettings;
  /** Creates accepted so far. */
  readonly creates: number;
  /** Applies to tasks created from now on. */
  configure(changes: { prices?: Partial<Prices>; durations?: Partial<Durations>; spread?: number }): void;
  credits(key: string): number;
  setCredits(key: string, credits: number): void;
  /** Copies of all tasks, oldest first. */
  tasks(): SandboxTaskView[];
  /** Lets a task start, succeed or fail at once. @returns whether its state allowed that */
  run(taskId: string): boolean;
  finish(taskId: string): boolean;
  fail(taskId: string): boolean;
  /** Lets the next `count` tasks fail. */
  failNext(count?: number): void;
  /** Refuses the next create with this reason. */
  refuseNext(msg?: string): void;
  /** @returns a function that removes the listener */
  subscribe(listener: (event: SandboxEvent) => void): () => void;
  /** Accounts, tasks and faults as plain JSON. */
  snapshot(): TaskApiSnapshot;
  /** @throws ZodError for an invalid snapshot */
  restore(snapshot: unknown): void;
  /** Closes all connections. Can be called twice. */
  close(): Promise<void>;
}

const snapshotSchema = z.object({
  version: z.literal(1),
  service: serviceSnapshotSchema,
  faults: faultsSchema,
  /** Keeps earlier addresses valid. */
  secret: z.string(),
});
export type TaskApiSnapshot = z.output<typeof snapshotSchema>;

export async function startTaskApiSandbox(options: TaskApiSandboxOptions): Promise<TaskApiSandbox> {
  const { clock, random } = options;
  const listeners = new Set<(event: SandboxEvent) => void>();
  const emit = (event: SandboxEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const changed = (): void => emit({ event: 'change' });
  const service = new SandboxService({ clock, random, accounts: options.accounts ?? { 'sk-sandbox': 10_000 } });
  service.configure({
    ...(options.prices && { prices: options.prices }),
    ...(options.durations && { durations: options.durations }),
    ...(options.spread !== undefined && { spread: options.spread }),
  });
  const faults = new FaultSwitchboard(changed);
  const closing = new AbortController();
  let secret = Math.floor(random() * 2 ** 52).toString(36);
  let url = '';

  const parts: SandboxParts = {
    clock,
    service,
    faults,
    shelf: new ResultShelf(options.makeResult ?? makePlaceholder),
    resultRetentionMs: options.resultRetentionMs ?? Number.POSITIVE_INFINITY,
    createdAtUnit: options.createdAtUnit ?? 'seconds',
    closing: closing.signal,
    url: () => url,
    secret: () => secret,
    emit,
  };
  const app = fastify({ forceCloseConnections: true });
  addApiRoutes(app, parts);
  addResultRoutes(app, parts);
  url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });

  const act = (did: boolean): boolean => {
    if (did) changed();
    return did;
  };
  return {
    url,
    faults,
    get settings() {
      return service.settings;
    },
    get creates() {
      return service.creates;
    },
    configure: (changes) => service.configure(changes),
    credits: (key) => service.credits(key),
    setCredits(key, credits) {
      service.setCredits(key, credits);
      changed();
    },
    tasks: () => service.tasks(),
    run: (taskId) => act(service.run(taskId)),
    finish: (taskId) => act(service.end(taskId, 'success')),
    fail: (taskId) => act(service.end(taskId, 'failed')),
    failNext: (count = 1) => faults.switchOn('failTasks', { times: count }),
    refuseNext: (msg) => faults.switchOn('refuseCreates', { times: 1, ...(msg !== undefined && { msg }) }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => ({ version: 1, service: service.snapshot(), faults: faults.current(), secret }),
    restore(snapshot) {
      const state = snapshotSchema.parse(snapshot);
      service.restore(state.service);
      secret = state.secret;
      faults.replace(state.faults);
    },
    async close() {
      closing.abort(new Error('the sandbox is closing'));
      await app.close();
    },
  };
}
