import { type EndedJob, hasEnded } from '../../jobs/job/job.ts';
import { type Denial, isShowable } from '../access/access.ts';
import type { AccessReader, Person } from '../access/reader.ts';
import type { Admission } from '../admission/admission.ts';
import type { Refusal } from '../admission/refusal.ts';
import { BY_EASEL } from '../requests/request.ts';
import type { ServerRules, ServerSettings } from '../settings/server-settings.ts';
import type { ModerationSettings } from '../settings/settings.ts';
import type { GalleryCopy } from './gallery-copy.ts';
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

export interface ShowingRulesParts {
  admission: Pick<Admission, 'judge'>;
  access: Pick<AccessReader, 'of' | 'statusOf'>;
  settings: Pick<ServerSettings, 'of'>;
  isChannelAgeRestricted: (channelId: string) => Promise<boolean | undefined>;
}

export type ShowingRules = ReturnType<typeof createShowingRules>;

/** Whether a result may be shown in its server's gallery, by the rules as they are now. */
export function createShowingRules({ admission, access, settings, isChannelAgeRestricted }: ShowingRulesParts) {
  const refusalOf = async (copy: NewCopy, entry: EndedJob, rules: ServerRules): Promise<Refusal | undefined> => {
    const { guildId, memberId: authorId, byId, channelId, ageRestricted } = copy;
    // Whose pause and timeout count; for stars, the author's.
    const memberId = byId === BY_EASEL ? authorId : byId;
    const facts = { guildId, memberId, roleIds: [], isModerator: false, channelIds: [channelId], ageRestricted };
    const verdict = await admission.judge({ ...facts, request: entry.request }, 'gallery', rules);
    return verdict.verdict === 'refuse' ? verdict.refusal : undefined;
  };

  return {
    judge: async (wanted: ShowRequest, rules: ServerRules): Promise<{ copy: NewCopy } | { refusal: ShowRefusal }> => {
      const { guildId, jobId, memberId, byId, uploadLimitBytes } = wanted;
      const { galleryChannelId: galleryId } = rules.settings;
      if (galleryId === null) return { refusal: { reason: 'no gallery' } };
      const ageRestricted = (await isChannelAgeRestricted(galleryId)) ?? false;
      const entry = await findShowable(wanted, { galleryId, ageRestricted, settings: rules.settings }, access);
      if ('reason' in entry) return { refusal: entry };
      const { channelId, messageId } = entry.location;
      const source = { channelId, messageId };
      const copy = { guildId, jobId, memberId, byId, source, channelId: galleryId, uploadLimitBytes, ageRestricted };
      const refusal = await refusalOf(copy, entry, rules);
      if (!refusal) return { copy };
      const isAboutMember = refusal.reason === 'paused' || refusal.reason === 'timed out';
      return { refusal: isAboutMember ? refusal : { reason: 'refused words', galleryId } };
    },
    /** Whether a requested copy may no longer be shown, because something has changed since. */
    recheck: async (copy: GalleryCopy, entry: EndedJob): Promise<boolean> => {
      const rules = await settings.of(copy.guildId);
      return (
        rules.settings.galleryChannelId !== copy.channelId ||
        // Its message was deleted since.
        (copy.source.messageId !== undefined && entry.location.messageId === undefined) ||
        !isShowable(await access.statusOf(copy)) ||
        (await refusalOf(copy, entry, rules)) !== undefined
      );
    },
  };
}

/** Finds the result if everyone in the gallery may see it. */
async function findShowable(
  { person, ...ref }: ShowRequest,
  { galleryId, ageRestricted, settings }: { galleryId: string; ageRestricted: boolean; settings: ModerationSettings },
  access: Pick<AccessReader, 'of'>,
): Promise<EndedJob | ShowRefusal> {
  const gallery = { channelId: galleryId, parentChannelId: undefined, isAgeRestricted: ageRestricted, settings };
  const { denials, work } = await access.of({ ...person, ...gallery }, ref, ['show']);
  if (denials.show === 'age restricted') return { reason: denials.show, galleryId };
  if (denials.show !== undefined) return { reason: denials.show };
  if (!hasEnded(work)) return { reason: 'gone' };
  return work.tasks.some(({ state }) => state === 'delivered') ? work : { reason: 'nothing made' };
}
