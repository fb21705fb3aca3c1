import { describe, expect, it, onTestFinished } from 'vitest';
import { alertCollection } from '../../src/alerts/alert.ts';
import { createAlerter, type PostAlert } from '../../src/alerts/alerter.ts';
import { createAccounts } from '../../src/budget/accounts.ts';
import { createLog } from '../../src/log.ts';
import { TimeoutError } from '../../src/time/time-limit.ts';
import { markUnconfirmed } from '../budget/bookings.ts';
import { request } from '../budget/samples.ts';
import { keysOf } from '../support/all-records.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { BreakingDatabase, MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { postedAs } from './posted-as.ts';

const GUILD = '111222333444555666';

async function start() {
  const clock = new FakeClock();
  const database = new BreakingDatabase();
  const store = await storeOver(database);
  const collection = store.collection(alertCollection);
  const posted: { kind: string; idempotencyKey: string }[] = [];
  const outcomes: ('no access' | 'unavailable')[] = [];
  const hooks = { posting: (_kind: string): Promise<void> | undefined => undefined };
  const post: PostAlert = async (_, { kind }, { idempotencyKey }) => {
    posted.push({ kind, idempotencyKey });
    await hooks.posting(kind);
    return postedAs(outcomes.shift());
  };
  const accounts = createAccounts({
    ...{ clock, defaultAllowanceCredits: 100, onChange: (guildId: string) => alerter.onAccountChanged(guildId) },
    store: await storeOver(new MemoryDatabase()),
  });
  let stop = new AbortController();
  onTestFinished(() => stop.abort());
  const open = () => {
    const opened = createAlerter({ store, accounts, clock, log: createLog('silent'), post });
    opened.run(stop.signal).catch(() => undefined);
    return opened;
  };
  let alerter = open();
  /** Lets the loop have its turns. */
  const settle = () => clock.advance(0).then(() => clock.advance(0));
  const restart = async (meanwhile: () => Promise<void>) => {
    stop.abort();
    await settle();
    await meanwhile();
    stop = new AbortController();
    alerter = open();
  };
  expect(await alerter.setChannel(GUILD, 'channel')).toBe(true);
  const use = async (jobId: string, credits: number) => {
    await accounts.hold(GUILD, request(jobId, credits));
    await settle();
  };
  const kinds = () => posted.map(({ kind }) => kind);
  return { alerter, clock, collection, database, accounts, hooks, kinds, outcomes, posted, restart, settle, use };
}

