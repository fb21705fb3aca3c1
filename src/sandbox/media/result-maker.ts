import { availableParallelism } from 'node:os';
import type { Result, ResultMaker, ResultRequest } from '../task-api/results.ts';
import { createRenderThread } from './render-thread.ts';
import type { Ending } from './source-scene.ts';

/** More threads would keep the bot and the page from working. */
const MOST_THREADS = 4;
/** Two tasks are painted side by side even on one core. */
const LEAST_THREADS = 2;
/** Clips that can be continued. */
const KEPT_ENDINGS = 100;

export interface ClosableResultMaker extends ResultMaker {
  /** Ends the threads; unfinished results fail. Can be called twice. */
  close(): Promise<void>;
}

/**
 * Makes real files from prompts: paintings (finer ones by image-model-b) and H.264 clips. The same request gives the
 * same file. Separate threads do the work side by side.
 * @param longSidePx the size of the next picture or clip; small ones are made many times faster
 */
export function createResultMaker(longSidePx: () => number | undefined = () => undefined): ClosableResultMaker {
  const count = Math.min(MOST_THREADS, Math.max(LEAST_THREADS, availableParallelism() - 1));
  const threads = Array.from({ length: count }, createRenderThread);
  const endings: Ending[] = [];

  async function make(request: ResultRequest): Promise<Result> {
    const idlest = threads.reduce((one, other) => (other.waiting() < one.waiting() ? other : one));
    const sizePx = longSidePx();
    const { ending, body, ...file } = await idlest.render(() => ({ request, longSidePx: sizePx, endings }));
    if (ending) endings.push(ending);
    endings.splice(0, endings.length - KEPT_ENDINGS);
    return { ...file, body: Buffer.from(body) };
  }

  return Object.assign(make, {
    async close(): Promise<void> {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  });
}
