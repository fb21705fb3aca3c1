import type { Accounts } from '../../budget/accounts.ts';
import { createDrivenRecords, type DrivenRecords } from '../../engine/driven-records.ts';
import type { Next } from '../../engine/lane.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import { allWhere, everyPage } from '../../store/pages.ts';
import type { Collection } from '../../store/store.ts';
import { type Clock, DAY_MS } from '../../time/clock.ts';
import type { AuditLog } from '../records/audit-log.ts';
import type { Members } from '../records/members.ts';
import { createFlushOutbox } from '../records/outbox.ts';
import { type AskOutcome, createOpening, type ShowRequest } from './begin.ts';
import { type GatedRequest, isMade, isUndecided, withoutPrompt } from './request.ts';
import {
  after,
  canRestart,
  due,
  isBeforeJob,
  isPromptSpent,
  type Press,
  type PressOutcome,
  pressed,
  type RequestEvent,
} from './request-decisions.ts';
import { statesOf } from './request-messages.ts';
import { createSteps, type StepParts } from './steps.ts';

/** Requests that people decide on, before generation or before publication. */
export interface Requests {
  /** Answers the member and holds the credits; a draft was paid for when it was made. */
  ask(request: GatedRequest, answer: ShowRequest): Promise<AskOutcome>;
  /** Adds a round's winner, whose credits are held. It is made as soon as possible. Safe to repeat. */
  enter(request: GatedRequest): Promise<void>;
  find(id: string): Promise<GatedRequest | undefined>;
  /** Records the first decision at a gate; `carryOut` acts on it. */
  press(id: string, press: Press): Promise<PressOutcome>;
  /** Acts on a decision. Safe to repeat. Never rejects, because the engine retries what fails. */
  carryOut(id: string): Promise<void>;
  /** Ends an unpublished request at either gate. */
  endUnpublished(id: string, byId: string): Promise<'ended' | 'later' | 'nothing'>;
  /** Runs `work` while no step of the request runs. */
  runExclusive<Result>(id: string, work: (request: GatedRequest | undefined) => Promise<Result>): Promise<Result>;
  /** Its job was undone before anything was sent. @returns whether the request starts again. */
  onJobUndone(id: string): Promise<boolean>;
  /** Its job has ended. */
  onJobEnded(id: string): void;
  /** A member's requests that aren't jobs yet. */
  waitingIdsOf(guildId: string, memberId: string): string[];
  /** All requests that aren't jobs yet and may hold credits, in all servers of this process. */
  allWaitingIds(): string[];
  /** Checks the card of an undecided request and posts it again in the moderators' channel if it is missing. */
  ensureCard(id: string): Promise<'there' | 'posted' | 'over' | 'no moderators channel'>;
  /** The undecided requests in all servers of this process, from memory. */
  undecided(): GatedRequest[];
  /** The undecided requests in all servers of all processes, from the store. @throws StoreError */
  undecidedAnywhere(): Promise<GatedRequest[]>;
  /** A server's undecided requests, oldest first. */
  queueOf(guildId: string): GatedRequest[];
  /**
   * Deletes the prompts of a member's ended requests.
   * @returns how many requests still wait and keep their prompts
   */
  forget(guildId: string, memberId: string): Promise<number>;
  /** Loads unfinished requests from the store; call before anything else. */
  load(): Promise<void>;
  /** Takes due steps until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Deletes requests that ended long ago. */
  sweep(nowMs: number): Promise<void>;
}

export interface RequestsParts extends Omit<StepParts, 'isOpening' | 'recordEvent'> {
  collection: Collection<GatedRequest>;
  accounts: Pick<Accounts, 'mayHold' | 'hold' | 'holds' | 'releaseJob'>;
  audit: AuditLog;
  members: Members;
  locks: KeyedLocks;
  clock: Clock;
}

/** How often to check for the end of a job, or of an obstacle that doesn't announce its end. */
const LOOK_INTERVAL_MS = 5_000;
/** How long a button on an old message can still tell who decided. */
const KEPT_MS = 7 * DAY_MS;
/** How long a published result is known as one. */
const MADE_KEPT_MS = 90 * DAY_MS;

