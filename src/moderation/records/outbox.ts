import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { DrivenRecords } from '../../engine/driven-records.ts';
import { refusalSchema } from '../admission/refusal.ts';
import { AUDIT_ACTIONS, type AuditAction, type AuditLog, auditSubjectPart, WHY_MAX_CHARACTERS } from './audit-log.ts';
import type { CountName, Members } from './members.ts';

/**
 * A record's outbox: what still has to be written into the log and into the members' counts. A decision adds its entry in the
 * same write, and the entry stays until it has arrived, so that no crash loses or doubles it.
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

/** Reached only if the log can't be written for a long time while people keep deciding about one record. */
const OUTBOX_MAX = 100;
export const outboxSchema = z.array(outboxEntrySchema).max(OUTBOX_MAX);

export function withOutboxEntry<Deciding extends { outbox: OutboxEntry[] }>(
  record: Deciding,
  { why = '', ...facts }: Omit<OutboxEntry, 'why'> & { why?: string },
): Deciding {
  const entry: OutboxEntry = { ...facts, ...(why === '' ? {} : { why: why.slice(0, WHY_MAX_CHARACTERS) }) };
  return { ...record, outbox: [...record.outbox, entry].slice(-OUTBOX_MAX) };
}

/** The member, job and public message that a record is about. */
export interface About {
  guildId: string;
  memberId: string;
  jobId: string;
  /** Where everyone sees it. */
  channelId: string;
  messageId?: string | undefined;
}

const COUNT_OF: Readonly<Partial<Record<AuditAction, CountName>>> = {
  approved: 'approved',
  rejected: 'rejected',
  reported: 'reported',
  hidden: 'hidden',
};

/** Writes a record’s outbox into the log and the counts. Resolves with the current record. Safe to repeat. */
export async function flushOutbox<Deciding extends { outbox: OutboxEntry[] }>(
  { audit, members }: { audit: AuditLog; members: Members },
  { change }: Pick<DrivenRecords<Deciding>, 'change'>,
  key: string,
  record: Deciding,
  { guildId, memberId, jobId, channelId, messageId }: About,
): Promise<Deciding> {
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
    const left = now.outbox.filter((one) => !outbox.some((entry) => isDeepStrictEqual(entry, one)));
    const after = { ...now, outbox: left };
    return { after, outcome: after };
  });
}
