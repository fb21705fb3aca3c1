import { setTimeout as delay } from 'node:timers/promises';
import type { Client, QueryResult } from 'pg';
import { systemClock } from '../../time/clock.ts';
import type { Database, OpenOptions, Ownership } from '../database/database.ts';
import { StoreError, StoreUnavailableError } from '../database/failures.ts';
import {
  ALL_SERVERS,
  allShards,
  type FreeShards,
  isAlone,
  type Shards,
  type VacantShards,
} from '../database/shards.ts';
import { connect, endConnection, isRefusal } from './connection.ts';
import { createHeartbeat, SESSION_ENDS_AFTER_MS, TICK_MS } from './heartbeat.ts';
import { indexShards } from './page-query.ts';
import { claim, vacantShards, whileClaiming } from './shard-locks.ts';
import { prepareTables, RECORDS, TURNS } from './tables.ts';

const COMMIT = `
  WITH changes AS (
      SELECT key, value, server FROM unnest($1::text[], $2::text[], $3::text[]) AS change (key, value, server)),
    deleted AS (DELETE FROM ${RECORDS} USING changes WHERE ${RECORDS}.key = changes.key AND changes.value IS NULL)
  INSERT INTO ${RECORDS} (key, value, server) SELECT key, value, server FROM changes WHERE value IS NOT NULL
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, server = excluded.server`;

/**
 * Overrides the server's and the user's settings: a silent session ends, acknowledged commits are on disk, and a
 * statement that waited for a row sees its latest version.
 */
export const OWNER_SETTINGS = `SELECT set_config('idle_session_timeout', '${SESSION_ENDS_AFTER_MS}', false),
  set_config('default_transaction_isolation', 'read committed', false), set_config('synchronous_commit',
  CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)`;

const LOOK_EVERY_MS = 1000;

/**
 * A turn is stored with its end, by PostgreSQL's clock. A session lock wouldn't do: a turn still counts after its
 * process has ended, and a process that stands still would block the others.
 */
const TAKE_TURN = `INSERT INTO ${TURNS} VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
  ON CONFLICT (number) DO UPDATE SET until = excluded.until WHERE ${TURNS}.until <= clock_timestamp()`;
const TURN_LOOK_EVERY_MS = 200;

/** A shard that is free at this many heartbeats in a row, half a minute, counts as vacant. */
const VACANT_LOOKS = 6;

const CONNECTION_LOST = 'the connection to PostgreSQL was lost';

/** Runs work once all earlier work has ended. */
type InOrder = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Opens the only connection that writes, and with it the right to write. Both end together. Resolves when this process
 * owns the shards.
 * @throws StoreError if another process owns them and `onWaiting` is left out.
 */
export async function openWriter(
  url: string,
  { callTimeoutMs, onVacant, shards: wanted = ALL_SERVERS, ...waiting }: OpenOptions,
): Promise<Ownership & Pick<Database, 'commit'>> {
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
   * Runs one statement at a time. Few wait: commits come one by one, heartbeats are shared, and each connecting shard
   * waits for one turn. If it is unknown whether a statement took effect, the connection ends, because nothing may
   * build on it.
   */
  let last: Promise<unknown> = Promise.resolve();
  const inOrder: InOrder = (work) => {
    const done = last.then(async () => {
      if (ended) throw ended;
      try {
        return await work();
      } catch (cause) {
        if (cause instanceof StoreError || isRefusal(cause)) throw cause;
        throw endWith(new StoreUnavailableError(CONNECTION_LOST, { cause }));
      }
    });
    last = done.catch(() => undefined);
    return done;
  };

  let shards: Shards;
  try {
    shards = await takeShards(client, inOrder, wanted, waiting);
  } catch (cause) {
    await endConnection(client);
    throw cause;
  }

  const lookForVacant = 'most' in wanted && onVacant ? createVacancyWatch(wanted.most, onVacant) : undefined;
  const heartbeat = createHeartbeat(systemClock, (onAsking) =>
    inOrder(() => {
      onAsking();
      return client.query('SELECT');
    }),
  );
  const ticking = setInterval(() => {
    if (!heartbeat.tick()) return;
    const looked = heartbeat.beat().then(() => inOrder(async () => lookForVacant?.(client, shards)));
    // Failures that don't end the connection are retried at the next tick. Commits decide.
    looked.catch(() => undefined);
  }, TICK_MS);
  void lost.then(() => clearInterval(ticking));

  return {
    lost,
    shards,
    takeSlot: async (number, apartMs, signal) => {
      const take = (): Promise<QueryResult> => inOrder(() => client.query(TAKE_TURN, [number, apartMs]));
      for (signal.throwIfAborted(); (await take()).rowCount !== 1; ) {
        await delay(TURN_LOOK_EVERY_MS, undefined, { signal });
      }
    },
    isProved: () => !ended && heartbeat.isSure(),
    prove: async () => {
      // If the connection has ended, another process may take over.
      if (ended) throw ended;
      await heartbeat.prove();
    },
    // One statement, and so one transaction.
    commit: (writes) =>
      inOrder(async () => {
        const [keys, texts] = [writes.map(([key]) => key), writes.map(([, text]) => text ?? null)];
        const servers = writes.map(([, , server]) => server ?? null);
        // A named statement is planned once.
        await client.query({ name: 'commit', text: COMMIT, values: [keys, texts, servers] });
      }),
    release: async () => {
      clearInterval(ticking);
      await inOrder(async () => {
        ended = new StoreError('the store is closed');
        // Ending the connection releases the locks too, but only once PostgreSQL notices.
        await client.query('SELECT pg_advisory_unlock_all()');
      }).catch(() => undefined);
      await endConnection(client);
    },
  };
}

async function takeShards(
  client: Client,
  inOrder: InOrder,
  wanted: Shards | FreeShards,
  { signal, onWaiting, mayMake = true }: Pick<OpenOptions, 'signal' | 'onWaiting' | 'mayMake'>,
): Promise<Shards> {
  await inOrder(() => client.query(OWNER_SETTINGS));
  for (let waitingFor: string | undefined; ; ) {
    const taken = await inOrder(() =>
      whileClaiming(client, async () => {
        await prepareTables(client, mayMake);
        const taken = await claim(client, wanted);
        if ('of' in taken) await indexShards(client, taken.of);
        return taken;
      }),
    );
    if ('of' in taken) return taken;
    if (!onWaiting) throw new StoreError(`another Easel is running on this store (${taken.ownedBy})`);
    if (waitingFor !== taken.ownedBy) onWaiting(taken.ownedBy);
    waitingFor = taken.ownedBy;
    await delay(LOOK_EVERY_MS, undefined, signal && { signal });
  }
}

/** Reports shards that stay vacant: once for each set of shards, and once more when none is vacant. */
function createVacancyWatch(
  most: number,
  onVacant: (vacant: VacantShards) => void,
): (client: Client, shards: Shards) => Promise<void> {
  let looks = 0;
  let reported = '';
  return async (client, shards) => {
    if (isAlone(shards)) return;
    const numbers = await vacantShards(client, shards);
    looks = numbers.length > 0 ? looks + 1 : 0;
    if (numbers.length > 0 && looks < VACANT_LOOKS) return;
    const served = allShards(shards.of).numbers.find((number) => !numbers.includes(number));
    const isFirst = served !== undefined && shards.numbers.includes(served);
    if (reported !== numbers.join()) onVacant({ numbers, isFirst, hasRoom: shards.numbers.length < most });
    reported = numbers.join();
  };
}
