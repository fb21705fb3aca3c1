import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface Child {
  process: ChildProcess;
  /** Resolves with the next line of its output, or undefined once it has ended. */
  line(): Promise<string | undefined>;
  ended: Promise<void>;
}

/** Runs a script of `children/` with this Node, after `prefix` if given. It ends with the test at the latest. */
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
