import { openBooks } from '../../budget/books/books.ts';
import type { Entry } from '../../budget/ledger/ledger.ts';
import type { Job } from '../../jobs/job/job.ts';
import { askedAtMs } from '../../jobs/job/job-id.ts';
import { openWorks } from '../../jobs/records/works.ts';
import { type AuditEntry, auditRecords } from '../../moderation/records/audit-log.ts';
import { type ReportRecord, reportRecords } from '../../moderation/reports/report-record.ts';
import { reportKey } from '../../moderation/reports/reports.ts';
import { type GatedRequest, requestRecords } from '../../moderation/requests/request.ts';
import { everyPage } from '../../store/pages.ts';
import { RecordError, type Store } from '../../store/store.ts';
import { CLOCKS_MS, type JobAt } from './find-job.ts';

export type HoldEntry = Extract<Entry, { taskKey: string }>;

/** Everything that the store has about a job. */
export interface JobRecords extends JobAt {
  /** Once it was started. */
  job: Job | undefined;
  /** While people decide about it. */
  request: GatedRequest | undefined;
  report: ReportRecord | undefined;
  entries: readonly HoldEntry[];
  decisions: readonly AuditEntry[];
  /** Collections whose record of it can't be read. */
  unreadable: readonly string[];
}

export async function readJobRecords(store: Store, at: JobAt): Promise<JobRecords> {
  const { guildId, jobId } = at;
  const unreadable: string[] = [];
  const read = async <Value>(name: string, reading: Promise<Value | undefined>): Promise<Value | undefined> => {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      unreadable.push(name);
      return undefined;
    }
  };
  const job = await read('works', openWorks(store).get(guildId, jobId));
  const audit = await read('audit', auditRecords(store).get(guildId));
  return {
    ...at,
    job,
    request: await read('requests', requestRecords(store).get(jobId)),
    report: await read('reports', reportRecords(store).get(reportKey(guildId, jobId))),
    entries: await entriesOf(store, at, (askedAtMs(jobId) ?? job?.createdAtMs ?? 0) - CLOCKS_MS),
    decisions: audit?.entries.filter((one) => one.jobId === jobId) ?? [],
    unreadable,
  };
}

/** The entries of a job's tasks, oldest first. */
async function entriesOf(store: Store, { guildId, jobId }: JobAt, sinceMs: number): Promise<HoldEntry[]> {
  const found: HoldEntry[] = [];
  for await (const { records } of everyPage(openBooks(store).ledger, { prefix: `${guildId}:`, backwards: true })) {
    const entries = records.map(([, entry]) => entry);
    found.push(...entries.filter((entry) => 'taskKey' in entry).filter((entry) => entry.jobId === jobId));
    if (entries.some(({ atMs }) => atMs < sinceMs)) break;
  }
  return found.reverse();
}
