import { parentPort } from 'node:worker_threads';
import type { Result, ResultRequest } from '../task-api/results.ts';
import { CLIP_LONG_SIDE_PX, filmClip } from './film-clip.ts';
import { PICTURE_LONG_SIDE_PX, paintPicture } from './paint-picture.ts';

/** A job for this thread. */
export interface RenderOrder {
  id: number;
  request: ResultRequest;
  /** The kind's own size by default. */
  longSidePx?: number | undefined;
}

export type RenderAnswer =
  | { id: number; body: Uint8Array; mimeType: string; extension: string }
  | { id: number; failure: string };

// One at a time: two at once would only delay both.
let queue = Promise.resolve();

parentPort?.on('message', ({ id, request, longSidePx }: RenderOrder) => {
  queue = queue.then(async () => {
    const answer: RenderAnswer = await render(request, longSidePx).then(
      ({ body, mimeType, extension }) => ({ id, body, mimeType, extension }),
      (error: unknown) => ({ id, failure: error instanceof Error ? error.message : String(error) }),
    );
    parentPort?.postMessage(answer);
  });
});

function render(request: ResultRequest, longSidePx: number | undefined): Promise<Result> {
  return request.kind === 'image'
    ? paintPicture(request, longSidePx ?? PICTURE_LONG_SIDE_PX)
    : filmClip(request, longSidePx ?? CLIP_LONG_SIDE_PX);
}
