import type { MayWorkOn } from '../../studio/preferences.ts';

/**
 * The one way out: what may this person do with this work, in this channel, right now? Everything that shows, posts, exports,
 * samples, stars, builds on, cancels or deletes a work asks here. The decision is pure; `reader.ts` gathers its facts.
 */

/** What has been decided about a work, whichever channel or person asks. */
export type Standing =
  | 'open'
  /** Only its author sees it. */
  | 'draft'
  /** Moderators decide before everyone sees it. */
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
  /** Finds it in lists, on its page and among what was made from another work. */
  | 'find'
  /** Reads its prompt. */
  | 'read'
  /** Gets its files privately. */
  | 'files'
  /** Shows it privately as the sample of a style. */
  | 'sample'
  /** Posts it for everyone in this channel. */
  | 'show'
  /** Publishes a draft in this channel. */
  | 'reveal'
  /** Asks for it once more, as it was or with other words. */
  | 'repeat'
  /** Makes something of its picture. */
  | 'build'
  | 'star'
  | 'cancel'
  | 'delete';

/** Why an act is denied. */
export type Denial =
  | Exclude<Standing, 'open'>
  /** Easel no longer keeps it, or it belongs to another server. */
  | 'gone'
  | 'in progress'
  | 'ended'
  /** A draft that has been published. */
  | 'published'
  | 'not yours'
  /** The viewer does not see any channel that shows it. */
  | 'out of sight'
  /** Its prompt is for its author and the moderators. */
  | 'private prompt'
  /** It comes from an age-restricted channel, and this is not one. */
  | 'age restricted'
  /** Its author does not let others build on it, or wants to be asked. */
  | 'no consent'
  | 'ask first';

export interface Viewer {
  userId: string;
  /** A manager, or one of the roles that managers named. */
  isModerator: boolean;
  /** By Discord, in the channel of the press. */
  mayManageMessages: boolean;
}

/** Where Discord does not tell a fact, it has its strictest value. */
export interface WorkFacts {
  /** Whose work it is. */
  memberId: string;
  standing: Standing;
  isKept: boolean;
  isUnderWay: boolean;
  isDraft: boolean;
  hidesPrompt: boolean;
  /** Whether the viewer sees a channel that shows it. */
  isInSight: boolean;
  /** Whether its own message is in the channel of the press. */
  isHere: boolean;
  /** Whether what was decided for its channel counts in this one as well. */
  isDecidedHere: boolean;
  /** Whether it comes from an age-restricted channel. */
  isAgeRestricted: boolean;
  /** Its message was deleted in Discord itself, which only moderators can do. */
  isDeletedByHand: boolean;
  /** Whether others may build on it. */
  consent: MayWorkOn;
}

export interface ChannelFacts {
  isAgeRestricted: boolean;
}

export type Denials = Readonly<Record<Act, Denial | undefined>>;

/** Nobody gets the files of such a work. */
const isWithheld = (standing: Standing): standing is 'hidden' | 'removed' =>
  standing === 'hidden' || standing === 'removed';

/** Moderators decided against it, or members reported it: nothing is made from it. */
export const isKeptBack = (standing: Standing): boolean => isWithheld(standing) || standing === 'discarded';

/** A copy of it may be in the gallery: a moderator may show there what a moderator deleted. */
export const isShowable = (standing: Standing): boolean => standing === 'open' || standing === 'deleted';

/** @returns why each act is denied, and undefined where it is allowed. */
export function access(viewer: Viewer, work: WorkFacts, channel: ChannelFacts): Denials {
  const kept = work.isKept ? undefined : 'gone';
  return {
    find: kept ?? unlessOwn(viewer, work, findDenial(viewer, work)),
    read: kept ?? readDenial(viewer, work),
    files: kept ?? filesDenial(viewer, work, channel),
    sample: kept ?? openDenial(work) ?? unlessOwn(viewer, work, sightDenial(work)) ?? ageDenial(work, channel),
    show: kept ?? showDenial(viewer, work, channel),
    reveal: kept ?? revealDenial(viewer, work, channel),
    repeat: kept ?? keptBack(work) ?? readDenial(viewer, work),
    build: buildDenial(viewer, work),
    star: kept ?? openDenial(work) ?? unlessOwn(viewer, work, sightDenial(work)),
    cancel: kept ?? (work.isUnderWay ? authorityDenial(viewer, work) : 'ended'),
    delete: authorityDenial(viewer, work) ?? (work.isUnderWay ? 'in progress' : undefined),
  };
}

const isOwn = ({ userId }: Viewer, { memberId }: WorkFacts): boolean => userId === memberId;

function unlessOwn(viewer: Viewer, work: WorkFacts, denial: Denial | undefined): Denial | undefined {
  return isOwn(viewer, work) ? undefined : denial;
}

