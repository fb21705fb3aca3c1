import { creditsOf, type Entry } from './ledger.ts';

/** A statement is a table: a heading, then one row for each entry, oldest first. */

const COLUMNS = [
  'entry',
  'time',
  'period',
  'what',
  'member',
  'model',
  'job',
  'task',
  'credits',
  'balance',
  'by',
  'why',
] as const;

export function toStatement(entries: readonly Entry[]): (string | number)[][] {
  return [[...COLUMNS], ...entries.map(toRow)];
}

function toRow(entry: Entry): (string | number)[] {
  const task = 'taskKey' in entry ? entry : undefined;
  return [
    entry.number,
    new Date(entry.atMs).toISOString(),
    entry.periodKey,
    entry.kind === 'managed' ? entry.what : entry.kind,
    task?.memberId ?? '',
    task?.modelId ?? '',
    task?.jobId ?? '',
    task?.taskKey ?? '',
    creditsOf(entry),
    entry.leftCredits - entry.overspentCredits,
    ('byId' in entry ? entry.byId : undefined) ?? '',
    'why' in entry ? entry.why : '',
  ];
}
