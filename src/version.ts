import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import type { Collection, Store } from './store/store.ts';

/** Easel's version, as package.json has it. */
export const VERSION = manifest.version;

/** Which Easel started on a store last. */
const releaseSchema = z.strictObject({ version: z.string().max(50), startedAtMs: z.int().min(0) });
type Release = z.output<typeof releaseSchema>;

const LAST = 'last';

function releases(store: Pick<Store, 'collection'>): Collection<Release> {
  return store.collection('releases', releaseSchema);
}

export function recordRelease(store: Pick<Store, 'collection'>, release: Release): Promise<void> {
  return releases(store).set(LAST, release);
}

/** Undefined for a store on which no Easel has started. */
export function lastRelease(store: Pick<Store, 'collection'>): Promise<Release | undefined> {
  return releases(store).get(LAST);
}
