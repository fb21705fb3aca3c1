import { ConfigError } from '../config.ts';
import { lineOf } from '../findings/finding.ts';
import { StoreError } from '../store/store.ts';
import { wakeThreads } from '../time/wake-threads.ts';

/** What the operator's tools for the store share. */

/** The exit code of a tool that did nothing, and said why. */
export const NOT_DONE = 2;

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs a tool with its arguments, and ends this process with the exit code that it returns. */
export async function runTool(main: (args: string[]) => Promise<number>): Promise<void> {
  wakeThreads();
  process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
    if (error instanceof ConfigError) for (const one of error.findings) print(lineOf(one));
    else if (error instanceof StoreError) print(`Not done: ${error.message}`);
    else throw error;
    return NOT_DONE;
  });
  // A call to a store without an answer must not keep the tool alive.
  process.exit();
}
