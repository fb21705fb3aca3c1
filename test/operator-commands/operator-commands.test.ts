import { setTimeout as realDelay } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createAccounts } from '../../src/budget/accounts.ts';
import { compare, createServiceTally } from '../../src/budget/service-tally.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import { createLog } from '../../src/log.ts';
import { createExecuteCommand, type ExecuteCommand } from '../../src/operator-commands/execute.ts';
import type { OperatorAction } from '../../src/operator-commands/operator-command.ts';
import {
  commandKeyOf,
  createOperatorCommands,
  openCommandRecords,
} from '../../src/operator-commands/operator-commands.ts';
import { type Store, StoreError } from '../../src/store/store.ts';
import { markUnconfirmed } from '../budget/bookings.ts';
import { request } from '../budget/samples.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { endSessions, hasPostgres, meddlePostgres, newPostgres } from '../support/postgres.ts';
import { processOf, serverOn } from '../support/processes.ts';

/** Servers of the first process and of the second. */
const [HERE, THERE] = [serverOn(0, 2), serverOn(1, 2)];
const BY = 'operator';

let clock: FakeClock;
beforeEach(() => {
  clock = new FakeClock();
});

/** One process that looks for operator commands. */
async function lifeOf(store: Store, wrap?: (own: ExecuteCommand) => ExecuteCommand) {
  const accounts = createAccounts({ store, clock, defaultAllowanceCredits: 100 });
  const tally = createServiceTally(store, clock);
  const resolved: unknown[] = [];
  const jobs: Pick<Jobs, 'findAny' | 'resolve'> = {
    findAny: async () => undefined,
    resolve: ({ taskKey }, commit) =>
      commit((how) => {
        resolved.push([taskKey, how]);
        return [];
      }),
  };
  const queryTask = () => Promise.reject(new Error('nobody asks'));
  const own = createExecuteCommand({ accounts, jobs, tally, queryTask, commit: store.commit });
  const operatorCommands = createOperatorCommands({
    store,
    clock,
    log: createLog('silent'),
    execute: wrap?.(own) ?? own,
  });
  const stopping = new AbortController();
  const running = operatorCommands.run(stopping.signal);
  const stop = async (): Promise<void> => {
    stopping.abort(new Error('the test stops'));
    await running;
    await store.close().catch(() => undefined);
  };
  onTestFinished(stop);
  let given = 0;
  const give = (guildId: string, action: OperatorAction, id = `command-${++given}`) =>
    operatorCommands.submit({ id, guildId, byId: BY, action });
  return { accounts, give, operatorCommands, resolved, stop, tally };
}

/** Time passes, and what is asked of PostgreSQL is answered meanwhile. */
async function answerTo<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const answer = asked.then((value) => ({ value }));
  for (;;) {
    const settled = await Promise.race([answer, realDelay(50)]);
    if (settled) return settled.value;
    await clock.advance(100);
  }
}

/** The process that asked has given up waiting. */
async function answerOfNobody<Answer>(url: string, asked: Promise<Answer>): Promise<Answer> {
  await expect.poll(() => asking(url)).not.toBe(0);
  await clock.advance(10_000);
  return answerTo(asked);
}

async function asking(url: string): Promise<number> {
  let asked = 0;
  await meddlePostgres(url, async (query) => {
    asked = (await query("SELECT key FROM easel_records WHERE key LIKE 'operator_commands:%'")).length;
  });
  return asked;
}

const grant = (credits: number): OperatorAction => ({ kind: 'grant', credits, why: 'contest' });
const pause = (isPaused: boolean): OperatorAction => ({ kind: 'pause', isPaused });

