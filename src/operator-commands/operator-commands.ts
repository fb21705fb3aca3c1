import { z } from 'zod';
import { amountSchema } from '../budget/ledger/amounts.ts';
import { every } from '../engine/every.ts';
import { createLane } from '../engine/lane.ts';
import type { Needs } from '../runtime.ts';
import { ownsServer } from '../store/database/shards.ts';
import { everyPage } from '../store/pages.ts';
import { defineCollection, RecordError, type Store, StoreError } from '../store/store.ts';
import { type Clock, DAY_MS } from '../time/clock.ts';
import type { ExecuteCommand } from './execute.ts';
import {
  type CommandResult,
  commandResultSchema,
  type OperatorCommand,
  operatorCommandSchema,
} from './operator-command.ts';

const LOOK_INTERVAL_MS = 1_000;
/** How long an operator waits for an answer from another process. */
const ANSWER_TIMEOUT_MS = 10_000;
/** Of all servers that no process serves. */
const WAITING_MAX = 500;
/** Far longer than Discord repeats an interaction. */
const RESULTS_KEPT_MS = DAY_MS;

const storedResultSchema = z.strictObject({ result: commandResultSchema, atMs: z.int().min(0) });

/** What an order that `npm run credits` was given grants, so that its key is used once over all servers. */
const orderSchema = operatorCommandSchema.pick({ guildId: true }).extend({ credits: amountSchema });

export const operatorCommandCollection = defineCollection({
  name: 'operator_commands',
  schema: operatorCommandSchema,
  keeps: {
    what: 'operators’ commands for servers of other processes',
    ends: { when: 'once they are executed' },
    erased: { stays: 'until then' },
    leaves: 'all, until then',
  },
});

export const operatorCommandResultCollection = defineCollection({
  name: 'operator_command_results',
  schema: storedResultSchema,
  keeps: {
    what: 'the results of operators’ commands',
    ends: { after: RESULTS_KEPT_MS, since: ({ atMs }) => atMs },
    erased: 'none',
    leaves: 'nothing',
  },
});

export const orderCollection = defineCollection({
  name: 'orders',
  schema: orderSchema,
  keeps: {
    what: 'the ids of orders for credits, so that none is paid out twice',
    ends: { when: 'never' },
    erased: 'none',
    leaves: 'all, because they name no one',
  },
});

export interface OperatorCommandsParts extends Needs<'clock' | 'log' | 'store'> {
  execute: ExecuteCommand;
}

/** Doesn't start with the server's id, because any process may write it. */
const prefixOf = (guildId: string): string => `for-${guildId}:`;

/** The key of a command that waits, and of its result. */
export const commandKeyOf = ({ guildId, id }: Pick<OperatorCommand, 'guildId' | 'id'>): string =>
  `${prefixOf(guildId)}${id}`;

/** Commands that wait for the process that owns their server, results, which are kept for a day, and orders by command id. */
export const openCommandRecords = (store: Pick<Store, 'collection'>) => ({
  pending: store.collection(operatorCommandCollection),
  results: store.collection(operatorCommandResultCollection),
  orders: store.collection(orderCollection),
});

type StoredResult = z.output<typeof storedResultSchema>;

/** A command that failed by a fault may be given again at once. */
const isFinal = ({ result }: StoredResult): boolean => result.outcome !== 'failed';

/**
 * Waits for the result of a command that another process executes. Undefined if there is none after `waitMs`.
 * @param before the result from before the command was given
 */
export async function waitForResult(
  { results }: Pick<ReturnType<typeof openCommandRecords>, 'results'>,
  key: string,
  { before, waitMs, clock }: { before: StoredResult | undefined; waitMs: number; clock: Clock },
): Promise<CommandResult | undefined> {
  const untilMs = clock.monotonicMs() + waitMs;
  for (;;) {
    const stored = await results.get(key);
    if (stored && (isFinal(stored) || stored.atMs !== before?.atMs)) return stored.result;
    if (clock.monotonicMs() >= untilMs) return undefined;
    await clock.sleep(LOOK_INTERVAL_MS);
  }
}

export type OperatorCommands = ReturnType<typeof createOperatorCommands>;

/**
 * Operators' commands for servers, from all processes and from `npm run credits`. A command for another process's server
 * becomes a record. The owner looks for such records every second, and when it takes a server over. The commit that executes a command also deletes
 * its record and writes the result, and fails if the server has another owner by then. So each command is executed once,
 * and no process needs a queue of another one.
 */
export function createOperatorCommands({ store, execute, clock, log }: OperatorCommandsParts) {
  const { pending, results } = openCommandRecords(store);
  const { shards } = store;
  const isOurs = (guildId: string): boolean => ownsServer(shards, guildId);

  const executePending = async (key: string, command: OperatorCommand): Promise<void> => {
    const done = (result: CommandResult) => [pending.drop(key), results.put(key, { result, atMs: clock.now() })];
    const facts = { server: command.guildId, action: command.action.kind };
    try {
      const before = await results.get(key);
      if (before && isFinal(before)) return await store.commit([pending.drop(key)]);
      const { outcome } = await execute(command, done);
      log.info({ ...facts, outcome }, 'executed an operator command from another process');
    } catch (error) {
      if (error instanceof StoreError && !(error instanceof RecordError)) throw error;
      log.error({ ...facts, err: error }, 'an operator command from another process failed');
      // Deleted even so: a command that fails every time must not block those behind it.
      if (await pending.get(key)) await store.commit(done(commandResultSchema.parse({ outcome: 'failed' })));
    }
  };

  const lane = createLane({
    clock,
    log,
    name: 'operator commands of a server',
    // One after the other, in the order in which they were given.
    step: async (guildId) => {
      for await (const { records } of everyPage(pending, { prefix: prefixOf(guildId) })) {
        for (const [key, command] of records) await executePending(key, command);
      }
      return undefined;
    },
  });

  const look = async (): Promise<void> => {
    const guildIds = new Set<string>();
    for await (const { records } of everyPage(pending)) for (const [, { guildId }] of records) guildIds.add(guildId);
    for (const guildId of guildIds) if (isOurs(guildId)) lane.due(guildId, guildId);
  };

  return {
    /**
     * Executes a command, or asks the owner to. A command that is repeated within a day isn't executed again.
     * @param onAsked called when another process was asked
     * @returns `waiting` if the owner didn't answer in time and will execute it later; `too many` if it wasn't accepted
     *   because too many commands wait
     * @throws StoreError
     */
    submit: async (
      command: OperatorCommand,
      onAsked: () => Promise<void> = async () => undefined,
    ): Promise<CommandResult | { outcome: 'waiting' | 'too many' }> => {
      if (isOurs(command.guildId)) return execute(command, () => []);
      const key = commandKeyOf(command);
      const before = await results.get(key);
      if (before && isFinal(before)) return { ...before.result, outcome: 'already' };
      if ((await pending.page({ most: WAITING_MAX })).records.length === WAITING_MAX) return { outcome: 'too many' };
      await pending.set(key, command);
      const waiting = waitForResult({ results }, key, { before, waitMs: ANSWER_TIMEOUT_MS, clock });
      const [result] = await Promise.all([waiting, onAsked()]);
      return result ?? { outcome: 'waiting' };
    },
    /** Executes what other processes ask for, until `signal` aborts. */
    run: async (signal: AbortSignal): Promise<void> => {
      const options = { clock, log, name: 'look for operator commands', signal };
      await Promise.all([lane.run(signal), every(LOOK_INTERVAL_MS, look, options)]);
    },
  };
}
