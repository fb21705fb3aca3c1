import { randomInt } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { ClientBase } from 'pg';
import { z } from 'zod';
import { connect, endConnection } from './connection.ts';
import { SESSION_ENDS_AFTER_MS } from './heartbeat.ts';
import { OWNER_SETTINGS } from './writer.ts';

const CALL_TIMEOUT_MS = 10_000;
const LATENCY_TRIES = 5;

const connectionsSchema = z.tuple([z.object({ most: z.int(), used: z.int() })]);
const allowedSchema = z.tuple([z.object({ allowed: z.boolean().nullable() })]);
const silenceSchema = z.tuple([z.object({ silenceMs: z.int() })]);
const lockedSchema = z.tuple([z.object({ locked: z.boolean() })]);

export interface PostgresFacts {
  connections: { most: number; used: number };
  /** The shortest time of an answer. */
  latencyMs: number;
  /** Whether a session isn't one connection's own, as from a pooler in transaction mode. */
  sharesSessions: boolean;
  /** After how long a silence PostgreSQL ends sessions, and the owner's. 0 is never. */
  silenceMs: { others: number; owner: number };
}

/** Why the first start couldn't make its tables; undefined if it could. @throws StoreError */
export async function tablesTrouble(url: string): Promise<string | undefined> {
  const client = await connect(url, CALL_TIMEOUT_MS);
  try {
    const { rows } = await client.query("SELECT has_schema_privilege(current_schema(), 'CREATE') AS allowed");
    return allowedSchema.parse(rows)[0].allowed ? undefined : 'the user may not make tables in its schema (CREATE)';
  } finally {
    await endConnection(client);
  }
}

/** Looks at a PostgreSQL next to running Easels. Changes nothing in it. @throws StoreError */
export async function inspectPostgres(url: string): Promise<PostgresFacts> {
  const [one, other] = await Promise.all([connect(url, CALL_TIMEOUT_MS), connect(url, CALL_TIMEOUT_MS)]);
  try {
    const { rows } = await one.query(
      `SELECT current_setting('max_connections')::integer AS most, count(*)::integer AS used FROM pg_stat_activity`,
    );
    const [connections] = connectionsSchema.parse(rows);
    const latencyMs = await latencyOf(one);
    const isShared = await shareSession(one, other);
    const others = await silenceOf(one);
    await one.query(OWNER_SETTINGS);
    const silenceMs = { others, owner: await silenceOf(one) };
    return { connections, latencyMs, sharesSessions: isShared || silenceMs.owner !== SESSION_ENDS_AFTER_MS, silenceMs };
  } finally {
    await Promise.all([endConnection(one), endConnection(other)]);
  }
}

async function latencyOf(client: ClientBase): Promise<number> {
  let shortestMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < LATENCY_TRIES; tries++) {
    const startMs = performance.now();
    await client.query('SELECT 1');
    shortestMs = Math.min(shortestMs, performance.now() - startMs);
  }
  return shortestMs;
}

async function silenceOf(client: ClientBase): Promise<number> {
  const asked = `SELECT setting::integer AS "silenceMs" FROM pg_settings WHERE name = 'idle_session_timeout'`;
  return silenceSchema.parse((await client.query(asked)).rows)[0].silenceMs;
}

interface Session {
  query(text: string, values: unknown[]): Promise<{ rows: unknown }>;
}

/** A session can take its own lock twice, and another session can't. */
export async function shareSession(one: Session, other: Session): Promise<boolean> {
  const key = randomInt(2 ** 31);
  const lock = async (client: Session): Promise<boolean> =>
    lockedSchema.parse((await client.query('SELECT pg_try_advisory_lock($1) AS locked', [key])).rows)[0].locked;
  const isFirst = await lock(one);
  const isSecond = await lock(other);
  const unlock = 'SELECT pg_advisory_unlock($1)';
  if (isFirst) await one.query(unlock, [key]);
  if (isSecond) await other.query(unlock, [key]);
  return isFirst && isSecond;
}
