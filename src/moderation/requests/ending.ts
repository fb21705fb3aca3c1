import type { Accounts } from '../../budget/accounts.ts';
import { type Failure, isShown, type Job, type JobTask, newTasksOf } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { History, HistoryEntry } from '../../jobs/records/history.ts';
import type { Log } from '../../log.ts';
import { restOf, shownOf } from './drafts.ts';
import type { RequestDesk, Shown } from './port.ts';
import { BY_EASEL, type GatedRequest, isMade, type Phase } from './request.ts';
import type { RequestEvent } from './request-decisions.ts';

export interface EndingParts {
  accounts: Pick<Accounts, 'releaseJob'>;
  jobs: Pick<Jobs, 'find'>;
  history: Pick<History, 'find' | 'add'>;
  desk: RequestDesk;
  note: (id: string, event: RequestEvent) => Promise<unknown>;
  /** Moderators cannot be reached in their channel. */
  noDesk: (guildId: string) => void;
  clock: { now(): number };
  log: Log;
}

/** The record says what follows next, it waits for something, or Discord did not take it. */
export type StepOutcome = 'done' | 'waits' | 'failed';

/** Whoever waited longer than this has turned to other things and is told. */
const NOTIFY_AFTER_MS = 10 * 60_000;

const TOLD: readonly Phase[] = ['rejected', 'expired', 'dropped', 'discarded'];

/** Brings its card up to date, or takes one away that may have been posted without anybody noting where. */
export function showCardOf(
  desk: Pick<RequestDesk, 'removeLost' | 'showCard'>,
  request: GatedRequest,
): Promise<Shown | 'done'> {
  return request.card?.messageId === undefined ? desk.removeLost(request) : desk.showCard(request);
}

/** The steps of a request once its job is there, or never will be. */
export function createEnding({ accounts, jobs, history, desk, note, noDesk, clock, log }: EndingParts) {
  const entryOf = ({ guildId, memberId, id }: GatedRequest): Promise<HistoryEntry | undefined> =>
    history.find(guildId, memberId, id);

  /** While nothing is decided about a result its job shows itself there; but for one that a crash ended before its first step. */
  const showToModerators = async (request: GatedRequest): Promise<Shown | 'done'> => {
    const { phase, card, result } = request;
    if (phase === 'ready' || phase === 'unanswered') return 'done';
    if (isMade(phase) || !card) {
      if (result?.messageId === undefined) return desk.removeLost(request);
      if (phase !== 'failed' && phase !== 'unconfirmed') return desk.showDecision(request);
      const entry = await entryOf(request);
      return entry && entry.messageId === undefined ? desk.showJob(request, entry) : 'done';
    }
    if (result?.messageId !== undefined && (await desk.showDecision(request)) === 'unavailable') return 'unavailable';
    return showCardOf(desk, request);
  };

  /** Whoever withdrew it knows, and so does whoever is looking. */
  const isAwaited = async (request: GatedRequest): Promise<boolean> => {
    const { phase, createdAtMs, decision } = request;
    if (phase !== 'ready') return TOLD.includes(phase);
    if (clock.now() - (decision?.atMs ?? createdAtMs) <= NOTIFY_AFTER_MS) return false;
    return (await entryOf(request))?.tasks.some(isShown) ?? false;
  };

  /** Moderators see it first. */
  const bringDraft = async (request: GatedRequest): Promise<StepOutcome> => {
    const { id, guildId } = request;
    const entry = await entryOf(request);
    const posted = entry ? await desk.postShown(request, shownOf(request, entry)) : 'lost';
    if (posted === 'no access') noDesk(guildId);
    if (posted === 'no access' || posted === 'unavailable') return 'failed';
    const isThere = posted !== 'lost';
    await note(id, {
      event: 'job ended',
      how: isThere ? 'ready' : 'lost',
      messageId: isThere ? posted.messageId : undefined,
    });
    return 'done';
  };

  return {
    lookAtJob: async (request: GatedRequest): Promise<StepOutcome> => {
      if (request.shows) return bringDraft(request);
      if (await jobs.find(request.id)) return 'waits';
      const entry = await entryOf(request);
      await note(request.id, { event: 'job ended', how: endOf(entry), messageId: entry?.messageId });
      return 'done';
    },
    publish: async (request: GatedRequest): Promise<StepOutcome> => {
      const { id, place } = request;
      const entry = await entryOf(request);
      // Published before a crash: its history is at the place that everybody sees.
      if (entry?.channelId !== place.channelId || entry.messageId !== place.messageId) {
        const outcome = entry ? await desk.publish(request, shownOf(request, entry)) : 'lost';
        if (outcome === 'unavailable') return 'failed';
        if (typeof outcome === 'string') {
          await note(id, { event: 'not published', how: outcome });
          return 'done';
        }
        const now = await entryOf(request);
        await history.add(withResolved(outcome.job, now?.tasks ?? []), ...restOf(request, now));
      }
      if ((await desk.showDecision(request)) === 'unavailable') return 'failed';
      await note(id, { event: 'shown', seen: request });
      return 'done';
    },
    /** Nothing follows but that people see it, and that its credits go back where nothing was made. */
    showEnd: async (request: GatedRequest): Promise<StepOutcome> => {
      const { id, guildId, phase, shows } = request;
      if (!isMade(phase) && !shows) await accounts.releaseJob(guildId, id, phase);
      const unmade = unmadeOf(request);
      if (unmade) await history.add(unmade);
      const shown = phase === 'gone' ? 'gone' : await desk.showRequest(request);
      if (shown === 'unavailable' || (await showToModerators(request)) === 'unavailable') return 'failed';
      if (shown === 'shown' && (await isAwaited(request))) await desk.notify(request);
      await note(id, { event: 'shown', seen: request });
      if (!isMade(phase)) log.info({ request: id, server: guildId, decision: phase }, 'request decided');
      return 'done';
    },
  };
}

/** Its member finds it again among their jobs, with what they asked for and why it came to nothing. */
function unmadeOf(of: GatedRequest): Job | undefined {
  const { id, createdAtMs, memberId, request, place, quotesCredits, shows, phase, decision } = of;
  if (shows || (phase !== 'rejected' && phase !== 'expired')) return undefined;
  const why = decision?.byId === BY_EASEL ? '' : (decision?.why ?? '');
  const failure: Failure = phase === 'rejected' ? { reason: 'not approved', why } : { reason: 'not decided in time' };
  const tasks = newTasksOf(id, quotesCredits).map(({ key, quoteCredits }) => ({
    ...{ key, quoteCredits, state: 'failed' as const, failure, returnedCredits: quoteCredits },
  }));
  return { id, createdAtMs, memberId, request, place, tasks };
}

/** What became of its job. */
function endOf(entry: HistoryEntry | undefined): 'ready' | 'failed' | 'unconfirmed' {
  const states = entry?.tasks.map(({ state }) => state) ?? [];
  if (states.includes('delivered')) return 'ready';
  return states.includes('unconfirmed') ? 'unconfirmed' : 'failed';
}

/** With what the operator found out while the results were on their way. */
function withResolved(job: Job, now: readonly JobTask[]): Job {
  const resolved = now.filter((task) => task.state === 'unconfirmed' && task.resolved);
  return { ...job, tasks: job.tasks.map((task) => resolved.find(({ key }) => key === task.key) ?? task) };
}
