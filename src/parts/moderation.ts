import { messageUrl } from '../discord/messages/links.ts';
import { createAppealMessages } from '../discord/reconciler/appeal-messages.ts';
import { createPostDecision } from '../discord/reconciler/decision-messages.ts';
import { createReportMessages } from '../discord/reconciler/report-messages.ts';
import { createRequestMessages } from '../discord/reconciler/request-messages.ts';
import { createRoundMessages } from '../discord/reconciler/round-messages.ts';
import { saidIn } from '../discord/rest/lookup.ts';
import { isUnknownMessage } from '../discord/rest/outcome.ts';
import { RetryLater } from '../engine/lane.ts';
import type { Origin } from '../jobs/job/sources.ts';
import { appealCollection } from '../moderation/appeals/appeal.ts';
import { createKnownPictures, knownPictureCollection } from '../moderation/known/known-pictures.ts';
import { createModeration, type Moderation, type ModerationParts } from '../moderation/moderation.ts';
import { auditRecords, createAuditLog } from '../moderation/records/audit-log.ts';
import { createDecisions, decisionCollection } from '../moderation/records/decisions.ts';
import { createMembers, memberCollection, timeoutCollection } from '../moderation/records/members.ts';
import { DECIDE_WITHIN_MS, reportRecords } from '../moderation/reports/report-record.ts';
import { requestRecords } from '../moderation/requests/request.ts';
import type { RoundMessages } from '../moderation/rounds/context.ts';
import { roundCollection } from '../moderation/rounds/round.ts';
import { createRounds } from '../moderation/rounds/rounds.ts';
import { createFindForbiddenEntries } from '../moderation/rounds/winners.ts';
import { createServerSettings, settingsCollection } from '../moderation/settings/server-settings.ts';
import type { Alerts } from './alerts.ts';
import type { Base } from './base.ts';
import type { Discord } from './discord.ts';
import { galleryRecords, listenForStars, openBestWorks, openGalleryMessages } from './gallery.ts';
import type { Making } from './making.ts';
import type { Money } from './money.ts';
import { openRecurringRounds } from './recurring-rounds.ts';
import type { Service } from './service.ts';

/** A member waits for the answer meanwhile. */
const READ_WITHIN_MS = 1_000;

export interface ModerationNeeds {
  money: Money;
  service: Service;
  discord: Discord;
  alerts: Alerts;
  making: Making;
}

/** Moderation: who may make what, and what members and moderators decide together. */
export function createModerating(base: Base, needs: ModerationNeeds) {
  const { store, clock, texts, stop } = base;
  const { client, channels, memberNow, jobMessages, personal, reconciler } = needs.discord;
  const { answers, jobs, history, jobEnded, stars } = needs.making;
  const audit = createAuditLog({ clock, collection: auditRecords(store) });
  const members = openMembers(base);
  const decisions = createDecisions({
    ...base,
    audit,
    members,
    commit: store.commit,
    collection: store.collection(decisionCollection),
    moderatorsChannelId: async (guildId) => (await settings.of(guildId)).settings.moderatorsChannelId,
    onDecided: (guildId, memberId) => moderation.appeals.onDecided(guildId, memberId),
    post: createPostDecision({ reconciler, texts }),
  });
  const settings = createServerSettings({
    clock,
    commit: store.commit,
    decisions,
    collection: store.collection(settingsCollection),
    isChannelElsewhere: channels.isElsewhere,
    onChanging: async (guildId, after) => {
      for (const timer of [recurring, best]) await timer.onSettingsChanging(guildId, after);
    },
  });
  const galleryMessages = openGalleryMessages(base, needs);
  const known = openKnownPictures(base, needs);
  const said = { findDecision: decisions.find, starsOf: stars.countOf, texts };
  const messageParts = { answers, client, history, jobs, personal, reconciler, ...said };
  const moderation = createModeration({
    ...base,
    audit,
    decisions,
    known,
    settings,
    members,
    memberNow,
    onModeratorsUnreachable: needs.alerts.alerter.onModeratorsUnreachable,
    accounts: needs.money.accounts,
    isChannelAgeRestricted: channels.isAgeRestricted,
    isChannelGone: channels.isGone,
    requestMessages: createRequestMessages({ ...messageParts, recordOf: members.of }),
    galleryMessages,
    appealMessages: createAppealMessages({ ...messageParts, findRequest: (id) => moderation.requests.find(id) }),
    reportMessages: createReportMessages({ ...messageParts, known, pages: needs.discord.openPages }),
    notifyOperator: ({ guildId, jobId, channelId, messageId, urgent }, { isOverdue }) =>
      needs.alerts.alertOfIntimateReport({
        guildId,
        jobId,
        isOverdue,
        url: messageId === undefined ? undefined : messageUrl(guildId, channelId, messageId),
        deadlineMs: (urgent?.sinceMs ?? clock.now()) + DECIDE_WITHIN_MS,
      }),
    jobs,
    history,
    jobMessages,
    mayCreate: (from) => !stop.aborted && needs.service.watch.mayCreate(from) !== 'no',
    collections: collectionsIn(store),
    consents: needs.making.consents,
    ...createAccessFacts(needs),
    onSightChanged: (jobId) => rounds.followWork(jobId),
    jobIdsUnderWay: async (guildId, memberId) => jobs.openJobIdsOf(guildId, memberId),
  });
  jobEnded.subscribe(({ id }) => moderation.requests.onJobEnded(id));
  listenForStars(base, needs, moderation);
  const messages = createRoundMessages({
    ...messageParts,
    recordOf: members.of,
    statusOf: moderation.access.statusOf,
    stop,
  });
  const rounds = openRounds(base, needs, { moderation, messages });
  const recurring = openRecurringRounds(base, needs, { moderation, rounds, messages });
  const best = openBestWorks(base, needs, moderation, galleryMessages.postBest);
  /** Load these in this order before they run. */
  return { moderation, rounds, loaded: [moderation, rounds, recurring, best] };
}

