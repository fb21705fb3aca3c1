import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { DrivenRecords } from '../engine/driven-records.ts';
import { AUDIT_ACTIONS, type AuditAction, type AuditLog, auditSubjectPart, WHY_MAX_CHARACTERS } from './audit-log.ts';
import type { CountName, Members } from './members.ts';
import { refusalSchema } from './refusal.ts';

/**
 * What has still to be written into the log and the counts of members. Notes are kept with the record that was decided
 * about, in the same write, and taken from there until they are where they belong: no crash loses or doubles one.
 */

const noteSchema = z.strictObject({
  atMs: z.int().min(0),
  byId: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  why: z.string().max(WHY_MAX_CHARACTERS).optional(),
  refusal: refusalSchema.optional(),
  secondedByIds: auditSubjectPart.secondedByIds,
});
export type Note = z.output<typeof noteSchema>;

/** Reached only where the log cannot be written for long, while people go on deciding about one thing. */
const NOTES_MAX = 100;
export const notesSchema = z.array(noteSchema).max(NOTES_MAX);

export function withNote<Noted extends { notes: Note[] }>(
  record: Noted,
  { why = '', ...facts }: Omit<Note, 'why'> & { why?: string },
): Noted {
  const note: Note = { ...facts, ...(why === '' ? {} : { why: why.slice(0, WHY_MAX_CHARACTERS) }) };
  return { ...record, notes: [...record.notes, note].slice(-NOTES_MAX) };
}

/** Whom and what a record is about. */
export interface About {
  guildId: string;
  memberId: string;
  jobId: string;
  /** Where everybody sees it. */
  channelId: string;
  messageId?: string | undefined;
}

const COUNT_OF: Readonly<Partial<Record<AuditAction, CountName>>> = {
  approved: 'approved',
  rejected: 'rejected',
  reported: 'reported',
  hidden: 'hidden',
};

/** Brings the notes of a record where they belong; resolves with the record as it is then. Repeating it is harmless. */
export type SettleNotes = <Noted extends { notes: Note[] }>(
  record: Noted,
  about: About,
  change: DrivenRecords<Noted>['change'],
  key: string,
) => Promise<Noted>;

export function createSettleNotes({ audit, members }: { audit: AuditLog; members: Members }): SettleNotes {
  return async (record, { guildId, memberId, jobId, channelId, messageId }, change, key) => {
    const { notes } = record;
    if (notes.length === 0) return record;
    for (const note of notes) {
      await audit.add(guildId, { ...note, memberId, jobId, channelId, messageId });
      const count = COUNT_OF[note.action];
      const { action, byId, atMs } = note;
      if (count) await members.count(guildId, memberId, count, `${action}-${jobId}-${byId}-${atMs}`);
    }
    return change(key, (now) => {
      if (!now) return { outcome: record };
      const after = { ...now, notes: now.notes.filter((one) => !notes.some((note) => isDeepStrictEqual(note, one))) };
      return { after, outcome: after };
    });
  };
}
