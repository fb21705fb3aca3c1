import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { type OpenStoreOptions, openStore } from '../../src/store/open-store.ts';
import { RENEW_EVERY_MS } from '../../src/store/postgres/lease.ts';
import { type Collection, type Store, StoreError } from '../../src/store/store.ts';
import { allOf } from '../support/all-records.ts';
import { hasPostgres, meddlePostgres, newPostgres } from '../support/postgres.ts';
import { type Child, startChild } from './child.ts';

afterEach(() => {
  vi.useRealTimers();
});

async function open(url: string, options: OpenStoreOptions = {}): Promise<Store> {
  const store = await openStore(url, { callTimeoutMs: 10_000, ...options });
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

const numberSchema = z.int();
const numbersOf = (store: Store): Collection<number> => store.collection('numbers', numberSchema);

/** Opens it as soon as its owner is gone; resolves with that owner's name as soon as it is known. */
function openAfter(url: string): { waitsFor: Promise<string>; opening: Promise<Store> } {
  const { promise: waitsFor, resolve } = Promise.withResolvers<string>();
  return { waitsFor, opening: open(url, { onWaiting: resolve }) };
}

/** As if nothing had been heard of the owner for long. */
const lapse = (url: string): Promise<void> =>
  meddlePostgres(url, async (query) => {
    await query('UPDATE easel_owners SET until = clock_timestamp()');
  });

/** Resolves once so many connections to this database wait for a lock. */
async function waitingForLocks(url: string, count: number): Promise<void> {
  await meddlePostgres(url, async (query) => {
    const waiting = (): Promise<unknown> =>
      query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()",
      );
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(count);
  });
}

describe.runIf(hasPostgres)('who owns a store in PostgreSQL', () => {
  it('is one of all that ask at once; the others are told who', async () => {
    const url = await newPostgres();
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => open(url)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(StoreError);
      expect(String(refusal)).toContain(`another Easel is running on this store (`);
      expect(String(refusal)).toContain(`process ${process.pid})`);
    }
  });

  it('is the next that waits, once it is given back', async () => {
    const url = await newPostgres();
    const first = await open(url);
    await numbersOf(first).set('last', 1);
    const { waitsFor, opening } = openAfter(url);
    expect(await waitsFor).toContain(`process ${process.pid}`);
    await numbersOf(first).set('last', 2);
    await first.close();
    const second = numbersOf(await opening);
    expect(await second.get('last')).toBe(2);
    await second.set('last', 3);
  });

  it('is nobody whose own connection was lost while it waited', async () => {
    const url = await newPostgres();
    const first = await open(url);
    const { waitsFor, opening } = openAfter(url);
    await waitsFor;
    await meddlePostgres(url, async (query) => {
      // Of the locks, those with two numbers are owners'.
      await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'Easel'
          AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2)`);
    });
    await expect(opening).rejects.toThrow('the connection to PostgreSQL was lost');
    await numbersOf(first).set('last', 1);
  });

  it('is nobody that was told to stop while it waited', async () => {
    const url = await newPostgres();
    await open(url);
    const stopping = new AbortController();
    const opening = open(url, { signal: stopping.signal, onWaiting: () => stopping.abort(new Error('stopping')) });
    await expect(opening).rejects.toThrow(StoreError);
  });

  it('is the next as soon as its process is killed, long before its time is up, and nothing that it said is lost', async () => {
    const url = await newPostgres();
    const child = startChild('write-until-lost.ts', [url]);
    await child.line();
    const { waitsFor, opening } = openAfter(url);
    expect(await waitsFor).toContain(`process ${child.process.pid}`);
    child.process.kill('SIGKILL');
    const said = (await linesOf(child)).map(Number);
    const kept = await numbersOf(await opening).get('last');
    expect(kept).toBeGreaterThanOrEqual(Math.max(...said));
    await meddlePostgres(url, async (query) => {
      const [epochs] = await query('SELECT epoch FROM easel_owners');
      expect(epochs).toEqual({ epoch: 2 });
    });
  });

  it('is asked anew while it is stopped for longer than its time: it writes nothing once it goes on, and ends', async () => {
    const url = await newPostgres();
    const child = startChild('write-until-lost.ts', [url]);
    await child.line();
    const { waitsFor, opening } = openAfter(url);
    await waitsFor;
    child.process.kill('SIGSTOP');
    await meddlePostgres(url, async (query) => {
      const state = `SELECT state FROM pg_stat_activity WHERE pid IN
        (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;
      await expect.poll(() => query(state), { timeout: 20_000 }).toEqual([{ state: 'idle' }]);
    });
    await lapse(url);
    const next = numbersOf(await opening);
    await next.set('last', -1);
    child.process.kill('SIGCONT');
    const said = await linesOf(child);
    const told = said.filter((line) => Number.isNaN(Number(line)));
    expect(told).toEqual([expect.stringMatching(/^StoreError: another Easel \(.*\) has taken over/), told[0]]);
    expect(told[0]).toContain(`process ${process.pid}`);
    expect(await next.get('last')).toBe(-1);
  });
});

