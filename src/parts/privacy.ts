import type { PrivacyContext } from '../../commands/support/context.ts';
import { createSweeper, type SweeperParts, sweepCollection } from '../engine/sweeper.ts';
import { workCollection } from '../jobs/records/works.ts';
import { memberCollection, memberKey } from '../moderation/records/members.ts';
import { reportCollection } from '../moderation/reports/report-record.ts';
import { requestCollection } from '../moderation/requests/request.ts';
import { roundCollection } from '../moderation/rounds/round.ts';
import { createErasures, erasureCollection } from '../privacy/erasures.ts';
import { findKeptAbout, serversNaming } from '../privacy/kept-about.ts';
import { isAlone } from '../store/database/shards.ts';
import { eraseByRule } from '../store/erase.ts';
import type { Owner } from '../store/member-records.ts';
import type { CollectionDefinition } from '../store/store.ts';
import { sweepOf } from '../store/sweep.ts';
import { DAY_MS } from '../time/clock.ts';
import { starCollection } from '../works/stars.ts';
import type { Base } from './base.ts';
import { COLLECTIONS } from './collections.ts';
import type { Discord } from './discord.ts';
import type { Making } from './making.ts';
import type { createModerating } from './moderation.ts';

/** Erases members by the collections' rules, and by the features whose records belong together or are in memory. */
export function openPrivacy(
  base: Base,
  { jobs, history, stars }: Making,
  { moderation: { requests, reports }, rounds }: ReturnType<typeof createModerating>,
) {
  const { store } = base;
  const features = new Map<CollectionDefinition, { forget(owner: Owner): Promise<void> }>([
    [workCollection, history],
    [starCollection, stars],
    [requestCollection, requests],
    [reportCollection, reports],
    [roundCollection, rounds],
  ]);
  const erasures = createErasures({
    ...base,
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
  });
  const privacy: Omit<PrivacyContext, 'bound' | 'pages'> = {
    isWhole: isAlone(store.shards),
    keptAbout: (owner) => findKeptAbout(store, COLLECTIONS, owner),
    erase: async (memberId, guildId) => {
      const guildIds = guildId === undefined ? await serversNaming(store, COLLECTIONS, memberId) : [guildId];
      const all = await Promise.all(guildIds.map((one) => erasures.ask({ guildId: one, memberId })));
      return { erased: all.includes('later') ? 'later' : 'erased', servers: all.length };
    },
  };
  return { erasures, privacy };
}

/** How long copies of a whole store stay, which upgrades and restores leave. */
const COPIES_KEPT_MS = 90 * DAY_MS;

/** @param conditional sweeps of records whose ends depend on other records */
export function openSweeper(base: Base, { clockCheck }: Discord, conditional: SweeperParts['sweeps']) {
  const { store } = base;
  const members = store.collection(memberCollection);
  const isSeen = async ({ guildId, memberId }: Owner): Promise<boolean> =>
    (await members.get(memberKey(guildId, memberId))) !== undefined;
  const copies = { sweep: (nowMs: number) => store.sweepCopies(nowMs - COPIES_KEPT_MS) };
  const byRule = COLLECTIONS.flatMap((definition) => {
    const sweep = sweepOf(store, definition, isSeen);
    return sweep ? [[definition.name, { sweep }] as const] : [];
  });
  return createSweeper({
    ...base,
    clockCheck,
    collection: store.collection(sweepCollection),
    shards: store.shards,
    sweeps: { ...conditional, copies, ...Object.fromEntries(byRule) },
  });
}
