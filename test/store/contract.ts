import { expect, it } from 'vitest';
import { z } from 'zod';
import { type Store, StoreError } from '../../src/store/store.ts';
import { allOf, keysOf } from '../support/all-records.ts';
import { toy } from '../support/toy-collection.ts';

const thingSchema = z.object({ text: z.string(), count: z.int() });

/** The contract of every store, with any database. */
export function storeContract(open: () => Promise<Store>): void {
  const things = async () => {
    const store = await open();
    return { store, things: store.collection(toy('things', thingSchema)) };
  };
  const thing = (count: number) => ({ text: ':base64:"\u0000\n%_\'', count });

  it('returns what was written, and undefined for a key that was never written', async () => {
    const { things: one } = await things();
    await one.set('a', thing(3));
    expect(await one.get('a')).toEqual(thing(3));
    expect(await one.get('b')).toBeUndefined();
  });

  it('says whether a deletion found a record', async () => {
    const { things: one } = await things();
    expect(await one.delete('a')).toBe(false);
    await one.set('a', thing(1));
    expect(await one.delete('a')).toBe(true);
    expect(await one.get('a')).toBeUndefined();
  });

  it('commits sets and deletions in several collections, and the last change of a key counts', async () => {
    const { store, things: one } = await things();
    const other = store.collection(toy('other', thingSchema));
    await one.set('gone', thing(1));
    await store.commit([one.drop('gone'), one.put('a', thing(1)), other.put('a', thing(2)), one.put('a', thing(3))]);
    expect(await one.get('gone')).toBeUndefined();
    expect([await one.get('a'), await other.get('a')]).toEqual([thing(3), thing(2)]);
  });

  it('reads requested writes before they are on disk', async () => {
    const { things: one } = await things();
    const writes = [one.set('a', thing(1)), one.set('b', thing(2)), one.set('a', thing(3))];
    expect(await one.get('a')).toEqual(thing(3));
    expect((await one.page({ most: 10 })).records.map(([key]) => key)).toEqual(['a', 'b']);
    const deletion = one.delete('a');
    await Promise.all([...writes, deletion]);
    expect(await one.get('a')).toBeUndefined();
  });

  it('pages through a prefix in key order, forwards and backwards, without neighbouring keys', async () => {
    const { store, things: one } = await things();
    const other = store.collection(toy('thing', thingSchema));
    const keys = ['10:a', '1:a', '1:b', '1:c', '2:a', '~'];
    await store.commit([...keys.map((key, count) => one.put(key, thing(count))), other.put('s:1:a', thing(9))]);
    const keysOf = async (request: Parameters<typeof one.page>[0]): Promise<string[]> =>
      (await one.page(request)).records.map(([key]) => key);
    expect(await keysOf({ prefix: '1:', most: 10 })).toEqual(['1:a', '1:b', '1:c']);
    expect(await keysOf({ prefix: '1:', most: 10, backwards: true })).toEqual(['1:c', '1:b', '1:a']);
    expect(await keysOf({ prefix: '1:', most: 2 })).toEqual(['1:a', '1:b']);
    expect(await keysOf({ prefix: '1:', after: '1:a', most: 10 })).toEqual(['1:b', '1:c']);
    expect(await keysOf({ prefix: '1:', after: '1:c', most: 1, backwards: true })).toEqual(['1:b']);
    expect(await keysOf({ most: 10 })).toEqual(keys);
    expect(await keysOf({ prefix: '3', most: 10 })).toEqual([]);
  });

  it('counts the keys of a prefix, or those after one of them, without neighbouring keys', async () => {
    const { store, things: one } = await things();
    const other = store.collection(toy('thing', thingSchema));
    const keys = ['10:a', '1:a', '1:b', '1:c', '2:a', '~'];
    await store.commit([...keys.map((key, count) => one.put(key, thing(count))), other.put('s:1:a', thing(9))]);
    expect(await one.count({ prefix: '1:' })).toBe(3);
    expect(await one.count({ prefix: '1:', after: '1:a' })).toBe(2);
    expect(await one.count({ prefix: '1:', after: '1:c' })).toBe(0);
    expect(await one.count({ prefix: '' })).toBe(6);
  });

  it('counts pending writes and deletions as if they were on disk', async () => {
    const { store, things: one } = await things();
    await store.commit(['a', 'b', 'c'].map((key, count) => one.put(key, thing(count))));
    const waiting = store.commit([one.drop('a'), one.drop('never'), one.put('b', thing(5)), one.put('d', thing(6))]);
    expect(await one.count({ prefix: '' })).toBe(3);
    await waiting;
    expect(await one.count({ prefix: '' })).toBe(3);
  });

  it('pages over pending writes and deletions as if they were on disk', async () => {
    const { store, things: one } = await things();
    await store.commit([1, 3, 5, 7].map((count) => one.put(`k${count}`, thing(count))));
    const waiting = store.commit([one.drop('k3'), one.put('k2', thing(2)), one.put('k8', thing(8))]);
    const found: string[] = [];
    let next: string | undefined;
    do {
      const page = await one.page({ after: next, most: 2 });
      found.push(...page.records.map(([key]) => key));
      next = page.next;
    } while (next !== undefined);
    expect(found).toEqual(['k1', 'k2', 'k5', 'k7', 'k8']);
    await waiting;
  });

  it('lists every record once over many pages', async () => {
    const { store, things: one } = await things();
    const keys = Array.from({ length: 1201 }, (_, index) => `key-${index}`);
    await store.commit(keys.slice(0, 600).map((key, count) => one.put(key, thing(count))));
    await store.commit(keys.slice(600).map((key, count) => one.put(key, thing(count))));
    expect(await keysOf(one)).toEqual(keys.toSorted());
    expect((await allOf(one)).records).toHaveLength(1201);
  });

  it('keeps collections apart, even if one name starts like another or a key looks like a name', async () => {
    const { store, things: one } = await things();
    const more = store.collection(toy('things_more', thingSchema));
    await store.commit([one.put('a', thing(1)), one.put('things:a', thing(2)), more.put('a', thing(3))]);
    expect(await keysOf(one)).toEqual(['a', 'things:a']);
    expect(await keysOf(more)).toEqual(['a']);
  });

  it('refuses a value that does not fit the schema, and writes nothing of its commit', async () => {
    const { store, things: one } = await things();
    const wrong: unknown = { text: 5 };
    expect(() => one.put('a', wrong as z.output<typeof thingSchema>)).toThrow(StoreError);
    await expect(one.set('a', wrong as z.output<typeof thingSchema>)).rejects.toThrow(StoreError);
    await store.commit([]);
    expect(await keysOf(one)).toEqual([]);
  });

  it.each([[''], ['with space'], ['line\nbreak'], ['ü'], ['x'.repeat(201)]])('refuses the key %j', async (key) => {
    const { things: one } = await things();
    await expect(one.get(key)).rejects.toThrow(StoreError);
    await expect(one.set(key, thing(1))).rejects.toThrow(StoreError);
    await expect(one.delete(key)).rejects.toThrow(StoreError);
  });

  it('returns the same collection for the same name, and refuses another schema or a malformed name', async () => {
    const store = await open();
    expect(store.collection(toy('things', thingSchema))).toBe(store.collection(toy('things', thingSchema)));
    expect(() => store.collection(toy('things', z.object({})))).toThrow('another schema');
    expect(() => store.collection(toy('things; DROP TABLE records', thingSchema))).toThrow(StoreError);
  });

  it('lets one at a time work under a key of a collection, whoever asks', async () => {
    const { store, things: one } = await things();
    const add = (collection: typeof one) =>
      collection.locked('a', async () => {
        const before = (await collection.get('a'))?.count ?? 0;
        await collection.set('a', thing(before + 1));
      });
    await Promise.all(Array.from({ length: 10 }, () => add(store.collection(toy('things', thingSchema)))));
    expect(await one.get('a')).toEqual(thing(10));
    expect(await one.locked('a', () => one.locked('b', async () => 'other keys are free'))).toBe('other keys are free');
  });

  it('passes its self-test without leaving a trace, even if several run at once', async () => {
    const store = await open();
    await Promise.all([store.selfTest(), store.selfTest(), store.selfTest()]);
    expect(await keysOf(store.collection(toy('self_test', z.unknown())))).toEqual([]);
  });

  it('finishes running work before it closes, may be closed twice, and refuses later work', async () => {
    const { store, things: one } = await things();
    const cached = store.collection(toy('cached', thingSchema, { cached: 10 }));
    await cached.set('key-1', thing(1));
    const writes = Array.from({ length: 20 }, (_, index) => one.set(`key-${index}`, thing(index)));
    await Promise.all([store.close(), store.close(), ...writes]);
    await expect(cached.get('key-1')).rejects.toThrow('the store is closed');
    await expect(one.get('key-1')).rejects.toThrow('the store is closed');
    await expect(one.set('key-1', thing(1))).rejects.toThrow('the store is closed');
    await expect(store.selfTest()).rejects.toThrow(StoreError);
  });

  it('migrates older records when they are read, and stores them migrated when they change', async () => {
    const store = await open();
    const before = store.collection(toy('olds', z.object({ name: z.string() })));
    await before.set('a', { name: 'x' });
    const old = before.put('b', { name: 'y' });
    const now = store.collection(
      toy('news', z.object({ names: z.array(z.string()) }), {
        migrations: [(record) => ({ names: [z.object({ name: z.string() }).parse(record).name] })],
      }),
    );
    await store.commit([{ ...old, collection: 'news' }, now.put('c', { names: ['z'] })]);
    expect(await now.get('b')).toEqual({ names: ['y'] });
    await now.set('b', { names: ['y', 'x'] });
    const seen = store.collection(toy('seen', z.unknown()));
    expect(await keysOf(seen)).toEqual([]);
    expect((await allOf(now)).records).toEqual([
      ['b', { names: ['y', 'x'] }],
      ['c', { names: ['z'] }],
    ]);
  });
}
