import type { Accounts } from '../budget/accounts.ts';
import type { Clock } from '../clock.ts';
import type { HistoryEntry } from '../jobs/records/history.ts';
import type { Log } from '../log.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Collection } from '../store/store.ts';
import { type AccessReader, type AccessReaderParts, createAccessReader } from './access/reader.ts';
import { type Admission, type AdmissionParts, createAdmission } from './admission.ts';
import { type Amend, createAmend } from './amending.ts';
import { type AuditLog, type AuditRecord, createAuditLog } from './audit-log.ts';
import { copyKey, createGallery, type Gallery, type GalleryCopy, type GalleryDesk } from './gallery/gallery.ts';
import { createForbids, createShowingRules, type MayShow } from './gallery/showing-rules.ts';
import type { Members } from './members.ts';
import {
  createReports,
  type ReportDesk,
  type ReportRecord,
  type Reports,
  type ReportsParts,
  reportKey,
  type Subject,
} from './reports/reports.ts';
import { type GatedRequest, isLetInElsewhere } from './requests/request.ts';
import { createRequests, type RequestMessages, type Requests, type RequestsParts } from './requests/requests.ts';
import type { ServerSettings } from './settings/server-settings.ts';

/** All that moderation offers to commands. */
export interface Moderation {
  settings: ServerSettings;
  members: Members;
  /** What may be done with works. */
  access: AccessReader;
  audit: AuditLog;
  admission: Admission;
  requests: Requests;
  reports: Reports;
  gallery: Gallery;
  mayShow: MayShow;
  /** Whether moderators paused the server, or managers or the operator its spending. */
  isPaused(guildId: string): Promise<boolean>;
  amend: Amend;
  /** Finds in the store what is not finished; before that nobody may ask. */
  load(): Promise<void>;
  /** Goes on with it until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Drops what was too old by then. */
  sweep(nowMs: number): Promise<void>;
}

export interface ModerationParts {
  settings: ServerSettings;
  members: Members;
  collections: {
    audit: Collection<AuditRecord>;
    requests: Collection<GatedRequest>;
    reports: Collection<ReportRecord>;
    gallery: Collection<GalleryCopy>;
  };
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
  accounts: Accounts;
  requestMessages: RequestMessages;
  reportDesk: ReportDesk;
  tellOperator: ReportsParts['tellOperator'];
  galleryDesk: GalleryDesk;
  /** Moderators cannot be reached in their channel. */
  noDesk: (guildId: string) => void;
  isChannelAgeRestricted: AdmissionParts['isChannelAgeRestricted'];
  memberNow: AdmissionParts['memberNow'];
  jobs: Pick<RequestsParts, 'jobs' | 'history' | 'messenger' | 'mayCreate'>;
  /** What other records and Discord tell of works. */
  works: Pick<AccessReaderParts, 'consentOf' | 'wasAllowed' | 'isChannelInSight' | 'isMessageGone'>;
  /** The member's jobs that have not ended. */
  jobIdsUnderWay: (guildId: string, memberId: string) => Promise<string[]>;
}

export function createModeration(parts: ModerationParts): Moderation {
  const { collections, settings, members, locks, clock, log, accounts, jobIdsUnderWay } = parts;
  const audit = createAuditLog({ collection: collections.audit, locks, clock });
  const isPaused: Moderation['isPaused'] = async (guildId) =>
    (await settings.of(guildId)).pause !== null || (await accounts.view(guildId)).pausedBy !== undefined;
  const access = createAccessReader({
    ...{ jobs: parts.jobs.jobs, history: parts.jobs.history, ...parts.works },
    isChannelAgeRestricted: parts.isChannelAgeRestricted,
    findRequest: (id) => collections.requests.get(id),
    findReport: (guildId, jobId) => collections.reports.get(reportKey(guildId, jobId)),
    findCopy: (guildId, jobId) => collections.gallery.get(copyKey({ guildId, jobId })),
  });
  const admission = createAdmission({
    ...{ members, access, audit, clock, log },
    isChannelAgeRestricted: parts.isChannelAgeRestricted,
    memberNow: parts.memberNow,
    underWayIds: async (guildId, memberId) => [
      ...(await jobIdsUnderWay(guildId, memberId)),
      ...requests.idsOf(guildId, memberId),
    ],
  });
  const requests = createRequests({
    ...{ accounts, audit, members, locks, clock, log, isPaused },
    ...parts.jobs,
    messages: parts.requestMessages,
    collection: collections.requests,
    // An entry of a round was let in without asking for a role.
    forbids: async (request) => {
      const roleIds = isLetInElsewhere(request) ? undefined : request.roleIds;
      return admission.recheck({ ...request, roleIds }, 'start', await settings.of(request.guildId));
    },
    moderatorsChannelId: async (guildId) => (await settings.of(guildId)).settings.moderatorsChannelId,
    noDesk: parts.noDesk,
  });
  const gallery = createGallery({
    ...{ audit, members, locks, clock, log },
    collection: collections.gallery,
    desk: parts.galleryDesk,
    history: parts.jobs.history,
    forbids: createForbids({ settings, admission, access }),
  });
  const reports = createReports({
    ...{ audit, members, locks, clock, log },
    collection: collections.reports,
    desk: parts.reportDesk,
    placeOf: async (guildId, memberId, jobId) => {
      const job = await parts.jobs.jobs.find(jobId);
      return job
        ? { guildId, memberId, jobId, channelId: job.place.channelId, messageId: job.place.messageId }
        : (placeIn(await parts.jobs.history.find(guildId, memberId, jobId)) ??
            subjectOf(await gallery.find(guildId, jobId)));
    },
    isKept: async (...work) => (await parts.jobs.history.find(...work)) !== undefined,
    takeDown: gallery.takeDown,
    putBack: gallery.putBack,
    tellOperator: parts.tellOperator,
    endUnshown: requests.endUnshown,
  });
  const { isChannelAgeRestricted } = parts;
  const mayShow = createShowingRules({ admission, access, isChannelAgeRestricted });
  return {
    isPaused,
    amend: createAmend({ history: parts.jobs.history, requests, reports }),
    ...{ access, settings, members, audit, admission, requests, reports, gallery, mayShow },
    load: async () => {
      await requests.load();
      await reports.load();
      await gallery.load();
    },
    run: async (signal) => {
      await Promise.all([requests.run(signal), reports.run(signal), gallery.run(signal)]);
    },
    sweep: async (nowMs) => {
      await members.sweep(nowMs);
      await requests.sweep(nowMs);
      await reports.sweep(nowMs);
      await gallery.sweep(nowMs);
    },
  };
}

function placeIn(entry: HistoryEntry | undefined): Subject | undefined {
  if (!entry) return undefined;
  const { guildId, memberId, jobId, channelId, messageId } = entry;
  return { guildId, memberId, jobId, channelId, messageId };
}

/** The history does not reach as far back as the gallery. */
function subjectOf(copy: GalleryCopy | undefined): Subject | undefined {
  if (!copy) return undefined;
  const { guildId, memberId, jobId, source } = copy;
  return { guildId, memberId, jobId, ...source };
}
