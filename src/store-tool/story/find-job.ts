import { openBooks } from '../../budget/books/books.ts';
import { chargeKey } from '../../budget/service-tally.ts';
import { type Job, taskKeyOf } from '../../jobs/job/job.ts';
import { askedAtMs, jobIdOf } from '../../jobs/job/job-id.ts';
import { taskIdCollection } from '../../jobs/records/task-ids.ts';
import { openWorks, workKeyBefore, workPrefix } from '../../jobs/records/works.ts';
import { requestCollection } from '../../moderation/requests/request.ts';
import { everyPage } from '../../store/pages.ts';
import type { Store } from '../../store/store.ts';
import { isThere, unlessUnreadable } from '../../store/unreadable-records.ts';

/** Finds the job that an id belongs to, in the store's records. */

export interface JobAt {
  guildId: string;
  jobId: string;
}

const LINK = /\/channels\/(\d+)\/\d+\/(\d+)\/?$/u;
/** An id from Discord. */
const SNOWFLAKE = /^\d{17,20}$/u;
const JOB_OR_TASK = /^([1-9a-z][0-9a-z]{0,13})(?:-\d{1,2})?$/u;

/** An id, or that of the message to which a link leads, with the message's server. */
export function parseQuery(text: string): { id: string; guildId: string | undefined } {
  const [, guildId, id = text] = LINK.exec(text) ?? [];
  return { id, guildId };
}

/** Jobs of a server that are compared with a message or task, newest first. */
const COMPARED_MAX = 2_000;
/** A job's messages, tasks and entries are younger than its request, but the clocks may differ by this much. */
export const CLOCKS_MS = 60_000;

/** By the id of the job, of its task, or of the interaction that started it. It waits, was started, or left a hold. */
export async function findById(store: Store, id: string): Promise<JobAt | undefined> {
  const jobId = SNOWFLAKE.test(id) ? jobIdOf(id) : JOB_OR_TASK.exec(id)?.[1];
  if (jobId === undefined) return undefined;
  const request = await unlessUnreadable(store.collection(requestCollection).get(jobId));
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

/** By the id of a message, or by the service's of a task. Compares jobs from that time backwards. */
export async function findByContents(store: Store, id: string, inServer?: string): Promise<JobAt | undefined> {
  for await (const { records } of everyPage(store.collection(requestCollection))) {
    for (const [jobId, { guildId, location, card, result }] of records) {
      if ([location, card, result].some((message) => message?.messageId === id)) return { guildId, jobId };
    }
  }
  const usedAtMs = await unlessUnreadable(store.collection(taskIdCollection).get(chargeKey(id)));
  const atMs = usedAtMs ?? (SNOWFLAKE.test(id) ? askedAtMs(jobIdOf(id)) : undefined);
  if (atMs === undefined) return undefined;
  for await (const guildId of inServer === undefined ? everyServer(store) : [inServer]) {
    const after = workKeyBefore(guildId, atMs + CLOCKS_MS);
    const request = { prefix: workPrefix(guildId), after, most: COMPARED_MAX, backwards: true };
    const { records } = await openWorks(store).records.page(request);
    const found = records.find(([, job]) => idsOfJob(job).includes(id));
    if (found) return { guildId, jobId: found[1].id };
  }
  return undefined;
}

/** Of its message, and the service's of its tasks. */
export const idsOfJob = ({ location, tasks }: Job): (string | undefined)[] => [
  location.messageId,
  ...tasks.map((task) => ('taskId' in task ? task.taskId : undefined)),
];

async function* everyServer(store: Store): AsyncGenerator<string> {
  for await (const { records, unreadable } of everyPage(openBooks(store).accounts, { everyServer: true })) {
    for (const [guildId] of records) yield guildId;
    yield* unreadable;
  }
}
