import { parentPort } from 'node:worker_threads';
import type { Result, ResultRequest } from '../task-api/results.ts';
import type { Canvas } from './canvas.ts';
import { CLIP_LONG_SIDE_PX, filmClip, filmPlan } from './film-clip.ts';
import { PICTURE_LONG_SIDE_PX, paintPicture, paintPlan } from './paint-picture.ts';
import type { Ending } from './source-scene.ts';

/** Work for this thread, which gets one after the other. */
export type RenderWork =
  | {
      request: ResultRequest;
      /** The kind's own size by default. */
      longSidePx: number | undefined;
      /** Last frames of clips, to be recognised as sources. */
      endings: readonly Ending[];
    }
  | { canvas: Canvas };

/** A result, with its last frame if it's a clip of a scene. */
export type Rendered = Omit<Result, 'body'> & { body: Uint8Array; ending?: Ending };
export type RenderAnswer = Rendered | { failure: string };

parentPort?.on('message', async (work: RenderWork) => {
  const answer: RenderAnswer = await render(work).catch((error: unknown) => ({
    failure: error instanceof Error ? error.message : String(error),
  }));
  parentPort?.postMessage(answer);
});

function render(work: RenderWork): Promise<Rendered> {
  if ('canvas' in work) {
    const { kind, plan, longSidePx } = work.canvas;
    return kind === 'image' ? paintPlan(plan, longSidePx) : filmPlan(plan, longSidePx);
  }
  const { request, longSidePx, endings } = work;
  return request.kind === 'image'
    ? paintPicture(request, longSidePx ?? PICTURE_LONG_SIDE_PX, endings)
    : filmClip(request, longSidePx ?? CLIP_LONG_SIDE_PX, endings);
}
