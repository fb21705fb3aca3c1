import { hasEnded, isUnapproved, type Job } from '../../jobs/job/job.ts';
import { type BuildPolicy, type Origin, sourceWorksOf } from '../../jobs/job/sources.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { WorkRef } from '../../works/stars.ts';
import type { GalleryCopy } from '../gallery/gallery-copy.ts';
import type { ReportState } from '../reports/report-record.ts';
import { type GatedRequest, isUndecided, isWithModerators } from '../requests/request.ts';
import type { ModerationSettings } from '../settings/settings.ts';
import {
  type Act,
  access,
  type ConsentRule,
  type Denial,
  isHiddenOrRemoved,
  lateDenial,
  postedDenial,
  type Viewer,
  type WorkFacts,
  type WorkStatus,
} from './access.ts';

export interface Person extends Omit<Viewer, 'mayManageMessages'> {
  roleIds: readonly string[];
  /** The channel of the press, if Discord lets them manage messages there. */
  managedChannelId: string | undefined;
  isAdministrator: boolean;
}

/** A person in the channel in which they act. */
export interface ViewerInChannel extends Person {
  channelId: string;
  parentChannelId: string | undefined;
  /** Undefined if the interaction doesn't say. */
  isAgeRestricted: boolean | undefined;
  /** The settings of the server. */
  settings: ModerationSettings;
}

export interface Access<Asked extends Act> {
  /** Undefined if Easel no longer keeps the work. */
  work: Job | undefined;
  status: WorkStatus;
  /** Whether decisions for the work's channel also count here. */
  isDecidedHere: boolean;
  /** Only for the requested acts; facts for others weren't gathered. */
  denials: Readonly<Record<Asked, Denial | undefined>>;
}

export interface AccessReaderParts {
  jobs: Pick<Jobs, 'findAny' | 'lineageOf'>;
  findRequest: (id: string) => Promise<GatedRequest | undefined>;
  /** What reports of a work or of its sources make of it. @throws RecordError if one that may withhold it is unreadable */
  reportedState: (work: WorkRef, sources: readonly { jobId: string }[]) => Promise<ReportState>;
  findCopy: (guildId: string, jobId: string) => Promise<GalleryCopy | undefined>;
  /** A thread counts as its channel; undefined if Discord doesn't say. */
  isChannelAgeRestricted: (channelId: string) => Promise<boolean | undefined>;
  /** Whether a channel was deleted. */
  isChannelGone: (channelId: string) => Promise<boolean>;
  /** Whether others may build on a picture, according to its owner or the server. */
  consentOf: (guildId: string, origin: Origin, settings: ModerationSettings) => Promise<BuildPolicy>;
  /** Whose rule that is. */
  consentRuleOf: (guildId: string, origin: Origin) => Promise<ConsentRule>;
  /** Whether the owner of a picture granted this member's request. */
  wasAllowed: (guildId: string, askerId: string, origin: Origin) => Promise<boolean>;
  /** Whether a person can see a channel; undefined if Discord doesn't say. */
  isChannelInSight: (guildId: string, channelId: string, person: Person) => Promise<boolean | undefined>;
  /** Whether a message is gone from an existing channel; undefined if Discord doesn't say. */
  isMessageGone: (at: { guildId: string; channelId: string; messageId: string }) => Promise<boolean | undefined>;
}

export type AccessReader = ReturnType<typeof createAccessReader>;

