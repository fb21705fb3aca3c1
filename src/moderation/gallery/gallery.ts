import { createDrivenRecords } from '../../engine/driven-records.ts';
import type { Next } from '../../engine/lane.ts';
import type { History, HistoryEntry } from '../../jobs/records/history.ts';
import type { Log } from '../../log.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import type { Collection } from '../../store/store.ts';
import { type Clock, DAY_MS } from '../../time/clock.ts';
import type { AuditLog } from '../records/audit-log.ts';
import type { Members } from '../records/members.ts';
import { createFlushOutbox } from '../records/outbox.ts';
import { BY_EASEL } from '../requests/request.ts';
import type { CopyEnding, CopyLocation, GalleryCopy } from './gallery-copy.ts';
import {
  askByStars,
  askForCopy,
  type BroughtIn,
  endCopy,
  missCopy,
  putCopyBack,
  type Showing,
  showCopy,
  type TakingOut,
  takeCopyOut,
  withCopyLocation,
} from './gallery-decisions.ts';

export { type GalleryCopy, galleryCopySchema, messageOfCopy } from './gallery-copy.ts';
export type { Showing } from './gallery-decisions.ts';

/** The messages of the gallery. What cannot be done just now throws, and the step is tried again. */
export interface GalleryMessages {
  /**
   * Brings the result into the gallery: first a message without it, so that no copy is ever there of which nobody knows,
   * then the result into that message. Repeating it is harmless.
   * @param onPosted keeps where the message is; resolves with whether the result may still go into it.
   */
  show(
    copy: GalleryCopy,
    entry: HistoryEntry,
    onPosted: (location: CopyLocation) => Promise<boolean>,
  ): Promise<'there' | 'gone' | 'closed' | 'taken out' | 'lost'>;
  /** @returns false where the gallery is closed to Easel. */
  remove(copy: GalleryCopy): Promise<boolean>;
  /** Whether its message is there, as far as Discord tells. */
  isThere(copy: GalleryCopy): Promise<boolean>;
}

export type ShowOutcome =
  | { outcome: 'shown' | 'already'; copy: GalleryCopy }
  /** Somebody else has just asked, or it is just being taken out. */
  | { outcome: 'under way' | 'leaving' }
  /** Discord or the service does not answer; it is tried again by itself. */
  | { outcome: 'later' }
  | { outcome: 'ended'; ending: CopyEnding };

/** Results that members show in the gallery: at most one copy of each. */
export interface Gallery {
  find(guildId: string, jobId: string): Promise<GalleryCopy | undefined>;
  show(showing: Showing): Promise<ShowOutcome>;
  /** Wants a result in the gallery for which nobody waits: it is shown by itself, soon. */
  bringIn(showing: Showing): Promise<BroughtIn>;
  /** Decides that a copy goes, where a message is named only that one; `carryOut` does it. */
  takeOut(at: { guildId: string; jobId: string }, by: { byId: string; messageId?: string }): Promise<TakingOut>;
  /** Takes a copy out that is there no more by right. Once this resolves it goes, if not at once, then by itself. */
  takeDown(guildId: string, jobId: string): Promise<void>;
  /** Shows again what was taken down, by the rules as they are now. */
  putBack(guildId: string, jobId: string): Promise<void>;
  carryOut(guildId: string, jobId: string): Promise<void>;
  load(): Promise<void>;
  run(signal: AbortSignal): Promise<void>;
  sweep(nowMs: number): Promise<void>;
}

export interface GalleryParts {
  collection: Collection<GalleryCopy>;
  history: Pick<History, 'find'>;
  audit: AuditLog;
  members: Members;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
  messages: GalleryMessages;
  /** Whether something keeps it out by now: reports, or the settings. */
  recheck: (copy: GalleryCopy, entry: HistoryEntry) => Promise<boolean>;
}

/** Each try may fetch large files. */
const FIRST_RETRY_MS = 10_000;
/** A gallery that is closed to Easel may be opened again; Discord bans who asks in vain too often. */
const CLOSED_WAIT_MS = 3_600_000;
/** A result that is still not there by then is no news any more. */
const TRIES_MS = 3_600_000;
const KEPT_FOR_MS = 365 * DAY_MS;

/** A copy's key in its collection. */
export const copyKey = ({ guildId, jobId }: Pick<GalleryCopy, 'guildId' | 'jobId'>): string => `${guildId}-${jobId}`;

