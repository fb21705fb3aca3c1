import type { HistoryEntry } from '../../jobs/records/history.ts';
import { type Denial, isShowable } from '../access/access.ts';
import type { AccessReader, Person } from '../access/reader.ts';
import type { Admission } from '../admission/admission.ts';
import type { Refusal } from '../admission/refusal.ts';
import { BY_EASEL } from '../requests/request.ts';
import type { ServerRules, ServerSettings } from '../settings/server-settings.ts';
import type { ModerationSettings } from '../settings/settings.ts';
import type { GalleryParts } from './gallery.ts';
import type { Showing } from './gallery-decisions.ts';

/** What somebody, or Easel by itself, would show in the gallery. */
export interface WantedShowing extends Pick<Showing, 'guildId' | 'jobId' | 'memberId' | 'byId' | 'uploadLimitBytes'> {
  /** Whose rights count: where nobody in particular shows it, its author's. */
  person: Person;
}

export type ShowRefusal =
  | { reason: 'no gallery' | 'nothing made' }
  | { reason: Exclude<Denial, 'age restricted'> }
  | Extract<Refusal, { reason: 'paused' | 'timed out' }>
  | { reason: 'age restricted' | 'refused words'; galleryId: string };

export type MayShow = (
  wanted: WantedShowing,
  rules: ServerRules,
) => Promise<{ showing: Showing } | { refusal: ShowRefusal }>;

/** Whose rights count: where nobody in particular shows it, its member's. */
function shownBy({ byId, memberId }: Pick<Showing, 'byId' | 'memberId'>): string {
  return byId === BY_EASEL ? memberId : byId;
}

export interface ShowingRulesParts {
  admission: Pick<Admission, 'judge'>;
  access: Pick<AccessReader, 'of' | 'statusOf'>;
  isChannelAgeRestricted: (channelId: string) => Promise<boolean | undefined>;
}

/** Whether a result may be shown in its server's gallery; all is looked at as it is now. */
export function createShowingRules(parts: ShowingRulesParts): MayShow {
  return async (wanted, rules) => {
    const { guildId, jobId, memberId, byId, uploadLimitBytes } = wanted;
    const { galleryChannelId: galleryId } = rules.settings;
    if (galleryId === null) return { refusal: { reason: 'no gallery' } };
    const ageRestricted = (await parts.isChannelAgeRestricted(galleryId)) ?? false;
    const entry = await presentable(wanted, { galleryId, ageRestricted, settings: rules.settings }, parts);
    if ('reason' in entry) return { refusal: entry };
    const { channelId, messageId } = entry;
    const source = { channelId, ...(messageId === undefined ? {} : { messageId }) };
    const to = { channelId: galleryId, uploadLimitBytes, ageRestricted };
    const showing = { guildId, jobId, memberId, byId, source, ...to };
    const refusal = await refusalOf(showing, entry, rules, parts);
    if (!refusal) return { showing };
    const isAboutMember = refusal.reason === 'paused' || refusal.reason === 'timed out';
    return { refusal: isAboutMember ? refusal : { reason: 'refused words', galleryId } };
  };
}

async function refusalOf(
  { guildId, channelId, ageRestricted, ...showing }: Showing,
  { request }: HistoryEntry,
  rules: ServerRules,
  { admission }: Pick<ShowingRulesParts, 'admission'>,
): Promise<Refusal | undefined> {
  const who = { guildId, memberId: shownBy(showing), roleIds: [], isModerator: false };
  const verdict = await admission.judge({ ...who, request, channelIds: [channelId], ageRestricted }, 'gallery', rules);
  return verdict.verdict === 'refuse' ? verdict.refusal : undefined;
}

/** Whether something keeps a copy out that was let in: what has changed since. */
export function createRecheck(
  parts: Omit<ShowingRulesParts, 'isChannelAgeRestricted'> & { settings: Pick<ServerSettings, 'of'> },
): GalleryParts['recheck'] {
  return async (copy, entry) => {
    const rules = await parts.settings.of(copy.guildId);
    return (
      rules.settings.galleryChannelId !== copy.channelId ||
      // Deleted since somebody wanted to show it.
      (copy.source.messageId !== undefined && entry.messageId === undefined) ||
      !isShowable(await parts.access.statusOf(copy)) ||
      (await refusalOf(copy, entry, rules, parts)) !== undefined
    );
  };
}

/** A result that may be shown to everyone there. */
async function presentable(
  { person, ...ref }: WantedShowing,
  { galleryId, ageRestricted, settings }: { galleryId: string; ageRestricted: boolean; settings: ModerationSettings },
  { access }: Pick<ShowingRulesParts, 'access'>,
): Promise<HistoryEntry | ShowRefusal> {
  const there = { channelId: galleryId, parentChannelId: undefined, isAgeRestricted: ageRestricted, settings };
  const { denials, work } = await access.of({ ...person, ...there }, ref, ['show']);
  if (denials.show === 'age restricted') return { reason: denials.show, galleryId };
  if (denials.show !== undefined) return { reason: denials.show };
  const { entry } = work ?? {};
  if (!entry) return { reason: 'gone' };
  return entry.tasks.some(({ state }) => state === 'delivered') ? entry : { reason: 'nothing made' };
}
