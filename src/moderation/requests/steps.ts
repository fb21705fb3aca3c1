import { type Failure, isFetchable, isShown, type Job, type JobTask, newTasksOf } from '../../jobs/job.ts';
import { type History, type HistoryEntry, jobOf } from '../../jobs/records/history.ts';
import type { Log } from '../../log.ts';
import { lookForAnswer } from '../messages.ts';
import { type BeginParts, createBegin } from './begin.ts';
import { BY_EASEL, type GatedRequest, type RequestMessage } from './request.ts';
import type { Due } from './request-decisions.ts';
import { behind, type RequestMessages, statesOf } from './request-messages.ts';

export interface StepParts extends Omit<BeginParts, 'messages'> {
  history: Pick<History, 'find' | 'add'>;
  messages: RequestMessages;
  /** Whether this process is about to answer it. */
  isOpening: (id: string) => boolean;
  log: Log;
}

/** Resolves when the record says what follows next, or with `waits` where that depends on something else. */
export type Step = (request: GatedRequest) => Promise<'waits' | undefined>;

/** A member who waited longer than this has turned to other things, and is notified. */
const NOTIFY_AFTER_MS = 10 * 60_000;

/** What each step of a request does. Repeating one is harmless. */
export function createSteps(parts: StepParts): Record<Due['step'], Step> {
  const { accounts, jobs, history, messages, note, noDesk, clock, log } = parts;
  const begin = createBegin(parts);
  const bring = createBringing(parts);
  const entryOf = ({ guildId, memberId, id }: GatedRequest) => history.find(guildId, memberId, id);

  /** Moderators see it first. */
  const bringDraft = async (request: GatedRequest): Promise<'waits' | undefined> => {
    const entry = await entryOf(request);
    const brought = entry ? await messages.showDraft(request, shownOf(request, entry)) : { outcome: 'lost' as const };
    if (brought.outcome === 'there') {
      await note(request.id, { event: 'job ended', how: 'ready', messageId: brought.message.id });
    } else if (brought.outcome === 'lost') {
      await note(request.id, { event: 'job ended', how: 'lost', messageId: undefined });
    } else {
      noDesk(request.guildId);
      return 'waits';
    }
    return undefined;
  };

  return {
    'find answer': async (request) => {
      const { id, place } = request;
      if (parts.isOpening(id)) return 'waits';
      const messageId = await lookForAnswer(place, () => messages.findAnswer(request), clock);
      await note(id, messageId === undefined ? { event: 'unanswered' } : { event: 'answered', messageId });
      return undefined;
    },
    age: async ({ id }) => {
      await note(id, { event: 'aged' });
      return undefined;
    },
    begin: async (request) => {
      const { id, guildId } = request;
      const begun = await begin(request);
      if (begun === 'later') return 'waits';
      if (begun === 'no desk') await note(id, { event: 'no desk' });
      else if (typeof begun === 'object') await note(id, { event: 'forbidden', refusal: begun.forbidden });
      else {
        await note(id, { event: 'begun' });
        log.info({ request: id, server: guildId, decision: 'approved' }, 'request decided');
      }
      return undefined;
    },
    'look at job': async (request) => {
      if (request.shows) return bringDraft(request);
      if (await jobs.find(request.id)) return 'waits';
      const entry = await entryOf(request);
      await note(request.id, { event: 'job ended', how: endOf(entry), messageId: entry?.messageId });
      return undefined;
    },
    publish: async (request) => {
      const { id, place } = request;
      const { channelId, messageId = '' } = place;
      const entry = await entryOf(request);
      // Published before a crash: the history already names the public message.
      if (entry?.channelId !== channelId || entry.messageId !== messageId) {
        const job = entry ? await messages.publish(request, shownOf(request, entry)) : 'lost';
        if (typeof job === 'string') {
          await note(id, { event: 'not published', how: job });
          return undefined;
        }
        const now = await entryOf(request);
        await history.add(withResolved(job, now?.tasks ?? []), ...restOf(request, now));
      }
      await note(id, { event: 'shown', key: 'public', state: 'published', at: { channelId, messageId } });
      return undefined;
    },
    /** Releases the credits before a message says so. */
    end: async (request) => {
      const { id, guildId, phase, shows } = request;
      if (!shows) await accounts.releaseJob(guildId, id, phase);
      const unmade = unmadeOf(request);
      if (unmade) await history.add(unmade);
      await bring(request, 'public');
      log.info({ request: id, server: guildId, decision: phase }, 'request decided');
      return undefined;
    },
    show: async (request) => {
      const [key] = behind(request);
      if (key) await bring(request, key);
      return undefined;
    },
  };
}

