import { z } from 'zod';
import type { Logged } from '../../engine/driven-records.ts';
import { createLane } from '../../engine/lane.ts';
import type { Needs } from '../../runtime.ts';
import { everyPage } from '../../store/pages.ts';
import { type Change, defineCollection } from '../../store/store.ts';
import { unlessUnreadable } from '../../store/unreadable-records.ts';
import { uniqueTimeMs } from '../../time/clock.ts';
import {
  type AuditAction,
  type AuditEntry,
  type AuditLog,
  auditEntrySchema,
  DECISION_KINDS,
  type UnloggedEntry,
  WHY_MAX_CHARACTERS,
} from './audit-log.ts';
import type { CountName, Members } from './members.ts';
import type { Brought } from './messages.ts';

/**
 * Decisions that still have to reach the log, the members' counts and the moderators' channel. A decision is committed
 * together with what it changes and stays until it has arrived, so that no crash loses or doubles it.
 */

const decisionSchema = z.strictObject({ guildId: z.string(), entry: auditEntrySchema.omit({ number: true }) });

export const decisionCollection = defineCollection({
  name: 'decisions',
  schema: decisionSchema,
  serverOf: 'key',
  keeps: {
    what: 'decisions that Easel still has to log and post',
    ends: { when: 'once that’s done, for the post at most an hour' },
    erased: { stays: 'until they are in the log' },
  },
});

/** A decision before it gets its time. */
export type NewDecision = Omit<UnloggedEntry, 'atMs'>;

export interface DecisionsParts extends Needs<'clock' | 'log' | 'store'> {
  audit: Pick<AuditLog, 'add' | 'of'>;
  members: Pick<Members, 'count'>;
  moderatorsChannelId: (guildId: string) => Promise<string | null>;
  /** Called when a decision about a member is logged. */
  onDecided: (guildId: string, memberId: string) => void;
  /** Posts a line in the moderators' channel. @throws RetryLater if Discord is unavailable */
  post: (at: { guildId: string; channelId: string }, entry: AuditEntry) => Promise<Brought>;
}

/** Decisions that members' records count. */
const COUNT_OF: Readonly<Partial<Record<AuditAction, CountName>>> = {
  approved: 'approved',
  rejected: 'rejected',
  reported: 'reported',
  hidden: 'hidden',
};
/** A card says what was decided, so these decisions need no line. No card says that a removed picture may be made again. */
const WITH_CARD: ReadonlySet<AuditAction> = new Set([
  ...DECISION_KINDS.requests,
  ...DECISION_KINDS.results.filter((action) => action !== 'allowed again'),
  ...(['decision changed', 'decision kept'] as const),
]);

/** Callers deliver what they committed; this delay is for deliveries that were interrupted. */
const LEFT_ALONE_MS = 5_000;
/** After this long, a line is no longer news; the log has the decision. */
const GIVE_UP_MS = 3_600_000;
/** How many decisions of one server a step reads. */
const PAGE = 100;

export type Decisions = ReturnType<typeof createDecisions>;

export function createDecisions({ audit, members, clock, log, store, ...parts }: DecisionsParts) {
  const collection = store.collection(decisionCollection);
  let lastMs = 0;

  /** Safe to repeat. @returns the decision with its number */
  const record = async (guildId: string, entry: UnloggedEntry): Promise<AuditEntry> => {
    const logged = await audit.add(guildId, entry);
    const { action, undid, atMs, byId, jobId, memberId } = entry;
    const count = COUNT_OF[undid ?? action];
    if (count && memberId !== undefined)
      await members.count(guildId, memberId, count, `${action}-${jobId}-${byId}-${atMs}`, undid ? -1 : 1);
    if (memberId !== undefined) parts.onDecided(guildId, memberId);
    return logged;
  };

  const pageOf = (guildId: string) => collection.page({ prefix: `${guildId}-`, most: PAGE });

  /** Logs a server's decisions, then posts them, in order. */
  const deliverAll = async (guildId: string): Promise<undefined> => {
    const { records, next } = await pageOf(guildId);
    const logged: [key: string, entry: AuditEntry][] = [];
    for (const [key, { entry }] of records) logged.push([key, await record(guildId, entry)]);
    const channelId = records.length > 0 ? await parts.moderatorsChannelId(guildId) : null;
    for (const [key, entry] of logged) {
      const isNews = clock.now() - entry.atMs < GIVE_UP_MS && !WITH_CARD.has(entry.undid ?? entry.action);
      if (channelId !== null && isNews) await parts.post({ guildId, channelId }, entry);
      await collection.delete(key);
    }
    if (next !== undefined) lane.due(guildId, guildId);
    return undefined;
  };
  const lane = createLane({ clock, log, name: 'decision', step: deliverAll });

  const put = (guildId: string, { why = '', ...decision }: NewDecision): Change => {
    // Each decision has a time of its own, which is its key.
    const atMs = uniqueTimeMs(clock.now(), lastMs);
    lastMs = atMs;
    lane.due(guildId, guildId, LEFT_ALONE_MS);
    const entry = { ...decision, ...(why === '' ? {} : { why: why.slice(0, WHY_MAX_CHARACTERS) }), atMs };
    return collection.put(`${guildId}-${String(atMs).padStart(16, '0')}`, { guildId, entry });
  };

  /** Logs and posts a server's decisions now. Returns at once: the engine retries what fails. */
  const deliver = (guildId: string): void => lane.due(guildId, guildId);

  return {
    /** The change that records a decision. Commit it together with what was decided, then call `deliver`. */
    put,
    /** The same for records whose changes are decisions. */
    loggedBy:
      <One extends { guildId: string }>(decisionsIn: (before: One | undefined, after: One) => NewDecision[]) =>
      (before: One | undefined, after: One): Logged => {
        const decided = decisionsIn(before, after);
        return {
          changes: decided.map((decision) => put(after.guildId, decision)),
          onCommitted: () => {
            if (decided.length > 0) deliver(after.guildId);
          },
        };
      },
    /** Records a decision that changed no record. */
    record: async (guildId: string, decision: NewDecision): Promise<void> => {
      await store.commit([put(guildId, decision)]);
      deliver(guildId);
    },
    deliver,
    /**
     * The last decision of these kinds about a job or a member, with its number. What isn't in the log yet gets there first.
     * @returns undefined also if the log is unreadable or has dropped it
     */
    find: (
      guildId: string,
      actions: readonly AuditAction[],
      { jobId, memberId }: Pick<NewDecision, 'jobId' | 'memberId'>,
    ): Promise<AuditEntry | undefined> => {
      const isMeant = (one: AuditEntry): boolean =>
        actions.includes(one.action) &&
        (jobId === undefined || one.jobId === jobId) &&
        (memberId === undefined || one.memberId === memberId);
      const read = async (): Promise<AuditEntry | undefined> => {
        for (const [, { entry }] of (await pageOf(guildId)).records) await audit.add(guildId, entry);
        return (await audit.of(guildId)).entries.findLast(isMeant);
      };
      // Before a decision, nothing is read.
      return actions.length === 0 ? Promise.resolve(undefined) : unlessUnreadable(read());
    },
    load: async (): Promise<void> => {
      for await (const { records } of everyPage(collection)) {
        for (const [, { guildId, entry }] of records) {
          lastMs = Math.max(lastMs, entry.atMs);
          lane.due(guildId, guildId);
        }
      }
    },
    run: lane.run,
  };
}
