import { setTimeout as delay } from 'node:timers/promises';
import type { Client, QueryResult } from 'pg';
import { systemClock } from '../../time/clock.ts';
import type { OpenOptions, Ownership, Write } from '../database.ts';
import { createKeyedLocks } from '../locks.ts';
import { ALL_SERVERS, allShards, type FreeShards, type Shards, type Vacant } from '../shards.ts';
import { isAlone } from '../sharing.ts';
import { StoreError, StoreUnavailableError } from '../store.ts';
import { connect, isRefusal } from './connection.ts';
import { createHeartbeat, SESSION_ENDS_AFTER_MS, TICK_MS } from './heartbeat.ts';
import { indexShards } from './page-query.ts';
import { claim, vacantShards, whileClaiming } from './shard-locks.ts';
import { prepareTables, RECORDS, TURNS } from './tables.ts';

/** The one connection that writes, and with it the right to write: the one ends with the other. */
export interface PostgresWriter extends Ownership {
  /** All or none: one statement, and so one transaction. Resolves when they are on disk. */
  commit(writes: readonly Write[]): Promise<void>;
}

const COMMIT = `
  WITH changes AS (
      SELECT key, value, server FROM unnest($1::text[], $2::text[], $3::text[]) AS change (key, value, server)),
    deleted AS (DELETE FROM ${RECORDS} USING changes WHERE ${RECORDS}.key = changes.key AND changes.value IS NULL)
  INSERT INTO ${RECORDS} (key, value, server) SELECT key, value, server FROM changes WHERE value IS NOT NULL
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, server = excluded.server`;

/**
 * These override the server's and the user's settings: a silent session ends, what is acknowledged is on disk, and who waited for a row
 * sees it as it is then.
 */
const SETTINGS = `SELECT set_config('idle_session_timeout', '${SESSION_ENDS_AFTER_MS}', false),
  set_config('default_transaction_isolation', 'read committed', false), set_config('synchronous_commit',
  CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)`;

const LOOK_EVERY_MS = 1000;

/**
 * Whose turn it is writes down until when, by PostgreSQL's clock. A lock of its session would not do: what a process did in its
 * turn counts also after it is gone, and one that stands still would keep the others waiting.
 */
const TAKE_TURN = `INSERT INTO ${TURNS} VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
  ON CONFLICT (number) DO UPDATE SET until = excluded.until WHERE ${TURNS}.until <= clock_timestamp()`;
const TURN_LOOK_EVERY_MS = 200;

/** A shard that is free at this many heartbeats in a row, half a minute, is vacant. */
const VACANT_LOOKS = 6;

const CONNECTION_LOST = 'the connection to PostgreSQL was lost';