export function createAccessReader(parts: AccessReaderParts) {
  /** The status of a work, independent of the viewer. */
  const statusOf = async (ref: WorkRef): Promise<WorkStatus> =>
    statusIn(parts, ref, await parts.jobs.findAny(ref), await findRequest(parts, ref));

  /** Looks up a work, unless the caller just read it, and says what this person may do with it here. */
  const of = async <Asked extends Act>(
    viewer: ViewerInChannel,
    ref: WorkRef,
    acts: readonly Asked[],
    known?: Job,
  ): Promise<Access<Asked>> => {
    const found = known ?? (await parts.jobs.findAny(ref));
    const work = found && withHiddenPrompt(found);
    const request = await findRequest(parts, ref);
    const status = await statusIn(parts, ref, work, request);
    const location = work?.location;
    const channelId = location?.channelId ?? (await parts.jobs.lineageOf(ref.guildId, ref.jobId))?.channelId;
    const isOwn = viewer.userId === ref.memberId;
    const isDecidedHere = channelId !== undefined && isSameChannel(channelId, viewer);
    const isNeeded = (fact: keyof typeof NEEDED): boolean => acts.some((act) => NEEDED[fact].includes(act));
    const needsAge = isNeeded('age') || (!isOwn && isNeeded('age of others'));
    const [isInSight, isAgeRestricted, isDeletedByHand, consent, isAgeRestrictedHere] = await Promise.all([
      !isOwn && isNeeded('sight') && isSeen(parts, viewer, ref, channelId, request),
      channelId !== undefined && !isDecidedHere && needsAge && isFromAgeRestricted(parts, channelId, acts),
      isOwn && status === 'open' && isNeeded('message') && isGone(parts, location),
      !isOwn && isNeeded('consent')
        ? parts.consentOf(ref.guildId, { kind: 'work', id: ref.jobId, ownerId: ref.memberId }, viewer.settings)
        : false,
      needsAge && isHereAgeRestricted(parts, viewer),
    ]);
    const facts: WorkFacts = {
      memberId: ref.memberId,
      status,
      isKept: work !== undefined,
      isUnderWay: work !== undefined && !hasEnded(work),
      isDraft: work?.request.isDraft === true,
      hidesPrompt: work?.request.hidesPrompt === true,
      isInSight,
      isAgeRestricted,
      isDeletedByHand,
      consent,
    };
    const { managedChannelId } = viewer;
    const mayManageMessages = managedChannelId !== undefined && managedChannelId === channelId;
    const denials = access({ ...viewer, mayManageMessages }, facts, { isAgeRestricted: isAgeRestrictedHere });
    return { work, status, isDecidedHere, denials };
  };

  return {
    of,
    statusOf,
    /** Why this person may not build on a picture here; undefined if they may. */
    sourceDenial: async (viewer: ViewerInChannel, guildId: string, origin: Origin): Promise<Denial | undefined> => {
      const { id: jobId, kind, ownerId: memberId } = origin;
      if (kind === 'work') return (await of(viewer, { guildId, jobId, memberId }, ['build'])).denials.build;
      return postedDenialHere(parts, viewer, guildId, { ...origin, kind });
    },
    consentRuleOf: parts.consentRuleOf,
    /** The same for a request that was admitted earlier and is about to be sent. */
    lateSourceDenial: async (
      askerId: string,
      guildId: string,
      origin: Origin,
      settings: ModerationSettings,
    ): Promise<Denial | undefined> => {
      const { id: jobId, kind, ownerId: memberId } = origin;
      const status = kind === 'work' ? await statusOf({ guildId, jobId, memberId }) : 'open';
      const isOwn = kind !== 'app' && memberId === askerId;
      if (isOwn) return lateDenial(isOwn, status, true);
      const consent = await parts.consentOf(guildId, origin, settings);
      const wasAllowed = consent === 'ask' && (await parts.wasAllowed(guildId, askerId, origin));
      return lateDenial(isOwn, status, consent === 'ask' ? wasAllowed : consent);
    },
  };
}

async function postedDenialHere(
  parts: AccessReaderParts,
  viewer: ViewerInChannel,
  guildId: string,
  origin: Origin & { kind: 'upload' | 'app' },
): Promise<Denial | undefined> {
  const { at, kind, ownerId: memberId } = origin;
  const [consent, isAgeRestricted, isAgeRestrictedHere] = await Promise.all([
    parts.consentOf(guildId, origin, viewer.settings),
    at !== undefined && at.channelId !== viewer.channelId && isFromAgeRestricted(parts, at.channelId, ['build']),
    isHereAgeRestricted(parts, viewer),
  ]);
  return postedDenial(viewer, { kind, memberId, consent, isAgeRestricted }, { isAgeRestricted: isAgeRestrictedHere });
}

async function findRequest(parts: AccessReaderParts, { guildId, jobId }: WorkRef): Promise<GatedRequest | undefined> {
  const request = await parts.findRequest(jobId);
  return request?.guildId === guildId ? request : undefined;
}

