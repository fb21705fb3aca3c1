import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { copyRecords } from '../../src/store/copy.ts';
import { allShards, type Shards } from '../../src/store/database/shards.ts';
import { openStore } from '../../src/store/open-store.ts';
import { pageQuery } from '../../src/store/postgres/page-query.ts';
import { type Collection, type Store, StoreError } from '../../src/store/store.ts';
import { allOf, keysOf } from '../support/all-records.ts';
import { hasPostgres, meddlePostgres, newPostgres } from '../support/postgres.ts';
import { toy } from '../support/toy-collection.ts';
import { tempFolder } from './temp-folder.ts';

/** Neighbours in the numbers by which servers are divided. */
const SERVERS = Array.from({ length: 8 }, (_, index) => String(1_400_000_000_000_000_000n + (BigInt(index) << 22n)));
const shardOf = (server: string, of: number): number => Number((BigInt(server) >> 22n) % BigInt(of));
const first = SERVERS.find((server) => shardOf(server, 2) === 0) ?? '';
const second = SERVERS.find((server) => shardOf(server, 2) === 1) ?? '';

async function open(url: string, shards?: Shards): Promise<Store> {
  const store = await openStore(url, { callTimeoutMs: 10_000, ...(shards && { shards }) });
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

const halves = (url: string): Promise<Store[]> =>
  Promise.all([0, 1].map((number) => open(url, { numbers: [number], of: 2 })));

const pictureSchema = z.object({ guildId: z.string(), name: z.string() });
type Picture = z.output<typeof pictureSchema>;
const numberSchema = z.int();

/** Keys that start with a server. */
const countsOf = (store: Store): Collection<number> =>
  store.collection(toy('counts', numberSchema, { serverOf: 'key', cached: 100 }));
/** Keys without a server. Each record names its server. */
const picturesOf = (store: Store): Collection<Picture> =>
  store.collection(toy('pictures', pictureSchema, { serverOf: ({ guildId }) => guildId, cached: 100 }));
/** Shared by all servers. */
const wordsOf = (store: Store): Collection<number> => store.collection(toy('words', numberSchema, { cached: 100 }));

/** One record of each kind for each server. */
async function fill(store: Store): Promise<void> {
  const [counts, pictures] = [countsOf(store), picturesOf(store)];
  await store.commit(
    SERVERS.flatMap((guildId, index) => [
      counts.put(guildId, index),
      counts.put(`${guildId}:day`, index),
      counts.put(`${guildId}-member`, index),
      pictures.put(`id${index}`, { guildId, name: 'a fox' }),
    ]),
  );
}

const serversIn = async (store: Store): Promise<{ counts: string[]; pictures: string[] }> => ({
  counts: (await keysOf(countsOf(store))).map((key) => key.slice(0, 19)),
  pictures: (await allOf(picturesOf(store))).records.map(([, { guildId }]) => guildId),
});
const ofShard = (number: number, of: number) => {
  const own = SERVERS.filter((server) => shardOf(server, of) === number);
  return { counts: own.flatMap((server) => [server, server, server]), pictures: own };
};

describe.runIf(hasPostgres)('a store shared by several processes', () => {
  it('pages the records of a process’s own servers, whether the key or the record names the server', async () => {
    const url = await newPostgres();
    const whole = await open(url);
    await fill(whole);
    await whole.close();
    for (const [number, store] of (await halves(url)).entries()) {
      expect(await serversIn(store)).toEqual(ofShard(number, 2));
      const { records } = await countsOf(store).page({ most: 3, backwards: true });
      expect(records.map(([key]) => key)).toEqual((await keysOf(countsOf(store))).slice(-3).reverse());
    }
  });

  it('has each server’s records in one process’s pages, however servers are divided', async () => {
    const url = await newPostgres();
    const whole = await open(url);
    await fill(whole);
    await whole.close();
    for (const count of [2, 4, 3, 1]) {
      const { numbers } = allShards(count);
      const stores = await Promise.all(numbers.map((number) => open(url, { numbers: [number], of: count })));
      expect(await Promise.all(stores.map(serversIn))).toEqual(numbers.map((number) => ofShard(number, count)));
      await Promise.all(stores.map((store) => store.close()));
    }
  });

  it('pages records copied from a file, whose rows have no server column', async () => {
    const fileUrl = `sqlite://${await tempFolder()}/easel.sqlite`;
    const file = await open(fileUrl);
    await fill(file);
    await file.close();
    const url = await newPostgres();
    await copyRecords(fileUrl, url);
    const [one] = await halves(url);
    if (!one) throw new Error('no store');
    expect(await serversIn(one)).toEqual(ofShard(0, 2));
    await picturesOf(one).set('id0', { guildId: first, name: 'a wolf' });
    expect(await serversIn(one)).toEqual(ofShard(0, 2));
  });

  it('counts pending writes', async () => {
    const [one] = await halves(await newPostgres());
    if (!one) throw new Error('no store');
    const written = picturesOf(one).set('id', { guildId: first, name: 'a fox' });
    expect(await serversIn(one)).toMatchObject({ pictures: [first] });
    await written;
    expect(await serversIn(one)).toMatchObject({ pictures: [first] });
  });

  it('refuses to write another server’s record and everything else in the commit', async () => {
    const [one, two] = await halves(await newPostgres());
    if (!one || !two) throw new Error('no store');
    const [counts, pictures, words] = [countsOf(one), picturesOf(one), wordsOf(one)];
    for (const change of [
      counts.put(second, 1),
      counts.put(`${second}:day`, 1),
      counts.drop(`${second}-member`),
      counts.put('nobody', 1),
      pictures.put('id', { guildId: second, name: 'a fox' }),
    ]) {
      await expect(one.commit([words.put('word', 1), change])).rejects.toThrow(StoreError);
    }
    await picturesOf(two).set('theirs', { guildId: second, name: 'a fox' });
    await expect(pictures.delete('theirs')).rejects.toThrow(StoreError);
    expect([await words.get('word'), one.failures]).toEqual([undefined, 0]);
    await one.commit([counts.put(first, 1), words.put('word', 1)]);
  });

  it('returns all servers’ records if asked for them, and caches none that others write', async () => {
    const [one, two] = await halves(await newPostgres());
    if (!one || !two) throw new Error('no store');
    await countsOf(two).set(second, 1);
    await wordsOf(two).set('word', 1);
    const seen = async () => [
      await countsOf(one).get(second),
      await wordsOf(one).get('word'),
      (await countsOf(one).page({ most: 9, everyServer: true })).records,
      (await countsOf(one).page({ most: 9, prefix: second })).records,
      await keysOf(countsOf(one)),
    ];
    expect(await seen()).toEqual([1, 1, [[second, 1]], [[second, 1]], []]);
    await countsOf(two).set(second, 2);
    await wordsOf(two).set('word', 2);
    expect(await seen()).toEqual([2, 2, [[second, 2]], [[second, 2]], []]);
    await wordsOf(one).set('word', 3);
    await wordsOf(two).set('word', 4);
    expect(await wordsOf(one).get('word')).toBe(4);
  });

  it('reads no more of each shard than a page can hold, by an index', async () => {
    const url = await newPostgres();
    const shards = { numbers: [1, 3], of: 4 };
    await open(url, shards);
    await meddlePostgres(url, async (query) => {
      await query(`INSERT INTO easel_records SELECT 'counts:' || (1400000000000000000 + (n::bigint << 22)) || ':x', '1'
        FROM generate_series(1, 20000) AS n`);
      await query('ANALYZE easel_records');
      const select = pageQuery({ backwards: false, only: { shards, isInRecord: true } })
        .replaceAll('$1', "'counts:'")
        .replaceAll('$2', "'counts:~'")
        .replaceAll('$3', '50');
      const plan = (await query(`EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, SUMMARY OFF) ${select}`)).map((line) =>
        String(line['QUERY PLAN']),
      );
      const read = plan.flatMap((line) => /Scan .*rows=(\d+)/.exec(line)?.[1] ?? []).map(Number);
      expect(plan.filter((line) => line.includes('Scan'))).toEqual(
        Array(3).fill(expect.stringContaining('Index Scan using easel_records_of_4')),
      );
      expect(Math.max(...read)).toBeLessThanOrEqual(50);
    });
  });

  it('keeps an index for the current number of shards, and none for one shard', async () => {
    const url = await newPostgres();
    for (const [of, names] of [
      [2, ['easel_records_of_2']],
      [4, ['easel_records_of_4']],
      [1, []],
    ] as const) {
      await (await open(url, { numbers: [0], of })).close();
      await meddlePostgres(url, async (query) => {
        const rows = await query("SELECT indexname FROM pg_indexes WHERE indexname LIKE 'easel_records_of%'");
        expect(rows.map(({ indexname }) => indexname)).toEqual(names);
      });
    }
  });

  it('passes self-tests of several processes at once', async () => {
    const stores = await halves(await newPostgres());
    await Promise.all(Array.from({ length: 10 }, () => stores.map((store) => store.selfTest())).flat());
  });
});
