import { useEffect, useState } from 'preact/hooks';
import { getState } from './store.ts';

const TICK_MS = 1000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** The sandboxes' time. */
export const nowMs = (): number => Date.now() + (getState().backstage?.clockOffsetMs ?? 0);

/** The time, updated each second. All components share one timer. */
export const useNow = (): number => {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const tick = (): void => setNow(nowMs());
    listeners.add(tick);
    timer ??= setInterval(() => {
      for (const listener of listeners) listener();
    }, TICK_MS);
    return () => {
      listeners.delete(tick);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
  return now;
};
