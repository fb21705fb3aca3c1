import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFairCount } from '../../engine/fair-count.ts';
import { type Clock, NO_LONGER } from '../../time/clock.ts';
import { type Interaction, parseInteraction } from './interaction.ts';
import { MemberError } from './member-error.ts';
import type { Responder } from './responder.ts';
import { createRunner, type RunnerOptions } from './runner.ts';
import { createTeller, factsOf, type TellerOptions } from './teller.ts';

export interface DispatcherOptions<Context> extends RunnerOptions<Context>, TellerOptions {
  respondTo: (interaction: Interaction) => Responder;
  /** How many interactions may be under way at once; past it members are told to come back in a moment. */
  underWayMax: number;
  /** Whether this process serves the server; where another does, nothing of it may be read or written here. */
  isServed: (guildId: string) => boolean;
}

export interface Dispatcher {
  /** Takes a raw interaction; never rejects. */
  dispatch(raw: unknown): Promise<void>;
  /** To be called when Easel is stopping; resolves when those who came before are answered. */
  idle(): Promise<void>;
}

/** Of a millisecond or so each. */
const BEGUN_IN_A_TURN = 10;
/** Where what comes from outside servers is counted. */
const OUTSIDE_SERVERS = '';
/** Discord may deliver an interaction more than once, within its token's life. */
const SEEN_FOR_MS = 15 * 60_000;

/** The routine of every interaction: parse, find, guard, run, answer errors, log with its duration. */
export function createDispatcher<Context>(options: DispatcherOptions<Context>): Dispatcher {
  const { clock, log, texts } = options;
  const run = createRunner(options);
  const teller = createTeller(options);
  const seen = createSeen(clock);
  const underWay = new Set<Promise<void>>();
  const counted = createFairCount();
  const fewByFew = createFewByFew(options.underWayMax);

  const runAndTell = async (interaction: Interaction, respond: Responder, startedMs: number): Promise<void> => {
    const facts = factsOf(interaction);
    const ended = new AbortController();
    const busySaid = teller.sayBusyInTime(interaction, respond, ended.signal);
    try {
      await run(interaction, respond);
      log.info({ ...facts, durationMs: clock.now() - startedMs }, 'interaction handled');
    } catch (error) {
      await teller.tellFailure(interaction, respond, error);
      if (error instanceof MemberError)
        log.info({ ...facts, durationMs: clock.now() - startedMs }, 'interaction refused');
    } finally {
      ended.abort(NO_LONGER);
      await busySaid;
    }
  };

  const handle = async (raw: unknown, startedMs: number): Promise<void> => {
    let interaction: Interaction | undefined;
    try {
      interaction = parseInteraction(raw, startedMs);
    } catch (error) {
      log.error({ err: error }, 'Discord sent an interaction of an unknown form');
      return;
    }
    if (!interaction || seen.before(interaction.id)) return;
    const respond = options.respondTo(interaction);
    if (interaction.server && !options.isServed(interaction.server.guildId)) {
      log.warn(factsOf(interaction), 'interaction refused: another process serves its server');
      await teller.tell(interaction, respond, texts.refusals.changingHands);
      return;
    }
    const guildId = interaction.server?.guildId ?? OUTSIDE_SERVERS;
    if (!counted.hasRoom(guildId, 1, options.underWayMax)) {
      log.warn(factsOf(interaction), 'interaction refused: too many are under way');
      await teller.tell(interaction, respond, texts.refusals.tooManyUnderWay);
      return;
    }
    counted.add(guildId, 1);
    await runAndTell(interaction, respond, startedMs).finally(() => counted.add(guildId, -1));
  };

  return {
    dispatch: (raw) => {
      const startedMs = clock.now();
      const work = fewByFew(() => handle(raw, startedMs)).finally(() => underWay.delete(work));
      underWay.add(work);
      return work;
    },
    idle: async () => {
      await Promise.all(underWay);
    },
  };
}

/**
 * Begins a few pieces of work in each turn of the event loop, so that answers go out while a burst that came in one packet is
 * looked at. What is more than `waitingMax` does not wait.
 */
function createFewByFew(waitingMax: number) {
  const waiting: (() => void)[] = [];
  let isBeginning = false;
  const beginAll = async (): Promise<void> => {
    isBeginning = true;
    while (waiting.length > 0) {
      for (const next of waiting.splice(0, BEGUN_IN_A_TURN)) next();
      await nextTurn();
    }
    isBeginning = false;
  };
  return (work: () => Promise<void>): Promise<void> => {
    if (waiting.length >= waitingMax) return work();
    const started = new Promise<void>((resolve) => {
      waiting.push(() => resolve(work()));
    });
    if (!isBeginning) void beginAll();
    return started;
  };
}

/** Remembers ids for as long as Discord might repeat them. */
function createSeen(clock: Clock): { before(id: string): boolean } {
  const seenAtMs = new Map<string, number>();
  return {
    before: (id) => {
      const now = clock.now();
      for (const [oldId, atMs] of seenAtMs) {
        if (atMs > now - SEEN_FOR_MS) break;
        seenAtMs.delete(oldId);
      }
      if (seenAtMs.has(id)) return true;
      seenAtMs.set(id, now);
      return false;
    },
  };
}
