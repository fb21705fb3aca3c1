import { z } from 'zod';
import { confineThisProcess, UNFITTABLE_EXIT_CODE } from '../confined/confined-child.ts';
import { clipFactsSchema } from './clip-facts.ts';
import { planClip } from './clip-plan.ts';
import { lookIntoClip, rewrapClip } from './look-into-clip.ts';

/**
 * The process that looks into one clip, and writes its container anew where that is all it needs:
 * `node clip-child.ts FROM TO CONTAINER SIZE_BYTES LIMIT_BYTES MEMORY_BYTES`. Prints what it found (`clipLookSchema`).
 */

const numberSchema = z.coerce.number();
const argumentsSchema = z.tuple([
  z.string(),
  z.string(),
  clipFactsSchema.shape.container,
  numberSchema,
  numberSchema,
  numberSchema,
]);
const [from, to, container, sizeBytes, limitBytes, memoryBytes] = argumentsSchema.parse(process.argv.slice(2));
confineThisProcess(memoryBytes);

try {
  const facts = clipFactsSchema.parse(await lookIntoClip(from, container));
  const isRewrapped =
    planClip(facts, sizeBytes, limitBytes).how === 'rewrap' && (await rewrapClip(from, to, container));
  process.stdout.write(JSON.stringify({ facts, isRewrapped }), () => process.exit(0));
} catch (error) {
  // mediabunny names no kinds of error. A file system's has a code, and is no fault of the clip.
  if (error instanceof Error && 'code' in error && !(error instanceof z.ZodError)) throw error;
  process.exit(UNFITTABLE_EXIT_CODE);
}
