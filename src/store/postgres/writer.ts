import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { systemClock } from '../../clock.ts';
import type { Write } from '../database.ts';
import { createKeyedLocks } from '../locks.ts';
import { type Ownership, processName } from '../ownership.ts';
import type { FreeShards, Shards, Vacant } from '../shards.ts';
import { StoreError, StoreUnavailableError } from '../store.ts';
import { connect, isRefusal } from './connection.ts';
import { claim, FENCE, giveBack, type Lease, ownersOf, renew, vacantShards, whileClaiming } from './lease.ts';
import { indexShards } from './pages.ts';
import { createRenewals, TICK_MS } from './renewals.ts';
import { prepareTables, RECORDS } from './tables.ts';
import { createTurns, prepareTurns } from './turns.ts';

/** The one connection that writes, and with it the right to write: the one ends with the other. */
export interface PostgresWriter extends Ownership {
  /** All or none: one statement, and so one transaction. Resolves when they are on disk. */
  commit(writes: readonly Write[]): Promise<void>;
}

export interface WriterOptions {
  callTimeoutMs: number;
  signal: AbortSignal | undefined;
  shards: Shards | FreeShards;
  /** Called with the owner's name when another has these shards; then they are waited for. Where it is left out they are not. */
  onWaiting: ((owner: string) => void) | undefined;
  onVacant: ((vacant: Vacant) => void) | undefined;
}

const COMMIT = `${FENCE},
    changes AS (
      SELECT key, value, server FROM unnest($3::text[], $4::text[], $5::text[]) AS change (key, value, server), fence WHERE holds),
    deleted AS (DELETE FROM ${RECORDS} USING changes WHERE ${RECORDS}.key = changes.key AND changes.value IS NULL),
    written AS (INSERT INTO ${RECORDS} (key, value, server) SELECT key, value, server FROM changes WHERE value IS NOT NULL
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, server = excluded.server)
  SELECT holds FROM fence`;

/** Whatever the server or its user has set: what is acknowledged is on disk, and who waited for a row sees it as it is then. */
const SETTINGS = `SELECT set_config('default_transaction_isolation', 'read committed', false), set_config('synchronous_commit',
  CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)`;

const LOOK_EVERY_MS = 1000;

/** A shard that is free at so many renewals in a row is one that nobody waits for: half a minute. */
const VACANT_LOOKS = 6;

const CONNECTION_LOST = 'the connection to PostgreSQL was lost';

/** Resolves when the shards are this process's. @throws StoreError when they are another's, and are not to be waited for. */
export async function openWriter(
  url: string,
  { callTimeoutMs, onVacant, ...wanted }: WriterOptions,
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
   * One at a time. Few wait: commits come one by one, renewals are shared, and each shard that connects waits for one turn.
   * What may or may not have been done ends the connection: nothing that follows may build on it.
   */
  const locks = createKeyedLocks();
  const inTurn = <Result>(work: (client: Client) => Promise<Result>): Promise<Result> =>
    locks.run('writer', async () => {
      if (ended) throw ended;
      try {
        return await work(client);
      } catch (cause) {
        if (cause instanceof StoreError || isRefusal(cause)) throw cause;
        throw endWith(new StoreUnavailableError(CONNECTION_LOST, { cause }));
      }
    });

  let lease: Lease;
  try {
    lease = await takeShards(client, inTurn, wanted);
  } catch (cause) {
    await client.end();
    throw cause;
  }

  const endTaken = async (): Promise<never> => {
    throw endWith(
      new StoreError(`another Easel (${await ownersOf(client, lease)}) has taken over; this one has to end`),
    );
  };
  const lookForVacant =
    'most' in wanted.shards && onVacant ? createVacancyWatch(wanted.shards.most, onVacant) : undefined;
  const renewals = createRenewals(systemClock, (onAsking) =>
    inTurn(async () => {
      onAsking();
      if (!(await renew(client, lease))) await endTaken();
    }),
  );
  const ticking = setInterval(() => {
    if (!renewals.tick()) return;
    const looked = renewals.renew().then(() => inTurn(async () => lookForVacant?.(client, lease)));
    // What fails here and does not end the connection is tried again; a commit decides.
    looked.catch(() => undefined);
  }, TICK_MS);
  void lost.then(() => clearInterval(ticking));

  const turns = createTurns(async (sql, values) => (await inTurn(() => client.query(sql, [...values]))).rowCount);
  return {
    lost,
    shards: { numbers: lease.shards, of: lease.of },
    takeTurn: turns.take,
    prove: async () => {
      // Its connection's end is enough for another to take over.
      if (ended) throw ended;
      await renewals.prove();
    },
    commit: (writes) =>
      inTurn(async () => {
        const [keys, texts] = [writes.map(([key]) => key), writes.map(([, text]) => text ?? null)];
        const servers = writes.map(([, , server]) => server ?? null);
        const values = [lease.shards, lease.epochs, keys, texts, servers];
        // Named: it is planned once.
        const { rows } = await client.query<{ holds: boolean }>({ name: 'commit', text: COMMIT, values });
        if (rows[0]?.holds !== true) await endTaken();
      }),
    release: async () => {
      clearInterval(ticking);
      await inTurn(async () => {
        ended = new StoreError('the store is closed');
        // It ends with the connection too, but not before PostgreSQL has noticed.
        await giveBack(client);
      }).catch(() => undefined);
      await client.end();
    },
  };
}

async function takeShards(
  client: Client,
  inTurn: <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>,
  { shards, signal, onWaiting }: Omit<WriterOptions, 'callTimeoutMs' | 'onVacant'>,
): Promise<Lease> {
  await inTurn(() => client.query(SETTINGS));
  const name = processName();
  for (let toldOf: string | undefined; ; ) {
    const taken = await inTurn(() =>
      whileClaiming(client, async () => {
        await prepareTables(client, true);
        await prepareTurns(client);
        const taken = await claim(client, shards, name);
        if ('ownedBy' in taken) return taken;
        await indexShards(client, taken.of);
        // That may have taken longer than the lease.
        await renew(client, taken);
        return taken;
      }),
    );
    if ('epochs' in taken) return taken;
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
): (client: Client, lease: Lease) => Promise<void> {
  let looks = 0;
  let told = '';
  return async (client, lease) => {
    if (lease.shards.length === lease.of) return;
    const numbers = await vacantShards(client, lease);
    looks = numbers.length > 0 ? looks + 1 : 0;
    if (numbers.length > 0 && looks < VACANT_LOOKS) return;
    const served = Array.from({ length: lease.of }, (_, number) => number).find((number) => !numbers.includes(number));
    const isFirst = served !== undefined && lease.shards.includes(served);
    if (told !== numbers.join()) onVacant({ numbers, isFirst, hasRoom: lease.shards.length < most });
    told = numbers.join();
  };
}
