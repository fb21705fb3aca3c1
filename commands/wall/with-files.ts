import { isClipFile, isPictureFile } from '../../src/jobs/job/job.ts';
import type { Needs } from '../support/context.ts';
import type { SeenWork, WallWork } from './view.ts';

/** Works with what a wall shows of them: where their first picture or clip is now, and their stars. */
export async function withFiles(seen: readonly SeenWork[], { works }: Needs<'works'>): Promise<WallWork[]> {
  const visible = seen.flatMap(({ denials, entry, status }) =>
    entry !== undefined && status === 'open' && !denials.files ? [entry] : [],
  );
  await works.attachedFiles.readTogether(visible);
  const loaded = seen.map(async (work): Promise<WallWork> => {
    const { entry, job } = work;
    const files = entry && visible.includes(entry) ? await works.attachedFiles.filesOf(entry) : [];
    const { id: jobId, location, memberId } = job;
    const stars = await works.stars.countOf({ guildId: location.guildId, jobId, memberId });
    return { ...work, address: files.find((file) => isPictureFile(file) || isClipFile(file))?.address, stars };
  });
  return Promise.all(loaded);
}