/** Brings one message of a request up to date, and writes down what it shows. */
function createBringing({ history, messages, note, noDesk, moderatorsChannelId, clock }: StepParts) {
  /** Of a result only after a long wait, and where there is something to see. */
  const isNoticeWanted = async (request: GatedRequest): Promise<boolean> => {
    const { id, guildId, memberId, phase, createdAtMs, decision } = request;
    if (phase !== 'ready') return true;
    if (clock.now() - (decision?.atMs ?? createdAtMs) <= NOTIFY_AFTER_MS) return false;
    return (await history.find(guildId, memberId, id))?.tasks.some(isShown) ?? false;
  };

  /** The card goes to the channel that managers chose since, or the request back: every try would meet the same. */
  const leaveChannel = async ({ id, guildId, card }: GatedRequest): Promise<void> => {
    const channelId = await moderatorsChannelId(guildId);
    if (channelId !== null && channelId !== card?.channelId) {
      await note(id, { event: 'card moved', channelId });
      return;
    }
    noDesk(guildId);
    await note(id, { event: 'no desk' });
  };

  return async (request: GatedRequest, key: RequestMessage): Promise<void> => {
    const { id, card } = request;
    const isLeftOut = key === 'notice' && !(await isNoticeWanted(request));
    const brought = isLeftOut ? { outcome: 'gone' as const } : await messages.bring(request, key);
    const isUnposted = key === 'card' && request.phase === 'asked' && card?.messageId === undefined;
    if (isUnposted && brought.outcome === 'closed') return leaveChannel(request);
    const at =
      brought.outcome === 'there' ? { channelId: brought.message.channelId, messageId: brought.message.id } : undefined;
    await note(id, { event: 'shown', key, state: statesOf(request)[key], at });
  };
}

/** Its member finds it again among their jobs, with what they asked for and why it came to nothing. */
function unmadeOf(of: GatedRequest): Job | undefined {
  const { id, createdAtMs, memberId, request, place, quotesCredits, shows, phase, decision } = of;
  if (shows || (phase !== 'rejected' && phase !== 'expired')) return undefined;
  const why = decision?.byId === BY_EASEL ? '' : (decision?.why ?? '');
  const failure: Failure = phase === 'rejected' ? { reason: 'not approved', why } : { reason: 'not decided in time' };
  const tasks = newTasksOf(id, quotesCredits).map(({ key, quoteCredits }) => ({
    key,
    quoteCredits,
    state: 'failed' as const,
    failure,
    returnedCredits: quoteCredits,
  }));
  return { id, createdAtMs, memberId, request, place, tasks };
}

/** How its job ended. */
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

/** A draft that is shown: what was chosen, and what an operator has still to look at. */
export function shownOf({ request, shows }: GatedRequest, entry: HistoryEntry): HistoryEntry {
  if (!shows) return entry;
  return { ...entry, request, tasks: entry.tasks.filter((task) => isChosen(shows, task) || isOpen(task)) };
}

/** What was not chosen stays with its member as a draft of its own; none where nothing of it could be had again. */
function restOf({ shows }: GatedRequest, entry: HistoryEntry | undefined): Job[] {
  if (!shows || !entry) return [];
  const tasks = entry.tasks.filter((task) => !isChosen(shows, task) && !isOpen(task));
  return tasks.some(isFetchable) ? [jobOf({ ...entry, jobId: shows.restJobId, tasks })] : [];
}

const isChosen = ({ taskKeys }: NonNullable<GatedRequest['shows']>, { key }: JobTask): boolean =>
  taskKeys.includes(key);

/** Its hold is known by the job's id. */
const isOpen = (task: JobTask): boolean => task.state === 'unconfirmed' && !task.resolved;
