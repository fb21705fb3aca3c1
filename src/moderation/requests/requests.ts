import type { Accounts } from '../../budget/accounts.ts';
import type { Clock } from '../../clock.ts';
import { createDrivenRecords, type DrivenRecords } from '../../engine/driven-records.ts';
import type { Next } from '../../engine/lane.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import { allWhere, everyPage } from '../../store/pages.ts';
import type { Collection } from '../../store/store.ts';
import type { AuditLog } from '../audit-log.ts';
import type { Members } from '../members.ts';
import { createSettleNotes } from '../notes.ts';
import { createOpening } from './opening.ts';
import type { Requests } from './port.ts';
import { type GatedRequest, isMade, isUndecided, withoutPrompt } from './request.ts';
import {
  after,
  canReturn,
  due,
  isBeforeJob,
  isPromptSpent,
  mayBeShownAgain,
  pressed,
  type RequestEvent,
} from './request-decisions.ts';
import { statesOf } from './request-messages.ts';
import { createSteps, type StepParts } from './steps.ts';

export type { RequestMessages, Requests } from './port.ts';

export interface RequestsParts extends Omit<StepParts, 'isOpening' | 'note'> {
  collection: Collection<GatedRequest>;
  accounts: Pick<Accounts, 'mayHold' | 'hold' | 'holds' | 'releaseJob'>;
  audit: AuditLog;
  members: Members;
  locks: KeyedLocks;
  clock: Clock;
}

/** How often it is seen whether what is in the way, or a job, has come to its end, where nobody says so. */
const LOOK_INTERVAL_MS = 5_000;
/** Whoever presses a button of long ago is told who decided... */
const KEPT_MS = 7 * 86_400_000;
/** ...and a published result is known as such for so long. */
const MADE_KEPT_MS = 90 * 86_400_000;

export function createRequests(parts: RequestsParts): Requests {
  const { collection, accounts, jobs, locks, clock, log } = parts;
  const note = (id: string, event: RequestEvent): Promise<GatedRequest | undefined> =>
    records.change(id, (found) => {
      const now = found && after(found, event, clock.now());
      return now && now !== found ? { after: now, outcome: now } : { outcome: found };
    });
  const settleNotes = createSettleNotes(parts);
  const settled = (found: GatedRequest): Promise<GatedRequest> =>
    settleNotes(found, { ...found, ...found.place, jobId: found.id }, records.change, found.id);
  const steps = createSteps({ ...parts, note, isOpening: (id) => isOpening(id) });

  /** Takes one step after the other until nothing is due, or something is in the way. */
  const follow = async (found: GatedRequest): Promise<Next> => {
    let request: GatedRequest | undefined = await settled(found);
    while (request) {
      const next = due(request, clock.now());
      if (!next || next.inMs > 0) return undefined;
      if ((await steps[next.step](request)) === 'waits') return { dueInMs: LOOK_INTERVAL_MS };
      const now = await collection.get(found.id);
      request = now && (await settled(now));
    }
    return undefined;
  };
  const records: DrivenRecords<GatedRequest> = createDrivenRecords<GatedRequest>({
    ...{ name: 'request', collection, locks, clock, log, follow },
    guildOf: ({ guildId }) => guildId,
    dueInMs: (request, nowMs) => (request.notes.length > 0 ? 0 : due(request, nowMs)?.inMs),
  });
  const { find, drop, carryOut, alone } = records;
  const { ask, isOpening } = createOpening({
    ...{ accounts, drop, carryOut, note, log },
    write: (request) =>
      records.change(request.id, (found) =>
        found && !(request.shows && mayBeShownAgain(found))
          ? { outcome: found }
          : { after: request, outcome: undefined },
      ),
  });
  const press: Requests['press'] = (id, what) => records.change(id, (found) => pressed(found, what, clock.now()));

  return {
    ...{ ask, find, press, carryOut, alone, ...listsOf(records.open) },
    load: records.load,
    run: records.run,
    enter: async (request) => {
      await records.change(request.id, (found) => ({ ...(found ? {} : { after: request }), outcome: undefined }));
      await carryOut(request.id);
    },
    endUnshown: async (id, byId) => {
      await press(id, { press: 'rejected', byId });
      await press(id, { press: 'discarded', byId, isUnderWay: (await jobs.find(id)) !== undefined });
      await carryOut(id);
      const now = await find(id);
      if (!now || now.phase === 'begun') return 'nothing';
      if (due(now, clock.now())) return 'later';
      return now.phase === 'published' ? 'nothing' : 'ended';
    },
    takeBack: async (id) => {
      const found = await find(id);
      if (!found || !canReturn(found)) return false;
      await note(id, { event: 'job returned' });
      return true;
    },
    jobEnded: (id) => {
      if (records.open.has(id)) void carryOut(id);
    },
    bringCard: (id) => alone(id, (request) => bringCard(parts, request, note)),
    undecidedAnywhere: () => allWhere(collection, isUndecided),
    forget: createForget(collection, records),
    sweep: (nowMs) =>
      records.sweep(
        (one) => {
          const isOver = due(one, nowMs) === undefined && one.notes.length === 0;
          return isOver && one.phaseAtMs < nowMs - (isMade(one.phase) ? MADE_KEPT_MS : KEPT_MS);
        },
        // What moderators did not publish stays so for as long as its author can find it.
        async (one) =>
          one.result !== undefined &&
          one.phase !== 'published' &&
          (await parts.history.find(one.guildId, one.memberId, one.id)) !== undefined,
      ),
  };
}

