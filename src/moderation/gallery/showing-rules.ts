import type { Clock } from '../../clock.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { History, HistoryEntry } from '../../jobs/records/history.ts';
import type { Members } from '../members.ts';
import type { ChannelAge } from '../recheck.ts';
import type { Refusal } from '../refusal.ts';
import { isHiddenOrRemoved } from '../reports/report-record.ts';
import type { Reports } from '../reports/reports.ts';
import { BY_EASEL, isWithModerators } from '../requests/request.ts';
import type { Requests } from '../requests/requests.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { wordRefusal } from '../words/words.ts';
import type { GalleryParts } from './gallery.ts';
import type { Showing } from './gallery-decisions.ts';

/** What somebody, or Easel by itself, would show in the gallery. */
export interface WantedShowing extends Pick<Showing, 'guildId' | 'jobId' | 'memberId' | 'byId' | 'uploadLimitBytes'> {
  /** Of the channel in which somebody pressed, as Discord told with the press. */
  here?: { channelId: string; isAgeRestricted: boolean | undefined };
}

export type ShowRefusal =
  | { reason: 'no gallery' | 'not done' | 'not published' | 'hidden' | 'job gone' | 'nothing made' }
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
  jobs: Pick<Jobs, 'find'>;
  history: Pick<History, 'find'>;
  requests: Pick<Requests, 'find'>;
  reports: Pick<Reports, 'find'>;
  isChannelAgeRestricted: ChannelAge;
  clock: Pick<Clock, 'now'>;
}

/** Whether a result may be shown in its server's gallery; all is looked at as it is now. */
export function createShowingRules(parts: ShowingRulesParts): MayShow {
  const { settings, isChannelAgeRestricted } = parts;

  /** What may be seen in one channel need not be fit for the gallery; where Discord does not say, the stricter rules bind. */
  const place = async (
    { guildId, here }: WantedShowing,
    { channelId, request }: HistoryEntry,
    galleryId: string,
  ): Promise<{ ageRestricted: boolean } | ShowRefusal> => {
    const isHere = here?.channelId === channelId ? here.isAgeRestricted : undefined;
    const [isSourceRestricted = true, ageRestricted = false] = await Promise.all([
      isHere ?? isChannelAgeRestricted(channelId),
      isChannelAgeRestricted(galleryId),
    ]);
    if (isSourceRestricted && !ageRestricted) return { reason: 'age restricted', galleryId };
    const { words } = await settings.of(guildId);
    if (wordRefusal(words, request, { ageRestricted })) return { reason: 'refused words', galleryId };
    return { ageRestricted };
  };

  return async (wanted) => {
    const { guildId, jobId, memberId, byId, uploadLimitBytes } = wanted;
    const { galleryChannelId } = (await settings.of(guildId)).settings;
    if (galleryChannelId === null) return { refusal: { reason: 'no gallery' } };
    const refusal = await standingOf(wanted, parts);
    if (refusal) return { refusal };
    const entry = await presentable(wanted, parts);
    if ('reason' in entry) return { refusal: entry };
    const found = await place(wanted, entry, galleryChannelId);
    if ('reason' in found) return { refusal: found };
    const { channelId, messageId } = entry;
    const source = { channelId, ...(messageId === undefined ? {} : { messageId }) };
    const showing = { guildId, jobId, memberId, byId, source, channelId: galleryChannelId, uploadLimitBytes };
    return { showing: { ...showing, ageRestricted: found.ageRestricted } };
  };
}

type StandingParts = Pick<ShowingRulesParts, 'settings' | 'members' | 'clock'>;

/** As it binds requests: nobody while the server is paused, and nobody who is timed out. */
async function standingOf(
  showing: Pick<Showing, 'guildId' | 'byId' | 'memberId'>,
  { settings, members, clock }: StandingParts,
): Promise<ShowRefusal | undefined> {
  if ((await settings.of(showing.guildId)).pause !== null) return { reason: 'paused' };
  const { timeout } = await members.of(showing.guildId, shownBy(showing));
  return timeout && timeout.untilMs > clock.now() ? { reason: 'timed out', ...timeout } : undefined;
}

/** Whether something keeps a copy out that was let in: what has changed since. */
export function createForbids(parts: StandingParts & Pick<ShowingRulesParts, 'reports'>): GalleryParts['forbids'] {
  return async (copy, { request, messageId }) => {
    const { guildId, jobId, channelId, source, ageRestricted } = copy;
    const rules = await parts.settings.of(guildId);
    return (
      (await standingOf(copy, parts)) !== undefined ||
      rules.settings.galleryChannelId !== channelId ||
      // Deleted since somebody wanted to show it.
      (source.messageId !== undefined && messageId === undefined) ||
      wordRefusal(rules.words, request, { ageRestricted }) !== undefined ||
      isHiddenOrRemoved(await parts.reports.find(guildId, jobId))
    );
  };
}

/** A result that is there for everybody to see. */
async function presentable(
  { guildId, jobId, memberId }: WantedShowing,
  { jobs, history, requests, reports }: ShowingRulesParts,
): Promise<HistoryEntry | ShowRefusal> {
  if (await jobs.find(jobId)) return { reason: 'not done' };
  const entry = await history.find(guildId, memberId, jobId);
  if (isWithModerators(await requests.find(jobId), entry?.messageId)) return { reason: 'not published' };
  if (isHiddenOrRemoved(await reports.find(guildId, jobId))) return { reason: 'hidden' };
  if (!entry) return { reason: 'job gone' };
  if (entry.request.isDraft) return { reason: 'not published' };
  return entry.tasks.some(({ state }) => state === 'delivered') ? entry : { reason: 'nothing made' };
}