/** Runs work when all that was asked for before has ended. */
type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Resolves when the shards are this process's. @throws StoreError when they are another's, and are not to be waited for. */
export async function openWriter(
  url: string,
  { callTimeoutMs, onVacant, shards: wanted = ALL_SERVERS, ...waiting }: OpenOptions,
): Promise<PostgresWriter> {
  const client = await connect(url, callTimeoutMs);
  const { promise: lost, resolve: lose } = Promise.withResolvers<StoreError>();
  let ended: StoreError | undefined;
  const endWith = (error: StoreError): StoreError => {
    if (!ended) lose(error);
    ended ??= error;
    void client.end();
    return ended;
  };
  client.once('end', () => endWith(new StoreUnavailableError(CONNECTION_LOST)));

  /**
   * One at a time. Few wait: commits come one by one, heartbeats are shared, and each shard that connects waits for one turn.
   * What may or may not have been done ends the connection: nothing that follows may build on it.
   */
  const locks = createKeyedLocks();
  const inTurn: InTurn = (work) =>
    locks.run('writer', async () => {
      if (ended) throw ended;
      try {
        return await work();
      } catch (cause) {
        if (cause instanceof StoreError || isRefusal(cause)) throw cause;
        throw endWith(new StoreUnavailableError(CONNECTION_LOST, { cause }));
      }
    });

  let shards: Shards;
  try {
    shards = await takeShards(client, inTurn, wanted, waiting);
  } catch (cause) {
    await client.end();
    throw cause;
  }

  const lookForVacant = 'most' in wanted && onVacant ? createVacancyWatch(wanted.most, onVacant) : undefined;
  const heartbeat = createHeartbeat(systemClock, (onAsking) =>
    inTurn(() => {
      onAsking();
      return client.query('SELECT');
    }),
  );
  const ticking = setInterval(() => {
    if (!heartbeat.tick()) return;
    const looked = heartbeat.beat().then(() => inTurn(async () => lookForVacant?.(client, shards)));
    // What fails here and does not end the connection is tried again; a commit decides.
    looked.catch(() => undefined);
  }, TICK_MS);
  void lost.then(() => clearInterval(ticking));

  return {
    lost,
    shards,
    takeTurn: async (number, apartMs, signal) => {
      const take = (): Promise<QueryResult> => inTurn(() => client.query(TAKE_TURN, [number, apartMs]));
      for (signal.throwIfAborted(); (await take()).rowCount !== 1; ) {
        await delay(TURN_LOOK_EVERY_MS, undefined, { signal });
      }
    },
    prove: async () => {
      // Its connection's end is enough for another to take over.
      if (ended) throw ended;
      await heartbeat.prove();
    },
    commit: (writes) =>
      inTurn(async () => {
        const [keys, texts] = [writes.map(([key]) => key), writes.map(([, text]) => text ?? null)];
        const servers = writes.map(([, , server]) => server ?? null);
        // Named: it is planned once.
        await client.query({ name: 'commit', text: COMMIT, values: [keys, texts, servers] });
      }),
    release: async () => {
      clearInterval(ticking);
      await inTurn(async () => {
        ended = new StoreError('the store is closed');
        // It ends with the connection too, but not before PostgreSQL has noticed.
        await client.query('SELECT pg_advisory_unlock_all()');
      }).catch(() => undefined);
      await client.end();
    },
  };
}

async function takeShards(
  client: Client,
  inTurn: InTurn,
  wanted: Shards | FreeShards,
  { signal, onWaiting }: Pick<OpenOptions, 'signal' | 'onWaiting'>,
): Promise<Shards> {
  await inTurn(() => client.query(SETTINGS));
  for (let toldOf: string | undefined; ; ) {
    const taken = await inTurn(() =>
      whileClaiming(client, async () => {
        await prepareTables(client, true);
        const taken = await claim(client, wanted);
        if ('of' in taken) await indexShards(client, taken.of);
        return taken;
      }),
    );
    if ('of' in taken) return taken;
    if (!onWaiting) throw new StoreError(`another Easel is running on this store (${taken.ownedBy})`);
    if (toldOf !== taken.ownedBy) onWaiting(taken.ownedBy);
    toldOf = taken.ownedBy;
    await delay(LOOK_EVERY_MS, undefined, signal && { signal });
  }
}

/** Tells of shards that stay free, once until they are others, and when none is free any more. */
function createVacancyWatch(
  most: number,
  onVacant: (vacant: Vacant) => void,
): (client: Client, shards: Shards) => Promise<void> {
  let looks = 0;
  let told = '';
  return async (client, shards) => {
    if (isAlone(shards)) return;
    const numbers = await vacantShards(client, shards);
    looks = numbers.length > 0 ? looks + 1 : 0;
    if (numbers.length > 0 && looks < VACANT_LOOKS) return;
    const served = allShards(shards.of).numbers.find((number) => !numbers.includes(number));
    const isFirst = served !== undefined && shards.numbers.includes(served);
    if (told !== numbers.join()) onVacant({ numbers, isFirst, hasRoom: shards.numbers.length < most });
    told = numbers.join();
  };
}
