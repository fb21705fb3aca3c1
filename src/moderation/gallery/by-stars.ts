import type { Log } from '../../log.ts';
import type { NewStar } from '../../works/stars.ts';
import { BY_EASEL } from '../requests/request.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import type { Gallery } from './gallery.ts';
import type { ShowingRules } from './showing-rules.ts';

export interface ByStarsParts {
  settings: Pick<ServerSettings, 'of'>;
  /** Whether its author allows stars to bring their work into the gallery. */
  mayStarsShow: (guildId: string, memberId: string) => Promise<boolean>;
  judgeShowRequest: ShowingRules['judge'];
  gallery: Pick<Gallery, 'addByStars'>;
  log: Log;
}

/** The limit in a server without boosts, because a star doesn't carry the server's own limit. */
const UPLOAD_LIMIT_BYTES = 20 * 1024 * 1024;

/**
 * Shows a work in the gallery once enough members have starred it, by the same rules as a member who shows one. Every further
 * star checks again, so refused works need no record.
 */
export function createAddByStars(parts: ByStarsParts): (star: NewStar) => Promise<void> {
  const { settings, mayStarsShow, judgeShowRequest, gallery, log } = parts;
  return async ({ work, count }) => {
    const { guildId, memberId, jobId } = work;
    const rules = await settings.of(guildId);
    const { starsForGallery } = rules.settings;
    if (starsForGallery === 0 || count < starsForGallery || !(await mayStarsShow(guildId, memberId))) return;
    const person = {
      userId: memberId,
      roleIds: [],
      isAdministrator: false,
      isModerator: false,
      managedChannelId: undefined,
    };
    const request = { ...work, byId: BY_EASEL, person, uploadLimitBytes: UPLOAD_LIMIT_BYTES };
    const judged = await judgeShowRequest(request, rules);
    const outcome = 'refusal' in judged ? judged.refusal.reason : await gallery.addByStars(judged.copy);
    log.info({ server: guildId, job: jobId, stars: count, outcome }, 'a result has enough stars for the gallery');
  };
}
