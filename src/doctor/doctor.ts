import { parseArgs } from 'node:util';
import { systemClock } from '../time/clock.ts';
import { wakeThreads } from '../time/wake-threads.ts';
import { VERSION } from '../version.ts';
import { CHECKS } from './checks.ts';
import { type CheckResult, examine, withNeeded } from './examine.ts';
import { EXIT_CODES, endOf, jsonOf, leftOutLines, linesOf, notCheckedLines } from './report.ts';

/** `npm run doctor` checks the set-up, also next to a running Easel. It changes nothing. */

const USAGE = `npm run doctor                checks everything
npm run doctor -- NAME ...    makes these checks, and those that they need
    --list                    lists the checks
    --json                    prints data
    --full                    prints ids and paths too, so don't paste it`;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readArguments() {
  const isSet = { type: 'boolean', default: false } as const;
  try {
    const options = { list: isSet, json: isSet, full: isSet };
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const isKnown = positionals.every((name) => CHECKS.some((check) => check.name === name));
    return isKnown ? { ...values, names: positionals } : undefined;
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const given = readArguments();
  if (!given) {
    print(USAGE);
    return EXIT_CODES.misused;
  }
  const { json, full, list, names } = given;
  if (list) {
    for (const { name } of CHECKS) print(name);
    return EXIT_CODES.clean;
  }
  const checks = names.length > 0 ? withNeeded(CHECKS, names) : CHECKS;
  const results: CheckResult[] = [];
  if (!json) print(`Easel ${VERSION}`);
  const { signal } = new AbortController();
  for await (const result of examine(checks, { source: { own: process.env }, clock: systemClock, signal })) {
    results.push(result);
    if (!json) for (const line of linesOf(result, full)) print(line);
  }
  const { line, exitCode } = endOf(results);
  if (json) print(JSON.stringify({ version: VERSION, checks: results.map((one) => jsonOf(one, full)) }, undefined, 2));
  else for (const one of [...notCheckedLines(results), ...leftOutLines(results, full), line]) print(one);
  return exitCode;
}

wakeThreads();
process.exitCode = await main();
// Waits for Discord's rate limit must not keep the command alive.
process.exit();
