import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { recommendedShards, untilReached } from '../discord/gateway/connection.ts';
import { hasCommands } from '../discord/registration/has-commands.ts';
import { type Finding, FindingError, finding, logFinding } from '../findings/finding.ts';
import type { NotServing } from '../health/health.ts';
import type { OnCommit } from '../store/committer.ts';
import { ALL_SERVERS, type FreeShards, type Shards, type VacantShards } from '../store/database/shards.ts';
import type { OpenStoreOptions } from '../store/open-store.ts';
import { NoStoreError, type Store, StoreError, StoreUnavailableError } from '../store/store.ts';
import { parseStoreUrl } from '../store/store-url.ts';
import { copyBeforeRelease } from '../store/versions.ts';
import { backOffMs, untilSuccessful } from '../time/back-off.ts';
import type { AppPorts } from './base.ts';

/** The shards to claim in the store, known before any record is read. */
async function shardsToOwn(config: Config, ports: AppPorts, signal: AbortSignal): Promise<Shards | FreeShards> {
  const { SHARDS, SHARDS_PER_PROCESS: most, DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl } = config;
  if (most === 'all') return ALL_SERVERS;
  if (SHARDS !== 'auto') return { most, of: SHARDS, isFixed: true };
  return { most, of: await recommendedShards({ token, apiUrl, ...ports }, signal), isFixed: false };
}

interface StoreOpening {
  signal: AbortSignal;
  /** Called with the reason why opening waits: another process, or an unavailable database. */
  onState: (state: NotServing) => void;
  /** Called with the reason why this process should restart: some shards have no owner and it has room for them. */
  onRestartNeeded: (why: StoreError) => void;
  /** Called when shards have no owner, and with none when all have one again. */
  onVacant: (vacant: VacantShards) => void;
  onCommit?: OnCommit;
}

/** Shorter than the back-off towards Discord, because members are waiting when PostgreSQL was away. */
const STORE_BACK_OFF = { firstMs: 1_000, longestMs: 15_000 };

/** Opens the store once it is available and this process owns it, or its shards of it. */
export async function openOwnStore(
  config: Config,
  ports: AppPorts,
  { signal, onState, onRestartNeeded, onVacant, onCommit }: StoreOpening,
): Promise<Store> {
  const { clock, log } = ports;
  const shards = await shardsToOwn(config, ports, signal);
  /** Since this process was last connected as a spare, which may have been for weeks. */
  let failures = 0;
  const options: OpenStoreOptions = {
    signal,
    shards,
    ...(onCommit && { onCommit }),
    onWaiting: (owner) => {
      failures = 0;
      log.info({ owner }, 'another Easel is running on this store; waiting until it ends');
      onState({ state: 'waiting', ownedBy: owner });
    },
    onVacant: (vacant) => {
      const { numbers, hasRoom } = vacant;
      onVacant(vacant);
      if (numbers.length === 0) log.info('all shards have an owner again');
      else if (hasRoom)
        onRestartNeeded(new StoreError(`shards ${numbers.join(', ')} have no owner: Easel must restart to take them`));
      else logFinding(log, finding('shards.vacant', { shards: numbers.join(', ') }), { shards: numbers });
    },
    onUnreadable: ({ collection, key, why }) =>
      log.error({ collection, record: key, why }, 'a record is unreadable; it stays unchanged'),
  };
  const open = async (): Promise<Store> => {
    const store = await openOrMake(config, ports, options, { signal, onState });
    try {
      // Opening an existing store needs no write, so a standby or a full disk shows only here.
      await store.selfTest();
      return store;
    } catch (cause) {
      await store.close().catch(() => undefined);
      throw cause;
    }
  };
  const store = await untilSuccessful({ clock, signal, ...STORE_BACK_OFF }, open, (cause) => {
    if (!(cause instanceof StoreUnavailableError)) throw openingFailure(config, cause);
    const found = finding('store.unavailable', { path: storeName(config), reason: cause.message });
    const delayMs = backOffMs(failures++, STORE_BACK_OFF);
    logFinding(log, found, { err: cause, delayMs });
    onState({ state: 'starting', found });
    return delayMs;
  });
  log.info({ ...store.shards }, 'owning these shards');
  if ('most' in shards && shards.of !== store.shards.of) {
    const facts = { recommended: shards.of, shards: store.shards.of };
    logFinding(log, finding('discord.shards', facts), facts);
  }
  return store;
}

/** Whether Easel ran with this token before: Discord keeps its commands. Rejects if Discord doesn't say. */
export function ranBefore(config: Config, signal: AbortSignal): Promise<boolean> {
  const { DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl, DISCORD_GUILD_ID: guildId } = config;
  return hasCommands({ token, apiUrl, guildId }, signal);
}

/**
 * Opens the store, and makes one only if nothing says that there was one: an empty folder, where a disk isn't mounted,
 * would give every server a full budget.
 */
async function openOrMake(
  config: Config,
  { clock, log, openStore }: AppPorts,
  options: OpenStoreOptions,
  { signal, onState }: Pick<StoreOpening, 'signal' | 'onState'>,
): Promise<Store> {
  const { STORE_URL: url, STORE_NEW: isNew, DISCORD_API_URL: apiUrl } = config;
  const openExisting = (): Promise<Store> => openStore(url, { ...options, mayMake: false });
  try {
    const store = await openExisting();
    if (isNew) logFinding(log, finding('store.new'));
    return store;
  } catch (error) {
    if (!(error instanceof NoStoreError)) throw error;
    const onTrouble = (found: Finding): void => onState({ state: 'starting', found });
    const isGone =
      !isNew && (await untilReached({ clock, log, apiUrl, onTrouble }, signal, () => ranBefore(config, signal)));
    // Another process may have made the store and registered the commands meanwhile.
    return isGone ? openExisting() : openStore(url, options);
  }
}

/** What ends the start if the store can't be used as it is. Returns errors of other parts unchanged. */
export function openingFailure(config: Config, cause: unknown): unknown {
  if (cause instanceof NoStoreError)
    return new FindingError(finding('store.gone', { path: storeName(config) }), { cause });
  if (!(cause instanceof StoreError)) return cause;
  return new FindingError(finding('store.opening', { path: storeName(config), reason: cause.message }), { cause });
}

/** What ends a running Easel whose store was lost to it. */
export function lossOf(config: Config, cause: StoreError): FindingError {
  return new FindingError(finding('store.lost', { path: storeName(config), reason: cause.message }), { cause });
}

/** Keeps a copy of the store before this version changes it, and says where. */
export async function keepCopyBeforeUpgrade(
  config: Config,
  { log }: Pick<AppPorts, 'log'>,
  { store, version }: { store: Store; version: string },
): Promise<void> {
  const kept = await copyBeforeRelease(store, version).catch((cause: unknown) => {
    if (!(cause instanceof StoreError)) throw cause;
    const facts = { path: storeName(config), reason: cause.message };
    throw new FindingError(finding('store.copy', facts), { cause });
  });
  if (kept) logFinding(log, finding('store.upgraded', kept), kept);
}

/** The file for an operator to check. PostgreSQL's address may hold a password, so it stays out. */
function storeName({ STORE_URL }: Config): string {
  const address = parseStoreUrl(STORE_URL);
  return address.scheme === 'sqlite' ? resolve(address.path) : 'PostgreSQL';
}
