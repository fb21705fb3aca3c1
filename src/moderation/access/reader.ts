import type { Job, JobTask } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Origin } from '../../jobs/origins.ts';
import { type History, jobOf } from '../../jobs/records/history.ts';
import type { MayWorkOn } from '../../studio/preferences.ts';
import type { FoundWork } from '../../works/search.ts';
import type { GalleryCopy } from '../gallery/gallery-copy.ts';
import type { ReportRecord } from '../reports/report-record.ts';
import { type GatedRequest, isUndecided, isWithModerators } from '../requests/request.ts';
import type { ModerationSettings } from '../settings/settings.ts';
import {
  type Act,
  access,
  type Denial,
  lateDenial,
  postedDenial,
  type Standing,
  type Viewer,
  type WorkFacts,
} from './access.ts';

/** A work as a button or a record names it. The id alone carries no right: it is looked up in the server of the press. */
export interface WorkRef {
  guildId: string;
  jobId: string;
  memberId: string;
}

/** The channel in which somebody does something with a work. */
export interface Here {
  channelId: string;
  parentChannelId: string | undefined;
  /** Undefined where the press does not tell. */
  isAgeRestricted: boolean | undefined;
  /** Of its server. */
  settings: ModerationSettings;
}

export interface Person extends Viewer {
  roleIds: readonly string[];
  isAdministrator: boolean;
}

export interface Access<Asked extends Act> {
  /** Undefined where Easel no longer keeps it. */
  work: FoundWork | undefined;
  standing: Standing;
  /** Whether what was decided for its channel counts here as well. */
  isDecidedHere: boolean;
  /** Of the acts that were asked about alone, for facts about others were not gathered. */
  denials: Readonly<Record<Asked, Denial | undefined>>;
}

export interface AccessReader {
  /** Looks a work up, and says what this person may do with it here. */
  of<Asked extends Act>(person: Person, ref: WorkRef, here: Here, acts: readonly Asked[]): Promise<Access<Asked>>;
  /** The same of a work that was just read. */
  ofFound<Asked extends Act>(
    person: Person,
    work: FoundWork,
    here: Here,
    acts: readonly Asked[],
  ): Promise<Access<Asked>>;
  /** Why this person may not build on a picture here; undefined where they may. */
  ofSource(person: Person, guildId: string, origin: Origin, here: Here): Promise<Denial | undefined>;
  /** The same when a request that was let in before is about to be sent. */
  ofLateSource(
    memberId: string,
    guildId: string,
    origin: Origin,
    settings: ModerationSettings,
  ): Promise<Denial | undefined>;
  /** What was decided about a work, whoever asks. */
  standingOf(ref: WorkRef): Promise<Standing>;
}

export interface AccessReaderParts {
  jobs: Pick<Jobs, 'find'>;
  history: Pick<History, 'find'>;
  findRequest: (id: string) => Promise<GatedRequest | undefined>;
  findReport: (guildId: string, jobId: string) => Promise<ReportRecord | undefined>;
  findCopy: (guildId: string, jobId: string) => Promise<GalleryCopy | undefined>;
  /** A thread as its channel; undefined where Discord does not say. */
  isChannelAgeRestricted: (channelId: string) => Promise<boolean | undefined>;
  /** Whether others may build on a picture, as far as its owner or the server said. */
  consentOf: (guildId: string, origin: Origin, settings: ModerationSettings) => Promise<MayWorkOn>;
  /** Whether the owner of a picture allowed it to this member, who had to ask. */
  wasAllowed: (guildId: string, askerId: string, origin: Origin) => Promise<boolean>;
  /** Whether a person sees a channel; undefined where Discord does not say. */
  isChannelInSight: (guildId: string, channelId: string, person: Person) => Promise<boolean | undefined>;
  /** Whether a message is gone from a channel that is still there; undefined where Discord does not say. */
  isMessageGone: (at: { guildId: string; channelId: string; messageId: string }) => Promise<boolean | undefined>;
}

