import type { Accounts } from '../../budget/accounts.ts';
import type { Clock } from '../../clock.ts';
import { createDrivenRecords } from '../../driver/driven-records.ts';
import type { Next } from '../../driver/driver.ts';
import type { Log } from '../../log.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import type { Collection } from '../../store/store.ts';
import type { AuditLog } from '../audit-log.ts';
import type { Members } from '../members.ts';
import { createSettleNotes } from '../notes.ts';
import { createOpening } from './approval-opening.ts';
import type { ApprovalDesk, Approvals } from './approval-port.ts';
import type { Begun } from './begin-approved.ts';
import { type Decision, isUndecided, type Waiting } from './waiting.ts';
import { agedTo, carriedOut, caughtUp, decided, edited, overruled, reopened, voted } from './waiting-decisions.ts';

export type { ApprovalDesk, Approvals } from './approval-port.ts';
export type { DecideOutcome } from './waiting-decisions.ts';

export interface ApprovalsParts {
  collection: Collection<Waiting>;
  accounts: Pick<Accounts, 'mayHold' | 'hold' | 'releaseJob'>;
  audit: AuditLog;
  members: Members;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
  desk: ApprovalDesk;
  moderatorsChannelId: (guildId: string) => Promise<string | null>;
  /** Makes the job of an approved request. */
  begin: (waiting: Waiting) => Promise<Begun>;
}

/** What waits for the end of a pause, or for the service, is looked at as often as that. */
const LOOK_INTERVAL_MS = 10_000;
/** Whoever presses a button of long ago is told who decided. */
const KEPT_FOR_MS = 7 * 86_400_000;

export function createApprovals(parts: ApprovalsParts): Approvals {
  const { collection, accounts, locks, clock, log, desk, moderatorsChannelId, begin } = parts;
  const settleNotes = createSettleNotes(parts);

  /** Its own message is the job's from then on. */
  const approved = async (waiting: Waiting): Promise<'done' | Next> => {
    const begun = await begin(waiting);
    if (begun === 'later') return { dueInMs: LOOK_INTERVAL_MS };
    if (typeof begun === 'object') {
      return follow(await cases.change(waiting.id, (now) => overruled(now ?? waiting, begun.forbidden, clock.now())));
    }
    if (begun === 'gone') await accounts.releaseJob(waiting.guildId, waiting.id, 'not begun');
    return (await desk.showCard(waiting)) === 'unavailable' ? undefined : 'done';
  };

  const ended = async (waiting: Waiting, { kind }: Decision): Promise<'done' | undefined> => {
    await accounts.releaseJob(waiting.guildId, waiting.id, kind);
    const shown = await desk.showRequest(waiting);
    const isCardLost = waiting.card.messageId === undefined;
    const card = isCardLost ? await desk.removeLostCard(waiting) : await desk.showCard(waiting);
    if (shown === 'unavailable' || card === 'unavailable') return undefined;
    // Who withdrew it knows.
    if (shown === 'shown' && kind !== 'withdrawn') await desk.notify(waiting);
    return 'done';
  };

  /** Members vote on what they read. */
  const showEdit = async (waiting: Waiting): Promise<undefined> => {
    if (!waiting.isBehind || (await desk.showRequest(waiting)) === 'unavailable') return;
    await cases.change(waiting.id, (now) => caughtUp(now, waiting));
  };

  const follow = async (found: Waiting): Promise<Next> => {
    const { id, guildId } = found;
    if (isOpening(id)) return { dueInMs: LOOK_INTERVAL_MS };
    const aged = await cases.change(id, (now = found) => {
      const { after } = agedTo(now, clock.now());
      return { ...(after ? { after } : {}), outcome: after ?? now };
    });
    const waiting = await settleNotes(aged, { ...aged, jobId: id }, cases.change, id);
    const { decision } = waiting;
    if (!decision) return showEdit(waiting);
    if (decision.isCarriedOut) return undefined;
    const done = decision.kind === 'approved' ? await approved(waiting) : await ended(waiting, decision);
    if (done !== 'done') return done;
    await cases.change(id, carriedOut);
    log.info({ request: id, server: guildId, decision: decision.kind }, 'request decided');
    return undefined;
  };

  const cases = createDrivenRecords<Waiting>({
    ...{ name: 'request', collection, locks, clock, log, follow },
    guildOf: ({ guildId }) => guildId,
    dueInMs: ({ decision, expiresAtMs, isBehind, isOpen, notes }, nowMs) => {
      if (decision?.isCarriedOut) return notes.length > 0 ? 0 : undefined;
      return decision || !isOpen || isBehind || notes.length > 0 ? 0 : expiresAtMs - nowMs;
    },
  });
  const { ask, isOpening } = createOpening({ cases, accounts, desk, clock, log });
  const openIn = (guildId: string): Waiting[] => [...cases.open.values()].filter((one) => one.guildId === guildId);

  return {
    ask,
    find: cases.find,
    decide: (id, verdict) => cases.change(id, (found) => decided(found, verdict, clock.now())),
    edit: async (id, edit) => {
      const outcome = await cases.change(id, (found) => edited(found, edit, clock.now()));
      await cases.carryOut(id);
      return outcome;
    },
    vote: (id, vote) => cases.change(id, (found) => voted(found, vote, clock.now())),
    carryOut: cases.carryOut,
    bringCard: (id) =>
      cases.alone(id, async (waiting) => {
        if (!waiting || !isUndecided(waiting)) return 'over';
        const shown = await desk.showCard(waiting);
        if (shown !== 'gone') return shown === 'shown' ? 'there' : 'unavailable';
        const channelId = await moderatorsChannelId(waiting.guildId);
        if (channelId === null) return 'no desk';
        const posted = await desk.postCard({ ...waiting, card: { ...waiting.card, channelId } });
        if (typeof posted === 'string') return posted === 'no access' ? 'no desk' : posted;
        const card = { channelId, messageId: posted.messageId };
        await cases.change(id, (now) => ({ ...(now ? { after: { ...now, card } } : {}), outcome: undefined }));
        return 'posted';
      }),
    reopen: (id) => cases.change(id, reopened),
    idsOf: (guildId, memberId) =>
      openIn(guildId)
        .filter((one) => one.memberId === memberId)
        .map(({ id }) => id),
    allIds: () => [...cases.open.keys()],
    undecided: () => [...cases.open.values()].filter(isUndecided),
    queueOf: async (guildId) => {
      const found = await Promise.all(openIn(guildId).map(({ id }) => cases.find(id)));
      return found
        .filter((one) => one !== undefined)
        .filter(isUndecided)
        .sort((a, b) => a.createdAtMs - b.createdAtMs);
    },
    load: cases.load,
    run: cases.run,
    sweep: (nowMs) =>
      cases.sweep(({ decision }) => decision?.isCarriedOut === true && decision.atMs < nowMs - KEPT_FOR_MS),
  };
}
