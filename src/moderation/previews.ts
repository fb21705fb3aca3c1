import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { History, HistoryEntry } from '../jobs/history.ts';
import { type Job, placeSchema } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Collection } from '../store/store.ts';
import type { AuditLog } from './audit-log.ts';
import { type Change, createCases } from './cases.ts';
import type { Members } from './members.ts';
import { createSettleNotes, notesSchema, withNote } from './notes.ts';
import { BY_EASEL } from './waiting.ts';

/** Results that only their requester and the moderators see until a moderator publishes them. */

export const PREVIEW_PHASES = ['making', 'ready', 'failed', 'published', 'discarded', 'lost'] as const;
export type PreviewPhase = (typeof PREVIEW_PHASES)[number];

export const previewSchema = z.strictObject({
  version: z.literal(1),
  id: z.string(),
  memberId: z.string(),
  kind: z.enum(['image', 'video']),
  count: z.int().min(1).max(4),
  atMs: z.int().min(0),
  /** The message in the channel that everybody sees; the job's own is in the moderators' channel. */
  place: placeSchema,
  card: z.strictObject({ channelId: z.string(), messageId: z.string() }),
  phase: z.enum(PREVIEW_PHASES),
  byId: z.string(),
  isCarriedOut: z.boolean(),
  notes: notesSchema,
});
export type Preview = z.output<typeof previewSchema>;

export interface PreviewDesk {
  /** Brings the message that everybody sees up to date, without the result. */
  showPublic(preview: Preview): Promise<'shown' | 'gone' | 'unavailable'>;
  /** Puts the result into it; resolves with the job as it is shown there. */
  publish(preview: Preview, entry: HistoryEntry): Promise<{ job: Job } | 'lost' | 'unavailable'>;
  /** Says in the moderators' channel what was decided. */
  showDecision(preview: Preview): Promise<'shown' | 'gone' | 'unavailable'>;
  /** Shows there a job that ended before it knew its own message. */
  showJob(preview: Preview, entry: HistoryEntry): Promise<'shown' | 'gone' | 'unavailable'>;
}

export type PreviewDecision =
  | { outcome: 'decided'; preview: Preview }
  | { outcome: 'late'; preview: Preview }
  | { outcome: 'not done' }
  | { outcome: 'gone' };

