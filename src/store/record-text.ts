import type { z } from 'zod';
import { faultsOf } from './failures.ts';
import { type Migration, RecordError } from './store.ts';

/** Far above any record that Easel keeps on purpose; one that grows past it is a fault that must not fill the disk. */
const RECORD_MAX_CHARACTERS = 4 * 1024 * 1024;
const DEPTH_MAX = 50;

/** What a collection's records look like now, and how those of earlier versions become so. */
export interface Shape<Schema extends z.ZodType> {
  schema: Schema;
  migrations: readonly Migration[];
}

/**
 * The text of a record, once its schema and JSON can both keep it unchanged, and what was parsed on the way. Records of a
 * collection's first version are JSON; later ones have their version and a colon in front.
 * @throws RecordError when they cannot.
 */
export function recordToText<Schema extends z.ZodType>(
  { schema, migrations }: Shape<Schema>,
  value: z.output<Schema>,
  where: string,
): { text: string; value: z.output<Schema> } {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new RecordError(`${where} has a wrong shape and was not written: ${faultsOf(parsed.error)}`);
  const fault = jsonFault(parsed.data, 0);
  if (fault !== undefined) throw new RecordError(`${where} cannot be kept and was not written: it holds ${fault}`);
  const json = JSON.stringify(parsed.data);
  if (json.length > RECORD_MAX_CHARACTERS) throw new RecordError(`${where} is too large and was not written`);
  return { text: migrations.length === 0 ? json : `${migrations.length + 1}:${json}`, value: parsed.data };
}

/** JSON never begins with digits and a colon. */
const VERSIONED = /^([1-9]\d{0,5}):/u;

/**
 * The record in today's shape, whatever version it was written in.
 * @throws RecordError for a text that is no record of this kind. The text is not repeated: it may hold a prompt.
 */
export function textToRecord<Schema extends z.ZodType>(
  { schema, migrations }: Shape<Schema>,
  text: string,
  where: string,
): z.output<Schema> {
  const version = Number(VERSIONED.exec(text)?.[1] ?? 1);
  if (version > migrations.length + 1) {
    throw new RecordError(`${where} cannot be read: it is of version ${version}, written by a newer Easel`);
  }
  let record: unknown;
  try {
    record = JSON.parse(text.replace(VERSIONED, ''));
    for (const migrate of migrations.slice(version - 1)) record = migrate(record);
  } catch (cause) {
    const what = cause instanceof SyntaxError ? 'it is not JSON' : 'it cannot be brought to this version';
    throw new RecordError(`${where} cannot be read: ${what}`);
  }
  const parsed = schema.safeParse(record);
  if (!parsed.success) throw new RecordError(`${where} cannot be read: ${faultsOf(parsed.error)}`);
  return parsed.data;
}

/** What JSON would drop or change without a word: undefined when there is nothing of the kind. */
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