/** A rare request: all pages are read, and others have their turn in between. */
function createForget(
  collection: Pick<Collection<GatedRequest>, 'page'>,
  records: Pick<DrivenRecords<GatedRequest>, 'change'>,
): Requests['forget'] {
  return async (guildId, memberId) => {
    let waiting = 0;
    for await (const page of everyPage(collection)) {
      const own = page.records.filter(([, one]) => one.guildId === guildId && one.memberId === memberId);
      for (const [id] of own) {
        waiting += await records.change<number>(id, (now) => {
          if (!now) return { outcome: 0 };
          return isPromptSpent(now) ? { after: withoutPrompt(now), outcome: 0 } : { outcome: 1 };
        });
      }
    }
    return waiting;
  };
}

/** What is asked of the open requests of this process, from memory. */
function listsOf(
  open: ReadonlyMap<string, GatedRequest>,
): Pick<Requests, 'allIds' | 'idsOf' | 'queueOf' | 'undecided'> {
  const where = (isMeant: (one: GatedRequest) => boolean): GatedRequest[] => [...open.values()].filter(isMeant);
  return {
    idsOf: (guildId, memberId) =>
      where((one) => one.guildId === guildId && one.memberId === memberId && isBeforeJob(one)).map(({ id }) => id),
    allIds: () => where(isBeforeJob).map(({ id }) => id),
    undecided: () => where(isUndecided),
    queueOf: (guildId) =>
      where((one) => one.guildId === guildId && isUndecided(one)).sort((a, b) => a.createdAtMs - b.createdAtMs),
  };
}

async function bringCard(
  { messages, moderatorsChannelId }: Pick<RequestsParts, 'messages' | 'moderatorsChannelId'>,
  request: GatedRequest | undefined,
  note: (id: string, event: RequestEvent) => Promise<unknown>,
): ReturnType<Requests['bringCard']> {
  if (!request?.card || !isUndecided(request)) return 'over';
  const isThere = request.card.messageId !== undefined;
  if (isThere && (await messages.bring(request, 'card')).outcome === 'there') return 'there';
  const channelId = await moderatorsChannelId(request.guildId);
  if (channelId === null) return 'no desk';
  const moved = { ...request, card: { ...request.card, channelId } };
  const posted = await messages.bring(moved, 'card', { anew: isThere });
  if (posted.outcome !== 'there') return 'no desk';
  const at = { channelId, messageId: posted.message.id };
  await note(request.id, { event: 'shown', key: 'card', state: statesOf(request).card, at });
  return 'posted';
}
