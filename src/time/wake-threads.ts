import { stat } from 'node:fs';

const INTERVAL_MS = 1_000;

/**
 * Gives Node's threads a task each second. Before its version 2.41, glibc can lose the signal that wakes a thread (its
 * bug 25847), perhaps once in ten million times on a busy machine. A file, a host name or the store then waits until the
 * next task comes, which may be never. Remove this when no system with an older glibc is left.
 */
export function wakeThreads(): void {
  setInterval(() => stat('/', () => undefined), INTERVAL_MS).unref();
}
