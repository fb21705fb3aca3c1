import { KeyvPostgres } from '@keyv/postgres';
import { Pool } from 'pg';
import { z } from 'zod';
import { createKeyvOver, createReads, type Database, type OpenOptions, type Ownership } from '../database/database.ts';
import { StoreError } from '../database/failures.ts';
import { connect, connectionOptions, endConnection, toStoreErrorWithoutCode } from './connection.ts';
import { pageQuery } from './page-query.ts';
import { prepareTables, RECORDS } from './tables.ts';
import { createTableCopies } from './upgrade-copies.ts';
import { openWriter } from './writer.ts';

/** Enough for members' reads while someone pages through many records. */
const READERS = 8;

const COUNT = `SELECT count(*)::integer AS count FROM ${RECORDS}
  WHERE key >= $1 AND key < $2 AND key <> ALL($3::text[])`;

const countSchema = z.tuple([z.object({ count: z.int() })]);
const rowsSchema = z.array(z.object({ key: z.string(), value: z.unknown() }));

type Query = KeyvPostgres['query'];

/**
 * The adapter over our own pool. By itself it has one pool for the whole process: a second address replaces it, and any
 * user can end it.
 */
class KeyvOverPool extends KeyvPostgres {
  readonly #query: Query;

  constructor(query: Query) {
    super({ table: RECORDS });
    this.#query = query;
    this.on('error', () => undefined);
  }

  /** Called by the adapter's constructor, before `#query` is set. */
  override async connect(): Promise<Query> {
    await Promise.resolve();
    return this.#query;
  }
}

/**
 * Keyv over several reading connections and one writing connection. A read sees every commit acknowledged before it
 * started. A lost reading connection is replaced; the writing one is not.
 */
export async function openPostgres(
  url: string,
  options: OpenOptions,
): Promise<{ database: Database; ownership: Ownership }> {
  const { commit, ...ownership } = await openWriter(url, options);
  return { database: createPostgresDatabase(url, options.callTimeoutMs, commit), ownership };
}

/** Opens a store for reading, next to a running Easel. @throws StoreError if there is no store. */
export async function openPostgresReader(url: string, callTimeoutMs: number): Promise<Database> {
  const client = await connect(url, callTimeoutMs);
  try {
    await prepareTables(client, false);
  } finally {
    await endConnection(client);
  }
  return createPostgresDatabase(url, callTimeoutMs, undefined);
}

function createPostgresDatabase(
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
  // An idle connection was cut. The next read opens another.
  pool.on('error', () => undefined);
  const query: Query = async (sql, values) => {
    try {
      return (await pool.query(sql, values)).rows;
    } catch (cause) {
      throw toStoreErrorWithoutCode('PostgreSQL cannot be read', cause);
    }
  };
  const texts = createKeyvOver(new KeyvOverPool(query));
  return {
    read: createReads(texts),
    page: async ({ from, to, most, backwards, only }) => {
      const rows = await query(pageQuery({ backwards, only }), [from, to, most]);
      return rowsSchema.parse(rows).map(({ key, value }) => [key, value]);
    },
    count: async ({ from, to, without }) => countSchema.parse(await query(COUNT, [from, to, without]))[0].count,
    commit,
    disconnect: () => pool.end(),
    copies: createTableCopies(url, callTimeoutMs),
  };
}
