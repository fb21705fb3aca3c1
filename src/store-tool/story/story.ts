import { TASKS_MAX, taskKeyOf } from '../../jobs/job/job.ts';
import { interactionIdOf } from '../../jobs/job/job-id.ts';
import { isSecretField, scrub } from '../../log.ts';
import type { Store } from '../../store/store.ts';
import { findByContents, findById, idsOfJob, parseQuery } from './find-job.ts';
import { factsOf, type JobRecords, readJobRecords } from './job-records.ts';
import { idsIn, jobIn, LINES_MAX, linesNaming } from './log-lines.ts';

/** What the store and logs know of a job, or of an interaction that started none. */
export interface Story {
  /** Entries, decisions and lines of the log in order of time, then the records as they are now. */
  lines: readonly string[];
  /** Empty if no record has it. */
  prompt: string;
}

interface StoryEvent {
  atMs: number;
  /** The collection that it is from, or the log's level. */
  source: string;
  what: string;
  facts: object;
}

/** @returns undefined if nothing has this id or link */
export async function readStory(store: Store, query: string, logPaths: readonly string[]): Promise<Story | undefined> {
  const { id, guildId } = parseQuery(query);
  const named = await linesNaming(logPaths, new Set([id]));
  // An error's id is in one line, which names the interaction or the job.
  const namedIds = new Set(named.flatMap(idsIn));
  // Only the id that was given is worth a search through what every server made.
  let at = (await findById(store, id)) ?? (await findByContents(store, id, guildId)) ?? jobIn(named);
  for (const one of namedIds) at ??= await findById(store, one);
  const records = at && (await readJobRecords(store, at));
  const logLines = await linesNaming(logPaths, new Set([id, ...namedIds, ...(records ? idsOf(records) : [])]));
  if (!records && logLines.length === 0) return undefined;
  const fromLog = logLines.map(({ time, level, msg, ...facts }): StoryEvent => {
    return { atMs: time, source: level < 40 ? 'log' : level < 50 ? 'log warn' : 'log error', what: msg, facts };
  });
  const events = [...(records ? eventsOf(records) : []), ...fromLog].sort((one, other) => one.atMs - other.atMs);
  const said = [at?.jobId, at?.guildId];
  return {
    lines: [
      ...events.map(({ atMs, source, what, facts }) => {
        const others = Object.entries(facts).filter(([, value]) => !said.includes(value));
        return lineOf(`${dateOf(atMs)}  ${source.padEnd(9)}  ${scrub(what)}`, Object.fromEntries(others));
      }),
      ...(logLines.length === LINES_MAX ? [`The log has more lines about it; these are the first ${LINES_MAX}.`] : []),
      ...(records ? nowOf(records) : ['No job has this id: what the log says is all there is.']),
    ],
    prompt: inOneLine((records?.job ?? records?.request)?.request.prompt ?? ''),
  };
}

/** Sorting by time keeps the order of what happened in the same millisecond. */
function eventsOf({ decisions, entries }: JobRecords): StoryEvent[] {
  return [
    ...decisions.map(({ atMs, action, why, ...facts }) => {
      // Reporters write to moderators alone.
      return { atMs, source: 'audit', what: action, facts: { ...facts, ...(action !== 'reported' && { why }) } };
    }),
    ...entries.map(({ atMs, kind, ...facts }) => ({ atMs, source: 'ledger', what: kind, facts })),
  ];
}

function nowOf(records: JobRecords): string[] {
  const { guildId, jobId, job, request, unreadable } = records;
  const isUnknown = !job && !request && !unreadable.has('works');
  return [
    lineOf('Now:', { job: jobId, server: guildId, interaction: interactionIdOf(jobId) }),
    ...[...factsOf(records)].map(([name, facts]) => lineOf(`  ${name}`, facts)),
    ...[...unreadable].map((name) => `  ${name} unknown: a record can't be read, and blocks what depends on it`),
    ...(isUnknown ? ['  works no record any more'] : []),
  ];
}

/** What lines of the log call a job. */
function idsOf({ jobId, job, request }: JobRecords): string[] {
  const taskKeys = Array.from({ length: TASKS_MAX }, (_, index) => taskKeyOf(jobId, index));
  const others = [...(job ? idsOfJob(job) : []), request?.location.messageId, request?.result?.messageId];
  return [jobId, interactionIdOf(jobId), ...taskKeys, ...others]
    .filter((id) => id !== undefined)
    .filter((id) => id !== '');
}

/** People's words can't look like another line, nor command the terminal. */
const inOneLine = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ');

const lineOf = (words: string, facts: object): string => inOneLine(`${words} ${JSON.stringify(facts, withoutSecrets)}`);

/** The listed word that a prompt has, and a program's lines. */
const LEFT_OUT = ['entry', 'stack'];
const TEXT_MAX_CHARACTERS = 200;
const TIME_FIELD = /(?:at|since|until)Ms$/iu;

/** For `JSON.stringify`. Shows times as dates. */
function withoutSecrets(field: string, value: unknown): unknown {
  if (isSecretField(field) || LEFT_OUT.includes(field)) return undefined;
  if (typeof value === 'number' && TIME_FIELD.test(field)) return dateOf(value);
  return typeof value === 'string' ? scrub(value).slice(0, TEXT_MAX_CHARACTERS) : value;
}

function dateOf(atMs: number): string {
  const date = new Date(atMs);
  return Number.isNaN(date.getTime()) ? String(atMs) : date.toISOString();
}