async function statusIn(
  { jobs, reportedState }: AccessReaderParts,
  ref: WorkRef,
  work: Job | undefined,
  request: GatedRequest | undefined,
): Promise<WorkStatus> {
  const sources = work ? sourceWorksOf(work.request) : (await jobs.lineageOf(ref.guildId, ref.jobId))?.sourceWorks;
  const reported = await reportedState(ref, sources ?? []);
  if (isHiddenOrRemoved(reported)) return reported;
  if (request && isBeforeModerators(request, work)) {
    return request.phase === 'discarded' ? 'discarded' : 'unpublished';
  }
  if (work?.deletedById !== undefined) return 'deleted';
  return work?.request.isDraft ? 'draft' : 'open';
}

/** The acts that need a fact from Discord or from another record. */
const NEEDED: Readonly<Record<'sight' | 'age' | 'age of others' | 'consent' | 'message', readonly Act[]>> = {
  sight: ['find', 'read', 'files', 'sample', 'repeat', 'build', 'star', 'report'],
  age: ['files', 'sample', 'show', 'reveal', 'build'],
  'age of others': ['read', 'repeat'],
  consent: ['build'],
  message: ['show'],
};

/** What may still be done with a work after its channel was deleted. */
const OUTLASTING: readonly Act[] = ['build', 'read', 'repeat'];

/** If Discord doesn't say, it counts as age-restricted. */
async function isFromAgeRestricted(
  { isChannelAgeRestricted, isChannelGone }: AccessReaderParts,
  channelId: string,
  acts: readonly Act[],
): Promise<boolean> {
  const said = await isChannelAgeRestricted(channelId);
  if (said !== undefined) return said;
  return !(acts.every((act) => OUTLASTING.includes(act)) && (await isChannelGone(channelId)));
}

async function isHereAgeRestricted(
  { isChannelAgeRestricted }: AccessReaderParts,
  { channelId, isAgeRestricted, parentChannelId }: ViewerInChannel,
): Promise<boolean> {
  return isAgeRestricted ?? (await isChannelAgeRestricted(parentChannelId ?? channelId)) ?? false;
}

/** A thread without a mode of its own counts as its channel: the same people decide there by the same rules. */
function isSameChannel(channelId: string, here: ViewerInChannel): boolean {
  if (channelId === here.channelId) return true;
  return channelId === here.parentChannelId && !Object.hasOwn(here.settings.modes, here.channelId);
}

/** Whether the viewer can see a channel with its message, its card, its preview or its gallery copy. */
async function isSeen(
  { findCopy, isChannelInSight }: AccessReaderParts,
  viewer: ViewerInChannel,
  { guildId, jobId }: WorkRef,
  ownChannelId: string | undefined,
  request: GatedRequest | undefined,
): Promise<boolean> {
  const sees = async (channelId: string): Promise<boolean> =>
    channelId === viewer.channelId ||
    channelId === viewer.parentChannelId ||
    (await isChannelInSight(guildId, channelId, viewer)) === true;
  const { location, card, result } = request ?? {};
  const channelIds = [ownChannelId, location?.channelId, result?.channelId, card?.channelId];
  for (const channelId of new Set(channelIds)) if (channelId !== undefined && (await sees(channelId))) return true;
  const copy = await findCopy(guildId, jobId);
  return copy?.phase === 'shown' && (await sees(copy.channelId));
}

async function isGone({ isMessageGone }: AccessReaderParts, location: Job['location'] | undefined): Promise<boolean> {
  if (location?.messageId === undefined) return false;
  const { guildId, channelId, messageId } = location;
  return (await isMessageGone({ guildId, channelId, messageId })) === true;
}

/** Whether moderators decide about its result, or about the draft that it publishes. */
function isBeforeModerators(request: GatedRequest, work: Job | undefined): boolean {
  if (request.draft && isUndecided(request)) return true;
  return isWithModerators(request, work?.location.messageId);
}

/** Hides the prompt of a request that was never approved. */
function withHiddenPrompt(job: Job): Job {
  return isUnapproved(job) ? { ...job, request: { ...job.request, hidesPrompt: true } } : job;
}
