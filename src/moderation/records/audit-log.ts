import { z } from 'zod';
import type { Needs } from '../../runtime.ts';
import { defineCollection } from '../../store/store.ts';
import { DAY_MS, MINUTE_MS } from '../../time/clock.ts';
import { refusalSchema } from '../admission/refusal.ts';
import { loggedChangesSchema } from '../settings/setting-changes.ts';
import { BOUNDS } from '../settings/settings.ts';

/** The audit log of a server: its last decisions, with who decided what, why and when. */

const AUDIT_MAX_ENTRIES = 500;
/** Refused prompts and drafts are frequent, so they have lists of their own and never displace a decision. */
const PROMPTS_MAX_ENTRIES = 100;

/** Decisions, grouped as people search for them in the log. */
export const DECISION_KINDS = {
  requests: ['approved', 'rejected', 'allowed', 'declined', 'withdrawn', 'expired', 'dropped', 'prompt edited'],
  results: ['reported', 'hidden', 'kept', 'restored', 'removed', 'allowed again', 'published', 'discarded'],
  gallery: ['shown in the gallery', 'taken out of the gallery'],
  members: ['trusted', 'no longer trusted', 'timed out', 'timeout lifted', 'decision changed', 'decision kept'],
  rounds: [
    'round opened',
    'vote started early',
    'vote ended early',
    'round cancelled',
    'entry removed',
    'entry approved',
  ],
  settings: ['settings changed', 'settings undone', 'settings imported', 'paused', 'resumed'],
} as const;
export type DecisionKind = keyof typeof DECISION_KINDS;
/** How long a moderator's decision can be undone. */
export const UNDO_WITHIN_MS = 10 * MINUTE_MS;
/** Whether it can be undone now. A time further ahead comes from a clock that was wrong. */
export const mayUndoUntil = (untilMs: number, nowMs: number): boolean =>
  nowMs < untilMs && untilMs <= nowMs + UNDO_WITHIN_MS;
/** How long until then, also if the clock was ahead when it was decided. */
export const undoLeftMs = (untilMs: number, nowMs: number): number =>
  Math.min(Math.max(0, untilMs - nowMs), UNDO_WITHIN_MS);

