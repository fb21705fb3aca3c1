import { spawn } from 'node:child_process';

export interface Check {
  name: string;
  command: readonly [string, ...string[]];
}

interface Ended extends Check {
  isPassed: boolean;
  seconds: number;
}

/**
 * Runs commands at the same time. Passes on the first one's output as it comes, and the output of each other one as a
 * whole when it ends. Then prints which passed, and the time of each and of all.
 * @returns whether all passed
 */
export async function runSideBySide(
  [first, ...others]: readonly [Check, ...Check[]],
  print: (text: string) => void,
): Promise<boolean> {
  const startedMs = performance.now();
  const ended = await Promise.all([
    run(first, print),
    ...others.map(async (check) => {
      const output: string[] = [];
      const end = await run(check, (text) => output.push(text));
      if (output.length > 0) print(`\n── ${check.name}\n${output.join('')}\n`);
      return end;
    }),
  ]);
  const times = ended.map(({ name, isPassed, seconds }) => `${isPassed ? 'passed' : 'FAILED'}  ${name}, ${seconds} s`);
  print(`\n${times.join('\n')}\n${secondsSince(startedMs)} s in all\n`);
  return ended.every(({ isPassed }) => isPassed);
}

/** A command that can't start, or that a signal ends, has failed. */
function run(check: Check, print: (text: string) => void): Promise<Ended> {
  const startedMs = performance.now();
  const [program, ...values] = check.command;
  const env = { ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...process.env };
  const child = spawn(program, values, { stdio: ['ignore', 'pipe', 'pipe'], env });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => print(text));
  }
  return new Promise((resolve) => {
    const end = (isPassed: boolean): void => resolve({ ...check, isPassed, seconds: secondsSince(startedMs) });
    child.on('error', (error) => {
      print(`${error.message}\n`);
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

function secondsSince(startedMs: number): number {
  return Math.round((performance.now() - startedMs) / 1000);
}
