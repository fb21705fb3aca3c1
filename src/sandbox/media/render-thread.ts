import { Worker } from 'node:worker_threads';
import type { RenderAnswer, Rendered, RenderWork } from './render-worker.ts';

/** A thread that takes longer hangs. */
const RENDER_LIMIT_MS = 60_000;

export interface RenderThread {
  /** How much work it has not finished. */
  waiting: () => number;
  render: (work: () => RenderWork) => Promise<Rendered>;
  /** Ends the thread; the unfinished result fails. Can be called twice. */
  close: () => Promise<void>;
}

/** A thread that renders one after the other. It starts when it gets work, and doesn't keep the process alive. */
export function createRenderThread(): RenderThread {
  let worker: Worker | undefined;
  let current: PromiseWithResolvers<Rendered> | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function start(): Worker {
    const started = new Worker(new URL('./render-worker.ts', import.meta.url));
    started.on('message', (answer: RenderAnswer) => {
      if ('failure' in answer) current?.reject(new Error(answer.failure));
      else current?.resolve(answer);
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

  async function render(work: RenderWork): Promise<Rendered> {
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
      waiting -= 1;
    }
  }

  return {
    waiting: () => waiting,
    render: (work) => {
      waiting += 1;
      const made = queue.then(() => render(work()));
      queue = made.catch(() => undefined);
      return made;
    },
    close: async () => {
      await worker?.terminate();
    },
  };
}
