import { z } from 'zod';
import { confineThisProcess, UNFITTABLE_EXIT_CODE } from '../confined/confined-child.ts';
import { clipFactsSchema, type clipInspectionSchema } from './clip-facts.ts';
import { planClip } from './clip-plan.ts';
import { inspectClip, remuxClip, SoundAloneError } from './inspect-clip.ts';

/**
 * The process that inspects one clip, and remuxes it if nothing else is needed: `node clip-child.ts FROM TO CONTAINER
 * SIZE_BYTES LIMIT_BYTES MEMORY_BYTES`. Prints its findings (`clipInspectionSchema`).
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

function print(inspection: z.input<typeof clipInspectionSchema>): void {
  process.stdout.write(JSON.stringify(inspection), () => process.exit(0));
}

try {
  const facts = clipFactsSchema.parse(await inspectClip(from, container));
  const isRemuxed = planClip(facts, sizeBytes, limitBytes).how === 'remux' && (await remuxClip(from, to, container));
  print({ facts, isRemuxed });
} catch (error) {
  if (error instanceof SoundAloneError) print('sound alone');
  // mediabunny has no classes of errors. A file system's error has a code, and isn't the clip's fault.
  else if (error instanceof Error && 'code' in error && !(error instanceof z.ZodError)) throw error;
  else process.exit(UNFITTABLE_EXIT_CODE);
}
