import type { Migration } from './store.ts';

/** For a version in which only a field was added that may be missing: what an older Easel does not know it would drop. */
export const ONLY_ADDED: Migration = (record) => record;