export function createAccessReader(parts: AccessReaderParts): AccessReader {
  const find = async ({ guildId, memberId, jobId }: WorkRef): Promise<FoundWork | undefined> => {
    const job = await parts.jobs.find(jobId);
    if (job) return job.place.guildId === guildId && job.memberId === memberId ? { job, entry: undefined } : undefined;
    const entry = await parts.history.find(guildId, memberId, jobId);
    return entry && { job: jobOf(entry), entry };
  };

  const requestOf = async ({ guildId, jobId }: WorkRef): Promise<GatedRequest | undefined> => {
    const request = await parts.findRequest(jobId);
    return request?.guildId === guildId ? request : undefined;
  };

  const standingIn = async (
    { guildId, jobId }: WorkRef,
    work: FoundWork | undefined,
    request: GatedRequest | undefined,
  ): Promise<Standing> => {
    const report = await parts.findReport(guildId, jobId);
    if (report?.state === 'hidden' || report?.state === 'removed') return report.state;
    if (request && isBeforeModerators(request, work)) {
      return request.phase === 'discarded' ? 'discarded' : 'unpublished';
    }
    if (work?.entry?.deletedById !== undefined) return 'deleted';
    return work?.job.request.isDraft ? 'draft' : 'open';
  };

  const read = async <Asked extends Act>(
    person: Person,
    ref: WorkRef,
    found: FoundWork | undefined,
    here: Here,
    acts: readonly Asked[],
  ): Promise<Access<Asked>> => {
    const work = found && withHiddenPrompt(found);
    const request = await requestOf(ref);
    const standing = await standingIn(ref, work, request);
    const facts = await factsOf(parts, { person, ref, work, request, standing, here, acts });
    const isAgeRestricted =
      here.isAgeRestricted ??
      (needs(acts, AGE) ? await parts.isChannelAgeRestricted(here.parentChannelId ?? here.channelId) : false) ??
      false;
    const denials = access(person, facts, { isAgeRestricted });
    return { work, standing, isDecidedHere: facts.isDecidedHere, denials };
  };

  const standingOf = async (ref: WorkRef): Promise<Standing> => standingIn(ref, await find(ref), await requestOf(ref));

  return {
    ofSource: async (person, guildId, origin, here) => {
      const { id: jobId, kind, memberId } = origin;
      if (kind !== 'result') {
        return postedDenial(person, { kind, memberId, consent: await parts.consentOf(guildId, origin, here.settings) });
      }
      const ref = { guildId, jobId, memberId };
      return (await read(person, ref, await find(ref), here, ['build'])).denials.build;
    },
    ofLateSource: async (askerId, guildId, origin, settings) => {
      const { id: jobId, kind, memberId } = origin;
      const standing = kind === 'result' ? await standingOf({ guildId, jobId, memberId }) : 'open';
      const isOwn = kind !== 'app' && memberId === askerId;
      if (isOwn) return lateDenial(isOwn, standing, true);
      const consent = await parts.consentOf(guildId, origin, settings);
      const wasAllowed = consent === 'ask' && (await parts.wasAllowed(guildId, askerId, origin));
      return lateDenial(isOwn, standing, consent === 'ask' ? wasAllowed : consent);
    },
    of: async (person, ref, here, acts) => read(person, ref, await find(ref), here, acts),
    ofFound: (person, work, here, acts) => {
      const { id: jobId, memberId, place } = work.job;
      return read(person, { guildId: place.guildId, jobId, memberId }, work, here, acts);
    },
    standingOf,
  };
}

/** The acts for which a fact matters that Discord or another record has to tell. */
const SIGHT: readonly Act[] = ['find', 'read', 'files', 'sample', 'repeat', 'build', 'star'];
const AGE: readonly Act[] = ['files', 'sample', 'show', 'reveal'];
const CONSENT: readonly Act[] = ['build'];
const MESSAGE: readonly Act[] = ['show'];

const needs = (acts: readonly Act[], some: readonly Act[]): boolean => acts.some((act) => some.includes(act));

