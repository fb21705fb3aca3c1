import { RefusedError } from '../../src/task-api/errors.ts';
import type { ModelId } from '../../src/task-api/models.ts';
import type { CallOptions, CreatedTask, CreateRequest, Task, TaskApi } from '../../src/task-api/task-api.ts';
import type { Clock } from '../../src/time/clock.ts';

/** The course of a task: times from its creation, and its end. */
export interface FakePlan {
  queueMs?: number;
  runMs?: number;
  /** `without address` is a success without a result. */
  outcome?: 'success' | 'failed' | 'without address';
  chargedCredits?: number;
  audioUrl?: string;
}

export interface FakeTask extends CreatedTask {
  request: CreateRequest;
  plan: FakePlan;
  runsAtMs: number;
  endsAtMs: number;
  polls: number;
}

const PRICES: Readonly<Record<ModelId, number>> = {
  'image-model-a': 4,
  'image-model-b': 8,
  'omni-flash': 20,
  'omni-pro': 60,
  'video-model-c': 40,
};
export const FAKE_PRICES: ReadonlyMap<string, number> = new Map(Object.entries(PRICES));

/** The service in memory. Tasks follow their plan and the clock, or the test. The test queues troubles. */
export class FakeTaskApi implements TaskApi {
  /** For tasks without their own plan. */
  plan: FakePlan = { queueMs: 1_000, runMs: 5_000, outcome: 'success' };
  /** All accepted tasks by id, in order. */
  readonly tasks = new Map<string, FakeTask>();
  /** The number of creates, including refused and lost ones. */
  createCalls = 0;
  queryCalls = 0;
  closed = false;
  /** While set, every call rejects with it. */
  offline: Error | undefined;
  /** The same for queries and probes. */
  queryError: Error | undefined;
  readonly #clock: Clock;
  readonly #plans: FakePlan[] = [];
  readonly #createTroubles: { error: Error; accepted: boolean }[] = [];
  readonly #queryTroubles: Error[] = [];
  #nextAnswer: string | undefined;
  readonly #unknownStatuses = new Map<string, unknown>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A copy with the same state. */
  copy(clock: Clock): FakeTaskApi {
    const copy = new FakeTaskApi(clock);
    const { plan, createCalls, queryCalls, closed, offline, queryError } = this;
    Object.assign(copy, { plan, createCalls, queryCalls, closed, offline, queryError });
    for (const [taskId, task] of this.tasks) copy.tasks.set(taskId, { ...task });
    for (const [taskId, status] of this.#unknownStatuses) copy.#unknownStatuses.set(taskId, status);
    copy.#plans.push(...this.#plans);
    copy.#createTroubles.push(...this.#createTroubles);
    copy.#queryTroubles.push(...this.#queryTroubles);
    return copy;
  }

  /** Sets the plan of the next create's task. May be called several times in advance. */
  planNext(plan: FakePlan): void {
    this.#plans.push(plan);
  }

  /** Forgets the plans of creates that never came. */
  dropPlans(): void {
    this.#plans.length = 0;
  }

  /** Makes the next create reject. With `accepted`, the task exists and is charged anyway. */
  failNextCreate(error: Error, { accepted = false } = {}): void {
    this.#createTroubles.push({ error, accepted });
  }

  /** Makes the next create return this id, which may be another task's. */
  answerNextCreateAs(taskId: string): void {
    this.#nextAnswer = taskId;
  }

  failNextQuery(...errors: Error[]): void {
    this.#queryTroubles.push(...errors);
  }

  /** Makes queries of this task return an undocumented status instead of its plan's. */
  showUnknownStatus(taskId: string, status: unknown): void {
    this.#unknownStatuses.set(taskId, status);
  }

  /** Returns to the plan. */
  showStatus(taskId: string): void {
    this.#unknownStatuses.delete(taskId);
  }

  run(taskId: string): void {
    this.#task(taskId).runsAtMs = this.#clock.monotonicMs();
  }

  finish(taskId: string, outcome: FakePlan['outcome'] = 'success'): void {
    const task = this.#task(taskId);
    task.plan = { ...task.plan, outcome };
    task.runsAtMs = Math.min(task.runsAtMs, this.#clock.monotonicMs());
    task.endsAtMs = this.#clock.monotonicMs();
  }

  async create(request: CreateRequest, { signal }: CallOptions): Promise<CreatedTask> {
    signal.throwIfAborted();
    if (this.offline) throw this.offline;
    this.createCalls += 1;
    const trouble = this.#createTroubles.shift();
    if (trouble && !trouble.accepted) throw trouble.error;
    const accepted = this.#accept(request);
    if (trouble) throw trouble.error;
    const taskId = this.#nextAnswer ?? accepted.taskId;
    this.#nextAnswer = undefined;
    return { taskId, chargedCredits: accepted.chargedCredits };
  }

  async query(taskId: string, { signal }: CallOptions): Promise<Task> {
    this.#answerQuery(signal);
    const task = this.tasks.get(taskId);
    if (!task) throw new RefusedError('task not found');
    task.polls += 1;
    if (this.#unknownStatuses.has(taskId)) {
      return { state: 'unknown', status: this.#unknownStatuses.get(taskId) };
    }
    // The service's own time continues when the bot's clock is set.
    const nowMs = this.#clock.monotonicMs();
    if (nowMs < task.runsAtMs) return { state: 'queued' };
    if (nowMs < task.endsAtMs) return { state: 'running' };
    if (task.plan.outcome === 'failed') return { state: 'failed' };
    const resultUrl = task.plan.outcome === 'without address' ? undefined : `http://127.0.0.1/results/${taskId}`;
    return { state: 'success', resultUrl, audioUrl: task.plan.audioUrl, credits: task.chargedCredits };
  }

  async probe({ signal }: CallOptions): Promise<void> {
    this.#answerQuery(signal);
  }

  async close(): Promise<void> {
    this.closed = true;
  }

  #answerQuery(signal: AbortSignal): void {
    signal.throwIfAborted();
    if (this.offline) throw this.offline;
    this.queryCalls += 1;
    const trouble = this.#queryTroubles.shift() ?? this.queryError;
    if (trouble) throw trouble;
  }

  #accept(request: CreateRequest): FakeTask {
    const plan = { ...this.plan, ...this.#plans.shift() };
    const number = this.tasks.size + 1;
    const runsAtMs = this.#clock.monotonicMs() + (plan.queueMs ?? 0);
    const task: FakeTask = {
      taskId: `task-${number}`,
      chargedCredits: plan.chargedCredits ?? FAKE_PRICES.get(request.modelId) ?? 0,
      request,
      plan,
      runsAtMs,
      endsAtMs: runsAtMs + (plan.runMs ?? 0),
      polls: 0,
    };
    this.tasks.set(task.taskId, task);
    return task;
  }

  #task(taskId: string): FakeTask {
    const task = this.tasks.get(taskId);
    if (!task) throw new Error(`the fake has no task ${taskId}`);
    return task;
  }
}
