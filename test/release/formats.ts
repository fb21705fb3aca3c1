import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Collection, Store } from '../../src/store/store.ts';

/** The format of each collection: its version, and a digest of its records' shape. */
export const formatsSchema = z.record(z.string(), z.object({ version: z.int(), shape: z.string() }));
export type Formats = z.output<typeof formatsSchema>;

/** Notes the collections that are opened in a store, each with its format. */
export function watchCollections() {
  const formats: Formats = {};
  const collections = new Map<string, Pick<Collection<unknown>, 'page'>>();
  const wrapStore = (store: Store): Store => {
    const collection: Store['collection'] = (definition) => {
      const { name, schema, migrations = [] } = definition;
      formats[name] = { version: migrations.length + 1, shape: shapeOf(schema) };
      const opened = store.collection(definition);
      collections.set(name, opened);
      return opened;
    };
    return Object.create(store, { collection: { value: collection } }) as Store;
  };
  return { formats, collections, wrapStore };
}

/** If all collections differ at once, a new zod describes the same schemas in other words: correct the kept digests. */
function shapeOf(schema: z.ZodType): string {
  const shape = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return createHash('sha256').update(shape).digest('hex').slice(0, 16);
}

/** Which collections can't hold what a released version wrote, as sentences. */
export function formatFaults(released: Formats, today: Formats): string[] {
  return Object.entries(released).flatMap(([name, { version, shape }]) => {
    const now = today[name];
    if (!now) return [`${name}: no longer there, so its records would be lost in silence`];
    if (now.version < version) return [`${name}: version ${now.version} after ${version}`];
    if (now.version !== version || now.shape === shape) return [];
    return [`${name}: another shape (${now.shape}), but still version ${version}`];
  });
}