interface Asked {
  person: Person;
  ref: WorkRef;
  work: FoundWork | undefined;
  request: GatedRequest | undefined;
  standing: Standing;
  here: Here;
  acts: readonly Act[];
}

async function factsOf(parts: AccessReaderParts, asked: Asked): Promise<WorkFacts> {
  const { person, ref, work, standing, here, acts } = asked;
  const isOwn = person.userId === ref.memberId;
  const place = work?.job.place;
  const isDecidedHere = place !== undefined && isSamePlace(place.channelId, here);
  const isAsked = (some: readonly Act[], isNeeded: boolean): boolean => isNeeded && needs(acts, some);
  const [isInSight, isAgeRestricted, isDeletedByHand, consent] = await Promise.all([
    isAsked(SIGHT, !isOwn) && isSeen(parts, asked),
    isAsked(AGE, place !== undefined && !isDecidedHere)
      ? ((await parts.isChannelAgeRestricted(place?.channelId ?? '')) ?? true)
      : false,
    isAsked(MESSAGE, isOwn && standing === 'open') && isGone(parts, place),
    isAsked(CONSENT, !isOwn)
      ? parts.consentOf(ref.guildId, { kind: 'result', id: ref.jobId, memberId: ref.memberId }, here.settings)
      : false,
  ]);
  return {
    ...{ memberId: ref.memberId, standing, isKept: work !== undefined, isInSight, isDecidedHere },
    isUnderWay: work !== undefined && work.entry === undefined,
    isDraft: work?.job.request.isDraft === true,
    hidesPrompt: work?.job.request.hidesPrompt === true,
    isHere: place?.channelId === here.channelId,
    ...{ isAgeRestricted, isDeletedByHand, consent },
  };
}

/** A thread without a mode of its own is the same place as its channel: the same people decide there by the same rules. */
function isSamePlace(channelId: string, here: Here): boolean {
  if (channelId === here.channelId) return true;
  return channelId === here.parentChannelId && !Object.hasOwn(here.settings.modes, here.channelId);
}

/** It is seen where its message is, where moderators decide about it, and where its copy in the gallery is. */
async function isSeen({ findCopy, isChannelInSight }: AccessReaderParts, asked: Asked): Promise<boolean> {
  const { here, person, ref, request, work } = asked;
  const { guildId, jobId } = ref;
  const sees = async (channelId: string): Promise<boolean> =>
    channelId === here.channelId ||
    channelId === here.parentChannelId ||
    (await isChannelInSight(guildId, channelId, person)) === true;
  // Nothing but its message is left of it, and that is where somebody pressed.
  if (!work) return true;
  const { place, card, result } = request ?? {};
  const places = [work.job.place, place, result, card].flatMap((one) => one?.channelId ?? []);
  for (const channelId of new Set(places)) if (await sees(channelId)) return true;
  const copy = await findCopy(guildId, jobId);
  return copy?.phase === 'shown' && (await sees(copy.channelId));
}

async function isGone({ isMessageGone }: AccessReaderParts, place: Job['place'] | undefined): Promise<boolean> {
  if (place?.messageId === undefined) return false;
  const { guildId, channelId, messageId } = place;
  return (await isMessageGone({ guildId, channelId, messageId })) === true;
}

/** Its result, or the draft that it shows, is for moderators to decide about. */
function isBeforeModerators(request: GatedRequest, work: FoundWork | undefined): boolean {
  if (request.shows && isUndecided(request)) return true;
  return isWithModerators(request, work?.job.place.messageId);
}

/** What moderators did not approve nobody let everyone read. */
function withHiddenPrompt(found: FoundWork): FoundWork {
  const { job } = found;
  if (!job.tasks.some(isUnapproved)) return found;
  return { ...found, job: { ...job, request: { ...job.request, hidesPrompt: true } } };
}

function isUnapproved(task: JobTask): boolean {
  if (task.state !== 'failed') return false;
  const { reason } = task.failure;
  return reason === 'not approved' || reason === 'not decided in time';
}
