import type { HistoryEntry } from '../../jobs/records/history.ts';
import { type Denial, isShowable } from '../access/access.ts';
import type { AccessReader, Person } from '../access/reader.ts';
import type { Admission } from '../admission/admission.ts';
import type { Refusal } from '../admission/refusal.ts';
import { BY_EASEL } from '../requests/request.ts';
import type { ServerRules, ServerSettings } from '../settings/server-settings.ts';
import type { ModerationSettings } from '../settings/settings.ts';
import type { GalleryParts } from './gallery.ts';
import type { NewCopy } from './gallery-decisions.ts';

/** A request to show a result in the gallery, by a person or by stars. */
export interface ShowRequest extends Pick<NewCopy, 'guildId' | 'jobId' | 'memberId' | 'byId' | 'uploadLimitBytes'> {
  /** Whose rights count; for stars, the author's. */
  person: Person;
}

export type ShowRefusal =
  | { reason: 'no gallery' | 'nothing made' }
  | { reason: Exclude<Denial, 'age restricted'> }
  | Extract<Refusal, { reason: 'paused' | 'timed out' }>
  | { reason: 'age restricted' | 'refused words'; galleryId: string };

export type JudgeShowRequest = (
  wanted: ShowRequest,
  rules: ServerRules,
) => Promise<{ copy: NewCopy } | { refusal: ShowRefusal }>;

/** Whose pause and timeout count; for stars, the author's. */
function judgedMemberId({ byId, memberId }: Pick<NewCopy, 'byId' | 'memberId'>): string {
  return byId === BY_EASEL ? memberId : byId;
}

export interface ShowingRulesParts {
  admission: Pick<Admission, 'judge'>;
  access: Pick<AccessReader, 'of' | 'statusOf'>;
  isChannelAgeRestricted: (channelId: string) => Promise<boolean | undefined>;
}

/** Judges whether a result may be shown in its server's gallery, by the rules as they are now. */
export function createJudgeShowRequest(parts: ShowingRulesParts): JudgeShowRequest {
  return async (wanted, rules) => {
    const { guildId, jobId, memberId, byId, uploadLimitBytes } = wanted;
    const { galleryChannelId: galleryId } = rules.settings;
    if (galleryId === null) return { refusal: { reason: 'no gallery' } };
    const ageRestricted = (await parts.isChannelAgeRestricted(galleryId)) ?? false;
    const entry = await findShowable(wanted, { galleryId, ageRestricted, settings: rules.settings }, parts);
    if ('reason' in entry) return { refusal: entry };
    const { channelId, messageId } = entry;
    const source = { channelId, ...(messageId === undefined ? {} : { messageId }) };
    const to = { channelId: galleryId, uploadLimitBytes, ageRestricted };
    const copy = { guildId, jobId, memberId, byId, source, ...to };
    const refusal = await refusalOf(copy, entry, rules, parts);
    if (!refusal) return { copy };
    const isAboutMember = refusal.reason === 'paused' || refusal.reason === 'timed out';
    return { refusal: isAboutMember ? refusal : { reason: 'refused words', galleryId } };
  };
}

async function refusalOf(
  { guildId, channelId, ageRestricted, ...copy }: NewCopy,
  { request }: HistoryEntry,
  rules: ServerRules,
  { admission }: Pick<ShowingRulesParts, 'admission'>,
): Promise<Refusal | undefined> {
  const who = { guildId, memberId: judgedMemberId(copy), roleIds: [], isModerator: false };
  const verdict = await admission.judge({ ...who, request, channelIds: [channelId], ageRestricted }, 'gallery', rules);
  return verdict.verdict === 'refuse' ? verdict.refusal : undefined;
}

/** Whether a requested copy may no longer be shown, because something has changed since. */
export function createCopyRecheck(
  parts: Omit<ShowingRulesParts, 'isChannelAgeRestricted'> & { settings: Pick<ServerSettings, 'of'> },
): GalleryParts['recheck'] {
  return async (copy, entry) => {
    const rules = await parts.settings.of(copy.guildId);
    return (
      rules.settings.galleryChannelId !== copy.channelId ||
      // Its message was deleted since.
      (copy.source.messageId !== undefined && entry.messageId === undefined) ||
      !isShowable(await parts.access.statusOf(copy)) ||
      (await refusalOf(copy, entry, rules, parts)) !== undefined
    );
  };
}

/** Finds the result if everyone in the gallery may see it. */
async function findShowable(
  { person, ...ref }: ShowRequest,
  { galleryId, ageRestricted, settings }: { galleryId: string; ageRestricted: boolean; settings: ModerationSettings },
  { access }: Pick<ShowingRulesParts, 'access'>,
): Promise<HistoryEntry | ShowRefusal> {
  const gallery = { channelId: galleryId, parentChannelId: undefined, isAgeRestricted: ageRestricted, settings };
  const { denials, work } = await access.of({ ...person, ...gallery }, ref, ['show']);
  if (denials.show === 'age restricted') return { reason: denials.show, galleryId };
  if (denials.show !== undefined) return { reason: denials.show };
  const { entry } = work ?? {};
  if (!entry) return { reason: 'gone' };
  return entry.tasks.some(({ state }) => state === 'delivered') ? entry : { reason: 'nothing made' };
}
