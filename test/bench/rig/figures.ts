import { readFileSync } from 'node:fs';

/** The outcome of one measurement: one line of the table. */
export interface Figure {
  what: string;
  value: number;
  unit: Unit;
  /** The same work in the same run, by the simplest possible program. */
  floor?: { name: string; value: number };
  /** For the ratio to the floor, or for the value itself. A figure without a goal only informs. */
  goal?: { of: 'ratio' | 'value'; most: number } | { of: 'ratio' | 'value'; least: number };
  note?: string;
}

const UNITS = {
  ms: (value: number) => (Number.isFinite(value) ? `${value.toFixed(value < 100 ? 1 : 0)} ms` : 'no answer'),
  'a second': (value: number) => `${Math.round(value).toLocaleString('en')} a second`,
  bytes: (value: number) => (value < 10_000 ? `${Math.round(value)} B` : `${(value / 1024 / 1024).toFixed(1)} MiB`),
  times: (value: number) => value.toFixed(2),
  '%': (value: number) => `${value.toFixed(1)} %`,
  '': (value: number) => value.toFixed(1),
} as const satisfies Record<string, (value: number) => string>;
export type Unit = keyof typeof UNITS;

/** Undefined without a goal. */
function isReached({ value, floor, goal }: Figure): boolean | undefined {
  if (!goal) return undefined;
  const measured = goal.of === 'ratio' ? value / (floor?.value ?? Number.NaN) : value;
  return 'most' in goal ? measured <= goal.most : measured >= goal.least;
}

function goalText({ goal, unit }: Figure): string {
  if (!goal) return '';
  const bound = 'most' in goal ? goal.most : goal.least;
  return `${'most' in goal ? '<=' : '>='} ${goal.of === 'ratio' ? `${bound} times` : UNITS[unit](bound)}`;
}

const HEADINGS = ['', 'measured', 'floor', 'ratio', 'goal', ''];

/** A table of all figures. Marks those that missed their goal. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, value, unit, floor, note } = figure;
    const reached = isReached(figure);
    return [
      what,
      UNITS[unit](value) + (note === undefined ? '' : ` (${note})`),
      floor ? `${UNITS[unit](floor.value)}, ${floor.name}` : '',
      floor ? (value / floor.value).toFixed(2) : '',
      goalText(figure),
      reached === undefined ? '' : reached ? 'reached' : 'MISSED',
    ];
  });
  const all = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that this share of all values doesn't exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Another process's memory by Linux' own accounting: now, and its peak. */
export function residentBytes(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}
