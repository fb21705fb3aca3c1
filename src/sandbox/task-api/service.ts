import { z } from 'zod';
import { MODEL_IDS, type ModelId } from '../../task-api/models.ts';
import type { Clock } from '../../time/clock.ts';
import { type SandboxTask, type SandboxTaskView, sandboxTaskSchema, stateOf, viewOf } from './tasks.ts';

/** Credits for each task, charged when it is created. */
export type Prices = Record<ModelId, number>;

/** Medians of how long a task waits and then runs. */
interface ModelDurations {
  queueMs: number;
  runMs: number;
}
export type Durations = Record<ModelId, ModelDurations>;

export const DEFAULT_PRICES: Prices = {
  'image-model-a': 4,
  'image-model-b': 8,
  'omni-flash': 20,
  'omni-pro': 60,
  'video-model-c': 40,
};

/** Long enough to watch, short enough to wait for. */
const DEFAULT_DURATIONS: Durations = {
  'image-model-a': { queueMs: 1_000, runMs: 4_000 },
  'image-model-b': { queueMs: 1_500, runMs: 7_000 },
  'omni-flash': { queueMs: 2_000, runMs: 12_000 },
  'omni-pro': { queueMs: 3_000, runMs: 30_000 },
  'video-model-c': { queueMs: 3_000, runMs: 20_000 },
};

/** The spread of the logarithm: two of three tasks take between 0.78 and 1.28 times the median. */
const DEFAULT_SPREAD = 0.25;

/** A random duration, log-normal around the median. */
export function sampleDurationMs(medianMs: number, spread: number, random: () => number): number {
  // Box-Muller. 1 - random() avoids the logarithm of zero.
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.round(medianMs * Math.exp(spread * normal));
}

/** Keywords in a prompt that ask the sandbox for something special. */
export const PROMPT_KEYWORDS = [
  { keyword: '#fail', description: 'The task fails in the end, and its credits are returned.' },
  { keyword: '#refuse', description: 'The service refuses the request and charges nothing.' },
  { keyword: '#lose', description: 'The service accepts the request, and its answer is lost.' },
  { keyword: '#slow', description: 'The task runs for three hours.' },
  { keyword: '#audio', description: 'The result comes with a sound.' },
] as const;

type PromptKeyword = (typeof PROMPT_KEYWORDS)[number]['keyword'];

/** How long a task with `#slow` runs. */
const SLOW_RUN_MS = 3 * 3_600_000;

/** Whether the prompt contains the keyword as a separate word. */
export function asksFor(prompt: string, keyword: PromptKeyword): boolean {
  return prompt.toLowerCase().split(/\s+/).includes(keyword);
}

interface ServiceSettings {
  prices: Prices;
  durations: Durations;
  /** The spread of the durations' logarithm. With 0, every task takes its median. */
  spread: number;
}

/** Changes of the settings. */
interface SettingsChange {
  prices?: Partial<Prices>;
  durations?: Partial<Durations> | undefined;
  spread?: number;
}

export interface ServiceOptions extends SettingsChange {
  clock: Clock;
  /** Like `Math.random`. */
  random: () => number;
  /** Credits by key; `sk-sandbox` with 10,000 by default. */
  accounts?: Readonly<Record<string, number>>;
  /** Called when a task or an account changes, except with time alone. */
  onChange: () => void;
}

type Verdict = { ok: true; task: SandboxTaskView } | { ok: false; msg: string };

export const serviceStateSchema = z.object({
  accounts: z.record(z.string(), z.int().nonnegative()),
  tasks: z.array(sandboxTaskSchema),
});
type ServiceState = z.output<typeof serviceStateSchema>;

const promptSchema = z.object({ prompt: z.string() });

/** Whether a create's prompt contains the keyword. */
export function createAsksFor(body: unknown, keyword: PromptKeyword): boolean {
  const { data } = promptSchema.safeParse(body);
  return data !== undefined && asksFor(data.prompt, keyword);
}

const requestSchema = z.object({
  model_id: z.string(),
  prompt: z.string(),
  image_urls: z.array(z.string()).default([]),
  aspect_ratio: z.string().optional(),
});

/** The generation service of `task-api.txt` without HTTP: accounts and tasks, and how they change over time. */
export class SandboxService {
  readonly clock: Clock;
  readonly #onChange: () => void;
  readonly #random: () => number;
  #settings: ServiceSettings = { prices: DEFAULT_PRICES, durations: DEFAULT_DURATIONS, spread: DEFAULT_SPREAD };
  #accounts: Map<string, number>;
  #tasks = new Map<string, SandboxTask>();
  /** Tasks that get a refund when they end. */
  #failing = new Set<SandboxTask>();

  constructor(options: ServiceOptions) {
    this.clock = options.clock;
    this.#onChange = options.onChange;
    this.#random = options.random;
    this.#accounts = new Map(Object.entries(options.accounts ?? { 'sk-sandbox': 10_000 }));
    this.configure(options);
  }

  get settings(): ServiceSettings {
    return this.#settings;
  }

  /** Creates accepted so far. */
  get creates(): number {
    return this.#tasks.size;
  }

