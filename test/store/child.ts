import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface Child {
  process: ChildProcess;
  /** The next line that it writes; undefined once it has ended and said all. */
  line(): Promise<string | undefined>;
  ended: Promise<void>;
}

/** Runs a script of `children/` under this Node, behind `prefix` when there is one; it does not outlive the test. */
export function startChild(script: string, args: string[], prefix: string[] = []): Child {
  const [command = process.execPath, ...rest] = [
    ...prefix,
    process.execPath,
    join(import.meta.dirname, 'children', script),
    ...args,
  ];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    line: async () => {
      const next = await lines.next();
      return next.done ? undefined : next.value;
    },
    ended,
  };
}
