import { type Finding, HIDDEN } from '../findings/finding.ts';
import type { CheckResult } from './examine.ts';

/** The end of a doctor's run. */
export const EXIT_CODES = { clean: 0, fault: 1, warnings: 2, misused: 3 } as const;

const TIERS = ['fault', 'warning', 'hint'] as const;
const NAME_WIDTH = 20;
const STATE_WIDTH = 9;
/** More names say less than their number. */
const NAMES_MAX = 8;
const INDENT = ' '.repeat(NAME_WIDTH + STATE_WIDTH);

/** What to print of a finding. `text` has ids and paths, which don't belong where the output is pasted. */
const textOf = (found: Finding, isFull: boolean): string => (isFull ? found.text : found.safeText);

/** One check in words, for a terminal. `notCheckedLines` has those that weren't made, so that the first fault stays in view. */
export function linesOf({ name, findings, detail, notCheckedBecause }: CheckResult, isFull: boolean): string[] {
  const start = name.padEnd(NAME_WIDTH - 1);
  if (notCheckedBecause !== undefined) return [];
  if (findings.length === 0) return [`${start} ${'ok'.padEnd(STATE_WIDTH)}${detail ?? ''}`.trimEnd()];
  return findings.flatMap((found, index) => {
    const tier = found.tier === 'fault' ? 'FAULT' : found.tier;
    return [
      `${index === 0 ? start : ' '.repeat(NAME_WIDTH - 1)} ${tier.padEnd(STATE_WIDTH)}${textOf(found, isFull)}`,
      ...(index === 0 && detail !== undefined ? [`${INDENT}   ${detail}`] : []),
      `${INDENT}-> ${found.remedy}`,
      ...found.commands.map((command) => `${INDENT}-> ${command}`),
      `${INDENT}   ${found.page}`,
    ];
  });
}

/** Says which checks weren't made, and which failed check is the cause. */
export function notCheckedLines(results: readonly CheckResult[]): string[] {
  const left = results.filter(({ notCheckedBecause }) => notCheckedBecause !== undefined);
  return Array.from(
    Map.groupBy(left, ({ notCheckedBecause }) => notCheckedBecause),
    ([cause, checks]) => {
      const names = checks.map(({ name }) => name);
      const shown = names.length <= NAMES_MAX ? names.join(', ') : `${names.length} checks`;
      return `Not checked because ${cause} failed: ${shown}`;
    },
  );
}

/** What to add where something was left out. */
export const leftOutLines = (results: readonly CheckResult[], isFull: boolean): string[] =>
  !isFull && results.some(({ findings }) => findings.some(({ safeText }) => safeText.includes(HIDDEN)))
    ? ['`--full` shows what … stands for.']
    : [];

/** One check as data. */
export const jsonOf = ({ name, findings, detail, notCheckedBecause }: CheckResult, isFull: boolean): object => ({
  name,
  state: notCheckedBecause === undefined ? (worstOf(findings) ?? 'ok') : 'not checked',
  ...(detail === undefined ? {} : { detail }),
  ...(notCheckedBecause === undefined ? {} : { because: notCheckedBecause }),
  findings: findings.map(({ safeText, text, ...found }) => ({ ...found, text: isFull ? text : safeText })),
});

const worstOf = (findings: readonly Finding[]): Finding['tier'] | undefined =>
  TIERS.find((tier) => findings.some((one) => one.tier === tier));

/** The last line, and how the process ends. Hints alone are clean. */
export function endOf(results: readonly CheckResult[]): { line: string; exitCode: number } {
  const findings = results.flatMap((one) => one.findings);
  const counts = TIERS.map((tier) => [tier, findings.filter((one) => one.tier === tier).length] as const);
  const named = counts.flatMap(([tier, count]) => (count === 0 ? [] : [`${count} ${tier}${count === 1 ? '' : 's'}`]));
  const worst = worstOf(findings);
  const isReady = worst === undefined || worst === 'hint';
  const { clean, fault, warnings } = EXIT_CODES;
  return {
    line: [isReady ? 'Easel is ready to run.' : [], named.length > 0 ? `${named.join(', ')}.` : []].flat().join(' '),
    exitCode: worst === 'fault' ? fault : worst === 'warning' ? warnings : clean,
  };
}
