import { z } from 'zod';
import { openBooks } from '../budget/books/books.ts';
import { type OperatorCommand, operatorCommandSchema } from '../operator-commands/operator-command.ts';
import { commandKeyOf, openCommandRecords, waitForResult } from '../operator-commands/operator-commands.ts';
import { insertBeside } from '../store/insert-beside.ts';
import { openStore } from '../store/open-store.ts';
import { StoreError } from '../store/store.ts';
import { systemClock } from '../time/clock.ts';
import { print, readWords, runTool, storeUrl } from './run-tool.ts';

/**
 * `npm run credits` grants a server credits that someone paid for elsewhere, while Easel runs. It leaves the same record
 * as an operator's command for another process's server, so the process that owns the server executes it, once.
 */

const USAGE = `npm run credits -- grant SERVER AMOUNT --key ORDER-ID   grants credits to a server, while Easel runs
    --why TEXT       what the statement says, instead of the order's id
    --wait SECONDS   how long to wait until Easel has done it (15)
Each order's id is used once, for ever and in all servers: the same command again grants nothing. AMOUNT is a whole
number in digits. ORDER-ID begins with a letter or digit; others may also be "_", "." and "-".`;

/** Granted, now or by the same order before; accepted, but no Easel has executed it yet. */
const EXIT_CODES = { granted: 0, waiting: 3 } as const;

const WAIT_SECONDS = 15;

const keySchema = z.string().regex(/^[a-z\d][\w.-]{0,53}$/iu);
/** Number() would also take an empty text, and "0x10". */
const wholeNumberSchema = z
  .string()
  .regex(/^\d{1,10}$/u)
  .transform(Number);

interface Given {
  command: OperatorCommand;
  credits: number;
  waitMs: number;
}

/** @returns undefined if the words aren't a command; see `USAGE` */
function readCommand(args: string[]): Given | undefined {
  const words = readWords(args, { key: { type: 'string' }, why: { type: 'string' }, wait: { type: 'string' } });
  const [verb, guildId, amount, ...rest] = words?.positionals ?? [];
  const { why, wait = String(WAIT_SECONDS), ...values } = words?.values ?? {};
  const key = keySchema.safeParse(values.key);
  const credits = wholeNumberSchema.safeParse(amount);
  const waitSeconds = wholeNumberSchema.safeParse(wait);
  const isGrant = verb === 'grant' && rest.length === 0;
  if (!isGrant || !key.success || !credits.data || !waitSeconds.success) return undefined;
  const command = operatorCommandSchema.safeParse({
    // Never an interaction's id, which is a number.
    id: `order-${key.data}`,
    guildId,
    byId: 'npm run credits',
    action: { kind: 'grant', credits: credits.data, why: why ?? `order ${key.data}` },
  });
  if (!command.success) return undefined;
  return { command: command.data, credits: credits.data, waitMs: waitSeconds.data * 1000 };
}

async function grant({ command, credits, waitMs }: Given): Promise<number> {
  const url = storeUrl();
  await using store = await openStore(url, { exclusive: false });
  const { guildId, id } = command;
  const books = openBooks(store);
  if (!(await books.accounts.get(guildId))) {
    throw new StoreError(`server ${guildId} has no account. Check the id, and use Easel there once`);
  }
  const records = openCommandRecords(store);
  // Whichever of two servers is first has the order; the other insert changes nothing.
  await insertBeside(url, records.orders.put(id, { guildId, credits }));
  const order = await records.orders.get(id);
  if (order?.guildId !== guildId || order.credits !== credits) {
    throw new StoreError(
      `this order is for ${order?.credits} credits to server ${order?.guildId}. Nothing was granted`,
    );
  }
  const grantedAtMs = await books.grants.get(`${guildId}:${id}`);
  if (grantedAtMs !== undefined) {
    print(`Nothing was changed: this order was granted on ${new Date(grantedAtMs).toISOString()}.`);
    return EXIT_CODES.granted;
  }
  const key = commandKeyOf(command);
  const before = await records.results.get(key);
  await insertBeside(url, records.pending.put(key, command));
  const result = await waitForResult(records, key, { before, waitMs, clock: systemClock });
  if (!result) {
    print('Waiting: Easel grants the credits when it runs. Give the same command again to see whether it has.');
    return EXIT_CODES.waiting;
  }
  switch (result.outcome) {
    case 'granted':
      print(`Granted ${result.credits} credits to server ${guildId}, which has ${result.leftCredits} left.`);
      return EXIT_CODES.granted;
    case 'already':
      print('Nothing was changed: this order was granted before.');
      return EXIT_CODES.granted;
    default:
      throw new StoreError(`Easel refused with "${result.outcome}"; its log says why`);
  }
}

await runTool(USAGE, async (args) => {
  const given = readCommand(args);
  return given && grant(given);
});
