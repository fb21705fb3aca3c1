import type { z } from 'zod';
import type { CollectionDefinition } from '../../src/store/store.ts';

type Options<Schema extends z.ZodType> = Partial<Omit<CollectionDefinition<Schema>, 'name' | 'schema'>>;

/** A collection of a test's own records, or one of Easel's with another schema. */
export const toy = <Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  options: Options<Schema> = {},
): CollectionDefinition<Schema> => ({
  name,
  schema,
  keeps: { what: 'a test’s records', ends: { when: 'with the test' }, erased: 'none' },
  ...options,
});

/** For a test that reads what another store writes. */
export const uncached = <Schema extends z.ZodType>(
  definition: CollectionDefinition<Schema>,
): CollectionDefinition<Schema> => ({
  ...definition,
  cached: 0,
});