export const AUDIT_ACTIONS = [...Object.values(DECISION_KINDS).flat(), 'undone'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const WHY_MAX_CHARACTERS = 300;

/** Where the log finds the subject of a decision. The prompt stays with the work and is deleted with it. */
const auditSubjectPart = {
  /** Where everyone could see it. */
  channelId: z.string().optional(),
  messageId: z.string().optional(),
  /** When a timeout ends. */
  untilMs: z.int().min(0).optional(),
  /** Members who voted for it. */
  voterIds: z.array(z.string()).max(BOUNDS.votesNeeded[1]).optional(),
};
export const auditEntrySchema = z.strictObject({
  /** Counts a server's decisions in the order of the log, so that people can name one: #41. */
  number: z.int().min(1),
  atMs: z.int().min(0),
  /** A person, or Easel itself. */
  byId: z.string().or(z.literal('easel')),
  action: z.enum(AUDIT_ACTIONS),
  memberId: z.string().optional(),
  jobId: z.string().optional(),
  why: z.string().max(WHY_MAX_CHARACTERS).optional(),
  /** For `undone`: what was decided before. */
  undid: z.enum(AUDIT_ACTIONS).optional(),
  ...auditSubjectPart,
  /** For decisions about settings. */
  changes: loggedChangesSchema.optional(),
  /** Why Easel itself decided so. */
  refusal: refusalSchema.optional(),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;
/** A decision that isn't in the log yet, which gives it its number. */
export type UnloggedEntry = Omit<AuditEntry, 'number'>;

const KEPT_PROMPT_CHARACTERS = 300;
/** A prompt whose result only its author saw, so that moderators can learn of it. */
const draftSchema = z.strictObject({
  atMs: z.int().min(0),
  memberId: z.string(),
  channelId: z.string(),
  prompt: z.string().max(KEPT_PROMPT_CHARACTERS),
});
/** A prompt that a word list refused, with the line that matched. */
const refusedSchema = draftSchema.extend({ entry: z.string() });

export const auditRecordSchema = z.strictObject({
  entries: z.array(auditEntrySchema).max(AUDIT_MAX_ENTRIES),
  refused: z.array(refusedSchema).max(PROMPTS_MAX_ENTRIES),
  drafts: z.array(draftSchema).max(PROMPTS_MAX_ENTRIES),
});
export type AuditRecord = z.output<typeof auditRecordSchema>;

const KEPT_MS = 400 * DAY_MS;

/** The same record if nothing is older. */
function youngerThan(record: AuditRecord, sinceMs: number): AuditRecord {
  const isYounger = ({ atMs }: { atMs: number }): boolean => atMs > sinceMs;
  const { entries, refused, drafts } = record;
  if ([entries, refused, drafts].every((all) => all.every(isYounger))) return record;
  return {
    entries: entries.filter(isYounger),
    refused: refused.filter(isYounger),
    drafts: drafts.filter(isYounger),
  };
}

/** By server. */
export const auditCollection = defineCollection({
  name: 'audit',
  schema: auditRecordSchema,
  serverOf: 'key',
  keeps: {
    what: 'moderators’ decisions, prompts that word lists refused, and drafts',
    ends: {
      after: KEPT_MS,
      without: youngerThan,
      words: '400 days after each, or when a server has 500 newer decisions, or 100 newer prompts or drafts',
    },
    erased: {
      goes: 'refused prompts and drafts',
      stays: 'who decided what about whom',
      without: ({ entries, refused, drafts }, memberId) => ({
        entries,
        refused: refused.filter((one) => one.memberId !== memberId),
        drafts: drafts.filter((one) => one.memberId !== memberId),
      }),
    },
  },
});

export type AuditLog = ReturnType<typeof createAuditLog>;

export function createAuditLog({ clock, store }: Needs<'clock' | 'store'>) {
  const collection = store.collection(auditCollection);
  const read = async (guildId: string): Promise<AuditRecord> =>
    (await collection.get(guildId)) ?? { entries: [], refused: [], drafts: [] };
  const change = (guildId: string, decide: (before: AuditRecord) => AuditRecord): Promise<AuditRecord> =>
    collection.locked(guildId, async () => {
      const before = await read(guildId);
      const after = decide(before);
      if (after !== before) await collection.set(guildId, after);
      return after;
    });
  const toKept = <Prompt extends { prompt: string }>(one: Prompt) => ({
    ...one,
    prompt: one.prompt.slice(0, KEPT_PROMPT_CHARACTERS),
    atMs: clock.now(),
  });
  return {
    /**
     * An entry is kept once, however often it is added, because a crash may repeat the call.
     * @returns it with its number
     */
    add: async (guildId: string, entry: UnloggedEntry): Promise<AuditEntry> => {
      const { entries } = await change(guildId, (before) => {
        if (before.entries.some((one) => isSameDecision(one, entry))) return before;
        const added = numbered(entry, before);
        return { ...before, entries: [...before.entries, added].slice(-AUDIT_MAX_ENTRIES) };
      });
      return entries.findLast((one) => isSameDecision(one, entry)) ?? numbered(entry, { entries });
    },
    addRefused: (guildId: string, refused: Omit<z.output<typeof refusedSchema>, 'atMs'>) =>
      change(guildId, (before) => ({
        ...before,
        refused: [...before.refused, toKept(refused)].slice(-PROMPTS_MAX_ENTRIES),
      })),
    addDraft: (guildId: string, draft: Omit<z.output<typeof draftSchema>, 'atMs'>) =>
      change(guildId, (before) => ({
        ...before,
        drafts: [...before.drafts, toKept(draft)].slice(-PROMPTS_MAX_ENTRIES),
      })),
    /** Newest last. */
    of: read,
  };
}

function numbered(entry: UnloggedEntry, { entries }: Pick<AuditRecord, 'entries'>): AuditEntry {
  return { ...entry, number: (entries.at(-1)?.number ?? 0) + 1 };
}

/** Compares without the message, which can become known between two attempts. */
function isSameDecision(one: AuditEntry, other: UnloggedEntry): boolean {
  const { atMs, byId, action, jobId, memberId } = other;
  return (
    one.atMs === atMs && one.byId === byId && one.action === action && one.jobId === jobId && one.memberId === memberId
  );
}
