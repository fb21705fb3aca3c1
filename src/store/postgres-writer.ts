import type { Client } from 'pg';
import type { Write } from './database.ts';
import { createKeyedLocks } from './locks.ts';
import type { Ownership } from './ownership.ts';
import { connect, isRefusal } from './postgres-connection.ts';
import { prepareTables, RECORDS } from './postgres-tables.ts';
import { StoreError } from './store.ts';

/** The one connection that writes, and with it the right to write: the one ends with the other. */
export interface PostgresWriter extends Ownership {
  /** All or none: one statement, and so one transaction. Resolves when they are on disk. */
  commit(writes: readonly Write[]): Promise<void>;
}

const COMMIT = `
  WITH changes AS (SELECT * FROM unnest($1::text[], $2::text[]) AS change (key, value)),
    deleted AS (DELETE FROM ${RECORDS} USING changes WHERE ${RECORDS}.key = changes.key AND changes.value IS NULL)
  INSERT INTO ${RECORDS} SELECT key, value FROM changes WHERE value IS NOT NULL
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`;

/** A setting of the server or of its user that acknowledges what is not on disk does not hold here; a stricter one does. */
const TO_DISK = `SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`;

/** Of PostgreSQL's locks by number, Easel's; they are each database's own. */
const LOCK = `SELECT pg_try_advisory_lock(${0x45_61_73_65}) AS held`;

const LOST = 'the connection to PostgreSQL was lost; Easel has to start again';

export async function openWriter(url: string, callTimeoutMs: number): Promise<PostgresWriter> {
  const client = await connect(url, callTimeoutMs);
  const { promise: lost, resolve: lose } = Promise.withResolvers<StoreError>();
  let ended: StoreError | undefined;
  const endWith = (error: StoreError): StoreError => {
    if (!ended) lose(error);
    ended ??= error;
    void client.end();
    return ended;
  };
  client.once('end', () => endWith(new StoreError(LOST)));

  /** One statement at a time. What may or may not have been done ends the connection: nothing that follows may build on it. */
  const turns = createKeyedLocks();
  const inTurn = <Result>(work: (client: Client) => Promise<Result>): Promise<Result> =>
    turns.run('writer', async () => {
      if (ended) throw ended;
      try {
        return await work(client);
      } catch (cause) {
        if (cause instanceof StoreError || isRefusal(cause)) throw cause;
        throw endWith(new StoreError(LOST, { cause }));
      }
    });

  try {
    await inTurn(async () => {
      await client.query(TO_DISK);
      const { rows } = await client.query<{ held: boolean }>(LOCK);
      if (!rows[0]?.held) throw new StoreError('another Easel is running on this store');
      await prepareTables(client, true);
    });
  } catch (cause) {
    await client.end();
    throw cause;
  }
  return {
    lost,
    commit: async (writes) => {
      await inTurn(async () => {
        await client.query(COMMIT, [writes.map(([key]) => key), writes.map(([, text]) => text ?? null)]);
      });
    },
    release: async () => {
      ended ??= new StoreError('the store is closed');
      await client.end();
    },
  };
}
