import { shownAnew } from '../../jobs/job/ended.ts';
import {
  type EndedJob,
  type Failure,
  isFetchable,
  isShown,
  type Job,
  type JobTask,
  refOf,
} from '../../jobs/job/job.ts';
import { giveBack } from '../../jobs/job/life.ts';
import { isOutOfReach } from '../records/messages.ts';
import { createBegin } from './begin.ts';
import type { RequestsContext } from './context.ts';
import { BY_EASEL, type GatedRequest, isFromRound, newJobOf, type RequestMessage } from './request.ts';
import { type Due, delayed, type RequestEvent, type Step } from './request-decisions.ts';
import { isUndoneDiscard, messagesBehind, nextLateMessage, statesOf } from './request-messages.ts';

/** Notify members who waited longer than this: they have probably turned to other things. */
const NOTIFY_AFTER_MS = 10 * 60_000;

/** What only time ends. */
const ENDINGS = {
  age: async () => ({ event: 'aged' }),
  'forget token': async () => ({ event: 'token ended' }),
  'end undo': async () => ({ event: 'undo ended' }),
} satisfies Partial<Record<Due['step'], Step>>;

/** The steps of a request. Each is safe to repeat. */
export function createSteps(context: RequestsContext): Record<Due['step'], Step> {
  const { accounts, clock, jobs, history, messages, onModeratorsUnreachable, openingIds, log } = context;
  const begin = createBegin(context);
  const bring = createBringing(context);
  const entryOf = ({ guildId, memberId, id }: GatedRequest) => history.find(guildId, memberId, id);

  /** Posts the pending message of a round's winner. */
  const post = async (request: GatedRequest): Promise<string | undefined> => {
    const brought = await messages.bring(request, 'public');
    return brought.outcome === 'there' ? brought.message.id : undefined;
  };

  /** Shows moderators the results of a draft before they are published. */
  const bringDraft = async (request: GatedRequest): Promise<RequestEvent | 'waits'> => {
    const entry = await entryOf(request);
    const brought = entry
      ? await messages.showDraft(request, chosenResults(request, entry))
      : { outcome: 'lost' as const };
    switch (brought.outcome) {
      case 'there':
        return { event: 'job ended', how: 'ready', messageId: brought.message.id };
      case 'lost':
        return { event: 'job ended', how: 'lost', messageId: undefined };
      default:
        onModeratorsUnreachable(request.guildId);
        return 'waits';
    }
  };

  const publish = async (request: GatedRequest): Promise<RequestEvent> => {
    const event = await tryToPublish(request);
    if (event.event === 'published') await context.onSightChanged(request.id);
    return event;
  };
  const tryToPublish = async (request: GatedRequest): Promise<RequestEvent> => {
    const { channelId, messageId = '' } = request.location;
    const entry = await entryOf(request);
    if (!entry) return { event: 'not published', how: 'lost' };
    // After a crash that followed the publication, the job already names the public message.
    if (entry.location.channelId === channelId && entry.location.messageId === messageId) return { event: 'published' };
    if (request.phase === 'gone' && !(await context.mayPublish(request, entry)))
      return { event: 'not published', how: 'gone' };
    const sent = await messages.publish(request, chosenResults(request, entry));
    if (sent.outcome === 'lost') return { event: 'not published', how: 'lost' };
    if (sent.outcome !== 'there') return { event: 'not published', how: 'gone', isUnreached: isOutOfReach(sent) };
    await history.change(refOf(entry), (now) => [shownAnew(now, sent.job), ...remainingDrafts(request, now)]);
    return { event: 'published' };
  };

  return {
    'find answer': async (request) => {
      if (openingIds.has(request.id)) return 'waits';
      const found = isFromRound(request) ? await post(request) : await messages.findAnswer(request);
      if (typeof found === 'object') return found;
      return found === undefined ? { event: 'unanswered' } : { event: 'answered', messageId: found };
    },
    ...ENDINGS,
    admit: async (request) =>
      (await context.isPaused(request.guildId)) ? delayed(request, 'pause') : context.readmit(request),
    begin: async (request) => {
      const started = await begin(request);
      const isStarted = typeof started === 'object' && 'event' in started && started.event === 'started';
      if (isStarted)
        log.info({ request: request.id, server: request.guildId, decision: 'approved' }, 'request decided');
      return started;
    },
    'look at job': async (request) => {
      if (request.draft) return bringDraft(request);
      if (await jobs.find(request.id)) return 'waits';
      const entry = await entryOf(request);
      return { event: 'job ended', how: endOf(entry), messageId: entry?.location.messageId };
    },
    publish,
    /** Releases the credits and writes the history in one commit, before a message says so. */
    end: async (request) => {
      const { id, guildId, phase, draft } = request;
      const unmade = toFailedJob(request);
      if (!draft) await accounts.releaseJob(guildId, id, phase, () => (unmade ? history.put(unmade) : []));
      const event = await bring(request, 'public');
      log.info({ request: id, server: guildId, decision: phase }, 'request decided');
      return event;
    },
    show: (request) => bring(request, messagesBehind(request)[0] ?? 'public'),
    'show late': (request) => {
      const key = nextLateMessage(request, clock.now())?.key ?? 'public';
      return key === 'public' && request.phase === 'gone' ? publish(request) : bring(request, key);
    },
  };
}

