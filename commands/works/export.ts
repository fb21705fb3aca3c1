import type { Responder } from '../../src/discord/interactions/responder.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import type { Job } from '../../src/jobs/job/job.ts';
import { isParent, usedSourcesOf } from '../../src/jobs/job/sources.ts';
import { kindOfRequest } from '../../src/jobs/job/variants.ts';
import type { PageStart } from '../../src/works/search.ts';
import type { Context, Needs } from '../support/context.ts';
import { completeWithFile } from '../support/text-file.ts';
import { accessOf } from '../support/work-access.ts';
import { findWorks, type Viewer } from '../wall/list.ts';
import { fetchInBounds } from './fetch.ts';
import { costCredits, outcomeWords } from './view.ts';

const WORKS_AT_ONCE = 200;
/** Far below any server's upload limit: some ten thousand works. */
const EXPORT_MAX_CHARACTERS = 8_000_000;

/** Sends all works of a list as a file, as many as fit. */
export async function exportWorks(viewer: Viewer, respond: Responder, context: Context): Promise<void> {
  const { clock, texts } = context;
  await fetchInBounds(viewer.userId, context, async () => {
    await respond.deferPrivately();
    const { lines, isCut } = await exportLines(viewer, context);
    const words = texts.works.exported(lines.length);
    await completeWithFile(respond, isCut ? `${words}\n${texts.works.exportCut}` : words, {
      name: `easel-works-${new Date(clock.now()).toISOString().slice(0, 10)}.json`,
      mimeType: 'application/json',
      text: `[\n${lines.join(',\n')}\n]\n`,
    });
  });
}

async function exportLines(viewer: Viewer, context: Context): Promise<{ lines: string[]; isCut: boolean }> {
  const lines: string[] = [];
  let characters = 0;
  let start: PageStart | undefined = { at: 'newest' };
  while (start) {
    const page: Awaited<ReturnType<typeof findWorks>> = await findWorks(viewer, start, WORKS_AT_ONCE, context);
    for (const work of page.works) {
      const line = JSON.stringify(await exportRecord(work, viewer, context));
      // Counts bytes, because accents and emoji take several.
      characters += Buffer.byteLength(line) + 2;
      if (characters > EXPORT_MAX_CHARACTERS) return { lines, isCut: true };
      lines.push(line);
    }
    start = page.olderThan === undefined ? undefined : { at: 'older', jobId: page.olderThan };
  }
  return { lines, isCut: false };
}

/** One work in the file. People's programs read these field names, so they must not change. */
async function exportRecord(
  work: Job,
  viewer: Viewer,
  context: Needs<'moderation' | 'rules' | 'texts'>,
): Promise<object> {
  const { createdAtMs, memberId, location, request } = work;
  const { guildId, channelId, messageId } = location;
  const { denials, status } = await accessOf(viewer, work, ['read'], context);
  const parent = request.sources.find(isParent);
  return {
    asked_for_at: new Date(createdAtMs).toISOString(),
    member: memberId,
    kind: kindOfRequest(request),
    model: request.modelId,
    ...(request.andModelId === undefined ? {} : { compare_with: request.andModelId }),
    ...(request.aspectRatio === undefined ? {} : { aspect_ratio: request.aspectRatio }),
    ...(request.styleName === undefined ? {} : { style: request.styleName }),
    prompt: denials.read ? null : request.prompt,
    sources: usedSourcesOf(request).length,
    outcome: outcomeWords(work, context.texts),
    credits: costCredits(work),
    ...(messageId === undefined || status !== 'open' ? {} : { message: messageUrl(guildId, channelId, messageId) }),
    ...(parent && { made_from: { job: parent.id, member: parent.ownerId } }),
    job: work.id,
  };
}