export function createGallery(parts: GalleryParts): Gallery {
  const { history, clock, messages, recheck } = parts;
  const flushOutbox = createFlushOutbox(parts);
  const remove = async (copy: GalleryCopy): Promise<Next> => {
    if (!(await messages.remove(copy))) return { dueInMs: CLOSED_WAIT_MS };
    await cases.amend(copyKey(copy), (now) => missCopy(now, copy, clock.now()));
    return undefined;
  };

  const end = async (copy: GalleryCopy, ending: CopyEnding): Promise<Next> => {
    const now = await cases.amend(copyKey(copy), (before) => endCopy(before, copy, ending, clock.now()));
    return now?.phase === 'leaving' ? remove(now) : undefined;
  };

  const bring = async (copy: GalleryCopy): Promise<Next> => {
    const { guildId, memberId, jobId } = copy;
    const key = copyKey(copy);
    if (clock.now() - copy.atMs > TRIES_MS) return end(copy, 'late');
    const entry = await history.find(guildId, memberId, jobId);
    if (!entry) return end(copy, 'lost');
    // A report may have come between the press and the record: whoever is second sees the other.
    if (await recheck(copy, entry)) return end(copy, 'forbidden');
    const outcome = await messages.show(copy, entry, (location) =>
      cases.change(key, (now) => withCopyLocation(now, copy, location)),
    );
    if (outcome === 'taken out') return undefined;
    if (outcome !== 'there') return end(copy, outcome === 'gone' ? 'deleted' : outcome);
    await cases.amend(key, (now) => showCopy(now, copy, clock.now()));
    return undefined;
  };

  const cases = createDrivenRecords<GalleryCopy>({
    ...parts,
    name: 'gallery',
    firstRetryMs: FIRST_RETRY_MS,
    guildOf: ({ guildId }) => guildId,
    dueInMs: ({ phase, outbox }) => (phase === 'wanted' || phase === 'leaving' || outbox.length > 0 ? 0 : undefined),
    follow: async (copy) => {
      const next =
        copy.phase === 'wanted' ? await bring(copy) : copy.phase === 'leaving' ? await remove(copy) : undefined;
      const now = await cases.find(copyKey(copy));
      if (now) await flushOutbox(now, { ...now, ...now.source }, cases.change, copyKey(now));
      return next;
    },
  });

  const show = async (showing: Showing): Promise<ShowOutcome> => {
    const key = copyKey(showing);
    const ask = () => cases.change(key, (before) => askForCopy(before, showing, clock.now()));
    let answer = await ask();
    if (answer.outcome === 'already' && !(await messages.isThere(answer.copy))) {
      // Deleted by hand: nobody tells Easel of that.
      const { copy } = answer;
      await cases.amend(key, (now) => missCopy(now, copy, clock.now()));
      answer = await ask();
    }
    if (answer.outcome === 'already') return { outcome: 'already', copy: answer.copy };
    if (answer.outcome !== 'wanted') return { outcome: answer.outcome };
    await cases.carryOut(key);
    const copy = await cases.find(key);
    if (copy?.phase === 'shown') return { outcome: 'shown', copy };
    if (copy?.ending !== undefined) return { outcome: 'ended', ending: copy.ending };
    return copy?.phase === 'wanted' ? { outcome: 'later' } : { outcome: 'leaving' };
  };

  const takeOut: Gallery['takeOut'] = (at, by) =>
    cases.change(copyKey(at), (before) => takeCopyOut(before, by, clock.now()));

  return {
    show,
    takeOut,
    bringIn: (showing) => cases.change(copyKey(showing), (before) => askByStars(before, showing, clock.now())),
    find: (guildId, jobId) => cases.find(copyKey({ guildId, jobId })),
    takeDown: async (guildId, jobId) => {
      const at = { guildId, jobId };
      if ((await takeOut(at, { byId: BY_EASEL })) !== 'unknown') await cases.carryOut(copyKey(at));
    },
    putBack: async (guildId, jobId) => {
      const key = copyKey({ guildId, jobId });
      if (await cases.change(key, (before) => putCopyBack(before, clock.now()))) await cases.carryOut(key);
    },
    carryOut: (guildId, jobId) => cases.carryOut(copyKey({ guildId, jobId })),
    load: cases.load,
    run: cases.run,
    sweep: (nowMs) => cases.sweep(({ atMs }) => atMs < nowMs - KEPT_FOR_MS),
  };
}
