import type { Clock } from '../../clock.ts';
import { createDrivenRecords } from '../../driver/driven-records.ts';
import type { Next } from '../../driver/driver.ts';
import { isShown, type Job, type JobTask } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { History, HistoryEntry } from '../../jobs/records/history.ts';
import type { Log } from '../../log.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import type { Collection } from '../../store/store.ts';
import type { AuditLog } from '../audit-log.ts';
import type { Members } from '../members.ts';
import { createSettleNotes } from '../notes.ts';
import { carriedOut, decided, ended, moved, type PreviewDecision, placed } from './preview-decisions.ts';
import type { Preview } from './preview-record.ts';

export type { PreviewDecision } from './preview-decisions.ts';
export { type Preview, type PreviewPhase, previewSchema } from './preview-record.ts';

/** The messages of a preview. */
export interface PreviewDesk {
  /** Brings the message that everybody sees up to date, without the result. */
  showPublic(preview: Preview): Promise<'shown' | 'gone' | 'unavailable'>;
  /** Puts the result into it; resolves with the job as it is shown there. */
  publish(preview: Preview, entry: HistoryEntry): Promise<{ job: Job } | 'lost' | 'gone' | 'unavailable'>;
  /** Says in the moderators' channel what was decided. */
  showDecision(preview: Preview): Promise<'shown' | 'gone' | 'unavailable'>;
  /** Tells its member, who waited long, that it is ready. A courtesy: where it cannot be posted it is left out. */
  notify(preview: Preview): Promise<void>;
  /** Shows there a job that ended before it knew its own message. */
  showJob(preview: Preview, entry: HistoryEntry): Promise<'shown' | 'gone' | 'unavailable'>;
}

export interface Previews {
  find(id: string): Promise<Preview | undefined>;
  add(preview: Preview): Promise<void>;
  /** Notes where the message is that everybody sees. */
  placed(id: string, messageId: string): Promise<void>;
  /** Notes that Discord did not take the answer, so that nothing is begun; `carryOut` says so in the moderators' channel. */
  unanswered(id: string): Promise<void>;
  decide(id: string, to: 'published' | 'discarded', byId: string): Promise<PreviewDecision>;
  /** Never rejects: what does not work is tried again by itself. */
  carryOut(id: string): Promise<void>;
  /** Does something to its messages while nothing that was decided about it is carried out. */
  alone<Result>(id: string, work: (preview: Preview | undefined) => Promise<Result>): Promise<Result>;
  load(): Promise<void>;
  run(signal: AbortSignal): Promise<void>;
  sweep(nowMs: number): Promise<void>;
}

export interface PreviewsParts {
  collection: Collection<Preview>;
  jobs: Pick<Jobs, 'find'>;
  history: Pick<History, 'find' | 'add'>;
  audit: AuditLog;
  members: Members;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
  desk: PreviewDesk;
}

/** While its job is under way. */
const LOOK_INTERVAL_MS = 5_000;
/** Whoever waited longer than this has turned to other things and is told. */
const NOTIFY_AFTER_MS = 10 * 60_000;
const KEPT_FOR_MS = 90 * 86_400_000;

