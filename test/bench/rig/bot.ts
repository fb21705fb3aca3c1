import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { MeterOrder, Reading } from './reading.ts';

/** A bot in its own process, with a meter in it. */
export interface Bot {
  readonly pid: number;
  /** @param measure `heap` collects garbage first. */
  read(measure?: MeterOrder['measure']): Promise<Reading>;
  /** Sends SIGKILL. Resolves when the process is gone. */
  kill(): Promise<void>;
}

const SOURCES = join(import.meta.dirname, '..', '..', '..', 'src');
const PROGRAMS = join(import.meta.dirname, '..', 'programs');
export const EASEL = join(SOURCES, 'main.ts');
export const MINIMAL_BOT = join(PROGRAMS, 'minimal-bot.ts');
const PRELOADED = [join(SOURCES, 'sandbox', 'stop-with-parent.ts'), join(PROGRAMS, 'meter.ts')];
/** What either bot logs when it is ready. */
const READY = /"msg":"(Easel|the minimal bot) is ready"/;
const LAST_LINES = 20;

/**
 * Resolves at once. `ready` resolves when the bot accepts commands. @throws if it ends before that.
 * @param onLine is called with each line of its log
 */
export function startBot(
  program: string,
  environment: Readonly<Record<string, string>>,
  onLine: (line: string) => void = () => undefined,
): Bot & { ready: Promise<void> } {
  const imports = PRELOADED.flatMap((path) => ['--import', pathToFileURL(path).href]);
  const child = spawn(process.execPath, ['--expose-gc', ...imports, program], {
    // Same as `npm start`.
    env: { PATH: process.env['PATH'], UV_THREADPOOL_SIZE: '16', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const lastLines: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    if (!input) continue;
    createInterface({ input }).on('line', (line) => {
      if (READY.test(line)) resolve();
      onLine(line);
      lastLines.push(line);
      if (lastLines.length > LAST_LINES) lastLines.shift();
    });
  }
  const exited = once(child, 'exit');
  const failed = exited.then(() => {
    throw new Error(`the bot ended:\n${lastLines.join('\n')}`);
  });
  failed.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    ready: Promise.race([ready, failed]),
    read: async (measure = 'now') => {
      const answered = once(child, 'message');
      child.send({ measure } satisfies MeterOrder);
      const [{ reading }] = (await Promise.race([answered, failed])) as [{ reading: Reading }];
      return reading;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
