import type { Accounts } from '../budget/accounts.ts';
import type { Needs } from '../runtime.ts';
import { isHiddenOrRemoved } from './access/access.ts';
import { type AccessReader, type AccessReaderParts, createAccessReader } from './access/reader.ts';
import { type Admission, type AdmissionParts, createAdmission } from './admission/admission.ts';
import type { OpenQuestion } from './admission/sources.ts';
import { type AppealMessages, createAppeals } from './appeals/appeals.ts';
import { copyKey, createGallery, type Gallery, type GalleryMessages } from './gallery/gallery.ts';
import { galleryCollection } from './gallery/gallery-copy.ts';
import { createShowingRules } from './gallery/showing-rules.ts';
import type { createKnownPictures } from './known/known-pictures.ts';
import type { AuditLog } from './records/audit-log.ts';
import type { Decisions } from './records/decisions.ts';
import { createMemberDecisions } from './records/member-decisions.ts';
import type { Members } from './records/members.ts';
import { createRedraw } from './redraw.ts';
import { reportCollection } from './reports/report-record.ts';
import { createReports, type ReportMessages, type ReportsParts } from './reports/reports.ts';
import type { RequestsParts } from './requests/context.ts';
import { deadlineMs, type GatedRequest, isFromRound, requestCollection } from './requests/request.ts';
import type { RequestMessages } from './requests/request-messages.ts';
import { createRequests } from './requests/requests.ts';
import { gatesOf } from './settings/modes.ts';
import type { ServerSettings } from './settings/server-settings.ts';

type FromOutside = Pick<
  RequestsParts,
  'addressesOf' | 'clock' | 'log' | 'jobs' | 'history' | 'jobMessages' | 'mayCreate' | 'onModeratorsUnreachable'
> &
  Pick<AdmissionParts, 'isChannelAgeRestricted' | 'memberNow'> & {
    consents: AdmissionParts['consents'] & RequestsParts['consents'];
  } & Pick<
    AccessReaderParts,
    'jobs' | 'consentOf' | 'consentRuleOf' | 'wasAllowed' | 'isChannelInSight' | 'isChannelGone' | 'isMessageGone'
  > &
  Pick<ReportsParts, 'history' | 'notifyOperator' | 'onSightChanged'>;

export interface ModerationParts extends FromOutside, Needs<'store'> {
  settings: ServerSettings;
  audit: AuditLog;
  decisions: Decisions;
  known: ReturnType<typeof createKnownPictures>;
  members: Members;
  accounts: Accounts;
  requestMessages: RequestMessages;
  reportMessages: ReportMessages;
  appealMessages: AppealMessages;
  galleryMessages: GalleryMessages;
  /** The member's unfinished jobs. */
  jobIdsUnderWay: (guildId: string, memberId: string) => Promise<string[]>;
}

export type Moderation = ReturnType<typeof createModeration>;

function createRecheck(
  { settings }: Pick<ModerationParts, 'settings'>,
  admission: Pick<Admission, 'recheck'>,
): RequestsParts['recheck'] {
  return async (request) => {
    // An entry of a round needs no role.
    const roleIds = isFromRound(request) ? undefined : request.roleIds;
    const occasion = request.draft ? 'show draft' : 'start';
    return admission.recheck({ ...request, roleIds }, occasion, await settings.of(request.guildId));
  };
}

/** What comes next for a request whose owners agreed. */
function createReadmit(
  { settings, clock }: Pick<ModerationParts, 'settings' | 'clock'>,
  { rejudge }: Pick<Admission, 'rejudge'>,
): RequestsParts['readmit'] {
  return async (request) => {
    const rules = await settings.of(request.guildId);
    const verdict = await rejudge(request, 'consented', rules);
    if (verdict.verdict === 'refuse') return { event: 'forbidden', refusal: verdict.refusal };
    const { gates, why } = verdict.verdict === 'ask' ? verdict : { gates: gatesOf('open'), why: request.why };
    const expiresAtMs = deadlineMs(gates, request.request, rules.settings, clock.now());
    return { event: 'admitted', gates, why, channelId: rules.settings.moderatorsChannelId, expiresAtMs };
  };
}

