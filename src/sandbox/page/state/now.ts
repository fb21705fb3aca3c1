import { change, getState, useSelected } from './store.ts';

const TICK_MS = 1000;

/** Lets all components that show times draw again each second. */
export const startClock = (): void => {
  setInterval(() => change({ nowMs: Date.now() + (getState().backstage?.clockOffsetMs ?? 0) }), TICK_MS);
};

/** The sandboxes' time. */
export const useNow = (): number => useSelected((state) => state.nowMs);