/** All that it still says. */
async function linesOf(child: Child): Promise<string[]> {
  const lines: string[] = [];
  for (let line = await child.line(); line !== undefined; line = await child.line()) lines.push(line);
  return lines;
}

describe.runIf(hasPostgres)('what an owner of before asks to be written', () => {
  const takeOver = "UPDATE easel_owners SET epoch = epoch + 1, owner = 'the next'";

  it('is not written, whatever it is, and ends it', async () => {
    const url = await newPostgres();
    const store = await open(url);
    const numbers = numbersOf(store);
    await store.commit([numbers.put('a', 1), numbers.put('b', 2)]);
    await meddlePostgres(url, async (query) => {
      await query(takeOver);
    });
    await expect(store.commit([numbers.put('a', 3), numbers.drop('b')])).rejects.toThrow('another Easel (the next)');
    expect(String(await store.lost)).toContain('another Easel (the next) has taken over');
    await expect(numbers.get('a')).rejects.toThrow('another Easel (the next)');
    const reader = numbersOf(await open(url, { exclusive: false }));
    expect((await allOf(reader)).records).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('waits for a claim that is under way, and is not written when that succeeds', async () => {
    const url = await newPostgres();
    const numbers = numbersOf(await open(url));
    // PostgreSQL makes its general plan of a statement after some uses.
    for (let use = 0; use < 10; use++) await numbers.set('before', use);
    await meddlePostgres(url, async (query) => {
      await query('BEGIN');
      await query(takeOver);
      const refused = expect(numbers.set('a', 1)).rejects.toThrow('another Easel (the next)');
      await waitingForLocks(url, 1);
      await query('COMMIT');
      await refused;
      expect(await query("SELECT key FROM easel_records WHERE key = 'numbers:a'")).toEqual([]);
    });
  });

  it('is waited for by a claim where it is under way, so that the next owner sees it', async () => {
    const url = await newPostgres();
    const numbers = numbersOf(await open(url));
    await numbers.set('a', 1);
    let claiming: Promise<void> | undefined;
    await meddlePostgres(url, async (query) => {
      await query('BEGIN');
      await query("SELECT FROM easel_records WHERE key = 'numbers:a' FOR UPDATE");
      const writing = numbers.set('a', 2);
      await waitingForLocks(url, 1);
      claiming = meddlePostgres(url, async (claim) => {
        await claim(takeOver);
        expect(await claim("SELECT value FROM easel_records WHERE key = 'numbers:a'")).toEqual([{ value: '2' }]);
      });
      await waitingForLocks(url, 2);
      await query('COMMIT');
      await writing;
    });
    await claiming;
    await expect(numbers.set('a', 3)).rejects.toThrow('another Easel (the next)');
  });

  it('is noticed when nothing is written too, for the ownership is renewed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const renewals = () => vi.advanceTimersByTime(RENEW_EVERY_MS);
    const url = await newPostgres();
    const store = await open(url);
    await meddlePostgres(url, async (query) => {
      const isCurrent = async (): Promise<unknown> =>
        (await query('SELECT until > clock_timestamp() AS current FROM easel_owners'))[0];
      expect(await isCurrent()).toEqual({ current: true });
      await query('UPDATE easel_owners SET until = clock_timestamp()');
      expect(await isCurrent()).toEqual({ current: false });
      renewals();
      await expect.poll(isCurrent, { timeout: 20_000 }).toEqual({ current: true });
      await query(takeOver);
    });
    renewals();
    expect(String(await store.lost)).toContain('another Easel (the next) has taken over');
  });
});

describe.runIf(hasPostgres)('what an owner does outside the store', () => {
  /** As if it had stood still for so long. */
  const standStill = (durationMs: number): void => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + durationMs });
  };

  it('is proved to be its own to do, and its shards stay its own, however long it stood still', async () => {
    const url = await newPostgres();
    const store = await open(url);
    await store.prove?.();
    await lapse(url);
    standStill(60_000);
    await Promise.all([store.prove?.(), store.prove?.()]);
    await meddlePostgres(url, async (query) => {
      expect(await query('SELECT until > clock_timestamp() AS current FROM easel_owners')).toEqual([{ current: true }]);
    });
  });

  it('is refused once another has taken over while it stood still', async () => {
    const url = await newPostgres();
    const store = await open(url);
    await store.prove?.();
    await meddlePostgres(url, async (query) => {
      await query("UPDATE easel_owners SET epoch = epoch + 1, owner = 'the next'");
    });
    standStill(60_000);
    await expect(store.prove?.()).rejects.toThrow('another Easel (the next) has taken over');
  });

  it('is refused as soon as its connection is lost, for that is enough to take over', async () => {
    const url = await newPostgres();
    const store = await open(url);
    await store.prove?.();
    await meddlePostgres(url, async (query) => {
      await query(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      );
    });
    await store.lost;
    await expect(store.prove?.()).rejects.toThrow('the connection to PostgreSQL was lost');
  });
});

