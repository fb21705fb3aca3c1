import { z } from 'zod';
import { every } from '../engine/every.ts';
import { createLane } from '../engine/lane.ts';
import type { Log } from '../log.ts';
import { everyPage, sweepPages } from '../store/pages.ts';
import { isAlone, ownsFirst, ownsServer } from '../store/shards.ts';
import { RecordError, type Store, StoreError } from '../store/store.ts';
import { type Clock, DAY_MS } from '../time/clock.ts';
import type { CarryOut } from './carrying-out.ts';
import { type CarriedOut, carriedOutSchema, type GivenOrder, givenOrderSchema } from './order.ts';

/**
 * An operator's orders, whichever process they are given in. One for a server of another process is a record that its owner looks
 * for every second, and when it takes the server over. The commit that carries it out also deletes it and writes down what came
 * of it, and is refused when the server has another owner by then: so it is carried out once, with no queue of anybody else's.
 */
export interface Orders {
  /**
   * Resolves with what came of it. `waits`: whoever has the server did not answer in time, and carries it out when it does.
   * `too many`: so many wait that this one was not taken. The same order again, within a day, is not carried out again.
   * @param onAsked called when another process was asked.
   * @throws StoreError
   */
  give(given: GivenOrder, onAsked?: () => Promise<void>): Promise<CarriedOut | { outcome: 'waits' | 'too many' }>;
  /** Carries out what other processes ask, until `signal` aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Forgets what came of orders that were carried out a day before, for all processes. @throws StoreError */
  sweep(nowMs: number): Promise<void>;
}

const LOOK_INTERVAL_MS = 1_000;
/** An operator looks at their message for no longer. */
const ANSWERED_WITHIN_MS = 10_000;
/** Of all servers that nobody serves just now. */
const WAITING_MAX = 500;
/** Far longer than Discord repeats an interaction. */
const KNOWN_FOR_MS = DAY_MS;

const answerSchema = z.strictObject({ came: carriedOutSchema, atMs: z.int().min(0) });

export interface OrdersParts {
  store: Pick<Store, 'collection' | 'commit' | 'shards'>;
  carryOut: CarryOut;
  clock: Clock;
  log: Log;
}

/** No server's own key: any process writes it. */
const prefixOf = (guildId: string): string => `for-${guildId}:`;

export function createOrders({ store, carryOut, clock, log }: OrdersParts): Orders {
  const asked = store.collection('asked_orders', givenOrderSchema);
  const answered = store.collection('answered_orders', answerSchema);
  const { shards } = store;
  const isOurs = (guildId: string): boolean => ownsServer(shards, guildId);

  const carryOutAsked = async (key: string, given: GivenOrder): Promise<void> => {
    const done = (came: CarriedOut) => [asked.drop(key), answered.put(key, { came, atMs: clock.now() })];
    if (await answered.get(key)) return store.commit([asked.drop(key)]);
    const facts = { server: given.guildId, order: given.order.kind };
    try {
      const { outcome } = await carryOut(given, done);
      log.info({ ...facts, outcome }, 'an order that another process was given is carried out');
    } catch (error) {
      if (error instanceof StoreError && !(error instanceof RecordError)) throw error;
      log.error({ ...facts, err: error }, 'an order that another process was given failed');
      // What would fail again and again must not keep those behind it waiting.
      if (await asked.get(key)) await store.commit(done(carriedOutSchema.parse({ outcome: 'failed' })));
    }
  };

  /** Those of one server come one after the other, as they were given. */
  const carryOutFor = async (guildId: string): Promise<void> => {
    for await (const { records } of everyPage(asked, { prefix: prefixOf(guildId) })) {
      for (const [key, given] of records) await carryOutAsked(key, given);
    }
  };

  const lane = createLane({
    clock,
    log,
    name: 'server with orders',
    step: async (guildId) => void (await carryOutFor(guildId)),
  });

  const look = async (): Promise<void> => {
    const guildIds = new Set<string>();
    for await (const { records } of everyPage(asked)) for (const [, { guildId }] of records) guildIds.add(guildId);
    for (const guildId of guildIds) if (isOurs(guildId)) lane.due(guildId, guildId);
  };

  /** What the owner of the server answers, where it does in time. */
  const answerTo = async (key: string): Promise<CarriedOut | { outcome: 'waits' }> => {
    const untilMs = clock.monotonicMs() + ANSWERED_WITHIN_MS;
    for (;;) {
      const answer = await answered.get(key);
      if (answer) return answer.came;
      if (clock.monotonicMs() >= untilMs) return { outcome: 'waits' };
      await clock.sleep(LOOK_INTERVAL_MS);
    }
  };

  return {
    give: async (given, onAsked = async () => undefined) => {
      if (isOurs(given.guildId)) return carryOut(given, () => []);
      const key = `${prefixOf(given.guildId)}${given.id}`;
      const before = await answered.get(key);
      if (before) return { ...before.came, outcome: 'already' };
      if ((await asked.page({ most: WAITING_MAX })).records.length === WAITING_MAX) return { outcome: 'too many' };
      await asked.set(key, given);
      const [answer] = await Promise.all([answerTo(key), onAsked()]);
      return answer;
    },
    run: async (signal) => {
      const looking = { clock, log, name: 'look at orders of other processes', signal };
      // Alone it only looks for what was left when there were others.
      const looks = isAlone(shards) ? look() : every(LOOK_INTERVAL_MS, look, looking);
      await Promise.all([lane.run(signal), looks]);
    },
    sweep: async (nowMs) => {
      if (!ownsFirst(shards)) return;
      const isOld = ({ atMs }: { atMs: number }): boolean => atMs < nowMs - KNOWN_FOR_MS;
      await sweepPages(answered, isOld, (key) => answered.delete(key));
    },
  };
}