const collectionsIn = (store: Base['store']): ModerationParts['collections'] => ({
  requests: requestRecords(store),
  reports: reportRecords(store),
  gallery: galleryRecords(store),
  appeals: store.collection(appealCollection),
});

const openKnownPictures = ({ store, clock, log, stop }: Base, { service: { hashPicture } }: ModerationNeeds) =>
  createKnownPictures({
    ...{ clock, log, stop, hashPicture },
    reports: reportRecords(store),
    collection: store.collection(knownPictureCollection),
  });

/** What a server's setting for other people's pictures means. */
const CONSENTS = { nobody: false, ask: 'ask', anyone: true } as const;

/** Members' consent to uses of their works, and where the works are visible. */
function createAccessFacts({
  discord,
  making,
}: ModerationNeeds): Pick<
  ModerationParts,
  'addressesOf' | 'consentOf' | 'consentRuleOf' | 'wasAllowed' | 'isChannelInSight' | 'isMessageGone'
> {
  const { client, isChannelInSight, preferences } = discord;
  const policyOfThis = async (guildId: string, { kind, id: jobId, ownerId: memberId }: Origin) =>
    kind === 'work' ? making.buildPolicies.of({ guildId, jobId, memberId }) : undefined;
  return {
    isChannelInSight,
    consentOf: async (guildId, origin, rules) => {
      if (origin.kind === 'app') return CONSENTS[rules.appPictures];
      const own = (await policyOfThis(guildId, origin)) ?? (await preferences.buildPolicy(origin.ownerId));
      return own ?? CONSENTS[origin.kind === 'work' ? rules.resultsByOthers : rules.uploadsByOthers];
    },
    consentRuleOf: async (guildId, origin) => {
      if (origin.kind === 'app') return 'app';
      if ((await policyOfThis(guildId, origin)) !== undefined) return 'picture';
      return (await preferences.buildPolicy(origin.ownerId)) === undefined ? 'server' : 'owner';
    },
    wasAllowed: (guildId, askerId, origin) => making.consents.wasAllowed({ guildId, memberId: askerId }, origin),
    addressesOf: async (at) => {
      const read = await client.read(at, { withinMs: READ_WITHIN_MS });
      if (read.outcome === 'unavailable') throw new RetryLater();
      return new Map(saidIn(read)?.files.map(({ attachmentId, address }) => [attachmentId, address]));
    },
    isMessageGone: async (at) => {
      const read = await client.read(at, { withinMs: READ_WITHIN_MS });
      if (read.outcome === 'done') return false;
      return isUnknownMessage(read.cause) ? true : undefined;
    },
  };
}

const openMembers = ({ store, clock }: Base) =>
  createMembers({
    clock,
    commit: store.commit,
    collection: store.collection(memberCollection),
    timeouts: store.collection(timeoutCollection),
  });

function openRounds(
  base: Base,
  { money, service, making }: ModerationNeeds,
  { moderation, messages }: { moderation: Moderation; messages: RoundMessages },
) {
  const { store, stop } = base;
  return createRounds({
    ...base,
    ...making,
    accounts: money.accounts,
    requests: moderation.requests,
    decisions: moderation.decisions,
    messages,
    forbiddenEntries: createFindForbiddenEntries(moderation),
    collection: store.collection(roundCollection),
    mayStart: async (guildId) =>
      !stop.aborted && !(await moderation.isPaused(guildId)) && service.watch.mayCreate() !== 'no',
  });
}
