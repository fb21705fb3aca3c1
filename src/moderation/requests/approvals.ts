import type { Accounts } from '../../budget/accounts.ts';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import type { Collection } from '../../store/store.ts';
import type { AuditLog } from '../audit-log.ts';
import { createCases } from '../cases.ts';
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

/** Nobody minds a few seconds at the end of an hour. */
const LOOK_INTERVAL_MS = 10_000;
/** Whoever presses a button of long ago is told who decided. */
const KEPT_FOR_MS = 7 * 86_400_000;

export function createApprovals(parts: ApprovalsParts): Approvals {
  const { collection, accounts, locks, clock, log, desk, moderatorsChannelId, begin } = parts;
  const settleNotes = createSettleNotes(parts);

  /** Its own message is the job's from then on. */
  const approved = async (waiting: Waiting): Promise<'done' | 'later'> => {
    const begun = await begin(waiting);
    if (begun === 'later') return 'later';
    if (typeof begun === 'object') {
      await follow(await cases.change(waiting.id, (now) => overruled(now ?? waiting, begun.forbidden, clock.now())));
      return 'later';
    }
    if (begun === 'gone') await accounts.releaseJob(waiting.guildId, waiting.id, 'not begun');
    return (await desk.showCard(waiting)) === 'unavailable' ? 'later' : 'done';
  };

  const ended = async (waiting: Waiting, { kind }: Decision): Promise<'done' | 'later'> => {
    await accounts.releaseJob(waiting.guildId, waiting.id, kind);
    const shown = await desk.showRequest(waiting);
    const isCardLost = waiting.card.messageId === undefined;
    const card = isCardLost ? await desk.removeLostCard(waiting) : await desk.showCard(waiting);
    if (shown === 'unavailable' || card === 'unavailable') return 'later';
    // Who withdrew it knows.
    if (shown === 'shown' && kind !== 'withdrawn') await desk.notify(waiting);
    return 'done';
  };

  /** Members vote on what they read. */
  const showEdit = async (waiting: Waiting): Promise<void> => {
    if (!waiting.isBehind || (await desk.showRequest(waiting)) === 'unavailable') return;
    await cases.change(waiting.id, (now) => caughtUp(now, waiting));
  };

  const follow = async (found: Waiting): Promise<void> => {
    const { id, guildId } = found;
    const waiting = await settleNotes(found, { ...found, jobId: id }, cases.change, id);
    const { decision } = waiting;
    if (!decision) return showEdit(waiting);
    if (decision.isCarriedOut) return;
    const done = decision.kind === 'approved' ? await approved(waiting) : await ended(waiting, decision);
    if (done === 'later') return;
    await cases.change(id, carriedOut);
    log.info({ request: id, server: guildId, decision: decision.kind }, 'request decided');
  };

  const look = async (id: string): Promise<void> => {
    if (isOpening(id)) return;
    await cases.change(id, (found) => agedTo(found, clock.now()));
    await cases.carryOut(id);
  };

  const cases = createCases<Waiting>({
    ...{ name: 'request', collection, locks, clock, log, follow, look },
    lookIntervalMs: LOOK_INTERVAL_MS,
    isOpen: ({ decision, notes }) => !decision?.isCarriedOut || notes.length > 0,
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