export interface Previews {
  find(id: string): Promise<Preview | undefined>;
  add(preview: Preview): Promise<void>;
  /** Notes where the message is that everybody sees. */
  placed(id: string, messageId: string): Promise<void>;
  drop(id: string): Promise<void>;
  decide(id: string, to: 'published' | 'discarded', byId: string): Promise<PreviewDecision>;
  /** Never rejects: what does not work is tried again by itself. */
  carryOut(id: string): Promise<void>;
  load(): Promise<void>;
  run(signal: AbortSignal): Promise<void>;
  sweep(): Promise<void>;
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

const LOOK_INTERVAL_MS = 5_000;
const KEPT_FOR_MS = 90 * 86_400_000;

/** Nothing of it happens where something else has happened since `seen`. */
function moved(now: Preview | undefined, seen: Preview, to: PreviewPhase): Change<Preview, Preview | undefined> {
  if (now?.phase !== seen.phase) return { outcome: now };
  const after: Preview = { ...now, phase: to, byId: BY_EASEL, isCarriedOut: false };
  return { after, outcome: after };
}

function decided(
  now: Preview | undefined,
  { to, byId, isUnderWay }: { to: 'published' | 'discarded'; byId: string; isUnderWay: boolean },
  nowMs: number,
): Change<Preview, PreviewDecision> {
  if (!now) return { outcome: { outcome: 'gone' } };
  if (now.phase === 'making' && isUnderWay) return { outcome: { outcome: 'not done' } };
  if (now.phase !== 'ready' && now.phase !== 'making') return { outcome: { outcome: 'late', preview: now } };
  const after = withNote({ ...now, phase: to, byId, isCarriedOut: false }, { action: to, byId, atMs: nowMs });
  return { after, outcome: { outcome: 'decided', preview: after } };
}

export function createPreviews(parts: PreviewsParts): Previews {
  const { collection, jobs, history, locks, clock, log, desk } = parts;
  const settleNotes = createSettleNotes(parts);

  /** Undefined while the job is under way; then: is there something to look at? */
  const afterMaking = async (preview: Preview): Promise<Preview | undefined> => {
    const { id, memberId, place } = preview;
    if (await jobs.find(id)) return undefined;
    const entry = await history.find(place.guildId, memberId, id);
    const isMade = entry?.tasks.some(({ state }) => state === 'delivered') ?? false;
    return cases.change(id, (now) => moved(now, preview, isMade ? 'ready' : 'failed'));
  };

  /** Undefined where it has to be tried again. */
  const afterPublishing = async (preview: Preview): Promise<Preview | undefined> => {
    const { id, memberId, place } = preview;
    const entry = await history.find(place.guildId, memberId, id);
    // Published before a crash: its history is at the place that everybody sees.
    if (entry && entry.channelId === place.channelId && entry.messageId === place.messageId) return preview;
    const outcome = entry ? await desk.publish(preview, entry) : 'lost';
    if (outcome === 'unavailable') return undefined;
    if (outcome === 'lost') return cases.change(id, (now) => moved(now, preview, 'lost'));
    await history.add(outcome.job);
    return preview;
  };

  /** While nothing is decided it shows its job by itself; but for one that a crash ended before its first step. */
  const showCard = async (preview: Preview): Promise<'shown' | 'gone' | 'unavailable'> => {
    const { id, memberId, phase, place } = preview;
    if (phase === 'ready') return 'shown';
    if (phase !== 'failed') return desk.showDecision(preview);
    const entry = await history.find(place.guildId, memberId, id);
    return entry && entry.messageId === undefined ? desk.showJob(preview, entry) : 'shown';
  };

  const follow = async (found: Preview): Promise<void> => {
    const { id, memberId, place } = found;
    const noted = await settleNotes(found, { guildId: place.guildId, memberId, jobId: id }, cases.change, id);
    if (noted.isCarriedOut) return;
    const after = { making: afterMaking, published: afterPublishing };
    const preview = noted.phase === 'making' || noted.phase === 'published' ? await after[noted.phase](noted) : noted;
    if (!preview || preview.isCarriedOut) return;
    const { phase } = preview;
    // What is published shows itself.
    if (phase !== 'published' && (await desk.showPublic(preview)) === 'unavailable') return;
    if ((await showCard(preview)) === 'unavailable') return;
    await cases.change(id, (now) =>
      now?.phase === phase ? { after: { ...now, isCarriedOut: true }, outcome: undefined } : { outcome: undefined },
    );
  };

  const cases = createCases<Preview>({
    ...{ name: 'preview', collection, locks, clock, log, follow },
    lookIntervalMs: LOOK_INTERVAL_MS,
    isOpen: ({ isCarriedOut, notes }) => !isCarriedOut || notes.length > 0,
  });

  return {
    find: cases.find,
    add: (preview) => cases.change(preview.id, () => ({ after: preview, outcome: undefined })),
    placed: (id, messageId) =>
      cases.change(id, (now) => ({
        ...(now ? { after: { ...now, place: { ...now.place, messageId } } } : {}),
        outcome: undefined,
      })),
    drop: cases.drop,
    decide: async (id, to, byId) => {
      const isUnderWay = (await jobs.find(id)) !== undefined;
      return cases.change(id, (now) => decided(now, { to, byId, isUnderWay }, clock.now()));
    },
    carryOut: cases.carryOut,
    load: cases.load,
    run: cases.run,
    sweep: () => cases.sweep(({ atMs }) => atMs < clock.now() - KEPT_FOR_MS),
  };
}
