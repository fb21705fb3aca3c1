import { confineThisProcess, UNFITTABLE_EXIT_CODE } from '../confined/confined-child.ts';
import type { ClipInspection } from './clip-facts.ts';
import { planClip } from './clip-plan.ts';
import { inspectClip, isContainer, remuxClip, SoundAloneError } from './inspect-clip.ts';

/**
 * The process that inspects one clip, and remuxes it if nothing else is needed: `node clip-child.ts FROM TO CONTAINER
 * SIZE_BYTES LIMIT_BYTES MEMORY_BYTES`. Prints its findings, which the bot checks.
 */

const [from = '', to = '', container = '', ...numbers] = process.argv.slice(2);
const [sizeBytes = 0, limitBytes = 0, memoryBytes = 0] = numbers.map(Number);
confineThisProcess(memoryBytes);
if (!isContainer(container)) throw new Error('the container is none of the known ones');

function print(inspection: ClipInspection): void {
  process.stdout.write(JSON.stringify(inspection), () => process.exit(0));
}

try {
  const facts = await inspectClip(from, container);
  const isRemuxed = planClip(facts, sizeBytes, limitBytes).how === 'remux' && (await remuxClip(from, to, container));
  print({ facts, isRemuxed });
} catch (error) {
  if (error instanceof SoundAloneError) print('sound alone');
  // mediabunny has no classes of errors. A file system's error has a code, and isn't the clip's fault.
  else if (error instanceof Error && 'code' in error) throw error;
  else process.exit(UNFITTABLE_EXIT_CODE);
}