/** Brings one message of a request up to date and returns the event that records what it shows. */
function createBringing({ history, messages, onModeratorsUnreachable, moderatorsChannelId, clock }: RequestsContext) {
  /** A finished result is announced only after a long wait, and if there is something to see. */
  const isNoticeWanted = async (request: GatedRequest): Promise<boolean> => {
    const { id, guildId, memberId, phase, createdAtMs, decision } = request;
    if (phase !== 'ready' || isUndoneDiscard(request)) return true;
    if (clock.now() - (decision?.atMs ?? createdAtMs) <= NOTIFY_AFTER_MS) return false;
    return (await history.find(guildId, memberId, id))?.tasks.some(isShown) ?? false;
  };

  /** The card can't be posted. It moves to the channel that managers chose meanwhile; without one, the request ends. */
  const leaveChannel = async ({ guildId, card }: GatedRequest): Promise<RequestEvent> => {
    const channelId = await moderatorsChannelId(guildId);
    if (channelId !== null && channelId !== card?.channelId) return { event: 'card moved', channelId };
    onModeratorsUnreachable(guildId);
    return { event: 'no moderators channel' };
  };

  return async (request: GatedRequest, key: RequestMessage): Promise<RequestEvent> => {
    const { card, phase } = request;
    const isLeftOut = key === 'notice' && !(await isNoticeWanted(request));
    const brought = isLeftOut ? { outcome: 'gone' as const } : await messages.bring(request, key);
    const isUnposted = key === 'card' && phase === 'asked' && card?.messageId === undefined;
    if (isUnposted && brought.outcome === 'closed') return leaveChannel(request);
    const at =
      brought.outcome === 'there' ? { channelId: brought.message.channelId, messageId: brought.message.id } : undefined;
    return { event: 'shown', key, state: statesOf(request)[key], at, isUnreached: isOutOfReach(brought) };
  };
}

/** The history entry of a rejected or expired request, so that its author finds the prompt and the reason. */
function toFailedJob(request: GatedRequest): Job | undefined {
  const { draft, phase, decision } = request;
  if (draft || (phase !== 'rejected' && phase !== 'expired')) return undefined;
  const why = decision?.byId === BY_EASEL ? '' : (decision?.why ?? '');
  const failure: Failure = phase === 'rejected' ? { reason: 'not approved', why } : { reason: 'not decided in time' };
  const job = newJobOf(request);
  return { ...job, tasks: job.tasks.map((task) => giveBack(task, failure)) };
}

/** How its job ended. */
function endOf(entry: EndedJob | undefined): 'ready' | 'failed' | 'unconfirmed' {
  const states = entry?.tasks.map(({ state }) => state) ?? [];
  if (states.includes('delivered')) return 'ready';
  return states.includes('unconfirmed') ? 'unconfirmed' : 'failed';
}

/** The chosen results of a draft, and its tasks that are still unconfirmed. */
export function chosenResults({ request, draft }: GatedRequest, entry: EndedJob): EndedJob {
  return draft ? { ...entry, request, tasks: chosenTasks(entry, draft.taskKeys) } : entry;
}

export const chosenTasks = ({ tasks }: EndedJob, taskKeys: readonly string[]): JobTask[] =>
  tasks.filter((task) => taskKeys.includes(task.key) || isOpen(task));

/** The results that weren't chosen remain a draft of their own, unless none of them can be fetched. */
function remainingDrafts({ draft }: GatedRequest, entry: EndedJob): EndedJob[] {
  if (!draft) return [];
  const tasks = entry.tasks.filter((task) => !isChosen(draft, task) && !isOpen(task));
  return tasks.some(isFetchable) ? [{ ...entry, id: draft.restJobId, tasks }] : [];
}

const isChosen = ({ taskKeys }: NonNullable<GatedRequest['draft']>, { key }: JobTask): boolean =>
  taskKeys.includes(key);

/** Unconfirmed tasks stay with this job, because their holds name it. */
const isOpen = (task: JobTask): boolean => task.state === 'unconfirmed' && !task.resolved;
