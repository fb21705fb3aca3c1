import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { DrivenRecords } from '../../engine/driven-records.ts';
import { refusalSchema } from '../admission/refusal.ts';
import { AUDIT_ACTIONS, type AuditAction, type AuditLog, auditSubjectPart, WHY_MAX_CHARACTERS } from './audit-log.ts';
import type { CountName, Members } from './members.ts';

/**
 * What has still to be written into the log and the counts of members. Entries are kept with the record that was decided
 * about, in the same write, and taken from there until they are where they belong: no crash loses or doubles one.
 */

const outboxEntrySchema = z.strictObject({
  atMs: z.int().min(0),
  byId: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  why: z.string().max(WHY_MAX_CHARACTERS).optional(),
  refusal: refusalSchema.optional(),
  secondedByIds: auditSubjectPart.secondedByIds,
});
export type OutboxEntry = z.output<typeof outboxEntrySchema>;

/** Reached only where the log cannot be written for long, while people go on deciding about one thing. */
const OUTBOX_MAX = 100;
export const outboxSchema = z.array(outboxEntrySchema).max(OUTBOX_MAX);

export function withOutboxEntry<Deciding extends { outbox: OutboxEntry[] }>(
  record: Deciding,
  { why = '', ...facts }: Omit<OutboxEntry, 'why'> & { why?: string },
): Deciding {
  const entry: OutboxEntry = { ...facts, ...(why === '' ? {} : { why: why.slice(0, WHY_MAX_CHARACTERS) }) };
  return { ...record, outbox: [...record.outbox, entry].slice(-OUTBOX_MAX) };
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

/** Writes a record’s outbox into the log and the counts; resolves with the record as it is then. Repeating it is harmless. */
export type FlushOutbox = <Deciding extends { outbox: OutboxEntry[] }>(
  record: Deciding,
  about: About,
  change: DrivenRecords<Deciding>['change'],
  key: string,
) => Promise<Deciding>;

export function createFlushOutbox({ audit, members }: { audit: AuditLog; members: Members }): FlushOutbox {
  return async (record, { guildId, memberId, jobId, channelId, messageId }, change, key) => {
    const { outbox } = record;
    if (outbox.length === 0) return record;
    for (const entry of outbox) {
      await audit.add(guildId, { ...entry, memberId, jobId, channelId, messageId });
      const count = COUNT_OF[entry.action];
      const { action, byId, atMs } = entry;
      if (count) await members.count(guildId, memberId, count, `${action}-${jobId}-${byId}-${atMs}`);
    }
    return change(key, (now) => {
      if (!now) return { outcome: record };
      const after = {
        ...now,
        outbox: now.outbox.filter((one) => !outbox.some((entry) => isDeepStrictEqual(entry, one))),
      };
      return { after, outcome: after };
    });
  };
}
