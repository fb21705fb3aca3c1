import { confineThisProcess, UNFITTABLE_EXIT_CODE } from '../confined/confined-child.ts';
import { inspectClip, isContainer } from './inspect-clip.ts';
import { joinLikeClips } from './join-like.ts';
import { planJoin } from './join-plan.ts';

/**
 * The process that inspects two clips, and joins them if they are alike: `node join-child.ts FROM CONTAINER FROM CONTAINER TO
 * MEMORY_BYTES`. Prints its findings, which the bot checks.
 */

const [first = '', firstContainer = '', second = '', secondContainer = '', to = '', memoryBytes] =
  process.argv.slice(2);
confineThisProcess(Number(memoryBytes));
if (!isContainer(firstContainer) || !isContainer(secondContainer))
  throw new Error('a container is none of the known ones');

try {
  const clips = [
    { path: first, container: firstContainer },
    { path: second, container: secondContainer },
  ] as const;
  const facts = [await inspectClip(first, firstContainer), await inspectClip(second, secondContainer)] as const;
  const isJoined = typeof planJoin(facts) !== 'string' && (await joinLikeClips(clips, to));
  process.stdout.write(JSON.stringify({ facts, isJoined }), () => process.exit(0));
} catch (error) {
  // mediabunny has no classes of errors. A file system's error has a code, and isn't the clips' fault.
  if (error instanceof Error && 'code' in error) throw error;
  process.exit(UNFITTABLE_EXIT_CODE);
}
