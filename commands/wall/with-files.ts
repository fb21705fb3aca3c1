import { isClipFile, isPictureFile, refOf } from '../../src/jobs/job/job.ts';
import type { Needs } from '../support/context.ts';
import type { SeenWork, WallWork } from './view.ts';

/** Works with what a wall shows of them: where their first picture or clip is now, and their stars. */
export async function withFiles(seen: readonly SeenWork[], { works }: Needs<'works'>): Promise<WallWork[]> {
  const visible = seen.flatMap(({ denials, status, work }) => (status === 'open' && !denials.files ? [work] : []));
  await works.attachedFiles.readTogether(visible);
  const loaded = seen.map(async (one): Promise<WallWork> => {
    const { work } = one;
    const files = visible.includes(work) ? await works.attachedFiles.filesOf(work) : [];
    const stars = await works.stars.countOf(refOf(work));
    return { ...one, address: files.find((file) => isPictureFile(file) || isClipFile(file))?.address, stars };
  });
  return Promise.all(loaded);
}
