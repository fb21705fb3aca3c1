import { createDrivenRecords, type DrivenRecords } from '../../engine/driven-records.ts';
import type { Next } from '../../engine/lane.ts';
import type { EndedJob } from '../../jobs/job/job.ts';
import type { History } from '../../jobs/records/history.ts';
import type { Needs } from '../../runtime.ts';
import type { Decisions } from '../records/decisions.ts';
import { CLOSED_WAIT_MS } from '../records/messages.ts';
import type { ReportState } from '../reports/report-record.ts';
import { type CopyEnding, type CopyLocation, type GalleryCopy, galleryCollection, isComing } from './gallery-copy.ts';
import {
  askByStars,
  askForCopy,
  decisionsIn,
  endCopy,
  followReport,
  markCopyGone,
  markCopyHidden,
  type NewCopy,
  removeCopy,
  showCopy,
  withCopyLocation,
} from './gallery-decisions.ts';

/** The messages of the gallery. If Discord is unavailable, these throw, and the copy's step is retried. */
export interface GalleryMessages {
  /**
   * Shows the result in the gallery. Posts a message without it first, so that a crash can't leave a copy without a record,
   * then edits the result into that message. A copy that has a message is shown in it again. Safe to repeat.
   * @param onPosted records where the message is; resolves with whether it may still show the result
   */
  show(
    copy: GalleryCopy,
    entry: EndedJob,
    onPosted: (location: CopyLocation) => Promise<boolean>,
  ): Promise<'there' | 'gone' | 'closed' | 'taken out' | 'lost'>;
  /** Shows the copy again in the same message with the files that it has, unless some are only linked. */
  redraw(copy: GalleryCopy, entry: EndedJob): Promise<void>;
  /** Takes the result out of the message, which says that moderators decide about it. */
  hide(copy: GalleryCopy): Promise<'there' | 'gone' | 'closed'>;
  /** @returns false if Easel can't delete there. */
  remove(copy: GalleryCopy): Promise<boolean>;
  /** Whether its message exists; true if Discord doesn't say. */
  exists(copy: GalleryCopy): Promise<boolean>;
}

export type ShowOutcome =
  | { outcome: 'shown' | 'already'; copy: GalleryCopy }
  /** It is being shown or removed at the moment. */
  | { outcome: 'under way' | 'leaving' }
  /** Discord or the service is unavailable; the engine retries. */
  | { outcome: 'later' }
  | { outcome: 'ended'; ending: CopyEnding };

export interface GalleryParts extends Needs<'clock' | 'log' | 'store'> {
  history: Pick<History, 'find'>;
  decisions: Pick<Decisions, 'loggedBy'>;
  messages: GalleryMessages;
  /** Whether reports or the settings now forbid it. */
  recheck: (copy: GalleryCopy, entry: EndedJob) => Promise<boolean>;
}

/** Longer than usual, because every attempt may download large files. */
const FIRST_RETRY_MS = 10_000;
/** After this long, a result is no longer news. */
const GIVE_UP_MS = 3_600_000;

/** A copy's key in its collection. */
export const copyKey = ({ guildId, jobId }: Pick<GalleryCopy, 'guildId' | 'jobId'>): string => `${guildId}-${jobId}`;

const redrawIn =
  ({ history, messages }: Pick<GalleryParts, 'history' | 'messages'>) =>
  async (copy: GalleryCopy | undefined): Promise<void> => {
    if (copy?.phase !== 'shown') return;
    const entry = await history.find(copy.guildId, copy.memberId, copy.jobId);
    if (entry) await messages.redraw(copy, entry);
  };

export type Gallery = ReturnType<typeof createGallery>;