  /** Applies to tasks created from now on. */
  configure(changes: SettingsChange): void {
    this.#settings = {
      prices: { ...this.#settings.prices, ...changes.prices },
      durations: { ...this.#settings.durations, ...changes.durations },
      spread: changes.spread ?? this.#settings.spread,
    };
  }

  knows(key: string): boolean {
    return this.#accounts.has(key);
  }

  /** The key's remaining credits; zero for an unknown key. */
  credits(key: string): number {
    this.#refund();
    return this.#accounts.get(key) ?? 0;
  }

  /** Opens the account if there is none. */
  setCredits(key: string, credits: number): void {
    this.#refund();
    this.#accounts.set(key, credits);
    this.#onChange();
  }

  /** @param willFail the task fails, even without `#fail` */
  create(key: string, body: unknown, willFail = false): Verdict {
    const parsed = requestSchema.safeParse(body);
    if (!parsed.success) return { ok: false, msg: 'the request is malformed' };
    const { prompt, image_urls: imageUrls, aspect_ratio: aspectRatio } = parsed.data;
    const modelId = MODEL_IDS.find((id) => id === parsed.data.model_id);
    if (!modelId) return { ok: false, msg: 'unknown model_id' };
    if (prompt.trim() === '') return { ok: false, msg: 'prompt must not be empty' };
    if (aspectRatio !== undefined && !/^[1-9]\d{0,4}:[1-9]\d{0,4}$/.test(aspectRatio)) {
      return { ok: false, msg: 'aspect_ratio must have the form <width>:<height>' };
    }
    if (asksFor(prompt, '#refuse')) return { ok: false, msg: 'the prompt asks to be refused' };
    const price = this.#settings.prices[modelId];
    if (this.credits(key) < price) return { ok: false, msg: 'insufficient credits' };

    const { queueMs, runMs } = this.#settings.durations[modelId];
    const createdAtMs = this.clock.now();
    const runsAtMs = createdAtMs + this.#sample(queueMs);
    const task: SandboxTask = {
      taskId: this.#newId('task'),
      requestId: this.#newId('req'),
      key,
      request: { modelId, prompt, imageUrls, ...(aspectRatio !== undefined && { aspectRatio }) },
      chargedCredits: price,
      refundedCredits: 0,
      createdAtMs,
      runsAtMs,
      endsAtMs: runsAtMs + (asksFor(prompt, '#slow') ? SLOW_RUN_MS : this.#sample(runMs)),
      outcome: willFail || asksFor(prompt, '#fail') ? 'failed' : 'success',
      hasAudio: asksFor(prompt, '#audio'),
      // Tasks in a row get seeds that differ in the rest by four, which the painter turns into pictures that differ.
      seed: 4 * Math.floor(this.#random() * 2 ** 29) + (this.#tasks.size % 4),
      polls: 0,
    };
    this.#accounts.set(key, this.credits(key) - price);
    this.#tasks.set(task.taskId, task);
    if (task.outcome === 'failed') this.#failing.add(task);
    return { ok: true, task: viewOf(task, createdAtMs) };
  }

  /** A task is visible to the key that created it. */
  query(key: string, taskId: string): Verdict {
    const task = this.#tasks.get(taskId);
    if (task?.key !== key) return { ok: false, msg: 'task not found' };
    task.polls += 1;
    return { ok: true, task: viewOf(task, this.clock.now()) };
  }

  task(taskId: string): SandboxTaskView | undefined {
    const task = this.#tasks.get(taskId);
    return task && viewOf(task, this.clock.now());
  }

  /** All tasks, the oldest first. */
  tasks(): SandboxTaskView[] {
    this.#refund();
    const nowMs = this.clock.now();
    return [...this.#tasks.values()].map((task) => viewOf(task, nowMs));
  }

  /** Starts a queued task at once. @returns whether it was queued */
  run(taskId: string): boolean {
    const task = this.#tasks.get(taskId);
    const nowMs = this.clock.now();
    if (!task || stateOf(task, nowMs) !== 'queued') return false;
    task.endsAtMs -= task.runsAtMs - nowMs;
    task.runsAtMs = nowMs;
    this.#onChange();
    return true;
  }

  /** Lets a task succeed at once. @returns whether it hadn't ended before */
  finish(taskId: string): boolean {
    return this.#end(taskId, 'success');
  }

  /** Lets a task fail at once. @returns whether it hadn't ended before */
  fail(taskId: string): boolean {
    return this.#end(taskId, 'failed');
  }

  #end(taskId: string, outcome: SandboxTask['outcome']): boolean {
    const task = this.#tasks.get(taskId);
    const nowMs = this.clock.now();
    if (!task || nowMs >= task.endsAtMs) return false;
    task.runsAtMs = Math.min(task.runsAtMs, nowMs);
    task.endsAtMs = nowMs;
    task.outcome = outcome;
    if (outcome === 'failed') this.#failing.add(task);
    else this.#failing.delete(task);
    this.#onChange();
    return true;
  }

  protected state(): ServiceState {
    this.#refund();
    return structuredClone({
      accounts: Object.fromEntries(this.#accounts),
      tasks: [...this.#tasks.values()],
    });
  }

  protected setState({ accounts, tasks }: ServiceState): void {
    this.#accounts = new Map(Object.entries(accounts));
    this.#tasks = new Map(tasks.map((task) => [task.taskId, task]));
    this.#failing = new Set(tasks.filter((task) => task.outcome === 'failed' && task.refundedCredits === 0));
  }

  /** Refunds are due at a task's end. Without a timer, each read applies those that are due. */
  #refund(): void {
    for (const task of this.#failing) {
      if (this.clock.now() < task.endsAtMs) continue;
      task.refundedCredits = task.chargedCredits;
      this.#accounts.set(task.key, (this.#accounts.get(task.key) ?? 0) + task.chargedCredits);
      this.#failing.delete(task);
    }
  }

  #sample(medianMs: number): number {
    return sampleDurationMs(medianMs, this.#settings.spread, this.#random);
  }

  /** The count keeps ids unique even if `random` is constant. */
  #newId(prefix: string): string {
    const noise = Math.floor(this.#random() * 2 ** 48).toString(16);
    return `${prefix}_${noise.padStart(12, '0')}${this.#tasks.size.toString(16).padStart(4, '0')}`;
  }
}
