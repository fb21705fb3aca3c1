import type { Accounts } from '../budget/accounts.ts';
import type { Clock } from '../clock.ts';
import type { History, HistoryEntry } from '../jobs/records/history.ts';
import type { Log } from '../log.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Collection } from '../store/store.ts';
import { type Admission, createAdmission } from './admission.ts';
import { type Amend, createAmend } from './amending.ts';
import { type AuditLog, type AuditRecord, createAuditLog } from './audit-log.ts';
import { createGallery, type Gallery, type GalleryCopy, type GalleryDesk } from './gallery/gallery.ts';
import { isRefusedBy } from './gallery/gallery-rules.ts';
import { createMembers, type Members, type MembersParts } from './members.ts';
import { type ChannelAge, createRecheck, type LateRefusal, type MemberNow, type Recheck } from './recheck.ts';
import { isHiddenOrRemoved } from './reports/report-record.ts';
import { createReports, type ReportDesk, type ReportRecord, type Reports, type Subject } from './reports/reports.ts';
import { type ApprovalDesk, type Approvals, createApprovals } from './requests/approvals.ts';
import type { BeginParts } from './requests/begin-approved.ts';
import { createBegin } from './requests/begin-approved.ts';
import { type BeginPreviewed, createBeginPreviewed, type PostJob } from './requests/begin-previewed.ts';
import { createPreviews, type Preview, type PreviewDesk, type Previews } from './requests/previews.ts';
import type { Waiting } from './requests/waiting.ts';
import { createServerSettings, type ServerSettings, type SettingsRecord } from './settings/server-settings.ts';

/** All that moderation offers to commands. */
export interface Moderation {
  settings: ServerSettings;
  members: Members;
  audit: AuditLog;
  admission: Admission;
  approvals: Approvals;
  reports: Reports;
  previews: Previews;
  gallery: Gallery;
  /** Whether moderators paused the server, or managers or the operator its spending. */
  isPaused(guildId: string): Promise<boolean>;
  recheck: Recheck;
  /** Begins what was let in some time ago, and is shown to moderators before everybody sees it. */
  previewed: BeginPreviewed;
  amend: Amend;
  /** Finds in the store what is not finished; before that nobody may ask. */
  load(): Promise<void>;
  /** Goes on with it until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Drops what was too old by then. */
  sweep(nowMs: number): Promise<void>;
}

export interface ModerationParts {
  collections: {
    settings: Collection<SettingsRecord>;
    audit: Collection<AuditRecord>;
    waiting: Collection<Waiting>;
    reports: Collection<ReportRecord>;
    previews: Collection<Preview>;
    gallery: Collection<GalleryCopy>;
  };
  members: Omit<MembersParts, 'locks' | 'clock'>;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
  accounts: Accounts;
  desk: ApprovalDesk;
  reportDesk: ReportDesk;
  /** Whether a channel is known to be in another server. */
  isChannelElsewhere: (guildId: string, channelId: string) => Promise<boolean>;
  previewDesk: PreviewDesk;
  galleryDesk: GalleryDesk;
  postJob: PostJob;
  /** Moderators cannot be reached in their channel. */
  noDesk: (guildId: string) => void;
  /** What a member reads of a refusal. */
  wordsOf: (refusal: LateRefusal) => string;
  /** A thread as its channel; undefined where Discord does not say. */
  isChannelAgeRestricted: ChannelAge;
  /** Undefined where Discord does not say. */
  memberNow: (guildId: string, memberId: string) => Promise<MemberNow | undefined>;
  jobs: Omit<BeginParts, 'accounts' | 'wordsOf' | 'forbids' | 'history' | 'previewed'> & {
    history: Pick<History, 'find' | 'add'>;
  };
  /** The member's jobs that have not ended. */
  jobIdsUnderWay: (guildId: string, memberId: string) => Promise<string[]>;
}

