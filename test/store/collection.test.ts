import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createCollection } from '../../src/store/collection.ts';
import { createKeyedLocks } from '../../src/store/locks.ts';
import { StoreError } from '../../src/store/store.ts';
import type { Table } from '../../src/store/table.ts';

const LIMIT_MS = 1000;

/** A table in memory whose next write can be kept from ending. */
function stallingTable() {
  const texts = new Map<string, string>();
  let stall: Promise<void> | undefined;
  const table: Table = {
    read: async (key) => texts.get(key),
    write: async (key, text) => {
      const waiting = stall;
      stall = undefined;
      await waiting;
      texts.set(key, text);
    },
    remove: async (key) => texts.delete(key),
    rows: async function* () {
      yield* texts;
    },
    checkpoint: async () => undefined,
    disconnect: async () => undefined,
  };
  const stallNextWrite = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    stall = promise;
    return resolve;
  };
  return { table, texts, stallNextWrite };
}

function makeCollection(table: () => Promise<Table>) {
  return createCollection(z.object({ count: z.int() }), {
    name: 'things',
    table,
    locks: createKeyedLocks(),
    callTimeoutMs: LIMIT_MS,
  });
}

describe('a collection whose store hangs', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gives every call up after its time limit', async () => {
    const never = makeCollection(() => new Promise<never>(() => undefined));
    const calls = [never.get('a'), never.set('a', { count: 1 }), never.delete('b'), never.keys(), never.all()];
    const outcomes = Promise.allSettled(calls);
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreError) });
    }
  });

  it('reads nothing that a write which may still land would overtake', async () => {
    const { table, stallNextWrite } = stallingTable();
    const things = makeCollection(async () => table);
    const land = stallNextWrite();
    const write = expect(things.set('a', { count: 1 })).rejects.toThrow('no answer within 1000 ms');
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    await write;
    await expect(things.get('a')).rejects.toThrow('an earlier write has not ended');
    expect(await things.get('b')).toBeUndefined();
    land();
    await vi.advanceTimersByTimeAsync(0);
    expect(await things.get('a')).toEqual({ count: 1 });
  });

  it('never begins a write whose time was up while it waited for its turn', async () => {
    const { table, texts, stallNextWrite } = stallingTable();
    const things = makeCollection(async () => table);
    const land = stallNextWrite();
    const outcomes = Promise.allSettled([things.set('a', { count: 1 }), things.set('b', { count: 2 })]);
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect((await outcomes).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    land();
    await vi.advanceTimersByTimeAsync(0);
    expect([...texts.keys()]).toEqual(['a']);
    await things.set('b', { count: 3 });
    expect(await things.get('b')).toEqual({ count: 3 });
  });
});

describe('keys', () => {
  const things = makeCollection(async () => stallingTable().table);

  it.each([[''], ['with space'], ['line\nbreak'], ['ü'], ['x'.repeat(201)]])('%j is refused', async (key) => {
    await expect(things.get(key)).rejects.toThrow(StoreError);
    await expect(things.set(key, { count: 1 })).rejects.toThrow(StoreError);
    await expect(things.delete(key)).rejects.toThrow(StoreError);
  });

  it('of server and member are accepted', async () => {
    expect(await things.get('123456789012345678:987654321098765432')).toBeUndefined();
  });
});
