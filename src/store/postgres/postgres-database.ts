import { KeyvPostgres } from '@keyv/postgres';
import { Pool } from 'pg';
import { z } from 'zod';
import { type Database, type OpenOptions, type Ownership, textsOver } from '../database.ts';
import { StoreError } from '../store.ts';
import { connect, connectionOptions, silentFailure } from './connection.ts';
import { pageQuery } from './page-query.ts';
import { prepareTables, RECORDS } from './tables.ts';
import { openWriter } from './writer.ts';

/** Enough for what members wait for while somebody reads many pages. */
const READERS = 8;

const COUNT = `SELECT count(*)::integer AS count FROM ${RECORDS}
  WHERE key >= $1 AND key < $2 AND key <> ALL($3::text[])`;

const countSchema = z.tuple([z.object({ count: z.int() })]);
const rowsSchema = z.array(z.object({ key: z.string(), value: z.unknown() }));

type Query = KeyvPostgres['query'];

/** The adapter over a pool of ours: by itself it has one for the whole process, which another address replaces and any of its users ends. */
class KeyvOverPool extends KeyvPostgres {
  readonly #query: Query;

  constructor(query: Query) {
    super({ table: RECORDS });
    this.#query = query;
    this.on('error', () => undefined);
  }

  /** Called by the adapter's constructor, and so before there is a query. */
  override async connect(): Promise<Query> {
    await Promise.resolve();
    return this.#query;
  }
}

/**
 * Keyv over several connections that read, and one that writes. A reader sees every commit that was acknowledged before it
 * asked. A reading connection that is lost is replaced; a writing one is not.
 */
export async function openPostgres(
  url: string,
  options: OpenOptions,
): Promise<{ database: Database; ownership: Ownership }> {
  const { commit, ...ownership } = await openWriter(url, options);
  return { database: readPostgres(url, options.callTimeoutMs, commit), ownership };
}

/** Beside a running Easel. @throws StoreError where there is no store. */
export async function lookIntoPostgres(url: string, callTimeoutMs: number): Promise<Database> {
  const client = await connect(url, callTimeoutMs);
  try {
    await prepareTables(client, false);
  } finally {
    await client.end();
  }
  return readPostgres(url, callTimeoutMs, undefined);
}

function readPostgres(
  url: string,
  callTimeoutMs: number,
  commit: Database['commit'] = async () => {
    throw new StoreError('the store was opened for reading only');
  },
): Database {
  const pool = new Pool({
    ...connectionOptions(url, callTimeoutMs),
    max: READERS,
    onConnect: (client) => client.query('SET default_transaction_read_only = on'),
  });
  // A connection that nobody uses was cut: the next reader gets another.
  pool.on('error', () => undefined);
  const query: Query = async (sql, values) => {
    try {
      return (await pool.query(sql, values)).rows;
    } catch (cause) {
      throw silentFailure('PostgreSQL cannot be read', cause);
    }
  };
  const texts = textsOver(new KeyvOverPool(query));
  return {
    read: (key) => texts.get<unknown>(key),
    page: async ({ from, to, most, backwards, only }) => {
      const rows = await query(pageQuery({ backwards, only }), [from, to, most]);
      return rowsSchema.parse(rows).map(({ key, value }) => [key, value]);
    },
    count: async ({ from, to, without }) => countSchema.parse(await query(COUNT, [from, to, without]))[0].count,
    commit,
    disconnect: () => pool.end(),
  };
}
