import fastify from 'fastify';
import { z } from 'zod';
import { Listeners } from '../listeners.ts';
import { FaultSwitchboard, faultsSchema, type Operation } from './faults.ts';
import { makePlaceholder, ResultCache, type ResultMaker } from './results.ts';
import { SandboxService, type ServiceOptions, serviceStateSchema } from './service.ts';

type SandboxEvent =
  /** A request arrived, before any fault. */
  | { event: 'request'; operation: Operation; taskId?: string }
  /** Tasks, accounts or faults changed. Time alone causes no event. */
  | { event: 'change' };

export interface TaskApiSandboxOptions extends Omit<ServiceOptions, 'onChange'> {
  makeResult?: ResultMaker;
  /** How long results are kept after their task; forever by default. */
  resultRetentionMs?: number;
  createdAtUnit?: 'seconds' | 'milliseconds';
}

const snapshotSchema = z.object({
  version: z.literal(1),
  service: serviceStateSchema,
  faults: faultsSchema,
  /** Keeps earlier addresses valid. */
  secret: z.string(),
});

/**
 * The Task API on this machine, as `task-api.txt` describes it. Everything is visible, and every fault can be switched
 * on.
 */
export class TaskApiSandbox extends SandboxService {
  readonly app = fastify({ forceCloseConnections: true });
  /** Without a slash at its end. Set when the server listens. */
  url = '';
  /** Signs the addresses of results. */
  secret: string;
  readonly faults: FaultSwitchboard;
  readonly results: ResultCache;
  readonly resultRetentionMs: number;
  readonly createdAtUnit: 'seconds' | 'milliseconds';
  readonly events: Listeners<SandboxEvent>;
  readonly #closing = new AbortController();

  constructor(options: TaskApiSandboxOptions) {
    const events = new Listeners<SandboxEvent>();
    const onChange = (): void => events.emit({ event: 'change' });
    super({ ...options, onChange });
    this.events = events;
    this.secret = Math.floor(options.random() * 2 ** 52).toString(36);
    this.faults = new FaultSwitchboard(onChange, options.random);
    this.results = new ResultCache(options.makeResult ?? makePlaceholder);
    this.resultRetentionMs = options.resultRetentionMs ?? Number.POSITIVE_INFINITY;
    this.createdAtUnit = options.createdAtUnit ?? 'seconds';
  }

  /** Waits on the sandbox's clock. @throws when the sandbox closes */
  sleep(durationMs: number): Promise<void> {
    return this.clock.sleep(durationMs, this.#closing.signal);
  }

  /** Lets the next `count` tasks fail. */
  failNext(count = 1): void {
    this.faults.switchOn('failTasks', { times: count });
  }

  /** Refuses the next create with this reason. */
  refuseNext(msg?: string): void {
    this.faults.switchOn('refuseCreates', { times: 1, ...(msg !== undefined && { msg }) });
  }

  /** @returns a function that removes the listener */
  listen(listener: (event: SandboxEvent) => void): () => void {
    return this.events.listen(listener);
  }

  /** Accounts, tasks and faults as plain JSON. */
  snapshot(): z.output<typeof snapshotSchema> {
    return { version: 1, service: this.state(), faults: this.faults.current(), secret: this.secret };
  }

  /** @throws ZodError for an invalid snapshot */
  restore(snapshot: unknown): void {
    const { service, faults, secret } = snapshotSchema.parse(snapshot);
    this.setState(service);
    this.secret = secret;
    this.faults.replace(faults);
  }

  /** Closes all connections. Can be called twice. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the sandbox is closing'));
    await this.app.close();
  }
}
