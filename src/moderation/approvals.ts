import type { Accounts } from '../budget/accounts.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Collection } from '../store/store.ts';
import { createOpening } from './approval-opening.ts';
import type { ApprovalDesk, Approvals } from './approval-port.ts';
import type { AuditAction, AuditLog } from './audit-log.ts';
import { createCases } from './cases.ts';
import type { CountName, Members } from './members.ts';
import { type Decision, type DecisionKind, isUndecided, type Waiting } from './waiting.ts';
import { agedTo, carriedOut, decided, edited, voted } from './waiting-decisions.ts';

export type { ApprovalDesk, Approvals, AskOutcome } from './approval-port.ts';
export type { DecideOutcome, VoteOutcome } from './waiting-decisions.ts';

export interface ApprovalsParts {
  collection: Collection<Waiting>;
  accounts: Pick<Accounts, 'mayHold' | 'hold' | 'releaseJob'>;
  audit: AuditLog;
  members: Members;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
  desk: ApprovalDesk;
  /** Makes the job of an approved request. `later` is tried again; after `gone` nothing is left of it. */
  begin: (waiting: Waiting) => Promise<'begun' | 'gone' | 'later'>;
}

/** Nobody minds a few seconds at the end of an hour. */
const LOOK_INTERVAL_MS = 10_000;
/** Whoever presses a button of long ago is told who decided. */
const KEPT_FOR_MS = 7 * 86_400_000;

const AUDIT_OF: Readonly<Record<DecisionKind, AuditAction>> = {
  approved: 'approved',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  expired: 'expired',
  dropped: 'dropped',
};
const COUNT_OF: Readonly<Partial<Record<DecisionKind, CountName>>> = { approved: 'approved', rejected: 'rejected' };

export function createApprovals(parts: ApprovalsParts): Approvals {
  const { collection, accounts, audit, members, locks, clock, log, desk, begin } = parts;

  const note = async ({ guildId, memberId, id }: Waiting, { kind, byId, why }: Decision): Promise<void> => {
    const { entries } = await audit.of(guildId);
    if (entries.some((entry) => entry.jobId === id && entry.action === AUDIT_OF[kind])) return;
    await audit.add(guildId, { byId, action: AUDIT_OF[kind], memberId, jobId: id, ...(why === '' ? {} : { why }) });
    const count = COUNT_OF[kind];
    if (count) await members.count(guildId, memberId, count);
  };

  const conclude = async (waiting: Waiting, decision: Decision): Promise<'done' | 'later'> => {
    if (decision.kind === 'approved') {
      const begun = await begin(waiting);
      if (begun === 'later') return 'later';
      if (begun === 'gone') await accounts.releaseJob(waiting.guildId, waiting.id, 'not begun');
    } else {
      await accounts.releaseJob(waiting.guildId, waiting.id, decision.kind);
      if (waiting.place.messageId !== undefined) {
        const shown = await desk.showRequest(waiting);
        if (shown === 'unavailable') return 'later';
        // Who withdrew it knows.
        if (shown === 'shown' && decision.kind !== 'withdrawn') await desk.notify(waiting);
      }
    }
    await desk.showCard(waiting);
    await note(waiting, decision);
    return 'done';
  };

  const follow = async (waiting: Waiting): Promise<void> => {
    const { id, guildId, decision } = waiting;
    if (!decision || (await conclude(waiting, decision)) === 'later') return;
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
    isOpen: ({ decision }) => !decision?.isCarriedOut,
  });
  const { ask, isOpening } = createOpening({ cases, accounts, desk, clock, log });
  const openIn = (guildId: string): Waiting[] => [...cases.open.values()].filter((one) => one.guildId === guildId);

  return {
    ask,
    find: cases.find,
    decide: (id, verdict) => cases.change(id, (found) => decided(found, verdict, clock.now())),
    edit: (id, byId, prompt) => cases.change(id, (found) => edited(found, byId, prompt)),
    vote: (id, memberId) => cases.change(id, (found) => voted(found, memberId, clock.now())),
    carryOut: cases.carryOut,
    idsOf: (guildId, memberId) =>
      openIn(guildId)
        .filter((one) => one.memberId === memberId)
        .map(({ id }) => id),
    queueOf: async (guildId) => {
      const found = await Promise.all(openIn(guildId).map(({ id }) => cases.find(id)));
      return found
        .filter((one) => one !== undefined)
        .filter(isUndecided)
        .sort((a, b) => a.createdAtMs - b.createdAtMs);
    },
    load: cases.load,
    run: cases.run,
    sweep: () =>
      cases.sweep(({ decision }) => decision?.isCarriedOut === true && decision.atMs < clock.now() - KEPT_FOR_MS),
  };
}
