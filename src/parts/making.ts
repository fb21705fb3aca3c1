import { createFirstResults } from '../discord/reconciler/first-results.ts';
import type { Job } from '../jobs/job/job.ts';
import { createJobs } from '../jobs/jobs.ts';
import type { JobMessages } from '../jobs/ports/job-messages.ts';
import type { JobsParts } from '../jobs/ports/parts.ts';
import { createAnswers } from '../jobs/records/answers.ts';
import { createHistory } from '../jobs/records/history.ts';
import { lateEditCollection } from '../jobs/records/late-edits.ts';
import { createTaskIds } from '../jobs/records/task-ids.ts';
import { openWorks } from '../jobs/records/works.ts';
import { shareOf, wholeShareOf } from '../store/database/shards.ts';
import { unlessUnreadable } from '../store/unreadable-records.ts';
import { createConsents } from '../studio/consents.ts';
import { createKeptRequests } from '../studio/kept-requests.ts';
import { notifyAfterMs } from '../studio/preferences.ts';
import { createSavedSources } from '../studio/saved-sources.ts';
import { DEFAULT_LIMITS } from '../task-api/limits.ts';
import { DAY_MS, HOUR_MS, isWithinLast } from '../time/clock.ts';
import { createCollections } from '../works/collections.ts';
import { createMostStarred } from '../works/most-starred.ts';
import { createStars, type NewStar } from '../works/stars.ts';
import { createViews } from '../works/views.ts';
import { type Base, createTopic } from './base.ts';
import type { Discord } from './discord.ts';
import type { Money } from './money.ts';
import type { Service } from './service.ts';

/** One server alone gets half: four creates each for over a hundred members during a minute of a slow service. */
const CREATES_MAX = 1_000;

/** What an operator left undecided for longer says nothing about the service today. */
const LOSSES_RECALLED_MS = DAY_MS;

/** What jobs need from moderation. */
export interface JobRules extends Pick<JobsParts, 'known' | 'revertToRequest'> {
  amend: JobMessages['amend'];
}

/** All processes together: as many as start in a second, but enough for slow answers, and few enough for connections. */
const pollsAtOnce = (perSecond: number): number => Math.min(Math.max(perSecond, 20), 100);

/** Everything about jobs, from a request to the history. */
export function createMaking(app: Base & Money & Service & Discord, rules: JobRules) {
  const { accounts, clock, config, log, metering, preferences, replaced, store, taskApi, watch } = app;
  const keptMs = config.HISTORY_KEPT_DAYS * DAY_MS;
  const answers = createAnswers(app);
  const works = openWorks(store);
  const history = createHistory({ store, works, clock, keptMs, answers });
  const mostStarred = createMostStarred(app);
  const starred = createTopic<NewStar>();
  const jobEnded = createTopic<Job>();
  const jobs = createJobs({
    ...app,
    ...rules,
    history,
    works,
    taskIds: createTaskIds(app),
    lateEdits: store.collection(lateEditCollection),
    isClockRight: app.clockCheck.isRight,
    commit: store.commit,
    prove: store.prove,
    onEnded: (job) => {
      jobEnded.publish(job);
      metering.onJobEnded(job);
    },
    onPolled: metering.onPolled,
    notifyAfterMs: async (guildId, memberId) =>
      notifyAfterMs((await unlessUnreadable(preferences.of(guildId, memberId))) ?? {}),
    jobMessages: { ...app.jobMessages, amend: rules.amend },
    limits: {
      pollsPerSecond: shareOf(config.POLLS_PER_SECOND, store.shards),
      pollsAtOnce: wholeShareOf(pollsAtOnce(config.POLLS_PER_SECOND), store.shards),
      createsAtOnce: DEFAULT_LIMITS.createConnections,
      createsMax: CREATES_MAX,
      longestWaitMs: config.WAIT_LONGEST_HOURS * HOUR_MS,
      ...replaced?.limits,
    },
  });
  jobEnded.subscribe(createFirstResults({ ...app, learnControls: preferences.learnControls }));
  jobEnded.subscribe(({ id, memberId }) => {
    preferences.renewBuildPolicy(memberId).catch((error: unknown) => {
      if (!app.stop.aborted) log.warn({ job: id, err: error }, 'a member’s choice could not be renewed');
    });
  });
  app.closing.push(() => jobs.stop());
  /** Asks for a waiting task if there is one: what the service answers about others isn't documented. */
  const probe = (signal: AbortSignal): Promise<void> => taskApi.probe({ signal, taskId: jobs.waitingTaskId() });
  /** Creates that were lost before this start still count, so that a restart in an outage costs one more at most. */
  const recallLosses = async (): Promise<void> => {
    const unconfirmed = await accounts.unconfirmed();
    watch.recall(unconfirmed.filter(({ heldAtMs }) => isWithinLast(LOSSES_RECALLED_MS, heldAtMs, clock.now())));
  };
  return {
    answers,
    history,
    jobs,
    jobEnded,
    probe,
    recallLosses,
    works,
    starred,
    mostStarred,
    stars: createStars({ store, keptMs, mostStarred, onStarred: starred.publish, showCount: jobs.showChange }),
    savedSources: createSavedSources(app),
    collections: createCollections(app),
    consents: createConsents(app),
    views: createViews(app),
    keptRequests: createKeptRequests(app),
  };
}

export type Making = ReturnType<typeof createMaking>;
