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
import { createKnownPictures } from '../moderation/known/known-pictures.ts';
import { createModeration, type ModerationParts } from '../moderation/moderation.ts';
import { createAuditLog } from '../moderation/records/audit-log.ts';
import { createDecisions } from '../moderation/records/decisions.ts';
import { createMembers } from '../moderation/records/members.ts';
import { DECIDE_WITHIN_MS, reportCollection } from '../moderation/reports/report-record.ts';
import { createRounds } from '../moderation/rounds/rounds.ts';
import { createServerSettings, settingsCollection } from '../moderation/settings/server-settings.ts';
import type { App } from './app.ts';
import { listenForStars, openBestWorks, openGalleryMessages } from './gallery.ts';
import { openRecurringRounds } from './recurring-rounds.ts';

/** A member waits for the answer meanwhile. */
const READ_WITHIN_MS = 1_000;

/** Moderation: who may make what, and what members and moderators decide together. */
export function createModerating(app: App) {
  const { alerter, alertOfIntimateReport, channels, clock, jobEnded, jobs, reconciler, stars, stop, store, texts } =
    app;
  const audit = createAuditLog(app);
  const members = createMembers(app);
  const decisions = createDecisions({
    ...app,
    audit,
    members,
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
  const galleryMessages = openGalleryMessages(app);
  const known = createKnownPictures({ ...app, reports: store.collection(reportCollection) });
  const messageParts = { ...app, decisions, members, starsOf: stars.countOf };
  const moderation = createModeration({
    ...app,
    audit,
    decisions,
    known,
    settings,
    members,
    onModeratorsUnreachable: alerter.onModeratorsUnreachable,
    isChannelAgeRestricted: channels.isAgeRestricted,
    isChannelGone: channels.isGone,
    requestMessages: createRequestMessages(messageParts),
    galleryMessages,
    appealMessages: createAppealMessages({ ...messageParts, findRequest: (id) => moderation.requests.find(id) }),
    reportMessages: createReportMessages({ ...messageParts, known }),
    notifyOperator: ({ guildId, jobId, channelId, messageId, urgent }, { isOverdue }) =>
      alertOfIntimateReport({
        guildId,
        jobId,
        isOverdue,
        url: messageId === undefined ? undefined : messageUrl(guildId, channelId, messageId),
        deadlineMs: (urgent?.sinceMs ?? clock.now()) + DECIDE_WITHIN_MS,
      }),
    mayCreate: (from) => !stop.aborted && app.watch.mayCreate(from) !== 'no',
    ...createAccessFacts(app),
    onSightChanged: (jobId) => rounds.followWork(jobId),
    jobIdsUnderWay: async (guildId, memberId) => jobs.openJobIdsOf(guildId, memberId),
  });
  jobEnded.subscribe(({ id }) => moderation.requests.onJobEnded(id));
  listenForStars(app, moderation);
  const messages = createRoundMessages({ ...messageParts, access: moderation.access });
  const rounds = createRounds({
    ...app,
    ...moderation,
    messages,
    mayStart: async (guildId) =>
      !stop.aborted && !(await moderation.isPaused(guildId)) && app.watch.mayCreate() !== 'no',
  });
  const recurring = openRecurringRounds(app, { moderation, rounds, messages });
  const best = openBestWorks(app, moderation, galleryMessages.postBest);
  /** Load these in this order before they run. */
  return { moderation, rounds, loaded: [moderation, rounds, recurring, best] };
}

/** What a server's setting for other people's pictures means. */
const CONSENTS = { nobody: false, ask: 'ask', anyone: true } as const;

/** Members' consent to uses of their works, and where the works are visible. */
function createAccessFacts({
  client,
  consents,
  preferences,
  works,
}: App): Pick<ModerationParts, 'addressesOf' | 'consentOf' | 'consentRuleOf' | 'wasAllowed' | 'isMessageGone'> {
  const policyOfThis = async (guildId: string, { kind, id }: Origin) =>
    kind === 'work' ? (await works.get(guildId, id))?.buildPolicy : undefined;
  return {
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
    wasAllowed: (guildId, askerId, origin) => consents.wasAllowed({ guildId, memberId: askerId }, origin),
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

export type Moderating = ReturnType<typeof createModerating>;
