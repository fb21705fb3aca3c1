import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { type OpenStoreOptions, openStore } from '../../src/store/open-store.ts';
import { BEAT_EVERY_MS } from '../../src/store/postgres/heartbeat.ts';
import { type Collection, type Store, StoreError } from '../../src/store/store.ts';
import { askedAt, endSessions, hasPostgres, meddlePostgres, newPostgres, sessionsOf } from '../support/postgres.ts';
import { toy } from '../support/toy-collection.ts';
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
const numbersOf = (store: Store): Collection<number> => store.collection(toy('numbers', numberSchema));

/** Opens the store once its owner has ended. Resolves with the owner's name as soon as it is known. */
function openAfter(url: string): { waitsFor: Promise<string>; opening: Promise<Store> } {
  const { promise: waitsFor, resolve } = Promise.withResolvers<string>();
  return { waitsFor, opening: open(url, { onWaiting: resolve }) };
}

const LOST = 'the connection to PostgreSQL was lost';

/** Resolves once this many connections to the database wait for a lock. */
async function waitingForLocks(url: string, count: number): Promise<void> {
  await meddlePostgres(url, async (query) => {
    const waiting = (): Promise<unknown> =>
      query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()",
      );
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(count);
  });
}

describe.runIf(hasPostgres)('the owner of a store in PostgreSQL', () => {
  it('is one of all that ask at once, and the others learn its name', async () => {
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

  it('is the next in line once the previous one releases the store', async () => {
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

  it('is no process whose own connection was lost while it waited', async () => {
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

  it('is no process that was told to stop while it waited', async () => {
    const url = await newPostgres();
    await open(url);
    const stopping = new AbortController();
    const opening = open(url, { signal: stopping.signal, onWaiting: () => stopping.abort(new Error('stopping')) });
    await expect(opening).rejects.toThrow(StoreError);
  });

  it('is the next in line as soon as the previous process is killed, and acknowledged writes survive', async () => {
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

  it('is the next in line after the previous one stood still for 20 seconds, which then writes nothing and ends', {
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
    const lines = (await linesOf(child)).filter((line) => Number.isNaN(Number(line)));
    // A commit that was delayed with it may have timed out first.
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(LOST);
    expect(await next.get('last')).toBe(-1);
  });

  it('keeps its session alive by heartbeats while it writes nothing', async () => {
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

/** All remaining output. */
async function linesOf(child: Child): Promise<string[]> {
  const lines: string[] = [];
  for (let line = await child.line(); line !== undefined; line = await child.line()) lines.push(line);
  return lines;
}

describe.runIf(hasPostgres)('an owner’s pending write', () => {
  it('is never written after its session has ended, and the process ends', async () => {
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

  it('delays the next owner if it is running, even though its process is gone', async () => {
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

describe.runIf(hasPostgres)('an owner’s calls outside the store', () => {
  /** As if it had stood still for this long. */
  const standStill = (durationMs: number): void => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + durationMs });
  };

  it('need proof of ownership, again after it stood still', async () => {
    const url = await newPostgres();
    const store = await open(url);
    await store.prove?.();
    const before = await askedAt(url);
    standStill(60_000);
    await Promise.all([store.prove?.(), store.prove?.()]);
    expect(await askedAt(url)).not.toEqual(before);
  });

  it('are refused as soon as its connection is lost, because another process may take over', async () => {
    const url = await newPostgres();
    const store = await open(url);
    await store.prove?.();
    await endSessions(url);
    await store.lost;
    await expect(store.prove?.()).rejects.toThrow(LOST);
  });
});

describe.runIf(hasPostgres)('an owner that stood still', () => {
  it('for a second, while its connection ended and another took over, makes no call outside when it continues', async () => {
    const url = await newPostgres();
    const child = startChild('act-until-lost.ts', [url]);
    await child.line();
    const { waitsFor, opening } = openAfter(url);
    await waitsFor;
    child.process.kill('SIGSTOP');
    const stoppedAtMs = performance.now();
    await meddlePostgres(url, async (query) => {
      // Its last request is answered and waits in its socket.
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

describe.runIf(hasPostgres)('an owner without network for a while', () => {
  it('gives up when no answer comes, and its late writes are not applied over the next owner’s', async () => {
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
    // It may take longer than the time limit: a reader without an answer ends at its own limit.
    await store.close().catch(() => undefined);

    await endSessions(url);
    const next = numbersOf(await open(url));
    expect(await next.get('last')).toBe(1);
    await next.set('last', -1);
    await wire.letGo();
    expect(await next.get('last')).toBe(-1);
  });
});

/** A proxy to PostgreSQL that can hold back all traffic to it. */
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
  it('have one owner process each, and are lost one process at a time', async () => {
    const url = await newPostgres();
    const first = await open(url, { shards: { numbers: [0, 2], of: 4 } });
    const second = await open(url, { shards: { numbers: [1, 3], of: 4 } });
    await Promise.all([numbersOf(first).set('a', 1), numbersOf(second).set('b', 2)]);
    await endSessions(url, 2);
    await expect(numbersOf(first).set('a', 3)).rejects.toThrow(LOST);
    await numbersOf(second).set('b', 4);
  });

  it('have no owner once servers are divided differently, and a former owner that was stopped writes nothing', async () => {
    const url = await newPostgres();
    const stopped = numbersOf(await open(url, { shards: { numbers: [3], of: 4 } }));
    await stopped.set('a', 1);
    await endSessions(url);
    const next = numbersOf(await open(url, { shards: { numbers: [1], of: 2 } }));
    await next.set('a', 2);
    await expect(stopped.set('a', 3)).rejects.toThrow(LOST);
    expect(await next.get('a')).toBe(2);
  });

  it('must be at least one', async () => {
    await expect(open(await newPostgres(), { shards: { numbers: [], of: 4 } })).rejects.toThrow('must own a shard');
  });

  it('are refused, all of them, if one is owned or servers are divided differently', async () => {
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
