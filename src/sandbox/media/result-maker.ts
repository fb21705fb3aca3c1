import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Result, ResultMaker, ResultRequest } from '../task-api/results.ts';
import { CANVAS_MOST_BYTES, readCanvas, stretchCanvas } from './canvas.ts';
import { CLIP_LONG_SIDE_PX } from './film-clip.ts';
import { createRenderThread } from './render-thread.ts';
import type { RenderWork } from './render-worker.ts';
import { type Ending, planOf } from './source-scene.ts';

/** More threads would keep the bot and the page from working. */
const MOST_THREADS = 4;
/** Two tasks are painted side by side even on one core. */
const LEAST_THREADS = 2;
/** As wide as a message shows them, because someone waits. */
const CANVAS_LONG_SIDES_PX = { image: 640, video: CLIP_LONG_SIDE_PX };
/** Clips that can be continued. */
const KEPT_ENDINGS = 100;

export interface ClosableResultMaker extends ResultMaker {
  /** Paints a file that is a canvas, in place. Does nothing to other files. */
  paintFile(path: string): Promise<void>;
  /** Ends the threads; unfinished results fail. Can be called twice. */
  close(): Promise<void>;
}

/** How the next result is made. */
export interface Rendering {
  /** The kind's own size by default. Small ones are made many times faster. */
  longSidePx?: number | undefined;
  /** Leaves a canvas, which takes a moment. */
  isPaintedLater?: boolean;
}

/**
 * Makes real files from prompts: paintings (finer ones by image-model-b) and H.264 clips. The same request gives the
 * same file. Separate threads do the work side by side.
 */
export function createResultMaker(rendering: () => Rendering = () => ({})): ClosableResultMaker {
  const count = Math.min(MOST_THREADS, Math.max(LEAST_THREADS, availableParallelism() - 1));
  const threads = Array.from({ length: count }, createRenderThread);
  const endings: Ending[] = [];
  const painting = new Map<string, Promise<void>>();

  async function render(work: RenderWork): Promise<Result> {
    const idlest = threads.reduce((one, other) => (other.waiting() < one.waiting() ? other : one));
    const { ending, body, ...file } = await idlest.render(() => work);
    if (ending) endings.push(ending);
    endings.splice(0, endings.length - KEPT_ENDINGS);
    return { ...file, body: Buffer.from(body) };
  }

  async function make(request: ResultRequest): Promise<Result> {
    const { longSidePx, isPaintedLater } = rendering();
    if (!isPaintedLater) return render({ request, longSidePx, endings });
    const plan = await planOf(request, endings);
    return stretchCanvas({ kind: request.kind, plan, longSidePx: longSidePx ?? CANVAS_LONG_SIDES_PX[request.kind] });
  }

  async function paint(path: string): Promise<void> {
    if ((await stat(path)).size > CANVAS_MOST_BYTES) return;
    const canvas = readCanvas(await readFile(path));
    if (!canvas) return;
    const { body } = await render({ canvas });
    await writeFile(`${path}.new`, body);
    await rename(`${path}.new`, path);
  }

  return Object.assign(make, {
    paintFile(path: string): Promise<void> {
      const painted = painting.get(path) ?? paint(path).finally(() => painting.delete(path));
      painting.set(path, painted);
      return painted;
    },
    async close(): Promise<void> {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  });
}
