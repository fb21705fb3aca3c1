import { type Finding, finding } from '../findings/finding.ts';
import { reasonOf } from '../log.ts';
import { withinLimit } from '../time/time-limit.ts';
import type { Check, Examination } from './check.ts';

export type CheckResult = {
  name: string;
  findings: readonly Finding[];
  detail?: string | undefined;
  /** The check that failed before, so that this one wasn't made. */
  notCheckedBecause?: string;
};

const LIMIT_MS = 30_000;
const SLOW_LIMIT_MS = 30 * 60_000;

/** Makes the checks in order, slow ones last. A check is left out if one that it needs found a fault. */
export async function* examine(
  checks: readonly Check[],
  examination: Omit<Examination, 'closing' | 'facts'>,
): AsyncGenerator<CheckResult> {
  const whole: Examination = { ...examination, facts: {}, closing: [] };
  /** For each check that failed or wasn't made, the check whose failure is the cause. */
  const failed = new Map<string, string>();
  try {
    for (const check of [...checks.filter((one) => !one.isSlow), ...checks.filter((one) => one.isSlow)]) {
      const cause = (check.needs ?? []).map((name) => failed.get(name)).find((name) => name !== undefined);
      if (cause !== undefined) {
        failed.set(check.name, cause);
        yield { name: check.name, findings: [], notCheckedBecause: cause };
      } else if (check.applies?.(whole) ?? true) {
        const result = await resultOf(check, whole);
        if (result.findings.some(({ tier }) => tier === 'fault')) failed.set(check.name, check.name);
        yield result;
      }
    }
  } finally {
    for (const close of whole.closing.reverse()) await close().catch(() => undefined);
  }
}

async function resultOf({ name, isSlow, run }: Check, examination: Examination): Promise<CheckResult> {
  const limitMs = isSlow ? SLOW_LIMIT_MS : LIMIT_MS;
  try {
    const { detail, findings = [] } = await withinLimit(limitMs, examination.signal, (signal) =>
      run({ ...examination, signal }),
    );
    return { name, detail, findings };
  } catch (error) {
    examination.signal.throwIfAborted();
    return { name, findings: [finding('doctor.failed', { cause: reasonOf(error) })] };
  }
}

/** The named checks and all that they need, in the order of `checks`. */
export function withNeeded(checks: readonly Check[], names: readonly string[]): Check[] {
  const wanted = new Set(names);
  for (const { name, needs = [] } of checks.toReversed()) {
    if (wanted.has(name)) for (const needed of needs) wanted.add(needed);
  }
  return checks.filter(({ name }) => wanted.has(name));
}
