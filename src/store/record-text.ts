import type { z } from 'zod';
import { describeFault } from './database/failures.ts';
import { type Migration, RecordError, UnfitRecordError } from './store.ts';

/** Far above any intended record. A record that grows past it is a bug and must not fill the disk. */
const RECORD_MAX_CHARACTERS = 4 * 1024 * 1024;
const DEPTH_MAX = 50;

/** The current shape of a collection's records, and how older versions are converted to it. */
export interface RecordFormat<Schema extends z.ZodType> {
  schema: Schema;
  migrations: readonly Migration[];
}

/**
 * Converts a record to text, if its schema and JSON both keep it unchanged. Also returns the parsed value. Records of
 * the first version are plain JSON; later versions start with their number and a colon.
 * @throws UnfitRecordError if the record doesn't fit.
 */
export function recordToText<Schema extends z.ZodType>(
  { schema, migrations }: RecordFormat<Schema>,
  value: z.output<Schema>,
  where: string,
): { text: string; value: z.output<Schema> } {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new UnfitRecordError(`${where} does not fit its schema and was not written: ${describeFault(parsed.error)}`);
  const fault = jsonFault(parsed.data, 0);
  if (fault !== undefined)
    throw new UnfitRecordError(`${where} cannot be stored as JSON and was not written: it has ${fault}`);
  const json = JSON.stringify(parsed.data);
  if (json.length > RECORD_MAX_CHARACTERS) throw new UnfitRecordError(`${where} is too large and was not written`);
  return { text: migrations.length === 0 ? json : `${migrations.length + 1}:${json}`, value: parsed.data };
}

/** JSON never starts with digits and a colon. */
const VERSIONED = /^([1-9]\d{0,5}):/u;

/**
 * Converts a text of any known version to a record in the current shape.
 * @throws RecordError if it isn't one. The error never quotes the text, which may hold a prompt.
 */
export function textToRecord<Schema extends z.ZodType>(
  { schema, migrations }: RecordFormat<Schema>,
  text: string,
  where: string,
): z.output<Schema> {
  const version = Number(VERSIONED.exec(text)?.[1] ?? 1);
  if (version > migrations.length + 1) {
    throw new RecordError(`${where} cannot be read: it has version ${version}, from a newer Easel`);
  }
  let record: unknown;
  try {
    record = JSON.parse(text.replace(VERSIONED, ''));
    for (const migrate of migrations.slice(version - 1)) record = migrate(record);
  } catch (cause) {
    const what = cause instanceof SyntaxError ? 'it is not JSON' : 'it cannot be migrated';
    throw new RecordError(`${where} cannot be read: ${what}`);
  }
  const parsed = schema.safeParse(record);
  if (!parsed.success) throw new RecordError(`${where} cannot be read: ${describeFault(parsed.error)}`);
  return parsed.data;
}

/** What JSON would silently drop or change; undefined if nothing. */
function jsonFault(value: unknown, depth: number): string | undefined {
  if (depth > DEPTH_MAX) return 'itself, or too many levels';
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      return numberFault(value);
    case 'object': {
      if (value === null) return undefined;
      if (Array.isArray(value)) return firstFault(value, depth);
      const prototype: unknown = Object.getPrototypeOf(value);
      if (prototype !== Object.prototype && prototype !== null) return 'an object that is not plain';
      return firstFault(
        Object.values(value).filter((member) => member !== undefined),
        depth,
      );
    }
    default:
      return `a ${typeof value}`;
  }
}

function firstFault(values: unknown[], depth: number): string | undefined {
  for (const value of values) {
    const fault = jsonFault(value, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function numberFault(value: number): string | undefined {
  if (!Number.isFinite(value)) return 'a number that is not finite';
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? 'a number past 2^53' : undefined;
}
