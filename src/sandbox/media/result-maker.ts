import { Worker } from 'node:worker_threads';
import type { Result, ResultMaker, ResultRequest } from '../task-api/results.ts';
import type { RenderAnswer, RenderOrder } from './render-worker.ts';

/** Includes the wait for fifty pictures ahead. */
const RENDER_LIMIT_MS = 60_000;

interface Waiting {
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

export interface ClosableResultMaker extends ResultMaker {
  /** Ends the thread; unfinished results fail. Can be called twice. */
  close(): Promise<void>;
}

/**
 * Makes real files from prompts: oil paintings (image-model-a), flat drawings (image-model-b) and H.264 clips. The same
 * request gives the same file. A separate thread does the work. It starts with the first request, and an idle thread
 * doesn't keep the process alive.
 * @param longSidePx the size of the next picture or clip; small ones are made many times faster
 */
export function createResultMaker(longSidePx: () => number | undefined = () => undefined): ClosableResultMaker {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  function settle(id: number): Waiting | undefined {
    const found = waiting.get(id);
    waiting.delete(id);
    clearTimeout(found?.timer);
    if (waiting.size === 0) worker?.unref();
    return found;
  }

  function failAll(error: Error): void {
    worker = undefined;
    for (const id of [...waiting.keys()]) settle(id)?.reject(error);
  }

  function start(): Worker {
    const started = new Worker(new URL('./render-worker.ts', import.meta.url));
    started.on('message', (answer: RenderAnswer) => {
      const found = settle(answer.id);
      if ('failure' in answer) found?.reject(new Error(answer.failure));
      else found?.resolve({ body: Buffer.from(answer.body), mimeType: answer.mimeType, extension: answer.extension });
    });
    const fail = (cause?: unknown): void => {
      if (worker === started) failAll(new Error('the render thread ended', { cause }));
    };
    started.on('error', fail);
    started.on('exit', () => fail());
    return started;
  }

  function make(request: ResultRequest): Promise<Result> {
    worker ??= start();
    const rendering = worker;
    rendering.ref();
    lastId += 1;
    const order: RenderOrder = { id: lastId, request, longSidePx: longSidePx() };
    return new Promise((resolve, reject) => {
      // A thread that hangs is useless. Ending it fails everything that waits for it.
      const timer = setTimeout(() => void rendering.terminate(), RENDER_LIMIT_MS).unref();
      waiting.set(order.id, { resolve, reject, timer });
      rendering.postMessage(order);
    });
  }

  return Object.assign(make, {
    async close(): Promise<void> {
      await worker?.terminate();
    },
  });
}
