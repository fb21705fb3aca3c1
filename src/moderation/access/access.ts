import type { BuildPolicy } from '../../jobs/job/sources.ts';
import type { ReportState } from '../reports/report-record.ts';

/**
 * The one way out: what may this person do with this work, in this channel, right now? Everything that shows, posts, exports,
 * samples, stars, builds on, cancels or deletes a work asks here. The decision is pure; `reader.ts` gathers its facts.
 */

/** The state of a work, independent of channel and viewer. */
export type WorkStatus =
  | 'open'
  /** Visible only to its author. */
  | 'draft'
  /** Moderators decide before it is published. */
  | 'unpublished'
  /** Moderators decided against it. */
  | 'discarded'
  /** Reported, until a moderator decides. */
  | 'hidden'
  | 'removed'
  /** A moderator deleted its message. */
  | 'deleted';

/** What people do with a work. */
export type Act =
  /** Find it in lists, on its page and among works made from another. */
  | 'find'
  /** Read its prompt. */
  | 'read'
  /** Get its files privately. */
  | 'files'
  /** Show it privately as a style's sample. */
  | 'sample'
  /** Post it for everyone in this channel. */
  | 'show'
  /** Publish a draft in this channel. */
  | 'reveal'
  /** Make it again, with the same or other words. */
  | 'repeat'
  /** Use its picture as a source. */
  | 'build'
  | 'star'
  | 'report'
  | 'cancel'
  | 'delete';

/** Why an act is denied. */
export type Denial =
  | Exclude<WorkStatus, 'open'>
  /** Easel no longer keeps it, or it belongs to another server. */
  | 'gone'
  | 'in progress'
  | 'ended'
  /** A draft that has been published. */
  | 'published'
  | 'not yours'
  /** The viewer can't see any channel that shows it. */
  | 'out of sight'
  /** Only its author and the moderators may read its prompt. */
  | 'private prompt'
  /** It comes from an age-restricted channel, and this channel isn't one. */
  | 'age restricted'
  /** Its author doesn't let others build on it, or wants to be asked. */
  | 'no consent'
  | 'ask first';

/** Who decides whether others may build on a picture: its owner, for this one or for all; or the server. */
export type ConsentRule = 'picture' | 'owner' | 'server' | 'app';

export interface Viewer {
  userId: string;
  /** A manager, or a member with a moderator role. */
  isModerator: boolean;
  /** Discord's permission in the channel of the work, if that is where the person acts. */
  mayManageMessages: boolean;
}

/** A fact that Discord doesn't tell has its strictest value. */
export interface WorkFacts {
  /** Its author. */
  memberId: string;
  status: WorkStatus;
  isKept: boolean;
  isUnderWay: boolean;
  isDraft: boolean;
  hidesPrompt: boolean;
  /** Whether the viewer can see a channel that shows it. */
  isInSight: boolean;
  /** Whether it comes from an age-restricted channel. */
  isAgeRestricted: boolean;
  /** Its message was deleted in Discord, which only moderators can do. */
  isDeletedByHand: boolean;
  /** Whether others may build on it. */
  consent: BuildPolicy;
}

export interface ChannelFacts {
  isAgeRestricted: boolean;
}

export type Denials = Readonly<Record<Act, Denial | undefined>>;

/** No one gets the files of such a work, until a moderator restores it. */
export const isHiddenOrRemoved = (status: WorkStatus | ReportState | undefined): status is 'hidden' | 'removed' =>
  status === 'hidden' || status === 'removed';

/** Moderators decided against it or members reported it, so it can't be a source. */
export const isBlocked = (status: WorkStatus): status is 'hidden' | 'removed' | 'discarded' =>
  isHiddenOrRemoved(status) || status === 'discarded';

/** May be copied to the gallery; moderators may even show there what a moderator deleted. */
export const isShowable = (status: WorkStatus): boolean => status === 'open' || status === 'deleted';

/** @returns why each act is denied; undefined if it is allowed. */
export function access(viewer: Viewer, work: WorkFacts, channel: ChannelFacts): Denials {
  const kept = work.isKept ? undefined : 'gone';
  return {
    find: kept ?? unlessOwn(viewer, work, findDenial(viewer, work)),
    read: kept ?? readDenial(viewer, work, channel),
    files: kept ?? filesDenial(viewer, work, channel),
    sample: kept ?? openDenial(work) ?? unlessOwn(viewer, work, sightDenial(work)) ?? ageDenial(work, channel),
    show: kept ?? showDenial(viewer, work, channel),
    reveal: kept ?? revealDenial(viewer, work, channel),
    repeat: kept ?? repeatDenial(viewer, work, channel),
    build: buildDenial(viewer, work, channel),
    star: kept ?? openDenial(work) ?? unlessOwn(viewer, work, sightDenial(work)),
    report: work.status === 'draft' ? 'draft' : unlessOwn(viewer, work, sightDenial(work)),
    cancel: kept ?? (work.isUnderWay ? authorityDenial(viewer, work) : 'ended'),
    delete: authorityDenial(viewer, work) ?? (work.isUnderWay ? 'in progress' : undefined),
  };
}

const isOwn = ({ userId }: Viewer, { memberId }: WorkFacts): boolean => userId === memberId;

function unlessOwn(viewer: Viewer, work: WorkFacts, denial: Denial | undefined): Denial | undefined {
  return isOwn(viewer, work) ? undefined : denial;
}

