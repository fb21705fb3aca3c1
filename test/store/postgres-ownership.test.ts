import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { type OpenStoreOptions, openStore } from '../../src/store/open-store.ts';
import { BEAT_EVERY_MS } from '../../src/store/postgres/heartbeat.ts';
import { type Collection, type Store, StoreError } from '../../src/store/store.ts';
import { askedAt, endSessions, hasPostgres, meddlePostgres, newPostgres, sessionsOf } from '../support/postgres.ts';
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

const LOST = 'the connection to PostgreSQL was lost';

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
      await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'Easel: %' AND pid NOT IN (${sessionsOf()})`);
    });
    await expect(opening).rejects.toThrow(LOST);
    await numbersOf(first).set('last', 1);
  });

  it('is nobody that was told to stop while it waited', async () => {
    const url = await newPostgres();
    await open(url);
    const stopping = new AbortController();
    const opening = open(url, { signal: stopping.signal, onWaiting: () => stopping.abort(new Error('stopping')) });
    await expect(opening).rejects.toThrow(StoreError);
  });

  it('is the next as soon as its process is killed, and nothing that it said is lost', async () => {
    const url = await newPostgres();
    const child = startChild('write-until-lost.ts', [url]);
    await child.line();
    const { waitsFor, opening } = openAfter(url);
    expect(await waitsFor).toContain(`process ${child.process.pid}`);
    child.process.kill('SIGKILL');
    const said = (await linesOf(child)).map(Number);
    const kept = await numbersOf(await opening).get('last');
    expect(kept).toBeGreaterThanOrEqual(Math.max(...said));
  });

  it('is the next where it stands still for 20 seconds: it writes nothing once it goes on, and ends', {
    timeout: 60_000,
  }, async () => {
    const url = await newPostgres();
    const child = startChild('write-until-lost.ts', [url]);
    await child.line();
    const { waitsFor, opening } = openAfter(url);
    await waitsFor;
    child.process.kill('SIGSTOP');
    const next = numbersOf(await opening);
    await next.set('last', -1);
    child.process.kill('SIGCONT');
    const told = (await linesOf(child)).filter((line) => Number.isNaN(Number(line)));
    // A commit that stood still with it may have run out of its own time first.
    expect(told).toHaveLength(2);
    expect(told[1]).toContain(LOST);
    expect(await next.get('last')).toBe(-1);
  });

  it('keeps its session by its heartbeat where nothing is written', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const url = await newPostgres();
    await open(url);
    for (let beat = 0; beat < 2; beat++) {
      const before = await askedAt(url);
      vi.advanceTimersByTime(BEAT_EVERY_MS);
      await expect.poll(() => askedAt(url), { timeout: 20_000 }).not.toEqual(before);
    }
  });
});

/** All that it still says. */
async function linesOf(child: Child): Promise<string[]> {
  const lines: string[] = [];
  for (let line = await child.line(); line !== undefined; line = await child.line()) lines.push(line);
  return lines;
}

describe.runIf(hasPostgres)('what an owner asks to be written', () => {
  it('is not written once its session has ended, whatever it is, and it ends', async () => {
    const url = await newPostgres();
    const store = await open(url);
    const numbers = numbersOf(store);
    await store.commit([numbers.put('a', 1), numbers.put('b', 2)]);
    await endSessions(url);
    await expect(store.commit([numbers.put('a', 3), numbers.drop('b')])).rejects.toThrow(LOST);
    expect(String(await store.lost)).toContain(LOST);
    await expect(numbers.get('a')).rejects.toThrow(LOST);
    const next = numbersOf(await open(url));
    expect([await next.get('a'), await next.get('b')]).toEqual([1, 2]);
  });

  it('is waited for by the next owner where it is under way, though its process is gone', async () => {
    const url = await newPostgres();
    const wire = await startWire(url);
    const numbers = numbersOf(await open(wire.url));
    await numbers.set('a', 1);
    const { waitsFor, opening } = openAfter(url);
    await waitsFor;
    await meddlePostgres(url, async (query) => {
      await query('BEGIN');
      await query("SELECT FROM easel_records WHERE key = 'numbers:a' FOR UPDATE");
      const writing = expect(numbers.set('a', 2)).rejects.toThrow(LOST);
      await waitingForLocks(url, 1);
      wire.cut();
      await writing;
      await query('COMMIT');
    });
    expect(await numbersOf(await opening).get('a')).toBe(2);
  });
});

describe.runIf(hasPostgres)('what an owner does outside the store', () => {
  /** As if it had stood still for so long. */
  const standStill = (durationMs: number): void => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + durationMs });
  };

  it('is proved to be its own to do, and asked for again once it stood still', async () => {
    const url = await newPostgres();
    const store = await open(url);
    await store.prove?.();
    const before = await askedAt(url);
    standStill(60_000);
    await Promise.all([store.prove?.(), store.prove?.()]);
    expect(await askedAt(url)).not.toEqual(before);
  });

  it('is refused as soon as its connection is lost, for that is enough to take over', async () => {
    const url = await newPostgres();
    const store = await open(url);
    await store.prove?.();
    await endSessions(url);
    await store.lost;
    await expect(store.prove?.()).rejects.toThrow(LOST);
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
      const states = () => query(`SELECT state FROM pg_stat_activity WHERE pid IN (${sessionsOf()})`);
      await expect.poll(states, { timeout: 20_000 }).toEqual([{ state: 'idle' }]);
    });
    await endSessions(url);
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
    expect(String(await store.lost)).toContain(LOST);
    await expect(numbers.get('last')).rejects.toThrow(LOST);
    // It may take longer than it waits: a reader that gets no answer ends with its own time.
    await store.close().catch(() => undefined);

    await endSessions(url);
    const next = numbersOf(await open(url));
    expect(await next.get('last')).toBe(1);
    await next.set('last', -1);
    await wire.letGo();
    expect(await next.get('last')).toBe(-1);
  });
});

/** A way to PostgreSQL that can hold back all that is sent to it. */
async function startWire(url: string): Promise<{ url: string; hold(): void; letGo(): Promise<void>; cut(): void }> {
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
    cut: () => {
      for (const end of ends.flat()) end.destroy();
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
    await endSessions(url, 2);
    await expect(numbersOf(first).set('a', 3)).rejects.toThrow(LOST);
    await numbersOf(second).set('b', 4);
  });

  it('are nobody’s any more once servers are divided otherwise: an owner that was stopped meanwhile writes nothing', async () => {
    const url = await newPostgres();
    const stopped = numbersOf(await open(url, { shards: { numbers: [3], of: 4 } }));
    await stopped.set('a', 1);
    await endSessions(url);
    const next = numbersOf(await open(url, { shards: { numbers: [1], of: 2 } }));
    await next.set('a', 2);
    await expect(stopped.set('a', 3)).rejects.toThrow(LOST);
    expect(await next.get('a')).toBe(2);
  });

  it('cannot be none', async () => {
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