describe.runIf(hasPostgres)('an operator’s command for a server of another process', () => {
  it('is executed there once, and the operator gets the result', async () => {
    const url = await newPostgres();
    const first = await lifeOf(await processOf(url, [0], 2));
    const second = await lifeOf(await processOf(url, [1], 2));
    const left = (await second.accounts.view(THERE)).leftCredits;
    // Seen before the command, so that what is at hand would be out of date after it.
    expect((await first.accounts.view(THERE)).leftCredits).toBe(left);

    expect(await answerTo(first.give(THERE, grant(50)))).toEqual({
      outcome: 'granted',
      credits: 50,
      leftCredits: left + 50,
    });
    expect(await asking(url)).toBe(0);
    expect((await first.accounts.view(THERE)).leftCredits).toBe(left + 50);
    expect((await second.accounts.view(THERE)).leftCredits).toBe(left + 50);
    expect(await answerTo(first.give(THERE, grant(-70)))).toMatchObject({ outcome: 'too few', leftCredits: 50 });
    const allowance: OperatorAction = {
      kind: 'allowance',
      allowance: { every: 'day', credits: 7, carryCapCredits: 0 },
    };
    expect(await answerTo(first.give(THERE, allowance))).toMatchObject({ outcome: 'done' });
    expect(await second.accounts.audit()).toMatchObject({ accounts: 1, faults: [] });
  });

  it('is not executed again if it is repeated', async () => {
    const url = await newPostgres();
    const first = await lifeOf(await processOf(url, [0], 2));
    const second = await lifeOf(await processOf(url, [1], 2));
    await answerTo(first.give(THERE, grant(50), 'the-same'));
    expect(await answerTo(first.give(THERE, grant(50), 'the-same'))).toMatchObject({ outcome: 'already' });
    expect(await answerTo(first.give(HERE, grant(50), 'one-here'))).toMatchObject({ outcome: 'granted' });
    expect(await answerTo(first.give(HERE, grant(50), 'one-here'))).toMatchObject({ outcome: 'already' });
    expect((await second.accounts.view(THERE)).leftCredits).toBe(150);
    expect((await first.accounts.view(HERE)).leftCredits).toBe(150);
  });

  it('is not executed again if its record appears again after its result', async () => {
    const url = await newPostgres();
    const first = await lifeOf(await processOf(url, [0], 2));
    const second = await lifeOf(await processOf(url, [1], 2));
    expect(await answerTo(first.give(THERE, pause(true), 'the-same'))).toMatchObject({ outcome: 'done' });
    expect(await answerTo(first.give(THERE, pause(false)))).toMatchObject({ outcome: 'done' });
    await meddlePostgres(url, async (query) => {
      const given = JSON.stringify({ id: 'the-same', guildId: THERE, byId: BY, action: pause(true) });
      await query('INSERT INTO easel_records VALUES ($1, $2)', `operator_commands:for-${THERE}:the-same`, given);
    });
    await answerTo(expect.poll(() => asking(url)).toBe(0));
    expect((await second.accounts.view(THERE)).pausedBy).toBeUndefined();
  });

  it('waits while no process serves its server; then the new owner executes waiting commands in order', async () => {
    const url = await newPostgres();
    const first = await lifeOf(await processOf(url, [0], 2));
    for (const action of [grant(50), pause(true), pause(false), pause(true)]) {
      expect(await answerOfNobody(url, first.give(THERE, action))).toEqual({ outcome: 'waiting' });
    }
    expect(await asking(url)).toBe(4);
    expect((await first.accounts.view(THERE)).leftCredits).toBe(100);

    const second = await lifeOf(await processOf(url, [1], 2));
    await expect.poll(() => asking(url)).toBe(0);
    expect(await second.accounts.view(THERE)).toMatchObject({ leftCredits: 150, pausedBy: 'operator' });
    const { entries } = await second.accounts.ledger(THERE);
    expect(entries.flatMap((entry) => ('what' in entry ? [entry.what] : []))).toEqual(['paused', 'resumed', 'paused']);
  });

  it('is executed only by the next owner if the previous one loses the server just then', async () => {
    const url = await newPostgres();
    const first = await lifeOf(await processOf(url, [0], 2));
    const { promise: isReading, resolve: reads } = Promise.withResolvers<void>();
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    const losing = await processOf(url, [1], 2);
    await lifeOf(losing, (own) => async (given, also) => {
      reads();
      await mayGoOn;
      return own(given, also);
    });
    const asked = first.give(THERE, grant(50));
    await answerTo(isReading);
    await endSessions(url, 1);
    const next = await lifeOf(await processOf(url, [1], 2));
    goOn();
    expect(await losing.lost).toBeInstanceOf(StoreError);
    expect(await answerTo(asked)).toMatchObject({ outcome: 'granted', leftCredits: 150 });
    expect((await next.accounts.ledger(THERE)).entries.filter(({ kind }) => kind === 'granted')).toHaveLength(1);
    expect(await next.accounts.audit()).toMatchObject({ faults: [], unreadable: [] });
  });

  it('resolves an unconfirmed task, and updates the service’s tally and the job’s message', async () => {
    const url = await newPostgres();
    const first = await lifeOf(await processOf(url, [0], 2));
    const second = await lifeOf(await processOf(url, [1], 2));
    for (const jobId of ['job', 'other', 'third']) {
      await second.accounts.hold(THERE, request(jobId, 10));
      await markUnconfirmed(second.accounts, THERE, `${jobId}.0`);
    }
    expect(await first.accounts.unconfirmed()).toHaveLength(3);
    const resolve = (
      jobId: string,
      resolution: Extract<OperatorAction, { kind: 'resolve' }>['resolution'],
    ): OperatorAction => ({
      ...{ kind: 'resolve', taskKey: `${jobId}.0`, memberId: 'member', jobId, resolution },
    });
    const answers = [
      resolve('job', { decision: 'settle', chargedCredits: 12 }),
      resolve('other', { decision: 'release' }),
      resolve('other', { decision: 'release' }),
      resolve('third', null),
    ].map((action) => first.give(THERE, action));
    expect(await answerTo(Promise.all(answers))).toMatchObject([
      { outcome: 'settled', credits: 12 },
      { outcome: 'released', credits: 10 },
      { outcome: 'already' },
      { outcome: 'unknown at the service' },
    ]);
    expect(second.resolved).toEqual([
      ['job.0', { decision: 'settled', credits: 12 }],
      ['other.0', { decision: 'released', credits: 10 }],
    ]);
    const report = await first.accounts.audit({ everyServer: true });
    expect(compare(await first.tally.sums(), report).verdict).not.toBe('differ');
    expect(await first.accounts.unconfirmed()).toHaveLength(1);
  });

  it('does not block later commands when it fails', async () => {
    const url = await newPostgres();
    const first = await lifeOf(await processOf(url, [0], 2));
    await lifeOf(await processOf(url, [1], 2), (own) => (given, also) => {
      if (given.action.kind === 'pause') throw new Error('a fault');
      return own(given, also);
    });
    const answers = [pause(true), grant(5)].map((action) => first.give(THERE, action));
    expect(await answerTo(Promise.all(answers))).toMatchObject([{ outcome: 'failed' }, { outcome: 'granted' }]);
    expect(await asking(url)).toBe(0);
  });

  it('is refused when too many wait', async () => {
    const url = await newPostgres();
    const store = await processOf(url, [0], 2);
    const first = await lifeOf(store);
    await meddlePostgres(url, async (query) => {
      const given = JSON.stringify({ id: 'x', guildId: THERE, byId: BY, action: pause(true) });
      await query(
        'INSERT INTO easel_records SELECT $1 || number, $2 FROM generate_series(1, 500) AS number',
        `operator_commands:for-${THERE}:x`,
        given,
      );
    });
    expect(await first.give(THERE, grant(5))).toEqual({ outcome: 'too many' });
  });
});

describe('an operator’s command if one process has all servers', () => {
  it('is executed at once, without a record', async () => {
    const database = new MemoryDatabase();
    const { give } = await lifeOf(await storeOver(database));
    expect(await give(THERE, grant(50))).toMatchObject({ outcome: 'granted', credits: 50 });
    expect([...database.texts.keys()].filter((key) => key.includes('asked') || key.includes('answered'))).toEqual([]);
  });
});

describe('a command whose earlier result can’t be read', () => {
  it('is not executed again, and does not block the server’s later commands', async () => {
    const database = new MemoryDatabase();
    const store = await storeOver(database);
    const { pending } = openCommandRecords(store);
    for (const id of ['a', 'b']) {
      const command = { id, guildId: HERE, byId: BY, action: grant(id === 'a' ? 50 : 5) };
      await pending.set(commandKeyOf(command), command);
    }
    database.texts.set(`operator_command_results:for-${HERE}:a`, '?');
    const { accounts } = await lifeOf(store);
    const waiting = () => [...database.texts.keys()].filter((key) => key.startsWith('operator_commands:'));
    await answerTo(expect.poll(waiting).toEqual([]));
    expect((await accounts.view(HERE)).leftCredits).toBe(105);
  });
});
