import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ConfigError, readVariable } from '../config.ts';
import { loadEnvironment } from '../environment.ts';
import { lineOf } from '../findings/finding.ts';
import { StoreError } from '../store/store.ts';
import { wakeThreads } from '../time/wake-threads.ts';

/** What the operator's tools for the store share. */

/** The exit code of a tool that did nothing, and said why. */
export const NOT_DONE = 2;

export const storeUrl = (): string => readVariable('STORE_URL', loadEnvironment({ own: process.env }));

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The words and options of a command; undefined if an option is unknown or lacks its value. */
export function readWords<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) return undefined;
    throw error;
  }
}

/**
 * Runs a tool with its arguments, and ends this process with the exit code that it returns.
 * @param main returns undefined if the words aren't a command, so that the usage is printed
 */
export async function runTool(usage: string, main: (args: string[]) => Promise<number | undefined>): Promise<void> {
  wakeThreads();
  const run = async (): Promise<number> => {
    const code = await main(process.argv.slice(2));
    if (code === undefined) print(usage);
    return code ?? NOT_DONE;
  };
  process.exitCode = await run().catch((error: unknown) => {
    if (error instanceof ConfigError) for (const one of error.findings) print(lineOf(one));
    else if (error instanceof StoreError) print(`Not done: ${error.message}`);
    else throw error;
    return NOT_DONE;
  });
  // A call to a store without an answer must not keep the tool alive.
  process.exit();
}
