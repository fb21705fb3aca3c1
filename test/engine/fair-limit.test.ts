import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Asker, BusyError, createFairLimit } from '../../src/engine/fair-limit.ts';

/** Work that ends when the test says so, in the order in which it started. */
function createBench(options: { atOnce: number; waitingMax: number }) {
  const limit = createFairLimit(options);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, asker: Asker, signal?: AbortSignal): Promise<string> =>
    limit.run(
      asker,
      async () => {
        begun.push(name);
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.set(name, resolve);
        await promise;
        return name;
      },
      signal,
    );
  return {
    limit,
    begun,
    run,
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      await nextTurn();
    },
  };
}

const inServer = (guildId: string, memberId = 'm'): Asker => ({ guildId, memberId });

describe('a fair limit', () => {
  it('passes on results and errors, and frees the slot after either', async () => {
    const limit = createFairLimit({ atOnce: 1, waitingMax: 10 });
    expect(await limit.run(inServer('a'), async () => 5)).toBe(5);
    const failing = limit.run(inServer('a'), async () => {
      throw new TypeError('as asked');
    });
    await expect(failing).rejects.toThrow(new TypeError('as asked'));
    expect(await limit.run({ guildId: 'a' }, async () => 6)).toBe(6);
    expect(limit.running).toBe(0);
  });

  it('keeps a slot for a later server, however long the work of the first takes', async () => {
    const { begun, run, limit } = createBench({ atOnce: 8, waitingMax: 1000 });
    for (let index = 0; index < 50; index++) void run(`a${index}`, inServer('a'));
    await nextTurn();
    expect(begun).toEqual(['a0', 'a1', 'a2', 'a3']);
    void run('b0', inServer('b'));
    await nextTurn();
    expect(begun.at(-1)).toBe('b0');
    void run('c0', inServer('c'));
    await nextTurn();
    expect(begun.at(-1)).toBe('c0');
    expect(limit.running).toBe(6);
  });

  it('gives freed slots to servers in turn, and to members within a server', async () => {
    const { begun, run, end } = createBench({ atOnce: 1, waitingMax: 100 });
    void run('first', inServer('a', '1'));
    for (const name of ['a1-x', 'a1-y', 'a2-x']) void run(name, inServer('a', name.slice(1, 2)));
    for (const name of ['b1-x', 'b1-y']) void run(name, inServer('b', '1'));
    await nextTurn();
    for (let index = 0; index < 5; index++) await end(begun.at(-1) ?? '');
    expect(begun).toEqual(['first', 'a1-x', 'b1-x', 'a2-x', 'b1-y', 'a1-y']);
  });

  it('refuses more waiting work of one server before it takes the room of others', async () => {
    const { run, limit } = createBench({ atOnce: 1, waitingMax: 8 });
    void run('runs', inServer('a'));
    const waiting = Array.from({ length: 4 }, (_, index) => run(`a${index}`, inServer('a')));
    await expect(run('one more', inServer('a'))).rejects.toThrow(BusyError);
    expect(limit.waiting).toBe(waiting.length);
    void run('b0', inServer('b'));
    void run('b1', inServer('b'));
    await expect(run('b2', inServer('b'))).rejects.toThrow(BusyError);
    void run('c0', inServer('c'));
    void run('d0', inServer('d'));
    await expect(run('e0', inServer('e'))).rejects.toThrow(BusyError);
    expect(limit.waiting).toBe(8);
  });

  it('frees the room of waiting work that is aborted, and never starts it', async () => {
    const { begun, run, end, limit } = createBench({ atOnce: 1, waitingMax: 10 });
    const leaving = new AbortController();
    void run('runs', inServer('a'));
    const left = run('left', inServer('b'), leaving.signal);
    void run('stays', inServer('c'));
    leaving.abort(new Error('not wanted any more'));
    await expect(left).rejects.toThrow('not wanted any more');
    expect(limit.waiting).toBe(1);
    await end('runs');
    expect(begun).toEqual(['runs', 'stays']);
    await expect(run('too late', inServer('b'), leaving.signal)).rejects.toThrow('not wanted any more');
    expect(begun).not.toContain('too late');
  });

  it('counts its slots correctly, whatever starts, ends and is aborted', async () => {
    const step = fc.record({
      guildId: fc.constantFrom('a', 'b', 'c', 'd'),
      does: fc.constantFrom('ask', 'end', 'leave'),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 60 }), async (atOnce, steps) => {
        const { begun, run, end, limit } = createBench({ atOnce, waitingMax: 20 });
        const ended = new Set<string>();
        const settled: Promise<unknown>[] = [];
        const leaving: AbortController[] = [];
        for (const [index, { guildId, does }] of steps.entries()) {
          if (does === 'ask') {
            const controller = new AbortController();
            leaving.push(controller);
            settled.push(run(String(index), inServer(guildId), controller.signal).catch(() => undefined));
          } else if (does === 'leave') leaving.shift()?.abort(new Error('left'));
          else {
            const name = begun.find((one) => !ended.has(one));
            if (name !== undefined) {
              ended.add(name);
              await end(name);
            }
          }
          await nextTurn();
          expect(limit.running).toBe(begun.length - ended.size);
          expect(limit.running).toBeLessThanOrEqual(atOnce);
          expect(limit.waiting).toBeLessThanOrEqual(20);
        }
        for (let name = begun.find((one) => !ended.has(one)); name !== undefined; ) {
          ended.add(name);
          await end(name);
          name = begun.find((one) => !ended.has(one));
        }
        await Promise.all(settled);
        expect([limit.running, limit.waiting]).toEqual([0, 0]);
      }),
    );
  });
});
