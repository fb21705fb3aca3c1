import { createDrivenRecords } from '../../engine/driven-records.ts';
import type { Next } from '../../engine/lane.ts';
import { createMemberBound } from '../../engine/member-bound.ts';
import { sourceWorksOf } from '../../jobs/job/sources.ts';
import { changeNaming } from '../../store/erase.ts';
import type { Owner } from '../../store/member-records.ts';
import { allWhere } from '../../store/pages.ts';
import type { Change } from '../../store/store.ts';
import { DAY_MS, HOUR_MS } from '../../time/clock.ts';
import { askRequest, type ShowRequest } from './begin.ts';
import type { RequestsContext, RequestsParts } from './context.ts';
import { type GatedRequest, isForOwners, isMade, isUndecided, undecidedOwnerIds, withoutPrompt } from './request.ts';
import {
  after,
  type Due,
  decisionsIn,
  due,
  dueOrEnding,
  isBeforeJob,
  isPromptSpent,
  isSettled,
  type Press,
  type PressOutcome,
  pressed,
  restarted,
  type Step,
} from './request-decisions.ts';
import { messagesBehind, statesOf } from './request-messages.ts';
import { createSteps } from './steps.ts';
import { createUndoing } from './undoing.ts';

/** How often to check for the end of a job, or of an obstacle that doesn't announce its end. */
const LOOK_INTERVAL_MS = 5_000;
/** How long a button on an old message can still tell who decided. */
const KEPT_MS = 7 * DAY_MS;
/** How long a published result is known as one. */
const MADE_KEPT_MS = 90 * DAY_MS;

export type Requests = ReturnType<typeof createRequests>;

/** Requests that people decide on, before generation or before publication. */
export function createRequests(parts: RequestsParts) {
  const { collection, jobs, clock } = parts;
  const recordEvent: RequestsContext['recordEvent'] = (id, event) =>
    records.amend(id, (found) => {
      const now = after(found, event, clock.now());
      return now === found ? undefined : now;
    });

  /** Takes one step after the other until none is due or one has to wait. */
  const follow = async (found: GatedRequest): Promise<Next> => {
    let now: GatedRequest | undefined = found;
    while (now) {
      const next = dueOrEnding(now, clock.now());
      if (!next || next.inMs > 0) return undefined;
      const event = await stepOf(now, next.step);
      if (event === 'waits') return { dueInMs: LOOK_INTERVAL_MS };
      if ('dueInMs' in event) return event;
      now = await recordEvent(now.id, event);
    }
    return undefined;
  };
  const records = createDrivenRecords<GatedRequest>({
    ...parts,
    name: 'request',
    follow,
    guildOf: ({ guildId }) => guildId,
    logged: parts.decisions.loggedBy(decisionsIn),
    dueInMs: (request, nowMs) => dueOrEnding(request, nowMs)?.inMs,
  });
  const context: RequestsContext = { ...parts, records, recordEvent, openingIds: new Set() };
  const steps = createSteps(context);
  /** While its step waits, its messages say so. */
  const stepOf = async (request: GatedRequest, step: Due['step']): ReturnType<Step> => {
    const event = await steps[step](request);
    return event === 'waits' && messagesBehind(request).length > 0 ? steps.show(request) : event;
  };
  const { find, carryOut, runExclusive, load, run } = records;
  /** Records the first decision at a gate, and with it the changes in `also`; `carryOut` acts on it. */
  const press = (id: string, what: Press, also: readonly Change[] = []): Promise<PressOutcome> =>
    records.change(id, async (found) => {
      const isUnderWay = found?.phase === 'making' && (await jobs.find(id)) !== undefined;
      const decided = pressed(found, what, clock.now(), isUnderWay);
      if (decided.outcome.outcome !== 'done') return decided;
      return { ...decided, also: [...answersIn(decided.outcome.request, what, parts), ...also] };
    });
  const mentions = createMemberBound({ clock, most: 1, perMs: HOUR_MS });

  return {
    find,
    press,
    undo: createUndoing(context),
    carryOut,
    runExclusive,
    load,
    run,
    ...listsOf(records.open),
    /** Whether a question may mention this owner: once an hour. The others appear without a mention. */
    mayMention: (ownerId: string): boolean => mentions.take(ownerId),
    /** Answers the member and holds the credits; a draft was paid for when it was made. */
    ask: (request: GatedRequest, answer: ShowRequest) => askRequest(context, request, answer),
    /** Adds a round's winner, whose credits are held. It is made as soon as possible. Safe to repeat. */
    enter: async (request: GatedRequest): Promise<void> => {
      await records.change(request.id, (found) => ({ after: found ? undefined : request, outcome: undefined }));
      await carryOut(request.id);
    },
    /**
     * Ends an unpublished request at either gate. `ended` if its result will never be shown, `later` if it's being made at the
     * moment, `nothing` if there is neither.
     */
    endUnpublished: async (id: string, byId: string): Promise<'ended' | 'later' | 'nothing'> => {
      await press(id, { press: 'rejected', byId });
      await press(id, { press: 'discarded', byId });
      await carryOut(id);
      const now = await find(id);
      if (!now || now.phase === 'started') return 'nothing';
      if (!isSettled(now)) return 'later';
      return now.phase === 'published' ? 'nothing' : 'ended';
    },
    /** Starts the request again, in the commit that undoes its job. */
    restart: (id: string, undo: (changes: readonly Change[]) => Promise<boolean>): Promise<void> =>
      records.change(id, (found) => ({
        after: found && restarted(found, clock.now()),
        commit: undo,
        outcome: undefined,
      })),
    onJobEnded: (id: string): void => {
      if (records.open.has(id)) void carryOut(id);
    },
    /** The undecided requests in all servers of all processes, from the store. @throws StoreError */
    undecidedAnywhere: () => allWhere(collection, isUndecided),
    /** Checks the card of an undecided request and posts it again in the moderators' channel if it is missing. */
    ensureCard: (id: string) => runExclusive(id, (request) => ensureCard(context, request)),
    /** Deletes the prompts of a member's ended requests. */
    forget: (owner: Owner): Promise<void> => forget(context, owner),
    /** Deletes requests that ended long ago. */
    sweep: (nowMs: number) => sweep(context, nowMs),
  };
}