function openDenial({ status, isUnderWay }: WorkFacts): Denial | undefined {
  if (status !== 'open') return status;
  return isUnderWay ? 'in progress' : undefined;
}

/** Moderators can find what a moderator deleted, because only they may post it again. */
function findDenial({ isModerator }: Viewer, work: WorkFacts): Denial | undefined {
  return (isModerator && work.status === 'deleted' ? undefined : openDenial(work)) ?? sightDenial(work);
}

const keptBack = ({ status }: WorkFacts): Denial | undefined => (isBlocked(status) ? status : undefined);

const sightDenial = ({ isInSight }: WorkFacts): Denial | undefined => (isInSight ? undefined : 'out of sight');

/** Moderators decide about works, so they may read prompts, except of drafts, which only `/moderation drafts` lists. */
function readDenial(viewer: Viewer, work: WorkFacts, channel: ChannelFacts): Denial | undefined {
  if (isOwn(viewer, work)) return undefined;
  const { status, hidesPrompt } = work;
  if (status === 'draft') return status;
  if (viewer.isModerator) return sightDenial(work);
  if (status !== 'open') return status;
  if (hidesPrompt) return 'private prompt';
  return sightDenial(work) ?? ageDenial(work, channel);
}

/** Others' words don't leave an age-restricted channel. */
function repeatDenial(viewer: Viewer, work: WorkFacts, channel: ChannelFacts): Denial | undefined {
  const denial = keptBack(work) ?? readDenial(viewer, work, channel);
  return denial ?? unlessOwn(viewer, work, ageDenial(work, channel));
}

/** Moderators see what they publish; they see reported works on the card. */
function filesDenial(viewer: Viewer, work: WorkFacts, channel: ChannelFacts): Denial | undefined {
  const { status, isUnderWay } = work;
  if (isHiddenOrRemoved(status)) return status;
  if (isUnderWay) return 'in progress';
  if (isOwn(viewer, work)) return undefined;
  const isForModerators = status === 'unpublished' || status === 'discarded';
  if (status !== 'open' && !(isForModerators && viewer.isModerator)) return status;
  return sightDenial(work) ?? ageDenial(work, channel);
}

function ageDenial({ isAgeRestricted }: Pick<WorkFacts, 'isAgeRestricted'>, channel: ChannelFacts): Denial | undefined {
  return isAgeRestricted && !channel.isAgeRestricted ? 'age restricted' : undefined;
}

/** Only a moderator can post again what a moderator deleted. */
function showDenial(viewer: Viewer, work: WorkFacts, channel: ChannelFacts): Denial | undefined {
  const { status, isUnderWay, isDeletedByHand } = work;
  const isModerator = viewer.isModerator || viewer.mayManageMessages;
  if (!isOwn(viewer, work) && !isModerator) return 'not yours';
  const isDeleted = status === 'deleted' || (status === 'open' && isDeletedByHand);
  if (isDeleted && !isModerator) return 'deleted';
  if (status !== 'open' && status !== 'deleted') return status;
  return isUnderWay ? 'in progress' : ageDenial(work, channel);
}

function revealDenial(viewer: Viewer, work: WorkFacts, channel: ChannelFacts): Denial | undefined {
  if (!isOwn(viewer, work)) return 'not yours';
  if (work.isUnderWay) return 'in progress';
  // A draft that waits for moderators has a request, which says whether it may be shown again.
  return keptBack(work) ?? (work.isDraft ? ageDenial(work, channel) : 'published');
}

/** Also for works that Easel no longer keeps, because their messages may still exist. */
function buildDenial(viewer: Viewer, work: WorkFacts, channel: ChannelFacts): Denial | undefined {
  const { status, consent } = work;
  if (isBlocked(status)) return status;
  const age = ageDenial(work, channel);
  if (isOwn(viewer, work)) return age;
  if (status !== 'open') return status;
  return sightDenial(work) ?? age ?? consentDenial(consent);
}

/** A posted picture that Easel didn't make. */
export interface PostedFacts {
  /** Its owner: a member, or another bot or webhook. */
  kind: 'upload' | 'app';
  memberId: string;
  /** Whether it comes from an age-restricted channel. */
  isAgeRestricted: boolean;
  consent: BuildPolicy;
}

/** @returns why a posted picture may not be a source; undefined if it may. */
export function postedDenial(
  { userId }: Pick<Viewer, 'userId'>,
  posted: PostedFacts,
  channel: ChannelFacts,
): Denial | undefined {
  const isOwn = posted.kind === 'upload' && posted.memberId === userId;
  return ageDenial(posted, channel) ?? (isOwn ? undefined : consentDenial(posted.consent));
}

/**
 * Checks a source of a request that was admitted earlier: its owner may have changed their mind, or moderators may have
 * decided about it. If the owner wants to be asked, they already were.
 */
export function lateDenial(isOwn: boolean, status: WorkStatus, consent: BuildPolicy): Denial | undefined {
  if (isOwn) return isBlocked(status) ? status : undefined;
  return status === 'open' ? consentDenial(consent) : status;
}

function consentDenial(consent: BuildPolicy): Denial | undefined {
  if (consent === 'ask') return 'ask first';
  return consent ? undefined : 'no consent';
}

function authorityDenial(viewer: Viewer, work: WorkFacts): Denial | undefined {
  return isOwn(viewer, work) || viewer.mayManageMessages ? undefined : 'not yours';
}