export function createModeration(parts: ModerationParts): Moderation {
  const { collections, locks, clock, log, accounts, desk, jobIdsUnderWay } = parts;
  const settings = createServerSettings({
    ...{ collection: collections.settings, locks, clock },
    isChannelElsewhere: parts.isChannelElsewhere,
  });
  const members = createMembers({ ...parts.members, locks, clock });
  const audit = createAuditLog({ collection: collections.audit, locks, clock });
  const isPaused: Moderation['isPaused'] = async (guildId) =>
    (await settings.of(guildId)).pause !== null || (await accounts.view(guildId)).pausedBy !== undefined;
  const recheck = createRecheck({
    ...{ settings, members, clock },
    ...{ isChannelAgeRestricted: parts.isChannelAgeRestricted, memberNow: parts.memberNow },
    reports: { find: (guildId, jobId) => reports.find(guildId, jobId) },
  });
  const begin = createBegin({
    ...{ ...parts.jobs, accounts },
    wordsOf: parts.wordsOf,
    previewed: { begin: (...submission) => previewed.begin(...submission), mend: (one) => previewed.mend(one) },
    forbids: async (waiting) => {
      const refusal = await recheck(waiting);
      return refusal && parts.wordsOf(refusal);
    },
  });
  const moderatorsChannelId = async (guildId: string): Promise<string | null> =>
    (await settings.of(guildId)).settings.moderatorsChannelId;
  const approvals = createApprovals({
    ...{ accounts, audit, members, locks, clock, log, desk, moderatorsChannelId },
    collection: collections.waiting,
    // What was approved before a pause, or by votes in it, begins when it is over.
    begin: async (waiting) => ((await isPaused(waiting.guildId)) ? 'later' : begin(waiting)),
  });
  const underWayIds = async (guildId: string, memberId: string): Promise<string[]> => [
    ...(await jobIdsUnderWay(guildId, memberId)),
    ...approvals.idsOf(guildId, memberId),
  ];
  const admission = createAdmission({ settings, members, audit, clock, log, underWayIds });
  const gallery = createGallery({
    ...{ audit, members, locks, clock, log },
    collection: collections.gallery,
    desk: parts.galleryDesk,
    history: parts.jobs.history,
    forbids: async ({ guildId, jobId, byId, channelId, source, ageRestricted }, { request, messageId }) => {
      const rules = await settings.of(guildId);
      const { timeout } = await members.of(guildId, byId);
      return (
        rules.pause !== null ||
        (timeout !== null && timeout.untilMs > clock.now()) ||
        rules.settings.galleryChannelId !== channelId ||
        // Deleted since somebody wanted to show it.
        (source.messageId !== undefined && messageId === undefined) ||
        isRefusedBy(rules.words, request.prompt, ageRestricted) ||
        isHiddenOrRemoved(await reports.find(guildId, jobId))
      );
    },
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
    takeDown: gallery.takeDown,
    endUnshown: async (jobId, byId) => {
      await approvals.decide(jobId, { kind: 'rejected', byId });
      await approvals.carryOut(jobId);
      await previews.decide(jobId, 'discarded', byId);
      await previews.carryOut(jobId);
      return unshownNow(await approvals.find(jobId), await previews.find(jobId));
    },
  });
  const previews = createPreviews({
    ...{ audit, members, locks, clock, log },
    collection: collections.previews,
    desk: parts.previewDesk,
    jobs: parts.jobs.jobs,
    history: parts.jobs.history,
  });
  const previewed = createBeginPreviewed({
    ...{
      jobs: parts.jobs.jobs,
      previews,
      desk: parts.previewDesk,
      postJob: parts.postJob,
      noDesk: parts.noDesk,
      clock,
    },
    moderatorsChannelId,
  });
  return {
    ...{ isPaused, previewed, recheck },
    amend: createAmend({ history: parts.jobs.history, previews, reports }),
    ...{ settings, members, audit, admission, approvals, reports, previews, gallery },
    load: async () => {
      await approvals.load();
      await reports.load();
      await previews.load();
      await gallery.load();
    },
    run: async (signal) => {
      const upgraded = members.upgrade().catch((error: unknown) => {
        if (!signal.aborted)
          log.error({ err: error }, 'timeouts of an earlier version are not listed yet; the next start goes on');
      });
      const loops = [approvals.run(signal), reports.run(signal), previews.run(signal), gallery.run(signal)];
      await Promise.all([upgraded, ...loops]);
    },
    sweep: async (nowMs) => {
      await members.sweep(nowMs);
      await approvals.sweep(nowMs);
      await reports.sweep(nowMs);
      await previews.sweep(nowMs);
      await gallery.sweep(nowMs);
    },
  };
}

/** What has become of a request or preview that is to end. */
function unshownNow(request: Waiting | undefined, preview: Preview | undefined): 'ended' | 'later' | 'nothing' {
  const isUnderWay = (request && !request.decision?.isCarriedOut) || (preview && !preview.isCarriedOut);
  if (isUnderWay) return 'later';
  if (request && request.decision?.kind !== 'approved') return 'ended';
  return preview && preview.phase !== 'published' ? 'ended' : 'nothing';
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
