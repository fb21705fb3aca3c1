import type { Client } from 'pg';
import { z } from 'zod';
import { surplusCopies, type UpgradeCopies, wayBackBy } from '../database/upgrade-copies.ts';
import { connect, endConnection, runSlowStatement } from './connection.ts';
import { whileClaiming } from './shard-locks.ts';
import { RECORDS } from './tables.ts';

const PREFIX = `${RECORDS}_before_`;
const tableOf = (version: string): string => `${PREFIX}${version.replace(/[^0-9a-z]/giu, '_')}`;

const copiesSchema = z.array(z.object({ name: z.string() }));
const sameSchema = z.tuple([z.object({ same: z.boolean() })]);

/** Whether the copy still has the formats that the starting process found. */
const IS_SAME = `SELECT coalesce((SELECT value::jsonb FROM %I WHERE key = 'store:versions'), '{}') = $1::jsonb AS same`;

const madeSchema = z.tuple([z.object({ atMs: z.coerce.number().nullable(), nowMs: z.coerce.number().int() })]);
const MADE_AT = `SELECT obj_description(to_regclass($1), 'pg_class') AS "atMs",
  floor(extract(epoch FROM now()) * 1000)::text AS "nowMs"`;

/** Copies as tables next to the store's: `easel_records_before_1_1_0`. */
export function createTableCopies(url: string, callTimeoutMs: number): UpgradeCopies {
  const within = async <Result>(work: (client: Client) => Promise<Result>): Promise<Result> => {
    const client = await connect(url, callTimeoutMs);
    try {
      return await work(client);
    } finally {
      await endConnection(client);
    }
  };

  return {
    make: async (version, formats) => {
      const table = tableOf(version);
      const unfinished = `${table}_unfinished`;
      await within((client) =>
        whileClaiming(client, async () => {
          await runSlowStatement(client, `CREATE TABLE ${unfinished} AS TABLE ${RECORDS}`);
          const { rows } = await client.query(IS_SAME.replace('%I', unfinished), [JSON.stringify(formats)]);
          const [{ same }] = sameSchema.parse(rows);
          if (!same) return void (await client.query(`DROP TABLE ${unfinished}`));
          await client.query(`DROP TABLE IF EXISTS ${table}`);
          await client.query(`ALTER TABLE ${unfinished} RENAME TO ${table}`);
          for (const old of surplusCopies(await versionsIn(client), table.slice(PREFIX.length))) {
            await client.query(`DROP TABLE ${PREFIX}${old}`);
          }
        }),
      );
      return `the table ${table}`;
    },
    sweep: (beforeMs) =>
      within(async (client) => {
        for (const version of await versionsIn(client)) {
          const { rows } = await client.query(MADE_AT, [`${PREFIX}${version}`]);
          const [{ atMs, nowMs }] = madeSchema.parse(rows);
          // A table doesn't know its age, so its first sweep notes the time.
          if (atMs === null) await client.query(`COMMENT ON TABLE ${PREFIX}${version} IS '${nowMs}'`);
          else if (atMs < beforeMs) await client.query(`DROP TABLE IF EXISTS ${PREFIX}${version}`);
        }
      }),
    wayBack: async (version) => {
      const own = tableOf(version).slice(PREFIX.length);
      return wayBackBy(
        await within(versionsIn),
        own,
        (made) =>
          `psql "$STORE_URL" --single-transaction --command "TRUNCATE ${RECORDS}" --command "INSERT INTO ${RECORDS} TABLE ${PREFIX}${made}"`,
      );
    },
  };
}

async function versionsIn(client: Client): Promise<string[]> {
  const { rows } = await client.query('SELECT tablename AS name FROM pg_tables WHERE starts_with(tablename, $1)', [
    PREFIX,
  ]);
  return copiesSchema.parse(rows).map(({ name }) => name.slice(PREFIX.length));
}
