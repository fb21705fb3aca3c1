import type { PrivacyContext } from '../../commands/support/context.ts';
import { alertCollection } from '../alerts/alert.ts';
import { counterCollection, holdCollection, unconfirmedCollection } from '../budget/books/books.ts';
import { saidIn } from '../discord/rest/lookup.ts';
import { createSweeper, type SweeperParts } from '../engine/sweeper.ts';
import { WORKS_KEPT_MS, workCollection } from '../jobs/records/works.ts';
import { appealCollection } from '../moderation/appeals/appeal.ts';
import type { Moderation } from '../moderation/moderation.ts';
import { isSeenIn } from '../moderation/records/members.ts';
import { reportCollection } from '../moderation/reports/report-record.ts';
import { requestCollection } from '../moderation/requests/request.ts';
import { roundCollection } from '../moderation/rounds/round.ts';
import { settingsCollection } from '../moderation/settings/server-settings.ts';
import { erasureCollection } from '../privacy/erasure.ts';
import { createErasures } from '../privacy/erasures.ts';
import { findKeptAbout, serversNaming } from '../privacy/kept-about.ts';
import { createLeftServers } from '../privacy/left-servers.ts';
import type { ServerErasing } from '../privacy/server-erasing.ts';
import { isAlone, ownsFirst } from '../store/database/shards.ts';
import { eraseByRule, eraseServerByRule } from '../store/erase.ts';
import type { Owner } from '../store/member-records.ts';
import type { CollectionDefinition } from '../store/store.ts';
import { sweepOf } from '../store/sweep.ts';
import { DAY_MS } from '../time/clock.ts';
import { starCollection } from '../works/stars.ts';
import type { App } from './app.ts';
import { COLLECTIONS } from './collections.ts';
import type { Moderating } from './moderation.ts';

/** Erases members by the collections' rules, and by the features whose records belong together or are in memory. */
export function openPrivacy(app: App, { moderation, rounds }: Pick<Moderating, 'moderation' | 'rounds'>) {
  const { history, jobs, stars, store } = app;
  const { appeals, requests, reports } = moderation;
  const features = new Map<CollectionDefinition, { forget(owner: Owner): Promise<void> }>([
    [workCollection, history],
    [starCollection, stars],
    [requestCollection, requests],
    [reportCollection, reports],
    [appealCollection, appeals],
    [roundCollection, rounds],
  ]);
  const erasures = createErasures({
    ...app,
    collection: store.collection(erasureCollection),
    erase: async (owner, { isOnlyRestored }) => {
      for (const definition of COLLECTIONS) {
        if (isOnlyRestored && definition.keeps.restored?.from !== 'backup') continue;
        await (features.get(definition)?.forget(owner) ?? eraseByRule(store, definition, owner));
      }
    },
    isUnderWay: async ({ guildId, memberId }) =>
      jobs.openJobIdsOf(guildId, memberId).length > 0 ||
      requests.countUnfinished(guildId, memberId) > 0 ||
      rounds.needsEntryOf(guildId, memberId),
    server: createServerErasing(app, moderation, (guildId) => erasures.forgetMembers(guildId)),
  });
  const privacy: Omit<PrivacyContext, 'bound' | 'pages'> = {
    isWhole: isAlone(store.shards),
    keptAbout: (owner) => findKeptAbout(store, COLLECTIONS, owner),
    erase: async (memberId, guildId) => {
      const guildIds = guildId === undefined ? await serversNaming(store, COLLECTIONS, memberId) : [guildId];
      const all = await Promise.all(guildIds.map((one) => erasures.ask({ guildId: one, memberId })));
      return { erased: all.includes('later') ? 'later' : 'erased', servers: all.length };
    },
    eraseServer: async (guildId) => {
      const isUndecided = requests.queueOf(guildId).length > 0 || reports.listUrgent(guildId).length > 0;
      return isUndecided || (await isUnderWay(app, guildId)) ? 'under way' : erasures.askForServer(guildId);
    },
  };
  const leftServers = createLeftServers({
    ...app,
    definitions: COLLECTIONS,
    erasures,
    ownServerIds: async () => saidIn(await app.rest.ownServerIds({ signal: app.stop })),
  });
  return { erasures, leftServers, privacy };
}

/** Whether credits are held or works are running in a server, or everything is paused. Then its records are needed. */
const isUnderWay = async ({ accounts, jobs }: App, guildId: string): Promise<boolean> =>
  jobs.hasOpenJobsIn(guildId) || (await accounts.holds(guildId)).length > 0 || (await accounts.isPausedEverywhere());

/** The account does it itself, so that the books agree at every moment. */
const OF_ACCOUNT: ReadonlySet<CollectionDefinition> = new Set<CollectionDefinition>([
  counterCollection,
  holdCollection,
  unconfirmedCollection,
]);

function createServerErasing(
  app: App,
  { settings }: Moderation,
  forgetMembers: (guildId: string) => Promise<void>,
): ServerErasing {
  const { accounts, alerter, config, rest, stop, store, works } = app;
  /** What features keep in memory goes with their records. */
  const features = new Map<CollectionDefinition, (guildId: string) => Promise<unknown>>([
    [settingsCollection, settings.forgetServer],
    [alertCollection, alerter.turnOff],
    [erasureCollection, forgetMembers],
  ]);
  return {
    keptMs: config.SERVER_KEPT_DAYS * DAY_MS,
    isIn: async (guildId) => saidIn(await rest.isInServer(guildId, { signal: stop })),
    lastUsedAtMs: works.lastAskedAtMs,
    isClockRight: app.isClockRightNow,
    isUnderWay: (guildId) => isUnderWay(app, guildId),
    pause: (guildId) => accounts.apply(guildId, { kind: 'pause', isPaused: true }, { byId: 'Easel', role: 'manager' }),
    erase: async (guildId, { isOnlyRestored }) => {
      for (const definition of COLLECTIONS) {
        if (OF_ACCOUNT.has(definition)) continue;
        if (isOnlyRestored && definition.keeps.restored?.from !== 'backup') continue;
        await (features.get(definition)?.(guildId) ?? eraseServerByRule(store, definition, guildId));
      }
      if (!isOnlyRestored) await accounts.forgetServer(guildId);
    },
  };
}

/** How long copies of a whole store stay, which upgrades and restores leave. */
const COPIES_KEPT_MS = 90 * DAY_MS;

/** @param conditional sweeps of records whose ends depend on other records */
export function openSweeper(app: App, conditional: SweeperParts['sweeps']) {
  const { preferences, store } = app;
  const copies = { sweep: (nowMs: number) => store.sweepCopies(nowMs - COPIES_KEPT_MS) };
  const worksKeptMs = Math.max(WORKS_KEPT_MS, app.config.HISTORY_KEPT_DAYS * DAY_MS);
  const memberPolicies = {
    // One process does it for all.
    sweep: async (nowMs: number) => {
      if (ownsFirst(store.shards)) await preferences.sweepBuildPolicies(nowMs - worksKeptMs);
    },
  };
  const byRule = COLLECTIONS.flatMap((definition) => {
    const sweep = sweepOf(store, definition, isSeenIn(store));
    return sweep ? [[definition.name, { sweep }] as const] : [];
  });
  return createSweeper({
    ...app,
    sweeps: { ...conditional, copies, memberPolicies, ...Object.fromEntries(byRule) },
  });
}
