import type { Clock } from '../../clock.ts';
import type { HistoryEntry } from '../../jobs/records/history.ts';
import { type Denial, isShowable } from '../access/access.ts';
import type { AccessReader, Person } from '../access/reader.ts';
import type { Members } from '../members.ts';
import type { ChannelAge } from '../recheck.ts';
import type { Refusal } from '../refusal.ts';
import { BY_EASEL } from '../requests/request.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { wordRefusal } from '../words/words.ts';
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

export type MayShow = (wanted: WantedShowing) => Promise<{ showing: Showing } | { refusal: ShowRefusal }>;

/** Whose standing counts: where nobody in particular shows it, its member's. */
function shownBy({ byId, memberId }: Pick<Showing, 'byId' | 'memberId'>): string {
  return byId === BY_EASEL ? memberId : byId;
}

export interface ShowingRulesParts {
  settings: Pick<ServerSettings, 'of'>;
  members: Pick<Members, 'of'>;
  access: Pick<AccessReader, 'of' | 'standingOf'>;
  isChannelAgeRestricted: ChannelAge;
  clock: Pick<Clock, 'now'>;
}

/** Whether a result may be shown in its server's gallery; all is looked at as it is now. */
export function createShowingRules(parts: ShowingRulesParts): MayShow {
  const { settings, isChannelAgeRestricted } = parts;
  return async (wanted) => {
    const { guildId, jobId, memberId, byId, uploadLimitBytes } = wanted;
    const rules = await settings.of(guildId);
    const { galleryChannelId: galleryId } = rules.settings;
    if (galleryId === null) return { refusal: { reason: 'no gallery' } };
    const refusal = await refusalOf(wanted, parts);
    if (refusal) return { refusal };
    const ageRestricted = (await isChannelAgeRestricted(galleryId)) ?? false;
    const entry = await presentable(wanted, { galleryId, ageRestricted }, parts);
    if ('reason' in entry) return { refusal: entry };
    if (wordRefusal(rules.words, entry.request, { ageRestricted })) {
      return { refusal: { reason: 'refused words', galleryId } };
    }
    const { channelId, messageId } = entry;
    const source = { channelId, ...(messageId === undefined ? {} : { messageId }) };
    const showing = { guildId, jobId, memberId, byId, source, channelId: galleryId, uploadLimitBytes };
    return { showing: { ...showing, ageRestricted } };
  };
}

type RefusalParts = Pick<ShowingRulesParts, 'settings' | 'members' | 'clock'>;

/** As it binds requests: nobody while the server is paused, and nobody who is timed out. */
async function refusalOf(
  showing: Pick<Showing, 'guildId' | 'byId' | 'memberId'>,
  { settings, members, clock }: RefusalParts,
): Promise<ShowRefusal | undefined> {
  if ((await settings.of(showing.guildId)).pause !== null) return { reason: 'paused' };
  const { timeout } = await members.of(showing.guildId, shownBy(showing));
  return timeout && timeout.untilMs > clock.now() ? { reason: 'timed out', ...timeout } : undefined;
}

/** Whether something keeps a copy out that was let in: what has changed since. */
export function createForbids(
  parts: RefusalParts & { access: Pick<AccessReader, 'standingOf'> },
): GalleryParts['forbids'] {
  return async (copy, { request, messageId }) => {
    const { guildId, channelId, source, ageRestricted } = copy;
    const rules = await parts.settings.of(guildId);
    const standing = await parts.access.standingOf(copy);
    return (
      (await refusalOf(copy, parts)) !== undefined ||
      rules.settings.galleryChannelId !== channelId ||
      // Deleted since somebody wanted to show it.
      (source.messageId !== undefined && messageId === undefined) ||
      wordRefusal(rules.words, request, { ageRestricted }) !== undefined ||
      !isShowable(standing)
    );
  };
}

/** A result that may be shown to everyone there. */
async function presentable(
  { person, ...ref }: WantedShowing,
  { galleryId, ageRestricted }: { galleryId: string; ageRestricted: boolean },
  { access }: Pick<ShowingRulesParts, 'access'>,
): Promise<HistoryEntry | ShowRefusal> {
  const here = { channelId: galleryId, parentChannelId: undefined, isAgeRestricted: ageRestricted };
  const { denials, work } = await access.of(person, ref, here, ['show']);
  if (denials.show === 'age restricted') return { reason: denials.show, galleryId };
  if (denials.show !== undefined) return { reason: denials.show };
  const { entry } = work ?? {};
  if (!entry) return { reason: 'gone' };
  return entry.tasks.some(({ state }) => state === 'delivered') ? entry : { reason: 'nothing made' };
}
