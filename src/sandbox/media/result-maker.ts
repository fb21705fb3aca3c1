import { Worker } from 'node:worker_threads';
import type { Result, ResultMaker, ResultRequest } from '../task-api/results.ts';
import type { RenderAnswer, RenderWork } from './render-worker.ts';

/** A thread that takes longer hangs. */
const RENDER_LIMIT_MS = 60_000;

export interface ClosableResultMaker extends ResultMaker {
  /** Ends the thread; the unfinished result fails. Can be called twice. */
  close(): Promise<void>;
}

/**
 * Makes real files from prompts: oil paintings (image-model-a), flat drawings (image-model-b) and H.264 clips. The same
 * request gives the same file. A separate thread does the work. It starts with the first request, and an idle thread
 * doesn't keep the process alive.
 * @param longSidePx the size of the next picture or clip; small ones are made many times faster
 */
export function createResultMaker(longSidePx: () => number | undefined = () => undefined): ClosableResultMaker {
  let worker: Worker | undefined;
  let current: PromiseWithResolvers<Result> | undefined;
  // One at a time: two at once would only delay both.
  let queue: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const started = new Worker(new URL('./render-worker.ts', import.meta.url));
    started.on('message', (answer: RenderAnswer) => {
      if ('failure' in answer) current?.reject(new Error(answer.failure));
      else current?.resolve({ ...answer, body: Buffer.from(answer.body) });
    });
    const fail = (cause?: unknown): void => {
      if (worker !== started) return;
      worker = undefined;
      current?.reject(new Error('the render thread ended', { cause }));
    };
    started.on('error', fail);
    started.on('exit', () => fail());
    return started;
  }

  async function render(work: RenderWork): Promise<Result> {
    worker ??= start();
    const rendering = worker;
    current = Promise.withResolvers();
    const timer = setTimeout(() => void rendering.terminate(), RENDER_LIMIT_MS);
    rendering.ref();
    rendering.postMessage(work);
    try {
      return await current.promise;
    } finally {
      clearTimeout(timer);
      rendering.unref();
    }
  }

  function make(request: ResultRequest): Promise<Result> {
    const work: RenderWork = { request, longSidePx: longSidePx() };
    const made = queue.then(() => render(work));
    queue = made.catch(() => undefined);
    return made;
  }

  return Object.assign(make, {
    async close(): Promise<void> {
      await worker?.terminate();
    },
  });
}
