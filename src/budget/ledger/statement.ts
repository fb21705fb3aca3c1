import type { Entry } from './ledger.ts';

/** A statement is a table that any spreadsheet opens: RFC 4180, one line for each entry, oldest first. */

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

export function statementOf(entries: readonly Entry[]): string {
  return [COLUMNS, ...entries.map(rowOf)]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
    .concat('\r\n');
}

function rowOf(entry: Entry): (string | number)[] {
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

/** By how much an entry changed what may still be spent. */
export function creditsOf(entry: Entry): number {
  switch (entry.kind) {
    case 'period':
      return entry.allowanceCredits + entry.carriedCredits;
    case 'allowance':
      return entry.toCredits - entry.fromCredits;
    case 'granted':
    case 'released':
      return entry.credits;
    case 'taken back':
    case 'held':
      return -entry.credits;
    case 'corrected':
      return entry.fromCredits - entry.toCredits;
    case 'settled':
      return entry.heldCredits - entry.chargedCredits;
    case 'unconfirmed':
    case 'managed':
      return 0;
  }
}

/** Quoted where it has to be; what a spreadsheet would take for a formula is made text. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value;
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