describe('the alerter', () => {
  it('greets the channel, and alerts at each threshold', async () => {
    const { kinds, use } = await start();
    await use('a', 49);
    expect(kinds()).toEqual(['hello']);
    await use('b', 1);
    await use('c', 10);
    await use('d', 25);
    expect(kinds()).toEqual(['hello', 'used', 'used']);
  });

  it('retries soon while Discord is unavailable', async () => {
    const { clock, kinds, outcomes, use } = await start();
    outcomes.push('unavailable');
    await use('a', 60);
    expect(kinds()).toEqual(['hello', 'used']);
    await clock.advance(1_000);
    expect(kinds()).toHaveLength(2);
    await clock.advance(2_000);
    await clock.advance(0);
    expect(kinds()).toEqual(['hello', 'used', 'used']);
  });

  it('waits an hour before it tries again in a channel where it may not post', async () => {
    const { clock, kinds, outcomes, use } = await start();
    outcomes.push('no access');
    await use('a', 60);
    await use('b', 30);
    expect(kinds()).toEqual(['hello', 'used']);
    await clock.advance(3_600_000);
    await clock.advance(0);
    expect(kinds()).toEqual(['hello', 'used', 'used']);
  });

  it('repeats an alert with the same key if it could not record it', async () => {
    const { clock, database, posted, use } = await start();
    database.breakNextCommit = 'before';
    await use('a', 60);
    await clock.advance(30_000);
    await clock.advance(0);
    expect(posted).toHaveLength(3);
    expect(posted[1]?.idempotencyKey).toBe(posted[2]?.idempotencyKey);
  });

  it('alerts about what happened while it was not running', async () => {
    const { accounts, kinds, restart, settle } = await start();
    await restart(async () => {
      await accounts.hold(GUILD, request('a', 10));
      await markUnconfirmed(accounts, GUILD, 'a.0');
      await settle();
      expect(kinds()).toEqual(['hello']);
    });
    await settle();
    await settle();
    expect(kinds()).toEqual(['hello', 'unconfirmed']);
  });

  it('repeats an alert about unconfirmed tasks with the same key if killed before it could record it', async () => {
    const { accounts, clock, database, hooks, posted, restart, settle } = await start();
    for (const job of ['a', 'b']) await accounts.hold(GUILD, request(job, 10));
    hooks.posting = () => {
      hooks.posting = () => undefined;
      database.breakNextCommit = 'before';
    };
    await markUnconfirmed(accounts, GUILD, 'a.0');
    await settle();
    await restart(async () => undefined);
    for (let turns = 0; turns < 5; turns++) await settle();
    const keys = () => posted.filter(({ kind }) => kind === 'unconfirmed').map(({ idempotencyKey }) => idempotencyKey);
    // Discord makes one message of both.
    expect(keys()).toEqual([keys()[0], keys()[0]]);
    await markUnconfirmed(accounts, GUILD, 'b.0');
    for (let turns = 0; turns < 5; turns++) await settle();
    expect(keys()).toHaveLength(3);
    expect(keys()[2]).not.toBe(keys()[0]);
    await clock.advance(60_000);
    expect(keys()).toHaveLength(3);
  });

  it('can be moved and turned off while Discord is slow, and what it posted then changes nothing', async () => {
    const { alerter, hooks, kinds, settle, use } = await start();
    const slow = Promise.withResolvers<void>();
    hooks.posting = (kind) => (kind === 'used' ? slow.promise : undefined);
    await use('a', 60);
    expect(kinds()).toEqual(['hello', 'used']);
    expect(await alerter.setChannel(GUILD, 'another')).toBe(true);
    expect(await alerter.channelOf(GUILD)).toBe('another');
    expect(await alerter.turnOff(GUILD)).toBe(true);
    slow.resolve();
    await settle();
    expect(await alerter.channelOf(GUILD)).toBeUndefined();
  });

  it('sends nothing when it is turned off', async () => {
    const { alerter, kinds, use } = await start();
    expect(await alerter.turnOff(GUILD)).toBe(true);
    expect(await alerter.turnOff(GUILD)).toBe(false);
    await use('a', 90);
    expect(kinds()).toEqual(['hello']);
  });

  it('does not keep a channel in which it cannot post', async () => {
    const { alerter, collection, outcomes } = await start();
    await alerter.turnOff(GUILD);
    outcomes.push('no access');
    expect(await alerter.setChannel(GUILD, 'secret')).toBe(false);
    expect(await keysOf(collection)).toEqual([]);
  });

  it('does not keep a channel either if Discord takes too long', async () => {
    const { alerter, collection, hooks } = await start();
    await alerter.turnOff(GUILD);
    hooks.posting = () => {
      throw new TimeoutError(30_000);
    };
    expect(await alerter.setChannel(GUILD, 'slow')).toBe(false);
    expect(await keysOf(collection)).toEqual([]);
  });

  it('says once an hour that moderators cannot be reached, and retries if Discord does not accept it', async () => {
    const { alerter, clock, kinds, outcomes, settle } = await start();
    for (let times = 0; times < 3; times++) alerter.onModeratorsUnreachable(GUILD);
    await settle();
    expect(kinds()).toEqual(['hello', 'moderators unreachable']);
    await clock.advance(3_599_000);
    alerter.onModeratorsUnreachable(GUILD);
    await settle();
    expect(kinds()).toHaveLength(2);
    await clock.advance(1_000);
    outcomes.push('unavailable');
    alerter.onModeratorsUnreachable(GUILD);
    await settle();
    alerter.onModeratorsUnreachable(GUILD);
    await settle();
    expect(kinds()).toEqual(['hello', 'moderators unreachable', 'moderators unreachable', 'moderators unreachable']);
  });

  it('does not say that moderators cannot be reached if alerts are off', async () => {
    const { alerter, kinds, settle } = await start();
    await alerter.turnOff(GUILD);
    alerter.onModeratorsUnreachable(GUILD);
    await settle();
    expect(kinds()).toEqual(['hello']);
  });
});
