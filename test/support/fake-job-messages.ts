import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isMessageRefusal } from '../../src/discord/rest/outcome.ts';
import { RetryLater } from '../../src/engine/lane.ts';
import type { Job, ShownFile } from '../../src/jobs/job/job.ts';
import type { JobMessages, JobView, ShowOutcome } from '../../src/jobs/ports/job-messages.ts';
import type { Clock } from '../../src/time/clock.ts';

interface Attachment extends ShownFile {
  sizeBytes: number;
}

/** What `show` throws while Discord is unavailable. */
export const unavailable = (retryAfterMs?: number): RetryLater => new RetryLater(retryAfterMs);

/** A message in a channel, as members see it. */
export interface ShownMessage {
  id: string;
  job: Job;
  hasExpectation: boolean;
  attachments: Attachment[];
  edits: number;
}

type Trouble = Exclude<ShowOutcome, { outcome: 'shown' }> | Error;

const TOKEN_LIFE_MS = 15 * 60_000;

/**
 * Discord as jobs use it: messages are edited by a token for 15 minutes, then by their id. Files must exist and be
 * smaller than `acceptsBytes`. An edit drops files that it doesn't list, and naming them later is the caller's fault.
 */
export class FakeJobMessages implements JobMessages {
  readonly messages = new Map<string, ShownMessage>();
  /** All requests, in order. */
  readonly asked: JobView[] = [];
  readonly notified: string[] = [];
  /** Edits that named a file which the message doesn't have, so a result was lost. */
  readonly faults: string[] = [];
  acceptsBytes = Number.POSITIVE_INFINITY;
  /** Whether the bot may still edit and post without a token. */
  hasAccess = true;
  /** Decides about each call first. Undefined lets it through. */
  trouble: (message: JobView) => Trouble | undefined = () => undefined;
  notifyError: Error | undefined;
  readonly #clock: Clock;
  readonly #byToken = new Map<string, string>();
  #ids = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The first answer to an interaction. */
  readonly answer = async (job: Job): Promise<string | undefined> => {
    await nextTurn();
    const message = this.#add(job);
    this.#byToken.set(job.location.token, message.id);
    return message.id;
  };

  /** What the member sees of a job: its newest message. */
  of(jobId: string): ShownMessage | undefined {
    return [...this.messages.values()].filter(({ job }) => job.id === jobId).at(-1);
  }

  /** The requested states of a job's message. */
  facesOf(jobId: string): string[] {
    return this.asked.filter(({ job }) => job.id === jobId).map(({ job }) => statesOf(job));
  }

  delete(messageId: string): void {
    this.messages.delete(messageId);
  }

  async show(message: JobView, { signal }: { signal: AbortSignal }): Promise<ShowOutcome> {
    signal.throwIfAborted();
    await nextTurn();
    this.asked.push(message);
    const trouble = this.trouble(message);
    if (isMessageRefusal(trouble)) return { outcome: 'unreachable', refusal: trouble };
    if (trouble instanceof Error) throw trouble;
    if (trouble) return trouble;
    const { job, newFiles } = message;
    const sizes = await Promise.all(newFiles.map(async ({ path }) => (await stat(path)).size));
    if (sizes.some((sizeBytes) => sizeBytes > this.acceptsBytes)) return { outcome: 'too large' };
    const target = this.#reach(message);
    if (!target) return { outcome: 'unreachable', ...(!this.hasAccess && { mayReturn: true }) };
    const files = newFiles.map(({ name }) => {
      const attachmentId = `file-${++this.#ids}`;
      return { attachmentId, name, address: `http://127.0.0.1/attachments/${attachmentId}/${name}` };
    });
    const fresh = new Set(newFiles.map(({ name }) => name));
    const isOver = job.tasks.every(({ state }) => ['delivered', 'failed', 'unconfirmed'].includes(state));
    const shown = job.tasks.flatMap((task) =>
      task.state === 'delivered' && task.delivery.how === 'attached' ? task.delivery.files : [],
    );
    const staying = [...shown, ...(job.frame && !isOver ? [job.frame] : [])].filter(({ name }) => !fresh.has(name));
    for (const { attachmentId } of staying) {
      if (!target.attachments.some((one) => one.attachmentId === attachmentId)) this.faults.push(attachmentId);
    }
    const kept = target.attachments.filter((one) =>
      staying.some(({ attachmentId }) => attachmentId === one.attachmentId),
    );
    target.attachments = [
      ...kept,
      ...files.map(({ address: _, ...file }, index) => ({ ...file, sizeBytes: sizes[index] ?? 0 })),
    ];
    target.job = job;
    target.hasExpectation = message.expectation !== undefined;
    target.edits += 1;
    // The token opens the first answer only.
    const isAnew = target.id !== (job.location.messageId ?? this.#byToken.get(job.location.token));
    const location = isAnew ? { ...job.location, tokenIssuedAtMs: 0 } : job.location;
    return { outcome: 'shown', files, location: { ...location, messageId: target.id } };
  }

  async amend(job: Job, { signal }: { signal: AbortSignal }): Promise<boolean> {
    signal.throwIfAborted();
    await nextTurn();
    const trouble = this.trouble({ job, expectation: undefined, newFiles: [] });
    if (trouble instanceof Error) throw trouble;
    if (!this.hasAccess) return true;
    const target = this.messages.get(job.location.messageId ?? '');
    if (target) target.job = job;
    return false;
  }

  /** The message's files by id. */
  addresses = new Map<string, string>();

  async addressesOf(): Promise<ReadonlyMap<string, string>> {
    return this.addresses;
  }

  async notify(job: Job, { signal }: { signal: AbortSignal }): Promise<void> {
    signal.throwIfAborted();
    await nextTurn();
    if (this.notifyError) throw this.notifyError;
    this.notified.push(job.id);
  }

  /** The jobs whose members were notified that the message is gone. */
  missed: string[] = [];

  async notifyMissed(job: Job, { signal }: { signal: AbortSignal }): Promise<void> {
    signal.throwIfAborted();
    await nextTurn();
    this.missed.push(job.id);
  }

  #reach({ job, newFiles }: JobView): ShownMessage | undefined {
    const { location } = job;
    const isTokenAlive = this.#clock.now() - location.tokenIssuedAtMs < TOKEN_LIFE_MS;
    const byToken = isTokenAlive ? this.messages.get(this.#byToken.get(location.token) ?? '') : undefined;
    if (byToken) return byToken;
    // Easel as the bot can never reach private answers.
    if (!this.hasAccess || job.request.isDraft || location.messageId === undefined) return undefined;
    const byId = this.messages.get(location.messageId);
    const isEnd = newFiles.length > 0 || job.tasks.every(({ state }) => END_STATES.includes(state));
    return byId ?? (job.location.isForModerators && isEnd ? this.#add(job) : undefined);
  }

  #add(job: Job): ShownMessage {
    const id = `message-${++this.#ids}`;
    const message: ShownMessage = { id, job, hasExpectation: false, attachments: [], edits: 0 };
    this.messages.set(id, message);
    return message;
  }
}

const END_STATES = ['delivered', 'failed', 'unconfirmed'];

/** A job's tasks in a few words: `queued running`. */
export function statesOf({ tasks }: Pick<Job, 'tasks'>): string {
  return tasks.map((task) => (task.state === 'submitted' ? task.serviceState : task.state)).join(' ');
}
