import { parentPort } from 'node:worker_threads';
import type { Result, ResultRequest } from '../task-api/results.ts';
import { CLIP_LONG_SIDE_PX, filmClip } from './film-clip.ts';
import { PICTURE_LONG_SIDE_PX, paintPicture } from './paint-picture.ts';

/** Work for this thread, which gets one after the other. */
export interface RenderWork {
  request: ResultRequest;
  /** The kind's own size by default. */
  longSidePx: number | undefined;
}

export type RenderAnswer = { body: Uint8Array; mimeType: string; extension: string } | { failure: string };

parentPort?.on('message', async (work: RenderWork) => {
  const answer: RenderAnswer = await render(work).catch((error: unknown) => ({
    failure: error instanceof Error ? error.message : String(error),
  }));
  parentPort?.postMessage(answer);
});

function render({ request, longSidePx }: RenderWork): Promise<Result> {
  return request.kind === 'image'
    ? paintPicture(request, longSidePx ?? PICTURE_LONG_SIDE_PX)
    : filmClip(request, longSidePx ?? CLIP_LONG_SIDE_PX);
}