function openDenial({ standing, isUnderWay }: WorkFacts): Denial | undefined {
  if (standing !== 'open') return standing;
  return isUnderWay ? 'in progress' : undefined;
}

/** Moderators find what a moderator deleted, for they alone may post it again. */
function findDenial({ isModerator }: Viewer, work: WorkFacts): Denial | undefined {
  return (isModerator && work.standing === 'deleted' ? undefined : openDenial(work)) ?? sightDenial(work);
}

const keptBack = ({ standing }: WorkFacts): Denial | undefined =>
  standing !== 'open' && isKeptBack(standing) ? standing : undefined;

const sightDenial = ({ isInSight }: WorkFacts): Denial | undefined => (isInSight ? undefined : 'out of sight');

/** Moderators decide about works, and so read their prompts; a draft is not theirs to decide about. */
function readDenial(viewer: Viewer, work: WorkFacts): Denial | undefined {
  if (isOwn(viewer, work)) return undefined;
  const { standing, hidesPrompt } = work;
  if (standing !== 'open' && (standing === 'draft' || !viewer.isModerator)) return standing;
  if (hidesPrompt && !viewer.isModerator) return 'private prompt';
  return sightDenial(work);
}

/** Moderators look at what they publish; what was reported they see on its card. */
function filesDenial(viewer: Viewer, work: WorkFacts, channel: ChannelFacts): Denial | undefined {
  const { standing, isUnderWay } = work;
  if (isWithheld(standing)) return standing;
  if (isUnderWay) return 'in progress';
  if (isOwn(viewer, work)) return undefined;
  const isForModerators = standing === 'unpublished' || standing === 'discarded';
  if (standing !== 'open' && !(isForModerators && viewer.isModerator)) return standing;
  return sightDenial(work) ?? ageDenial(work, channel);
}

function ageDenial({ isAgeRestricted }: WorkFacts, channel: ChannelFacts): Denial | undefined {
  return isAgeRestricted && !channel.isAgeRestricted ? 'age restricted' : undefined;
}

/** What a moderator deleted only a moderator brings back. */
function showDenial(viewer: Viewer, work: WorkFacts, channel: ChannelFacts): Denial | undefined {
  const { standing, isUnderWay, isDeletedByHand } = work;
  const isModerator = viewer.isModerator || viewer.mayManageMessages;
  if (!isOwn(viewer, work) && !isModerator) return 'not yours';
  const isDeleted = standing === 'deleted' || (standing === 'open' && isDeletedByHand);
  if (isDeleted && !isModerator) return 'deleted';
  if (standing !== 'open' && standing !== 'deleted') return standing;
  return isUnderWay ? 'in progress' : ageDenial(work, channel);
}

function revealDenial(viewer: Viewer, work: WorkFacts, channel: ChannelFacts): Denial | undefined {
  if (!isOwn(viewer, work)) return 'not yours';
  if (work.isUnderWay) return 'in progress';
  // Whether one that moderators have before them may be shown once more, its request says.
  return keptBack(work) ?? (work.isDraft ? ageDenial(work, channel) : 'published');
}

/** Also of what Easel no longer keeps: its message may still be there. */
function buildDenial(viewer: Viewer, work: WorkFacts): Denial | undefined {
  const { standing, consent } = work;
  if (keptBack(work) || isOwn(viewer, work)) return keptBack(work);
  if (standing !== 'open') return standing;
  if (!work.isInSight) return 'out of sight';
  return consentDenial(consent);
}

/** A picture that somebody posted, which Easel knows nothing else of. */
export interface PostedFacts {
  /** Whose it is: a member's, or another bot's or webhook's. */
  kind: 'upload' | 'app';
  memberId: string;
  consent: MayWorkOn;
}

/** @returns why nothing may be made of a picture that somebody posted; undefined where it may. */
export function postedDenial({ userId }: Pick<Viewer, 'userId'>, posted: PostedFacts): Denial | undefined {
  return posted.kind === 'upload' && posted.memberId === userId ? undefined : consentDenial(posted.consent);
}

/**
 * What a request may still be made from that was let in some time ago: its owner may have changed their mind, or moderators
 * decided about it. Where the owner wants to be asked, they were.
 */
export function lateDenial(isOwn: boolean, standing: Standing, consent: MayWorkOn): Denial | undefined {
  if (isOwn) return isKeptBack(standing) && standing !== 'open' ? standing : undefined;
  return standing === 'open' ? consentDenial(consent) : standing;
}

function consentDenial(consent: MayWorkOn): Denial | undefined {
  if (consent === 'ask') return 'ask first';
  return consent ? undefined : 'no consent';
}

/** Discord's own right to manage messages counts where it was read: in the channel of the press. */
function authorityDenial(viewer: Viewer, work: WorkFacts): Denial | undefined {
  return isOwn(viewer, work) || (viewer.mayManageMessages && work.isHere) ? undefined : 'not yours';
}
