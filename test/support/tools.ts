import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { z } from 'zod';

const saidSchema = z.object({ code: z.number(), said: z.string() });

export type Said = z.infer<typeof saidSchema>;

/**
 * Runs an operator's tool in another process: what it opens and closes must not touch this process's locks. Call it
 * once in a file.
 */
export function toolRunner(
  tool: 'store-tool/store-tool' | 'store-tool/credits-tool' | 'doctor/doctor',
): (environment: Readonly<Record<string, string>>, ...args: string[]) => Promise<Said> {
  const all: ChildProcess[] = [];
  const idle: ChildProcess[] = [];
  afterAll(() => {
    for (const host of all) host.kill();
  });
  const start = (): ChildProcess => {
    // Where no one has a `.env`.
    const host = fork(join(import.meta.dirname, '..', 'store', 'children', 'tool-host.ts'), { cwd: tmpdir() });
    all.push(host);
    return host;
  };
  return async (environment, ...args) => {
    const host = idle.pop() ?? start();
    const answered = once(host, 'message');
    const ended = once(host, 'exit').then(([code]) =>
      Promise.reject(new Error(`the tool's process ended with ${code}`)),
    );
    host.send({ tool, args, environment });
    const [answer] = await Promise.race([answered, ended]);
    idle.push(host);
    return saidSchema.parse(answer);
  };
}