export function createPreviews(parts: PreviewsParts): Previews {
  const { collection, jobs, history, locks, clock, log, desk } = parts;
  const settleNotes = createSettleNotes(parts);

  /** Undefined while the job is under way; then: is there something to look at? */
  const afterMaking = async (preview: Preview): Promise<Preview | undefined> => {
    const { id, memberId, place } = preview;
    if (await jobs.find(id)) return undefined;
    const entry = await history.find(place.guildId, memberId, id);
    return cases.change(id, (now) => ended(now, preview, phaseOf(entry), entry?.messageId));
  };

  /** Undefined where it has to be tried again. */
  const afterPublishing = async (preview: Preview): Promise<Preview | undefined> => {
    const { id, memberId, place } = preview;
    const entry = await history.find(place.guildId, memberId, id);
    // Published before a crash: its history is at the place that everybody sees.
    if (entry && entry.channelId === place.channelId && entry.messageId === place.messageId) return preview;
    const outcome = entry ? await desk.publish(preview, entry) : 'lost';
    if (outcome === 'unavailable') return undefined;
    if (outcome === 'lost' || outcome === 'gone') return cases.change(id, (now) => moved(now, preview, outcome));
    const now = await history.find(place.guildId, memberId, id);
    await history.add(withResolved(outcome.job, now?.tasks ?? []));
    return preview;
  };

  /** While nothing is decided it shows its job by itself; but for one that a crash ended before its first step. */
  const showCard = async (preview: Preview): Promise<'shown' | 'gone' | 'unavailable'> => {
    const { id, memberId, phase, place } = preview;
    if (phase === 'ready') return 'shown';
    if (phase !== 'failed' && phase !== 'unconfirmed') return desk.showDecision(preview);
    const entry = await history.find(place.guildId, memberId, id);
    return entry && entry.messageId === undefined ? desk.showJob(preview, entry) : 'shown';
  };

  const follow = async (found: Preview): Promise<Next> => {
    const { id, memberId, place } = found;
    const noted = await settleNotes(found, { guildId: place.guildId, memberId, jobId: id }, cases.change, id);
    if (noted.isCarriedOut) return undefined;
    const after = { making: afterMaking, published: afterPublishing };
    const preview = noted.phase === 'making' || noted.phase === 'published' ? await after[noted.phase](noted) : noted;
    if (!preview && noted.phase === 'making') return { dueInMs: LOOK_INTERVAL_MS };
    if (!preview || preview.isCarriedOut) return undefined;
    const { phase, atMs } = preview;
    // What is published shows itself.
    if (phase !== 'published' && phase !== 'gone' && (await desk.showPublic(preview)) === 'unavailable')
      return undefined;
    if ((await showCard(preview)) === 'unavailable') return undefined;
    await cases.change(id, (now) => carriedOut(now, preview));
    // Last of all, so that it never comes twice.
    if (phase !== 'ready' || clock.now() - atMs <= NOTIFY_AFTER_MS) return undefined;
    const entry = await history.find(place.guildId, memberId, id);
    if (entry?.tasks.some(isShown)) await desk.notify(preview);
    return undefined;
  };

  const cases = createDrivenRecords<Preview>({
    ...{ name: 'preview', collection, locks, clock, log, follow },
    guildOf: ({ place }) => place.guildId,
    dueInMs: ({ isCarriedOut, notes }) => (isCarriedOut && notes.length === 0 ? undefined : 0),
  });

  return {
    find: cases.find,
    add: (preview) => cases.change(preview.id, () => ({ after: preview, outcome: undefined })),
    placed: (id, messageId) => cases.change(id, (now) => placed(now, messageId)),
    unanswered: async (id) => {
      await cases.change(id, (now) => (now ? moved(now, now, 'unanswered') : { outcome: undefined }));
    },
    decide: async (id, to, byId) => {
      const isUnderWay = (await jobs.find(id)) !== undefined;
      return cases.change(id, (now) => decided(now, { to, byId, isUnderWay }, clock.now()));
    },
    ...{ carryOut: cases.carryOut, alone: cases.alone },
    load: cases.load,
    run: cases.run,
    sweep: (nowMs) => cases.sweep(({ atMs }) => atMs < nowMs - KEPT_FOR_MS),
  };
}

/** What became of its job. */
function phaseOf(entry: HistoryEntry | undefined): 'ready' | 'failed' | 'unconfirmed' {
  const states = entry?.tasks.map(({ state }) => state) ?? [];
  if (states.includes('delivered')) return 'ready';
  return states.includes('unconfirmed') ? 'unconfirmed' : 'failed';
}

/** With what the operator found out while the results were on their way. */
function withResolved(job: Job, now: readonly JobTask[]): Job {
  const resolved = now.filter((task) => task.state === 'unconfirmed' && task.resolved);
  return { ...job, tasks: job.tasks.map((task) => resolved.find(({ key }) => key === task.key) ?? task) };
}
