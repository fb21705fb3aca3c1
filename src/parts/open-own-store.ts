import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { recommendedShards } from '../discord/gateway/shard-count.ts';
import type { Unserving } from '../health.ts';
import type { OpenStoreOptions, openStore } from '../store/open-store.ts';
import { ALL_SERVERS, type FreeShards, type Shards, type Vacant } from '../store/shards.ts';
import { type Store, StoreError, StoreUnavailableError } from '../store/store.ts';
import { parseStoreUrl } from '../store/store-url.ts';
import { untilSuccessful } from '../time/back-off.ts';
import type { Ports as PartsPorts } from './base.ts';

/** What the outside gives to the bot, its store included; tests give their own. */
export interface Ports extends PartsPorts {
  openStore: typeof openStore;
}

/** The shards that this process claims of its store, before anything of their servers is read. */
async function shardsToOwn(config: Config, outside: Ports, signal: AbortSignal): Promise<Shards | FreeShards> {
  const { SHARDS, SHARDS_PER_PROCESS: most, DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl } = config;
  if (most === 'all') return ALL_SERVERS;
  if (SHARDS !== 'auto') return { most, of: SHARDS, isFixed: true };
  return { most, of: await recommendedShards({ token, apiUrl, ...outside }, signal), isFixed: false };
}

interface StoreOpening {
  signal: AbortSignal;
  /** Called with why the opening waits: for another process, or for a database that cannot be used for now. */
  onState: (state: Unserving) => void;
  /** Called with why this process should start again: nobody serves what it has room for. */
  onRoom: (why: StoreError) => void;
  /** Called when no process serves some shards, and with none when all are served again. */
  onVacant: (vacant: Vacant) => void;
}

/** Pauses are shorter than those at Discord: where PostgreSQL was away, members wait already. */
const STORE_BACK_OFF = { firstMs: 1_000, longestMs: 15_000 };

/** Opens the store once it can be used, and this process owns it, or its part of the servers. */
export async function openOwnStore(
  config: Config,
  ports: Ports,
  { signal, onState, onRoom, onVacant }: StoreOpening,
): Promise<Store> {
  const { clock, log, openStore } = ports;
  const shards = await shardsToOwn(config, ports, signal);
  const options: OpenStoreOptions = {
    signal,
    shards,
    onWaiting: (owner) => {
      log.info({ owner }, 'another Easel is running on this store; waiting until it ends');
      onState({ state: 'waiting', ownedBy: owner });
    },
    onVacant: (vacant) => {
      const { numbers, hasRoom } = vacant;
      onVacant(vacant);
      if (numbers.length === 0) log.info('all shards are served again');
      else if (hasRoom)
        onRoom(new StoreError(`nobody serves shard ${numbers.join(', ')}: Easel has to start again to take it`));
      else
        log.error({ shards: numbers }, 'nobody serves these shards: start another Easel, or raise SHARDS_PER_PROCESS');
    },
    onUnreadable: ({ collection, key, why }) =>
      log.error({ collection, record: key, why }, 'a record cannot be read; it is left as it is'),
  };
  const open = (): Promise<Store> => openStore(config.STORE_URL, options);
  const store = await untilSuccessful({ clock, signal, ...STORE_BACK_OFF }, open, (cause, delayMs) => {
    if (!(cause instanceof StoreError)) throw cause;
    const error = new StoreError(`${storeName(config)}: ${cause.message}`, { cause });
    if (!(cause instanceof StoreUnavailableError)) throw error;
    log.warn({ err: error, delayMs }, 'the store cannot be used yet; trying again');
    onState({ state: 'starting', reason: error.message });
  });
  log.info({ ...store.shards }, 'these shards are this process’s');
  if ('most' in shards && shards.of !== store.shards.of) {
    log.warn(
      { shards: shards.of },
      'Discord recommends another number of shards by now: stop all processes to divide servers anew',
    );
  }
  return store;
}

/** The variable and the file that an operator has to look at. An address of PostgreSQL may hold a password, so it stays out. */
function storeName({ STORE_URL }: Config): string {
  const address = parseStoreUrl(STORE_URL);
  return address.scheme === 'sqlite' ? `STORE_URL: ${resolve(address.path)}` : 'STORE_URL';
}
