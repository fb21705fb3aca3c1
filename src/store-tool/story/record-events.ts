import { type JobTask, taskIndexOf } from '../../jobs/job/job.ts';
import { askedAtMs, interactionIdOf } from '../../jobs/job/job-id.ts';
import { sentPromptsOf } from '../../jobs/job/variants.ts';
import { reasonForOperator } from '../../jobs/watch/refusal-reason.ts';
import { type GatedRequest, isBeforeStart } from '../../moderation/requests/request.ts';
import type { HoldEntry, JobRecords } from './job-records.ts';
import { type StoryEvent, withFacts } from './story-event.ts';

/** What the store has about a job, by time and as it is now. Nothing here has the job's prompt. */

/** What happened. Sorting by time keeps the order of what happened in the same millisecond. */
export function eventsOf({ jobId, job, request, entries, decisions }: JobRecords): StoryEvent[] {
  return [
    ...timesOf('command', { askedAtMs: askedAtMs(jobId) }, { interaction: interactionIdOf(jobId) }),
    ...(request ? eventsOfRequest(request) : []),
    ...decisions.map(({ action, ...one }) => decided('audit', action, one)),
    ...entries.map(eventOfEntry),
    ...(job?.tasks ?? []).flatMap((task) => timesOf(nameOf(task.key), task)),
    ...(job ? timesOf('job', job) : []),
  ];
}

const TIME_FIELD = /^(\w+?)(?:At|Since)Ms$/u;

/** An event for each time in a record: `submittedAtMs` is when it was submitted. */
const timesOf = (source: string, record: object, facts: object = {}): StoryEvent[] =>
  Object.entries(record).flatMap(([field, atMs]) => {
    const [, what] = TIME_FIELD.exec(field) ?? [];
    return what === undefined || typeof atMs !== 'number' ? [] : [{ atMs, source, text: withFacts(what, facts) }];
  });

function eventsOfRequest(request: GatedRequest): StoryEvent[] {
  const { createdAtMs, phaseAtMs, gates, why, phase, phaseById, decision } = request;
  return [
    { atMs: createdAtMs, source: 'request', text: withFacts('created', { ...gates, why: why.reason }) },
    ...(decision ? [decided('request', decision.kind, decision)] : []),
    { atMs: phaseAtMs, source: 'request', text: withFacts(phase, { byId: phaseById }) },
  ];
}

type Decision = NonNullable<GatedRequest['decision']> | JobRecords['decisions'][number];

function decided(
  source: string,
  what: string,
  { atMs, byId, why, refusal }: Omit<Decision, 'kind' | 'action'>,
): StoryEvent {
  return { atMs, source, text: withFacts(what, { byId, why: refusal?.reason ?? why }) };
}

function eventOfEntry({ atMs, kind, taskKey, ...facts }: HoldEntry): StoryEvent {
  return {
    atMs,
    source: 'ledger',
    text: withFacts(`${nameOf(taskKey)} ${kind}`, facts, [facts.jobId, facts.memberId]),
  };
}

/** How things stand now, and what the operator has to do. */
export function stateOf({ job, request, report, entries, unreadable }: JobRecords): string[] {
  const isForgotten = (!job || job.isForgotten) && !request && unreadable.length === 0;
  return [
    ...(job?.tasks ?? []).map((task) => stateOfTask(task, job ? sentPromptsOf(job.request) : [])),
    ...(request ? [stateOfRequest(request)] : []),
    ...(job?.cancelledAtMs !== undefined ? ['A member cancelled it.'] : []),
    ...(report ? [withFacts(`report: ${report.state}`, { times: report.reports.length })] : []),
    ...(isForgotten ? [...heldWithoutJob(entries), 'The store has no record of the job itself any more.'] : []),
    ...unreadable.map((name) => `Its record in "${name}" can't be read, and blocks what depends on it.`),
  ];
}

function stateOfTask(task: JobTask, prompts: readonly string[]): string {
  const { key, state, ...facts } = task;
  const shown = Object.entries(facts).filter(([field]) => !TIME_FIELD.test(field));
  const text = withFacts(`${nameOf(key)}: ${state}`, { ...Object.fromEntries(shown), ...failureOf(task, prompts) });
  const isUndecided = state === 'unconfirmed' && !task.resolved;
  return isUndecided ? `${text}. Look for it on the service’s account page, then use /credits resolve.` : text;
}

/** The service's reason may quote the prompt. */
function failureOf(task: JobTask, prompts: readonly string[]): object {
  if (task.state !== 'failed' || !('serviceMessage' in task.failure)) return {};
  const { reason, serviceMessage } = task.failure;
  return { failure: `${reason} (${reasonForOperator(serviceMessage, prompts)})` };
}

function stateOfRequest({ phase, gates, delay, expiresAtMs }: GatedRequest): string {
  const expires = isBeforeStart(phase) ? new Date(expiresAtMs).toISOString() : undefined;
  return withFacts(`request: ${phase}`, { ...gates, delay, expires });
}

/** Holds that no job ends, because its record is missing. */
function heldWithoutJob(entries: JobRecords['entries']): string[] {
  const hasEnded = (taskKey: string): boolean =>
    entries.some((one) => one.taskKey === taskKey && (one.kind === 'settled' || one.kind === 'released'));
  return entries
    .filter(({ kind, taskKey }) => kind === 'held' && !hasEnded(taskKey))
    .map(({ taskKey }) => `The hold of ${nameOf(taskKey)} has no job that ends it. Use /credits resolve.`);
}

const nameOf = (taskKey: string): string => `task ${taskIndexOf(taskKey) + 1}`;