export function createRequests(parts: RequestsParts): Requests {
  const { collection, jobs, clock } = parts;
  const recordEvent = (id: string, event: RequestEvent): Promise<GatedRequest | undefined> =>
    records.amend(id, (found) => {
      const now = after(found, event, clock.now());
      return now === found ? undefined : now;
    });
  const flushOutbox = createFlushOutbox(parts);
  const settled = (found: GatedRequest): Promise<GatedRequest> =>
    flushOutbox(found, { ...found, ...found.location, jobId: found.id }, records.change, found.id);
  const steps = createSteps({ ...parts, recordEvent, isOpening: (id) => isOpening(id) });

  /** Takes one step after the other until none is due or one has to wait. */
  const follow = async (found: GatedRequest): Promise<Next> => {
    let now: GatedRequest | undefined = found;
    while (now) {
      const request = await settled(now);
      const next = due(request, clock.now());
      if (!next || next.inMs > 0) return undefined;
      const event = await steps[next.step](request);
      if (event === 'waits') return { dueInMs: LOOK_INTERVAL_MS };
      now = await recordEvent(request.id, event);
    }
    return undefined;
  };
  const records: DrivenRecords<GatedRequest> = createDrivenRecords<GatedRequest>({
    ...parts,
    name: 'request',
    follow,
    guildOf: ({ guildId }) => guildId,
    dueInMs: (request, nowMs) => (request.outbox.length > 0 ? 0 : due(request, nowMs)?.inMs),
  });
  const { find, carryOut, runExclusive } = records;
  const { ask, isOpening } = createOpening({ ...parts, records, recordEvent });
  const press: Requests['press'] = (id, what) => records.change(id, (found) => pressed(found, what, clock.now()));

  return {
    ask,
    find,
    press,
    carryOut,
    runExclusive,
    ...listsOf(records.open),
    load: records.load,
    run: records.run,
    enter: async (request) => {
      await records.change(request.id, (found) => ({ ...(found ? {} : { after: request }), outcome: undefined }));
      await carryOut(request.id);
    },
    endUnpublished: async (id, byId) => {
      await press(id, { press: 'rejected', byId });
      await press(id, { press: 'discarded', byId, isUnderWay: (await jobs.find(id)) !== undefined });
      await carryOut(id);
      const now = await find(id);
      if (!now || now.phase === 'started') return 'nothing';
      if (due(now, clock.now())) return 'later';
      return now.phase === 'published' ? 'nothing' : 'ended';
    },
    onJobUndone: async (id) => {
      const found = await find(id);
      if (!found || !canRestart(found)) return false;
      await recordEvent(id, { event: 'job returned' });
      return true;
    },
    onJobEnded: (id) => {
      if (records.open.has(id)) void carryOut(id);
    },
    ensureCard: (id) => runExclusive(id, (request) => ensureCard(parts, request, recordEvent)),
    undecidedAnywhere: () => allWhere(collection, isUndecided),
    forget: createForget(collection, records),
    sweep: (nowMs) =>
      records.sweep(
        (one) => {
          const isOver = due(one, nowMs) === undefined && one.outbox.length === 0;
          return isOver && one.phaseAtMs < nowMs - (isMade(one.phase) ? MADE_KEPT_MS : KEPT_MS);
        },
        // A result that moderators kept back stays so for as long as its author can find it.
        async (one) =>
          one.result !== undefined &&
          one.phase !== 'published' &&
          (await parts.history.find(one.guildId, one.memberId, one.id)) !== undefined,
      ),
  };
}

/** Reads the whole collection, page by page: members rarely ask for this. */
function createForget(
  collection: Pick<Collection<GatedRequest>, 'page'>,
  { change }: Pick<DrivenRecords<GatedRequest>, 'change'>,
): Requests['forget'] {
  return async (guildId, memberId) => {
    let waiting = 0;
    for await (const page of everyPage(collection)) {
      for (const [id, one] of page.records) {
        if (one.guildId !== guildId || one.memberId !== memberId) continue;
        waiting += await change(id, (now) =>
          now && isPromptSpent(now) ? { after: withoutPrompt(now), outcome: 0 } : { outcome: now ? 1 : 0 },
        );
      }
    }
    return waiting;
  };
}

/** Answers questions about the open requests of this process from memory. */
function listsOf(
  open: ReadonlyMap<string, GatedRequest>,
): Pick<Requests, 'allWaitingIds' | 'waitingIdsOf' | 'queueOf' | 'undecided'> {
  const where = (isMeant: (one: GatedRequest) => boolean): GatedRequest[] => [...open.values()].filter(isMeant);
  return {
    waitingIdsOf: (guildId, memberId) =>
      where((one) => one.guildId === guildId && one.memberId === memberId && isBeforeJob(one)).map(({ id }) => id),
    allWaitingIds: () => where(isBeforeJob).map(({ id }) => id),
    undecided: () => where(isUndecided),
    queueOf: (guildId) =>
      where((one) => one.guildId === guildId && isUndecided(one)).sort((a, b) => a.createdAtMs - b.createdAtMs),
  };
}

async function ensureCard(
  { messages, moderatorsChannelId }: Pick<RequestsParts, 'messages' | 'moderatorsChannelId'>,
  request: GatedRequest | undefined,
  recordEvent: (id: string, event: RequestEvent) => Promise<unknown>,
): ReturnType<Requests['ensureCard']> {
  if (!request?.card || !isUndecided(request)) return 'over';
  const isThere = request.card.messageId !== undefined;
  if (isThere && (await messages.bring(request, 'card')).outcome === 'there') return 'there';
  const channelId = await moderatorsChannelId(request.guildId);
  if (channelId === null) return 'no moderators channel';
  const moved = { ...request, card: { ...request.card, channelId } };
  const posted = await messages.bring(moved, 'card', { anew: isThere });
  if (posted.outcome !== 'there') return 'no moderators channel';
  const at = { channelId, messageId: posted.message.id };
  await recordEvent(request.id, { event: 'shown', key: 'card', state: statesOf(request).card, at });
  return 'posted';
}
