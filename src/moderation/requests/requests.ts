import type { Accounts } from '../../budget/accounts.ts';
import type { Clock } from '../../clock.ts';
import { createDrivenRecords, type DrivenRecords } from '../../engine/driven-records.ts';
import type { Next } from '../../engine/lane.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { History } from '../../jobs/records/history.ts';
import type { Log } from '../../log.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import { allWhere, everyPage } from '../../store/pages.ts';
import type { Collection } from '../../store/store.ts';
import type { AuditLog } from '../audit-log.ts';
import { lookForAnswer } from '../lost-answer.ts';
import type { Members } from '../members.ts';
import { createSettleNotes } from '../notes.ts';
import { type BeginParts, createBegin } from './begin.ts';
import { type Cards, createCards } from './cards.ts';
import { createEnding, type StepOutcome, showCardOf } from './ending.ts';
import { createOpening } from './opening.ts';
import type { RequestDesk, Requests } from './port.ts';
import { type GatedRequest, isBeforeJob, isMade, isPromptSpent, isUndecided, withoutPrompt } from './request.ts';
import { after, canReturn, type Due, due, mayBeShownAgain, pressed, type RequestEvent } from './request-decisions.ts';

export type { RequestDesk, Requests } from './port.ts';

export interface RequestsParts extends Omit<BeginParts, 'desk' | 'note'> {
  collection: Collection<GatedRequest>;
  accounts: Pick<Accounts, 'mayHold' | 'hold' | 'holds' | 'releaseJob'>;
  jobs: Pick<Jobs, 'find' | 'submit'>;
  history: Pick<History, 'find' | 'add'>;
  audit: AuditLog;
  members: Members;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
  desk: RequestDesk;
}

/** How often it is seen whether what is in the way, or a job, has come to its end, where nobody says so. */
const LOOK_INTERVAL_MS = 5_000;
/** Whoever presses a button of long ago is told who decided... */
const KEPT_MS = 7 * 86_400_000;
/** ...and a published result is known as such for so long. */
const MADE_KEPT_MS = 90 * 86_400_000;

export function createRequests(parts: RequestsParts): Requests {
  const { collection, accounts, jobs, locks, clock, log, desk } = parts;
  const note = async (id: string, event: RequestEvent): Promise<GatedRequest | undefined> => {
    const noted = await records.change(id, (found) => {
      const now = found && after(found, event, clock.now());
      return now && now !== found ? { after: now, outcome: now } : { outcome: found };
    });
    if (noted) cards.expect(noted);
    return noted;
  };
  const settleNotes = createSettleNotes(parts);
  const follow = createFollow(parts, {
    note,
    settled: (found) => settleNotes(found, { ...found, ...found.place, jobId: found.id }, records.change, found.id),
    isOpening: (id) => isOpening(id),
  });
  const records: DrivenRecords<GatedRequest> = createDrivenRecords<GatedRequest>({
    ...{ name: 'request', collection, locks, clock, log, follow },
    guildOf: ({ guildId }) => guildId,
    dueInMs: (request, nowMs) => (request.notes.length > 0 ? 0 : due(request, nowMs)?.inMs),
  });
  const { find, drop, carryOut, alone } = records;
  const { moderatorsChannelId, noDesk } = parts;
  const cards: Cards = createCards({
    ...{ desk, note, carryOut, alone, moderatorsChannelId, noDesk, clock, log, open: records.open },
  });
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
    load: async () => {
      await records.load();
      for (const one of records.open.values()) cards.expect(one);
    },
    run: async (signal) => void (await Promise.all([records.run(signal), cards.run(signal)])),
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

interface FollowParts {
  note: (id: string, event: RequestEvent) => Promise<unknown>;
  /** The request once its notes are where they belong. */
  settled: (found: GatedRequest) => Promise<GatedRequest>;
  isOpening: (id: string) => boolean;
}

/** Takes one step after the other until nothing is due, or something is in the way. */
function createFollow(
  parts: RequestsParts,
  { note, settled, isOpening }: FollowParts,
): (found: GatedRequest) => Promise<Next> {
  const { collection, clock, desk, log } = parts;
  const begin = createBegin({ ...parts, note });
  const { lookAtJob, publish, showEnd } = createEnding({ ...parts, note });

  const steps: Record<Due['step'], (request: GatedRequest) => Promise<StepOutcome>> = {
    'find answer': async (request) => {
      const { id, place } = request;
      if (isOpening(id)) return 'waits';
      const found = await lookForAnswer(place, () => desk.findAnswer(request), clock);
      if (found === 'unknown') return 'failed';
      await note(id, found === 'none' ? { event: 'unanswered' } : { event: 'answered', messageId: found.messageId });
      return 'done';
    },
    age: async ({ id }) => {
      await note(id, { event: 'aged' });
      return 'done';
    },
    'show edit': async (request) => {
      if ((await desk.showRequest(request)) === 'unavailable') return 'failed';
      await note(request.id, { event: 'shown', seen: request });
      return 'done';
    },
    begin: async (request) => {
      const begun = await begin(request);
      if (begun === 'later') return 'waits';
      if (begun === 'unavailable') return 'failed';
      if (begun === 'no desk') {
        await note(request.id, { event: 'no desk' });
        return 'done';
      }
      if (typeof begun === 'object') {
        await note(request.id, { event: 'forbidden', refusal: begun.forbidden });
        return 'done';
      }
      if (request.card && (await showCardOf(desk, request)) === 'unavailable') return 'failed';
      await note(request.id, { event: 'begun' });
      log.info({ request: request.id, server: request.guildId, decision: 'approved' }, 'request decided');
      return 'done';
    },
    'look at job': lookAtJob,
    publish,
    'show end': showEnd,
  };

  return async (found) => {
    let request: GatedRequest | undefined = await settled(found);
    while (request) {
      const next = due(request, clock.now());
      if (!next || next.inMs > 0) return undefined;
      const outcome = await steps[next.step](request);
      if (outcome === 'waits') return { dueInMs: LOOK_INTERVAL_MS };
      if (outcome === 'failed') return { retryAfterMs: undefined };
      const now = await collection.get(found.id);
      request = now && (await settled(now));
    }
    return undefined;
  };
}

async function bringCard(
  { desk, moderatorsChannelId }: Pick<RequestsParts, 'desk' | 'moderatorsChannelId'>,
  request: GatedRequest | undefined,
  note: (id: string, event: RequestEvent) => Promise<unknown>,
): ReturnType<Requests['bringCard']> {
  if (!request?.card || !isUndecided(request)) return 'over';
  const shown = await desk.showCard(request);
  if (shown !== 'gone') return shown === 'shown' ? 'there' : 'unavailable';
  const channelId = await moderatorsChannelId(request.guildId);
  if (channelId === null) return 'no desk';
  const posted = await desk.postCard({ ...request, card: { ...request.card, channelId } });
  if (posted === 'no access') return 'no desk';
  if ('retryAfterMs' in posted) return 'unavailable';
  await note(request.id, { event: 'card posted', at: { channelId, messageId: posted.messageId } });
  return 'posted';
}
