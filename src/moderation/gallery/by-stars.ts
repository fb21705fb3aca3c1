import type { Log } from '../../log.ts';
import { BY_EASEL } from '../requests/request.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import type { Gallery } from './gallery.ts';
import type { MayShow } from './showing-rules.ts';

/** A star that a member gave just now. */
export interface StarOfWork {
  work: { guildId: string; jobId: string; memberId: string };
  /** Members who starred it, beside the one whose it is. */
  count: number;
}

export interface ByStarsParts {
  settings: Pick<ServerSettings, 'of'>;
  /** Whether its member lets stars show what they made. */
  isWelcome: (guildId: string, memberId: string) => Promise<boolean>;
  mayShow: MayShow;
  gallery: Pick<Gallery, 'bringIn'>;
  log: Log;
}

/** What any server takes without a boost; no press tells more. */
const UPLOAD_LIMIT_BYTES = 20 * 1024 * 1024;

/**
 * Brings a work into the gallery that enough members starred, by all the rules that bind whoever shows one. Each further star
 * looks again, so that nothing has to be remembered of those that could not be shown.
 */
export function createByStars(parts: ByStarsParts): (star: StarOfWork) => Promise<void> {
  const { settings, isWelcome, mayShow, gallery, log } = parts;
  return async ({ work, count }) => {
    const { guildId, memberId, jobId } = work;
    const rules = await settings.of(guildId);
    const { starsForGallery } = rules.settings;
    if (starsForGallery === 0 || count < starsForGallery || !(await isWelcome(guildId, memberId))) return;
    const person = {
      userId: memberId,
      roleIds: [],
      isAdministrator: false,
      isModerator: false,
      mayManageMessages: false,
    };
    const wanted = { ...work, byId: BY_EASEL, person, uploadLimitBytes: UPLOAD_LIMIT_BYTES };
    const asked = await mayShow(wanted, rules);
    const outcome = 'refusal' in asked ? asked.refusal.reason : await gallery.bringIn(asked.showing);
    log.info({ server: guildId, job: jobId, stars: count, outcome }, 'a result has stars enough for the gallery');
  };
}
