import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { z } from 'zod';
import { requireInCi } from './require-in-ci.ts';

const answerSchema = z.union([z.object({ url: z.url() }), z.object({ missing: z.string() })]);

const answer = answerSchema.parse(await (await fetch(inject('postgresAt'))).json());
const missing = 'missing' in answer ? answer.missing : undefined;

/** Whether tests have a real PostgreSQL: `describe.runIf(hasPostgres)`. Under CI they must. */
export const hasPostgres = requireInCi(missing === undefined, `PostgreSQL cannot run here (${missing})`);

function serverUrl(): string {
  if (!('url' in answer)) throw new Error(answer.missing);
  return answer.url;
}

/** The address of a new, empty database on this run's PostgreSQL. */
export async function newPostgres(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await meddlePostgres(serverUrl(), async (query) => {
    await query(`CREATE DATABASE ${name}`);
  });
  const url = new URL(serverUrl());
  url.pathname = name;
  return url.href;
}

/** The sessions that own shards, or one shard. Locks by two numbers are owners'. */
export const sessionsOf = (shard?: number): string => `SELECT DISTINCT pid FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 2 ${shard === undefined ? '' : `AND objid = ${shard}`}
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Ends owners' sessions, like PostgreSQL after their silence. */
export const endSessions = (url: string, shard?: number): Promise<void> =>
  meddlePostgres(url, async (query) => {
    await query(`SELECT pg_terminate_backend(pid, 5000) FROM (${sessionsOf(shard)}) AS owners`);
  });

/** Resolves with the time of each owner's last statement. */
export const askedAt = async (url: string): Promise<unknown[]> => {
  let rows: Record<string, unknown>[] = [];
  await meddlePostgres(url, async (query) => {
    rows = await query(`SELECT query_start AS at FROM pg_stat_activity WHERE pid IN (${sessionsOf()}) ORDER BY pid`);
  });
  return rows.map(({ at }) => String(Number(at)));
};

/** A connection to a store's database, for damage that Easel would never do. */
export async function meddlePostgres(
  url: string,
  work: (query: (sql: string, ...values: unknown[]) => Promise<Record<string, unknown>[]>) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(async (sql, ...values) => (await client.query<Record<string, unknown>>(sql, values)).rows);
  } finally {
    await client.end();
  }
}
