import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { createFairCount } from '../../engine/fair-limit.ts';
import type { KnownNames } from '../../jobs/job/readable-text.ts';
import { reasonOf } from '../../log.ts';
import { type Clock, NO_LONGER } from '../../time/clock.ts';
import { createErrorReplies, type ErrorRepliesOptions, type Failure, logFactsOf } from './error-replies.ts';
import { AnsweredElsewhereError } from './first-response.ts';
import { type Interaction, parseInteraction } from './interaction.ts';
import { MemberError } from './member-error.ts';
import type { RefusalReason } from './refusal-reasons.ts';
import type { Responder, ResponseResult } from './responder.ts';
import { createRunner, type RunnerOptions } from './runner.ts';

export interface DispatcherOptions<Context> extends RunnerOptions<Context>, ErrorRepliesOptions {
  respondTo: (interaction: Interaction) => Responder;
  /** How long ago something happened at Discord, by Discord's clock. */
  ageMs: (discordMs: number) => number;
  /** The most interactions at once. Beyond that, members are asked to come back in a moment. */
  underWayMax: number;
  /** Whether this process owns the server. If not, it may neither read nor write the server's records. */
  isServed: (guildId: string) => boolean;
  /** Names of what a member's texts name by ids, as far as that member may read them and Discord says so in time. */
  namesFor: (interaction: Interaction) => Promise<KnownNames>;
  /** What follows an answer. Its errors are only logged. */
  onAnswered?: (interaction: Interaction, respond: Responder) => Promise<void>;
  /** Another program with this token answered an interaction before Easel did. */
  onAnsweredElsewhere?: () => void;
  /** Called for every interaction that Easel handles, once it has ended. */
  onEnded?: (end: InteractionEnd) => void;
}

/** How an interaction ended, and how long its member waited for the first response, if they got one. */
export interface InteractionEnd {
  kind: Interaction['kind'];
  outcome: InteractionOutcome;
  reason: RefusalReason | undefined;
  respondedInMs: number | undefined;
}

/** Each takes about a millisecond before its first wait. */
const STARTED_PER_LOOP = 10;
/** Interactions outside servers count together. */
const OUTSIDE_SERVERS = '';
/** Discord may deliver an interaction more than once while its token lives. */
const DELIVERIES_KEPT_MS = 15 * 60_000;

/** Discord accepts no response after this. */
const RESPOND_WITHIN_MS = 3_000;

/** How an interaction ended for its member. Late: it was too late for a response, or Easel said that it was busy. */
type InteractionOutcome = 'answered' | 'refused' | 'late' | 'failed';

const LEVELS = { answered: 'info', refused: 'info', late: 'warn', failed: 'warn' } as const;

function outcomeOf({ kind }: Interaction, result: ResponseResult, failure: Failure | undefined): InteractionOutcome {
  if (failure && 'err' in failure) return 'failed';
  // Refused suggestions need no response.
  if (failure && (result === 'answered' || result === 'busy' || kind === 'autocomplete')) return 'refused';
  if (result === 'too late' || result === 'busy') return 'late';
  return result === 'answered' ? 'answered' : 'failed';
}

/** When an interaction arrived, by both clocks, and when it happened, by Discord's. */
interface Received {
  atMs: number;
  startedMs: number;
  issuedAtMs: number | undefined;
}

