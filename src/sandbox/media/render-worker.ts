import { parentPort } from 'node:worker_threads';
import type { Result, ResultRequest } from '../task-api/results.ts';
import { CLIP_LONG_SIDE_PX, filmClip } from './film-clip.ts';
import { PICTURE_LONG_SIDE_PX, paintPicture } from './paint-picture.ts';
import type { Ending } from './source-scene.ts';

/** Work for this thread, which gets one after the other. */
export interface RenderWork {
  request: ResultRequest;
  /** The kind's own size by default. */
  longSidePx: number | undefined;
  /** Last frames of clips, to be recognised as sources. */
  endings: readonly Ending[];
}

/** A result, with its last frame if it's a clip of a scene. */
export type Rendered = Omit<Result, 'body'> & { body: Uint8Array; ending?: Ending };
export type RenderAnswer = Rendered | { failure: string };

parentPort?.on('message', async (work: RenderWork) => {
  const answer: RenderAnswer = await render(work).catch((error: unknown) => ({
    failure: error instanceof Error ? error.message : String(error),
  }));
  parentPort?.postMessage(answer);
});

function render({ request, longSidePx, endings }: RenderWork): Promise<Rendered> {
  return request.kind === 'image'
    ? paintPicture(request, longSidePx ?? PICTURE_LONG_SIDE_PX, endings)
    : filmClip(request, longSidePx ?? CLIP_LONG_SIDE_PX, endings);
}
