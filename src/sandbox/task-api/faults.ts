import { z } from 'zod';

/** The requests that a fault can strike. */
export type Operation = 'create' | 'query' | 'result';

/** How many more requests it strikes; all, until it is switched off, by default. */
const times = z.int().positive().optional();
const on = z.enum(['create', 'query', 'all']).default('all');
/** The share of requests that it strikes, at random; all by default. */
const share = z.number().positive().max(1).optional();
const service = { on, times, share };
/** Whether a create was accepted and charged before the connection broke. */
const moment = z.enum(['before', 'after']).default('before');

const faultSchemas = {
  slow: z.object({ ...service, delayMs: z.int().nonnegative().default(5_000) }),
  hang: z.object({ ...service, moment }),
  cutLine: z.object({ ...service, moment }),
  badKey: z.object(service),
  down: z.object({ ...service, status: z.int().min(500).max(599).default(500), retryAfter: z.string().optional() }),
  rateLimited: z.object({ ...service, retryAfter: z.string().optional() }),
  html: z.object(service),
  wrongTypes: z.object(service),
  refuseCreates: z.object({ times, msg: z.string().default('this prompt is against our rules') }),
  failTasks: z.object({ times }),
  /** Sends an interim answer before each answer. */
  interim: z.object({ ...service, status: z.literal([100, 102, 103]).default(103) }),
  /** Compresses answers that no one asked to be compressed. */
  compressed: z.object(service),
  longHeaders: z.object({ ...service, bytes: z.int().positive().default(100_000) }),
  unknownState: z.object({ times, status: z.int().default(7) }),
  successWithoutAddress: z.object({ times }),
  resultGone: z.object({ times, status: z.literal([404, 410]).default(410) }),
  /** Answers with something that isn't the file yet. */
  resultSpoilt: z.object({ times, as: z.enum(['empty', 'xml', 'html', 'json']).default('empty') }),
  /** By default, names the encoding and sends the plain file. */
  resultEncoded: z.object({ times, name: z.string().default('aws-chunked'), isEncoded: z.boolean().default(false) }),
  resultSlow: z.object({
    times,
    chunkBytes: z.int().positive().default(1_024),
    pauseMs: z.int().nonnegative().default(1_000),
  }),
  resultCut: z.object({ times }),
  resultHuge: z.object({
    times,
    sizeBytes: z
      .int()
      .positive()
      .default(2 ** 30),
    declared: z.boolean().default(true),
  }),
  /** By default, redirects to the same file at another valid address. */
  resultRedirect: z.object({ times, to: z.string().optional() }),
};

export type FaultName = keyof typeof faultSchemas;

/** All faults as plain data. A fault is on if it is present. */
export const faultsSchema = z.strictObject(faultSchemas).partial();
export type Faults = z.output<typeof faultsSchema>;
export type FaultSetting<Name extends FaultName> = z.input<(typeof faultSchemas)[Name]>;

/** Titles and descriptions, in the playground's order. */
const TEXTS: Record<FaultName, readonly [title: string, description: string]> = {
  slow: ['Slow service', 'Answers every request some seconds late.'],
  hang: ['Service hangs', 'Takes requests and never answers them.'],
  cutLine: ['Connection cut', 'Cuts the connection, before or after a task was accepted and charged.'],
  badKey: ['Bad key', 'Refuses every key with HTTP 401.'],
  down: ['Service down', 'Answers every request with HTTP 500 and accepts nothing.'],
  rateLimited: ['Too many requests', 'Answers every request with HTTP 429.'],
  html: ['Web page instead of an answer', 'Accepts tasks and answers with HTML.'],
  wrongTypes: ['Wrong types', 'Accepts tasks and answers with fields of other types.'],
  refuseCreates: ['Refused requests', 'Refuses new tasks with a reason and charges nothing.'],
  failTasks: ['Failing tasks', 'Lets tasks that are created from now on fail, and refunds them.'],
  interim: ['Interim answers', 'Sends a 1xx before each answer.'],
  compressed: ['Compressed answers', 'Compresses its answers unasked.'],
  longHeaders: ['Long headers', 'Sends many kilobytes of headers with each answer.'],
  unknownState: ['Unknown state', 'Reports tasks in a state that no document names.'],
  successWithoutAddress: ['Success without a result', 'Lets tasks succeed without an address.'],
  resultGone: ['Result gone', 'Answers a result’s address with HTTP 410.'],
  resultSpoilt: ['Result not there yet', 'Sends nothing, or a page of the storage, in place of a result.'],
  resultEncoded: ['Encoded result', 'Names a content encoding for a result.'],
  resultSlow: ['Slow result', 'Sends results slowly, piece by piece.'],
  resultCut: ['Cut result', 'Cuts the connection in the middle of a result.'],
  resultHuge: ['Huge result', 'Sends far too many bytes after a result.'],
  resultRedirect: ['Redirected result', 'Redirects a result’s address to another one.'],
};

/** Every fault with words for a person. */
export const FAULTS = faultsSchema.keyof().options.map((name) => {
  const [title, description] = TEXTS[name];
  return { name, title, description };
});

/** The faults that are on, and how many more requests each strikes. */
export class FaultSwitchboard {
  #faults: Faults = {};
  readonly #onChange: () => void;
  readonly #random: () => number;

  /** @param random like `Math.random` */
  constructor(onChange: () => void = () => {}, random: () => number = Math.random) {
    this.#onChange = onChange;
    this.#random = random;
  }

  current(): Faults {
    return structuredClone(this.#faults);
  }

  /** @throws ZodError for an invalid setting */
  switchOn<Name extends FaultName>(name: Name, setting?: FaultSetting<Name>): void {
    this.replace({ ...this.#faults, [name]: setting ?? {} });
  }

  switchOff(name: FaultName): void {
    delete this.#faults[name];
    this.#onChange();
  }

  /** Sets all faults at once. @throws ZodError */
  replace(faults: unknown): void {
    this.#faults = faultsSchema.parse(faults);
    this.#onChange();
  }

  /** The fault's setting if it strikes this request, which then counts. */
  strike<Name extends FaultName>(name: Name, operation: Operation): Faults[Name] {
    const setting = this.#faults[name];
    if (!setting) return undefined;
    if ('on' in setting && setting.on !== 'all' && setting.on !== operation) return undefined;
    if ('share' in setting && setting.share !== undefined && this.#random() >= setting.share) return undefined;
    if (setting.times === 1) delete this.#faults[name];
    else if (setting.times !== undefined) setting.times -= 1;
    if (setting.times !== undefined) this.#onChange();
    return setting;
  }
}
