import { z } from 'zod';

/**
 * Runs one operator's tool after another for `test/support/tools.ts`, each anew but for the modules that it imports: to load those is
 * nearly all that a tool's process does.
 */

const orderSchema = z.object({
  tool: z.string(),
  args: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
});

/** Thrown where a tool ends its process, so that it does nothing more. */
const ENDED = new Error('the tool has ended');

let said = '';
process.stdout.write = (chunk: string | Uint8Array): boolean => {
  said += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
  return true;
};

const own = { ...process.env };
let count = 0;
process.on('message', (message) => {
  const { tool, args, environment } = orderSchema.parse(message);
  said = '';
  process.env = { ...own, ...environment };
  process.argv = [process.execPath, tool, ...args];
  process.exit = () => {
    process.send?.({ code: process.exitCode ?? 0, said });
    process.exitCode = undefined;
    throw ENDED;
  };
  count++;
  import(`../../../src/${tool}.ts?${count}`).catch((error: unknown) => {
    if (error !== ENDED) throw error;
  });
});