async function sweep({ history, isAppealed, records }: RequestsContext, nowMs: number): Promise<void> {
  await records.sweep(
    (one) => {
      const isOver = due(one, nowMs) === undefined;
      return isOver && one.phaseAtMs < nowMs - (isMade(one.phase) ? MADE_KEPT_MS : KEPT_MS);
    },
    // A result that moderators kept back stays so for as long as its author or its message's controls can find it.
    async (one) => {
      const { guildId, memberId, id, phase, request, result } = one;
      if (isAppealed(one)) return true;
      if (result === undefined || phase === 'published') return false;
      if (await history.find(guildId, memberId, id)) return true;
      return request.prompt === '' && (await history.isKnown(guildId, id));
    },
  );
}

function forget({ collection, records }: RequestsContext, owner: Owner): Promise<void> {
  const isForgettable = (request: GatedRequest): boolean =>
    request.memberId === owner.memberId && request.request.prompt !== '' && isPromptSpent(request);
  return changeNaming(
    collection,
    ({ guildId }) => guildId,
    owner,
    (id) => records.amend(id, (now) => (isForgettable(now) ? withoutPrompt(now) : undefined)),
  );
}

/** Owners' answers count for a day, also for other requests. */
function answersIn(
  { guildId, memberId, consent }: GatedRequest,
  { byId, press }: Press,
  { consents }: Pick<RequestsParts, 'consents'>,
): Change[] {
  if (press !== 'allowed' && press !== 'declined') return [];
  const own = consent?.origins.filter(({ ownerId }) => ownerId === byId) ?? [];
  return consents.answered({ guildId, memberId }, own, press === 'allowed');
}

/** Answers questions about the open requests of this process from memory. */
function listsOf(open: ReadonlyMap<string, GatedRequest>) {
  const where = (isMeant: (one: GatedRequest) => boolean): GatedRequest[] => [...open.values()].filter(isMeant);
  return {
    /** A member's requests that aren't jobs yet. */
    waitingOf: (guildId: string, memberId: string) =>
      where((one) => one.guildId === guildId && one.memberId === memberId && isBeforeJob(one)),
    /** How many of a member's requests still need their prompts. */
    countUnfinished: (guildId: string, memberId: string) =>
      where((one) => one.guildId === guildId && one.memberId === memberId && !isPromptSpent(one)).length,
    /** All requests that aren't jobs yet and may hold credits. */
    allWaitingIds: () => where(isBeforeJob).map(({ id }) => id),
    undecided: () => where(isUndecided),
    /** The requests whose sources include this work. */
    idsMadeFrom: (guildId: string, jobId: string) =>
      where((one) => one.guildId === guildId && sourceWorksOf(one.request).some((work) => work.jobId === jobId)).map(
        ({ id }) => id,
      ),
    /** A member's requests that wait for owners of pictures. */
    forOwnersBy: (guildId: string, memberId: string) =>
      where((one) => isForOwners(one) && one.guildId === guildId && one.memberId === memberId),
    /** The requests that wait for this owner. */
    forOwner: (guildId: string, ownerId: string) =>
      where((one) => isForOwners(one) && one.guildId === guildId && undecidedOwnerIds(one).includes(ownerId)),
    /** A server's requests that moderators or members decide about, oldest first. */
    queueOf: (guildId: string) =>
      where((one) => one.guildId === guildId && isUndecided(one) && !isForOwners(one)).sort(
        (a, b) => a.createdAtMs - b.createdAtMs,
      ),
  };
}

async function ensureCard(
  { messages, moderatorsChannelId, recordEvent }: RequestsContext,
  request: GatedRequest | undefined,
): Promise<'there' | 'posted' | 'over' | 'no moderators channel'> {
  if (!request?.card || !isUndecided(request)) return 'over';
  const { card, guildId } = request;
  const channelId = await moderatorsChannelId(guildId);
  if (channelId === null) {
    const isThere = card.messageId !== undefined && (await messages.bring(request, 'card')).outcome === 'there';
    return isThere ? 'there' : 'no moderators channel';
  }
  const moved = card.messageId === undefined ? { ...request, card: { channelId } } : request;
  const brought = await messages.bring(moved, 'card', { replaceIn: { guildId, channelId } });
  if (brought.outcome !== 'there') return 'no moderators channel';
  const at = { channelId: brought.message.channelId, messageId: brought.message.id };
  if (at.messageId === card.messageId) return 'there';
  await recordEvent(request.id, { event: 'shown', key: 'card', state: statesOf(request).card, at });
  return 'posted';
}
