import { z } from 'zod';
import { confineThisProcess, UNFITTABLE_EXIT_CODE } from '../confined/confined-child.ts';
import { clipFactsSchema } from './clip-facts.ts';
import { inspectClip } from './inspect-clip.ts';
import { joinLikeClips } from './join-like.ts';
import { planJoin } from './join-plan.ts';

/**
 * The process that inspects two clips, and joins them if they are alike: `node join-child.ts FROM CONTAINER FROM CONTAINER TO
 * MEMORY_BYTES`. Prints its findings (`joinInspectionSchema`).
 */

const { container } = clipFactsSchema.shape;
const argumentsSchema = z.tuple([z.string(), container, z.string(), container, z.string(), z.coerce.number()]);
const [first, firstContainer, second, secondContainer, to, memoryBytes] = argumentsSchema.parse(process.argv.slice(2));
confineThisProcess(memoryBytes);

try {
  const clips = [
    { path: first, container: firstContainer },
    { path: second, container: secondContainer },
  ] as const;
  const facts = [
    clipFactsSchema.parse(await inspectClip(first, firstContainer)),
    clipFactsSchema.parse(await inspectClip(second, secondContainer)),
  ] as const;
  const isJoined = typeof planJoin(facts) !== 'string' && (await joinLikeClips(clips, to));
  process.stdout.write(JSON.stringify({ facts, isJoined }), () => process.exit(0));
} catch (error) {
  // mediabunny has no classes of errors. A file system's error has a code, and isn't the clips' fault.
  if (error instanceof Error && 'code' in error && !(error instanceof z.ZodError)) throw error;
  process.exit(UNFITTABLE_EXIT_CODE);
}