describe.runIf(hasPostgres)('an owner that stood still', () => {
  it('for a second, while its connection ended and another took over, does nothing outside once it goes on', async () => {
    const url = await newPostgres();
    const child = startChild('act-until-lost.ts', [url]);
    await child.line();
    const { waitsFor, opening } = openAfter(url);
    await waitsFor;
    child.process.kill('SIGSTOP');
    const stoppedAtMs = performance.now();
    await meddlePostgres(url, async (query) => {
      // What it asked for last is answered, and waits in its socket.
      const owner =
        'SELECT pid FROM pg_locks WHERE objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())';
      const states = () => query(`SELECT state FROM pg_stat_activity WHERE pid IN (${owner})`);
      await expect.poll(states, { timeout: 20_000 }).toEqual([{ state: 'idle' }]);
      await query(`SELECT pg_terminate_backend(pid) FROM (${owner}) AS owner`);
    });
    await opening;
    await expect.poll(() => performance.now() - stoppedAtMs, { timeout: 20_000 }).toBeGreaterThan(1_000);
    const goesOnAtMs = Date.now();
    child.process.kill('SIGCONT');
    const actsAtMs = (await linesOf(child)).map(Number);
    expect(actsAtMs.filter((atMs) => atMs >= goesOnAtMs)).toEqual([]);
  });
});