/** The gallery: at most one copy of each result. */
export function createGallery(parts: GalleryParts) {
  const { history, clock, messages, recheck } = parts;
  const deleteMessage = async (copy: GalleryCopy): Promise<Next> => {
    if (!(await messages.remove(copy))) return { dueInMs: CLOSED_WAIT_MS };
    await records.amend(copyKey(copy), (now) => markCopyGone(now, copy, clock.now()));
    return undefined;
  };

  const end = async (copy: GalleryCopy, ending: CopyEnding): Promise<Next> => {
    const now = await records.amend(copyKey(copy), (before) => endCopy(before, copy, ending, clock.now()));
    return now?.phase === 'leaving' ? deleteMessage(now) : undefined;
  };

  const hide = async (copy: GalleryCopy): Promise<Next> => {
    const hidden = copy.messageId === undefined ? 'there' : await messages.hide(copy);
    if (hidden === 'closed') return { dueInMs: CLOSED_WAIT_MS };
    const mark = hidden === 'gone' ? markCopyGone : markCopyHidden;
    await records.amend(copyKey(copy), (now) => mark(now, copy, clock.now()));
    return undefined;
  };

  const bring = async (copy: GalleryCopy): Promise<Next> => {
    const { guildId, memberId, jobId, phase } = copy;
    const key = copyKey(copy);
    if (phase === 'wanted' && clock.now() - copy.atMs > GIVE_UP_MS) return end(copy, 'late');
    const entry = await history.find(guildId, memberId, jobId);
    if (!entry) return end(copy, 'lost');
    // A report may have arrived between the press and the record; whichever came second sees the other here.
    if (await recheck(copy, entry)) return end(copy, 'forbidden');
    const outcome = await messages.show(copy, entry, (location) =>
      records.change(key, (now) => withCopyLocation(now, copy, location)),
    );
    if (outcome === 'taken out') return undefined;
    if (outcome === 'closed' && phase === 'returning') return { dueInMs: CLOSED_WAIT_MS };
    if (outcome !== 'there') return end(copy, outcome === 'gone' ? 'deleted' : outcome);
    await records.amend(key, (now) => showCopy(now, copy, clock.now()));
    return undefined;
  };

  const records: DrivenRecords<GalleryCopy> = createDrivenRecords<GalleryCopy>({
    ...parts,
    collection: parts.store.collection(galleryCollection),
    name: 'gallery',
    firstRetryMs: FIRST_RETRY_MS,
    guildOf: ({ guildId }) => guildId,
    logged: parts.decisions.loggedBy(decisionsIn),
    dueInMs: ({ phase }) => (isComing(phase) || phase === 'hiding' || phase === 'leaving' ? 0 : undefined),
    follow: (copy) => {
      if (isComing(copy.phase)) return bring(copy);
      return copy.phase === 'hiding' ? hide(copy) : deleteMessage(copy);
    },
  });

  const show = async (wanted: NewCopy): Promise<ShowOutcome> => {
    const key = copyKey(wanted);
    const ask = () => records.change(key, (before) => askForCopy(before, wanted, clock.now()));
    let answer = await ask();
    if (answer.outcome === 'already' && !(await messages.exists(answer.copy))) {
      // Someone deleted the message, which Easel isn't told.
      const { copy } = answer;
      await records.amend(key, (now) => markCopyGone(now, copy, clock.now()));
      answer = await ask();
    }
    if (answer.outcome === 'already') return { outcome: 'already', copy: answer.copy };
    if (answer.outcome !== 'wanted') return { outcome: answer.outcome };
    await records.carryOut(key);
    const copy = await records.find(key);
    if (copy?.phase === 'shown') return { outcome: 'shown', copy };
    if (copy?.ending !== undefined) return { outcome: 'ended', ending: copy.ending };
    if (copy?.phase === 'hiding' || copy?.phase === 'hidden') return { outcome: 'ended', ending: 'forbidden' };
    return copy?.phase === 'wanted' ? { outcome: 'later' } : { outcome: 'leaving' };
  };

  /** Decides to remove a copy, or, if `messageId` is set, only the copy with that message. Follow with `carryOut`. */
  const remove = (at: { guildId: string; jobId: string }, by: { byId: string; messageId?: string }) =>
    records.change(copyKey(at), (before) => removeCopy(before, by, clock.now()));

  return {
    show,
    remove,
    ...{ load: records.load, run: records.run },
    /** Requests a copy without waiting for it. */
    addByStars: (wanted: NewCopy) =>
      records.change(copyKey(wanted), (before) => askByStars(before, wanted, clock.now())),
    /** Brings the message of a copy that is shown up to date. @throws RetryLater while Discord is unavailable */
    redraw: (guildId: string, jobId: string) => records.runExclusive(copyKey({ guildId, jobId }), redrawIn(parts)),
    find: (guildId: string, jobId: string) => records.find(copyKey({ guildId, jobId })),
    /** Hides, removes or shows a copy again, by the rules as they are now. If that fails at first, the engine retries. */
    followReport: async (guildId: string, jobId: string, state: ReportState): Promise<void> => {
      const key = copyKey({ guildId, jobId });
      if (await records.change(key, (before) => followReport(before, state, clock.now()))) await records.carryOut(key);
    },
    carryOut: (guildId: string, jobId: string) => records.carryOut(copyKey({ guildId, jobId })),
  };
}