/** Reports, word lists and sources may have changed since moderators published it. */
function createMayPublish(
  { settings }: Pick<ModerationParts, 'settings'>,
  { access, admission }: { access: Pick<AccessReader, 'statusOf'>; admission: Pick<Admission, 'recheck'> },
): RequestsParts['mayPublish'] {
  return async (request, entry) => {
    const { guildId, id: jobId, memberId } = request;
    if (isHiddenOrRemoved(await access.statusOf({ guildId, jobId, memberId }))) return false;
    const made = { ...request, request: entry.request };
    return (await admission.recheck(made, 'publish', await settings.of(guildId))) === undefined;
  };
}

function toQuestion({ consent, guildId, location, expiresAtMs }: GatedRequest): OpenQuestion {
  const { channelId, messageId } = location;
  return { origins: consent?.origins ?? [], at: { guildId, channelId, messageId }, expiresAtMs };
}

function createLocationOf(jobs: Pick<ModerationParts['jobs'], 'findAny'>, gallery: Pick<Gallery, 'find'>) {
  return async (guildId: string, memberId: string, jobId: string) => {
    const job = await jobs.findAny({ guildId, memberId, jobId });
    // The gallery reaches further back than the history.
    const at = job?.location ?? (await gallery.find(guildId, jobId))?.source;
    return at && { guildId, memberId, jobId, channelId: at.channelId, messageId: at.messageId };
  };
}

/** Everything that moderation offers to commands. */
export function createModeration(parts: ModerationParts) {
  const { accounts, audit, decisions, history, jobs, members, settings, store } = parts;
  /** Whether moderators paused the server, or managers or the operator paused its spending. */
  const isPaused = async (guildId: string): Promise<boolean> =>
    (await settings.of(guildId)).pause !== null || (await accounts.view(guildId)).pausedBy !== undefined;
  const access = createAccessReader({
    ...parts,
    findRequest: (id) => store.collection(requestCollection).get(id),
    reportedState: (work, sources) => reports.stateOf(work, sources),
    findCopy: (guildId, jobId) => store.collection(galleryCollection).get(copyKey({ guildId, jobId })),
  });
  const admission = createAdmission({
    ...parts,
    access,
    openQuestions: (guildId, memberId) => requests.forOwnersBy(guildId, memberId).map(toQuestion),
    underWayIds: async (guildId, memberId) => [
      ...(await parts.jobIdsUnderWay(guildId, memberId)),
      ...requests.waitingOf(guildId, memberId).map(({ id }) => id),
    ],
  });
  const moderatorsChannelId = async (guildId: string): Promise<string | null> =>
    (await settings.of(guildId)).settings.moderatorsChannelId;
  const requests = createRequests({
    ...parts,
    isPaused,
    messages: parts.requestMessages,
    collection: store.collection(requestCollection),
    recheck: createRecheck(parts, admission),
    recheckUndone: async (request) =>
      admission.recheck(request, request.draft ? 'reveal' : 'undo', await settings.of(request.guildId)),
    mayPublish: createMayPublish(parts, { access, admission }),
    isAppealed: (request) => appeals.needs(request),
    readmit: createReadmit(parts, admission),
    moderatorsChannelId,
  });
  const showingRules = createShowingRules({ ...parts, admission, access });
  const gallery = createGallery({
    ...parts,
    messages: parts.galleryMessages,
    recheck: showingRules.recheck,
  });
  const reports = createReports({
    ...parts,
    collection: store.collection(reportCollection),
    messages: parts.reportMessages,
    moderatorsChannelId,
    locationOf: createLocationOf(jobs, gallery),
    gallery,
    requests,
  });
  const appeals = createAppeals({
    ...{ ...parts, reports, requests, moderatorsChannelId },
    messages: parts.appealMessages,
  });
  return {
    isPaused,
    access,
    settings,
    members,
    memberDecisions: createMemberDecisions(parts),
    audit,
    decisions,
    known: parts.known,
    admission,
    requests,
    reports,
    appeals,
    gallery,
    judgeShowRequest: showingRules.judge,
    redraw: createRedraw({ history, requests, reports }),
    /** Loads unfinished records from the store; call before anything else. */
    load: async (): Promise<void> => {
      for (const kept of [decisions, requests, reports, gallery, appeals]) await kept.load();
    },
    /** Takes due steps until the signal aborts. */
    run: async (signal: AbortSignal): Promise<void> => {
      await Promise.all([decisions, requests, reports, gallery, appeals].map(({ run }) => run(signal)));
    },
    /** Deletes records that are too old. */
    sweep: async (nowMs: number): Promise<void> => {
      for (const kept of [requests, reports, settings]) await kept.sweep(nowMs);
    },
  };
}
