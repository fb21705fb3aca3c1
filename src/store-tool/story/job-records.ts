import { openBooks } from '../../budget/books/books.ts';
import type { Entry } from '../../budget/ledger/ledger.ts';
import type { Job, JobRequest, JobTask } from '../../jobs/job/job.ts';
import { askedAtMs } from '../../jobs/job/job-id.ts';
import { sentPromptsOf } from '../../jobs/job/variants.ts';
import { openWorks } from '../../jobs/records/works.ts';
import { reasonForOperator } from '../../jobs/watch/refusal-reason.ts';
import { type AuditEntry, auditCollection } from '../../moderation/records/audit-log.ts';
import { type ReportRecord, reportCollection } from '../../moderation/reports/report-record.ts';
import { reportKey } from '../../moderation/reports/reports.ts';
import { type GatedRequest, requestCollection } from '../../moderation/requests/request.ts';
import { everyPage } from '../../store/pages.ts';
import type { Store } from '../../store/store.ts';
import { orUnreadable } from '../../store/unreadable-records.ts';
import { CLOCKS_MS, type JobAt } from './find-job.ts';

/** Everything that the store has about a job. */
export interface JobRecords extends JobAt {
  /** Once it was started. */
  job: Job | undefined;
  /** While people decide about it. */
  request: GatedRequest | undefined;
  report: ReportRecord | undefined;
  /** Of its tasks, oldest first. */
  entries: readonly Extract<Entry, { taskKey: string }>[];
  decisions: readonly AuditEntry[];
  /** Collections with records that can't be read and may be about it. */
  unreadable: ReadonlySet<string>;
}

export async function readJobRecords(store: Store, at: JobAt): Promise<JobRecords> {
  const { guildId, jobId } = at;
  const unreadable = new Set<string>();
  const read = async <Value>(name: string, reading: Promise<Value | undefined>): Promise<Value | undefined> => {
    const value = await orUnreadable(reading);
    if (value !== 'unreadable') return value;
    unreadable.add(name);
    return undefined;
  };
  const job = await read('works', openWorks(store).get(guildId, jobId));
  const audit = await read('audit', store.collection(auditCollection).get(guildId));
  const sinceMs = (askedAtMs(jobId) ?? job?.createdAtMs ?? 0) - CLOCKS_MS;
  const ofJob: JobRecords['entries'][number][] = [];
  for await (const page of everyPage(openBooks(store).ledger, { prefix: `${guildId}:`, backwards: true })) {
    if (page.unreadable.length > 0) unreadable.add('ledger');
    const entries = page.records.map(([, entry]) => entry);
    ofJob.push(...entries.filter((entry) => 'taskKey' in entry).filter((entry) => entry.jobId === jobId));
    if (entries.some(({ atMs }) => atMs < sinceMs)) break;
  }
  return {
    ...at,
    job,
    request: await read('requests', store.collection(requestCollection).get(jobId)),
    report: await read('reports', store.collection(reportCollection).get(reportKey(guildId, jobId))),
    entries: ofJob.reverse(),
    decisions: audit?.entries.filter((one) => one.jobId === jobId) ?? [],
    unreadable,
  };
}

/** The records as they are now, without what members wrote. A task is named by its key. */
export function* factsOf({ job, request, report }: JobRecords): Generator<[name: string, facts: object]> {
  if (job) {
    const { tasks, shown: _, ...facts } = job;
    yield ['works', { ...facts, request: factsOfRequest(job.request) }];
    for (const task of tasks) yield [task.key, { ...task, ...failureOf(task, job.request) }];
  }
  if (request) yield ['requests', { ...factsOfWaiting(request), request: factsOfRequest(request.request) }];
  if (report) yield ['reports', { state: report.state, decidedAtMs: report.decidedAtMs, times: report.reports.length }];
}

function factsOfRequest({ modelId, andModelId, aspectRatio, fromClips, isDraft, hidesPrompt }: JobRequest): object {
  return { modelId, andModelId, aspectRatio, fromClips, isDraft, hidesPrompt };
}

function factsOfWaiting(waiting: GatedRequest): object {
  const { createdAtMs, expiresAtMs, gates, phase, phaseAtMs, phaseById, delay, why, consent } = waiting;
  const { quotesCredits, ageRestricted, edits, votesNeeded, voterIds, location, card, result, unreached } = waiting;
  const { isWinner, decision, decidedAtMs, undoUntilMs, draft } = waiting;
  return {
    ...{ createdAtMs, expiresAtMs, gates, phase, phaseAtMs, phaseById, delay, why, consent },
    ...{ quotesCredits, ageRestricted, edits, votesNeeded, voterIds, location, card, result, unreached },
    ...{ isWinner, decidedAtMs, undoUntilMs, draft },
    decision: decision && { kind: decision.kind, byId: decision.byId, atMs: decision.atMs, refusal: decision.refusal },
  };
}

/** The service's reason may quote the prompt. */
function failureOf(task: JobTask, request: JobRequest): object | undefined {
  if (task.state !== 'failed') return undefined;
  const { failure } = task;
  if (!('serviceMessage' in failure)) return { failure: failure.reason };
  const { reason, serviceMessage } = failure;
  return { failure: `${reason} (${reasonForOperator(serviceMessage, sentPromptsOf(request))})` };
}