/** Handles every interaction: parse, find the handler, run it, reply to errors, and log one line. */
export function createDispatcher<Context>(options: DispatcherOptions<Context>) {
  const { clock, log, texts, onEnded = () => undefined } = options;
  const run = createRunner(options);
  const errorReplies = createErrorReplies(options);
  const isRepeated = createRepeatCheck(clock);
  const underWay = new Set<Promise<void>>();
  const slots = createFairCount();
  const startSoon = createStarter(options.underWayMax);

  /** Replies to the error, if there is one, and writes the interaction's line. */
  const end = async (interaction: Interaction, respond: Responder, startedMs: number, error?: unknown) => {
    const thrown = error === undefined ? undefined : await errorReplies.replyToError(interaction, respond, error);
    const { result, reason, cause, atMs } = respond.responded();
    const failure = thrown ?? (reason && { reason });
    const outcome = outcomeOf(interaction, result, failure);
    const facts = { ...logFactsOf(interaction), ...failure, durationMs: Math.round(clock.monotonicMs() - startedMs) };
    const line = { ...facts, ...(cause === undefined ? {} : { cause: reasonOf(cause) }) };
    const level = failure && 'faultId' in failure ? 'error' : LEVELS[outcome];
    log[level](line, `interaction ${outcome}`);
    if (cause instanceof AnsweredElsewhereError) options.onAnsweredElsewhere?.();
    onEnded({
      kind: interaction.kind,
      outcome,
      reason: failure && 'reason' in failure ? failure.reason : undefined,
      respondedInMs: atMs === undefined ? undefined : atMs - startedMs,
    });
  };

  const runNamed = async (interaction: Interaction, respond: Responder, raw: unknown): Promise<void> => {
    const { kind, receivedAtMs, unnamed } = interaction;
    // What is still being typed needs suggestions at once.
    if (unnamed.length === 0 || kind === 'autocomplete') return run(interaction, respond);
    const named = parseInteraction(raw, receivedAtMs, await options.namesFor(interaction));
    await run(named ?? interaction, respond);
  };

  const runAndReply = async (interaction: Interaction, respond: Responder, raw: unknown, startedMs: number) => {
    const ended = new AbortController();
    const busyReply = errorReplies.replyIfSlow(interaction, respond, ended.signal);
    const error = await runNamed(interaction, respond, raw).catch((thrown: unknown) =>
      // Its member has an answer.
      thrown instanceof AnsweredElsewhereError ? undefined : thrown,
    );
    await end(interaction, respond, startedMs, error);
    ended.abort(NO_LONGER);
    await busyReply;
    if (error !== undefined || respond.responded().result !== 'answered') return;
    await options.onAnswered?.(interaction, respond).catch((err: unknown) => {
      log.warn({ ...logFactsOf(interaction), err }, 'what follows an answer failed');
    });
  };

  const handle = async (raw: unknown, { atMs, startedMs, issuedAtMs }: Received): Promise<void> => {
    let interaction: Interaction | undefined;
    try {
      interaction = parseInteraction(raw, atMs);
    } catch (error) {
      log.error({ err: error }, 'Discord sent an interaction that cannot be read');
      return;
    }
    if (!interaction || isRepeated(interaction.id)) return;
    const ageMs = issuedAtMs === undefined ? 0 : options.ageMs(issuedAtMs);
    if (ageMs > RESPOND_WITHIN_MS) {
      // Discord no longer accepts an answer, and work on this one would delay those that can still be answered.
      log.warn({ ...logFactsOf(interaction), ageMs }, 'interaction late');
      onEnded({ kind: interaction.kind, outcome: 'late', reason: undefined, respondedInMs: undefined });
      return;
    }
    const respond = options.respondTo(interaction);
    if (interaction.guildId !== undefined && !options.isServed(interaction.guildId)) {
      return end(interaction, respond, startedMs, new MemberError(texts.refusals.changingHands, 'process'));
    }
    const guildId = interaction.guildId ?? OUTSIDE_SERVERS;
    if (!slots.hasRoom(guildId, 1, options.underWayMax)) {
      const refusal = new MemberError(texts.refusals.tooManyUnderWay, 'busy.interactions');
      return end(interaction, respond, startedMs, refusal);
    }
    slots.add(guildId, 1);
    await runAndReply(interaction, respond, raw, startedMs).finally(() => slots.add(guildId, -1));
  };

  return {
    /** Handles a raw interaction. Never rejects. */
    dispatch: (raw: unknown, issuedAtMs?: number): Promise<void> => {
      const received = { atMs: clock.now(), startedMs: clock.monotonicMs(), issuedAtMs };
      const work = startSoon(() => handle(raw, received)).finally(() => underWay.delete(work));
      underWay.add(work);
      return work;
    },
    /** Resolves when all interactions that came so far are handled. Call it when Easel stops. */
    idle: async (): Promise<void> => {
      await Promise.all(underWay);
    },
  };
}

/**
 * Starts a few pieces of work in each round of the event loop, so that responses go out while a burst is parsed. If more
 * than `waitingMax` wait, further work starts at once.
 */
function createStarter(waitingMax: number) {
  const waiting: (() => void)[] = [];
  let isStarting = false;
  const startAll = async (): Promise<void> => {
    isStarting = true;
    while (waiting.length > 0) {
      for (const next of waiting.splice(0, STARTED_PER_LOOP)) next();
      await yieldToEventLoop();
    }
    isStarting = false;
  };
  return (work: () => Promise<void>): Promise<void> => {
    if (waiting.length >= waitingMax) return work();
    const ended = new Promise<void>((resolve) => {
      waiting.push(() => resolve(work()));
    });
    if (!isStarting) void startAll();
    return ended;
  };
}

/** Keeps ids for as long as Discord might repeat them. @returns whether an id came before */
function createRepeatCheck(clock: Clock): (id: string) => boolean {
  const seenAtMs = new Map<string, number>();
  return (id) => {
    const now = clock.now();
    for (const [oldId, atMs] of seenAtMs) {
      if (atMs > now - DELIVERIES_KEPT_MS) break;
      seenAtMs.delete(oldId);
    }
    if (seenAtMs.has(id)) return true;
    seenAtMs.set(id, now);
    return false;
  };
}
