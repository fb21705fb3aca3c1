import { TASKS_MAX, taskKeyOf } from '../../jobs/job/job.ts';
import { interactionIdOf } from '../../jobs/job/job-id.ts';
import type { Store } from '../../store/store.ts';
import { findJob, type JobAt, parseJobQuery } from './find-job.ts';
import { type JobRecords, readJobRecords } from './job-records.ts';
import { eventOfLine, idsIn, jobIn, LINES_MAX, linesNaming } from './log-lines.ts';
import { eventsOf, stateOf } from './record-events.ts';
import type { StoryEvent } from './story-event.ts';

/** The story of a job, or of an interaction that started none. */
export interface Story {
  job: JobAt | undefined;
  memberId: string | undefined;
  prompt: string | undefined;
  /** In order of time. */
  events: readonly StoryEvent[];
  /** How things stand, and what comes next. */
  state: readonly string[];
  /** Whether the log has more lines about it. */
  isCut: boolean;
}

/** Gathers what the store and logs know of an id or link. @returns undefined if they don't know it */
export async function readStory(store: Store, query: string, logPaths: readonly string[]): Promise<Story | undefined> {
  const own = parseJobQuery(query).message?.messageId ?? query;
  const named = await linesNaming(logPaths, new Set([own]));
  // An error's id is in one line, which names the interaction or the job.
  const namedIds = named.flatMap(idsIn);
  let job = (await findJob(store, parseJobQuery(query))) ?? jobIn(named);
  // Only the id that was given is worth a search through messages and tasks of every server.
  for (const id of new Set(namedIds)) {
    job ??= await findJob(store, { jobIds: parseJobQuery(id).jobIds, message: undefined, serviceTaskId: undefined });
  }
  const records = job && (await readJobRecords(store, job));
  const ids = new Set([own, ...namedIds, ...(records ? idsOf(records) : [])]);
  const lines = await linesNaming(logPaths, ids);
  if (!records && lines.length === 0) return undefined;
  const record = records && (records.job ?? records.request);
  const memberId = record?.memberId ?? records?.entries[0]?.memberId;
  const said = [job?.jobId, job?.guildId, memberId].filter((id) => id !== undefined);
  const events = [...(records ? eventsOf(records) : []), ...lines.map((line) => eventOfLine(line, said))];
  return {
    job,
    memberId,
    prompt: record && inOneLine(record.request.prompt),
    events: events
      .sort((one, other) => one.atMs - other.atMs)
      .map((event) => ({ ...event, text: inOneLine(event.text) })),
    state: records ? stateOf(records).map(inOneLine) : ['No job has this id: what the log says is all there is.'],
    isCut: lines.length === LINES_MAX,
  };
}

/** People's words can't look like another event, nor command the terminal. */
const inOneLine = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ');

/** What lines of the log call a job. */
function idsOf({ jobId, job, request }: JobRecords): string[] {
  const messageIds = [job?.location.messageId, request?.location.messageId, request?.result?.messageId];
  const taskIds = job?.tasks.map((task) => ('taskId' in task ? task.taskId : undefined)) ?? [];
  const taskKeys = Array.from({ length: TASKS_MAX }, (_, index) => taskKeyOf(jobId, index));
  const all = [jobId, interactionIdOf(jobId), ...taskKeys, ...messageIds, ...taskIds];
  return all.filter((id) => id !== undefined).filter((id) => id !== '');
}
