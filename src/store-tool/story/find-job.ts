import { openBooks } from '../../budget/books/books.ts';
import { chargeKey } from '../../budget/service-tally.ts';
import { type Job, taskKeyOf } from '../../jobs/job/job.ts';
import { askedAtMs, jobIdOf } from '../../jobs/job/job-id.ts';
import { taskIdRecords } from '../../jobs/records/task-ids.ts';
import { openWorks, workKeyBefore, workPrefix } from '../../jobs/records/works.ts';
import { requestRecords } from '../../moderation/requests/request.ts';
import { everyPage } from '../../store/pages.ts';
import type { Store } from '../../store/store.ts';
import { isThere, unlessUnreadable } from '../../store/unreadable-records.ts';

/** Finds the job that an id belongs to, in the store's records. */

export interface JobAt {
  guildId: string;
  jobId: string;
}

/** What an id may be. An id can be several of these. */
export interface JobQuery {
  /** A job's id, its task's, or that of the interaction that started it. */
  jobIds: readonly string[];
  message: { guildId: string | undefined; messageId: string } | undefined;
  /** The service's id of a task. */
  serviceTaskId: string | undefined;
}

const LINK = /\/channels\/(\d+)\/\d+\/(\d+)\/?$/u;
/** An id from Discord. */
const SNOWFLAKE = /^\d{17,20}$/u;
const JOB_ID = /^[1-9a-z][0-9a-z]{0,13}$/u;
const TASK_KEY = /^([1-9a-z][0-9a-z]{0,13})-\d{1,2}$/u;

export function parseJobQuery(text: string): JobQuery {
  const [, guildId, linked] = LINK.exec(text) ?? [];
  if (linked !== undefined) return { jobIds: [], message: { guildId, messageId: linked }, serviceTaskId: undefined };
  if (SNOWFLAKE.test(text)) {
    const message = { guildId: undefined, messageId: text };
    return { jobIds: [jobIdOf(text)], message, serviceTaskId: text };
  }
  const [, ofTask] = TASK_KEY.exec(text) ?? [];
  const jobId = ofTask ?? (JOB_ID.test(text) ? text : undefined);
  return { jobIds: jobId === undefined ? [] : [jobId], message: undefined, serviceTaskId: text };
}

/** Jobs of a server that are compared with a message or task, newest first. */
const COMPARED_MAX = 2_000;
/** A job's messages, tasks and entries are younger than its request, but the clocks may differ by this much. */
export const CLOCKS_MS = 60_000;

export async function findJob(store: Store, { jobIds, message, serviceTaskId }: JobQuery): Promise<JobAt | undefined> {
  for (const jobId of jobIds) {
    const found = await findById(store, jobId);
    if (found) return found;
  }
  return (
    (message && (await findByMessage(store, message))) ??
    (serviceTaskId === undefined ? undefined : await findByServiceTask(store, serviceTaskId))
  );
}

/** The server of a job that waits for people, was started, or left a hold without a readable record. */
async function findById(store: Store, jobId: string): Promise<JobAt | undefined> {
  const request = await unlessUnreadable(requestRecords(store).get(jobId));
  if (request) return { guildId: request.guildId, jobId };
  const works = openWorks(store);
  const { holds } = openBooks(store);
  for await (const guildId of everyServer(store)) {
    const isFound =
      (await isThere(works.get(guildId, jobId))) || (await isThere(holds.get(`${guildId}:${taskKeyOf(jobId, 0)}`)));
    if (isFound) return { guildId, jobId };
  }
  return undefined;
}

async function findByMessage(
  store: Store,
  { guildId, messageId }: NonNullable<JobQuery['message']>,
): Promise<JobAt | undefined> {
  for await (const { records } of everyPage(requestRecords(store))) {
    for (const [jobId, { guildId: ofRequest, location, card, result }] of records) {
      const messageIds = [location.messageId, card?.messageId, result?.messageId];
      if (messageIds.includes(messageId)) return { guildId: ofRequest, jobId };
    }
  }
  const postedAtMs = askedAtMs(jobIdOf(messageId));
  return findNewest(store, guildId, postedAtMs, ({ location }) => location.messageId === messageId);
}

async function findByServiceTask(store: Store, serviceTaskId: string): Promise<JobAt | undefined> {
  const usedAtMs = await unlessUnreadable(taskIdRecords(store).get(chargeKey(serviceTaskId)));
  if (usedAtMs === undefined) return undefined;
  return findNewest(store, undefined, usedAtMs, ({ tasks }) =>
    tasks.some((task) => 'taskId' in task && task.taskId === serviceTaskId),
  );
}

/** Compares jobs, those requested last before then first. */
async function findNewest(
  store: Store,
  guildId: string | undefined,
  beforeMs: number | undefined,
  isIt: (job: Job) => boolean,
): Promise<JobAt | undefined> {
  const guildIds = guildId === undefined ? everyServer(store) : [guildId];
  for await (const server of guildIds) {
    const after = beforeMs === undefined ? undefined : workKeyBefore(server, beforeMs + CLOCKS_MS);
    const request = { prefix: workPrefix(server), after, most: COMPARED_MAX, backwards: true };
    const { records } = await openWorks(store).records.page(request);
    const found = records.find(([, job]) => isIt(job));
    if (found) return { guildId: server, jobId: found[1].id };
  }
  return undefined;
}

async function* everyServer(store: Store): AsyncGenerator<string> {
  for await (const { records, unreadable } of everyPage(openBooks(store).accounts, { everyServer: true })) {
    for (const [guildId] of records) yield guildId;
    yield* unreadable;
  }
}