describe.runIf(hasPostgres)('an owner whose network carries nothing for a while', () => {
  it('gives up when no answer comes, and what it had sent is not written once it arrives behind the next owner', async () => {
    const url = await newPostgres();
    const wire = await startWire(url);
    const store = await open(wire.url, { callTimeoutMs: 500 });
    const numbers = numbersOf(store);
    await numbers.set('last', 1);
    wire.hold();
    await expect(numbers.set('last', 2)).rejects.toThrow('no answer within');
    await expect(numbers.get('other')).rejects.toThrow('no answer within');
    expect(String(await store.lost)).toContain('the connection to PostgreSQL was lost');
    await expect(numbers.get('last')).rejects.toThrow('the connection to PostgreSQL was lost');
    // It may take longer than it waits: a reader that gets no answer ends with its own time.
    await store.close().catch(() => undefined);

    const { waitsFor, opening } = openAfter(url);
    await waitsFor;
    await lapse(url);
    const next = numbersOf(await opening);
    expect(await next.get('last')).toBe(1);
    await next.set('last', -1);
    await wire.letGo();
    expect(await next.get('last')).toBe(-1);
  });
});

/** A way to PostgreSQL that can hold back all that is sent to it. */
async function startWire(url: string): Promise<{ url: string; hold(): void; letGo(): Promise<void> }> {
  const { hostname, port } = new URL(url);
  const ends: [near: Socket, far: Socket][] = [];
  let isHeld = false;
  const wire = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port) });
    ends.push([near, far]);
    for (const end of [near, far]) end.on('error', () => undefined);
    far.pipe(near);
    if (!isHeld) near.pipe(far);
  });
  wire.listen(0, '127.0.0.1');
  await once(wire, 'listening');
  onTestFinished(() => {
    for (const end of ends.flat()) end.destroy();
    wire.close();
  });
  const address = wire.address();
  const nearPort = typeof address === 'object' ? address?.port : undefined;
  return {
    url: Object.assign(new URL(url), { port: String(nearPort) }).href,
    hold: () => {
      isHeld = true;
      for (const [near, far] of ends) near.unpipe(far).pause();
    },
    letGo: async () => {
      isHeld = false;
      await Promise.all(
        ends.map(async ([near, far]) => {
          near.pipe(far);
          if (!far.closed) await once(far, 'close');
        }),
      );
    },
  };
}

describe.runIf(hasPostgres)('shards of one store', () => {
  it('are owned by a process each, and lost by one alone', async () => {
    const url = await newPostgres();
    const first = await open(url, { shards: { numbers: [0, 2], of: 4 } });
    const second = await open(url, { shards: { numbers: [1, 3], of: 4 } });
    await Promise.all([numbersOf(first).set('a', 1), numbersOf(second).set('b', 2)]);
    await meddlePostgres(url, async (query) => {
      await query("UPDATE easel_owners SET epoch = epoch + 1, owner = 'the next' WHERE shard = 2");
    });
    await expect(numbersOf(first).set('a', 3)).rejects.toThrow('another Easel');
    await numbersOf(second).set('b', 4);
  });

  it('are nobody’s any more once servers are divided otherwise: an owner that was stopped meanwhile writes nothing', async () => {
    const url = await newPostgres();
    const stopped = numbersOf(await open(url, { shards: { numbers: [3], of: 4 } }));
    await stopped.set('a', 1);
    await lapse(url);
    const next = numbersOf(await open(url, { shards: { numbers: [1], of: 2 } }));
    await next.set('a', 2);
    await expect(stopped.set('a', 3)).rejects.toThrow('another Easel');
    expect(await next.get('a')).toBe(2);
  });

  it('cannot be none, for who owns nothing could lose nothing', async () => {
    await expect(open(await newPostgres(), { shards: { numbers: [], of: 4 } })).rejects.toThrow('has to own a shard');
  });

  it('are refused where one of them is owned, or servers are divided otherwise, and none is taken then', async () => {
    const url = await newPostgres();
    const owner = await open(url, { shards: { numbers: [1], of: 4 } });
    for (const shards of [
      { numbers: [0, 1], of: 4 },
      { numbers: [0], of: 2 },
      { numbers: [0], of: 1 },
    ]) {
      await expect(open(url, { shards })).rejects.toThrow('another Easel');
    }
    const beside = await open(url, { shards: { numbers: [0], of: 4 } });
    await numbersOf(beside).set('a', 1);
    await owner.close();
    await beside.close();
    await open(url, { shards: { numbers: [0], of: 2 } });
  });
});
