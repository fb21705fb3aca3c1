import type { z } from 'zod';
import { faultsOf } from './failures.ts';
import { RecordError } from './store.ts';

/** Far above any record that Easel keeps on purpose; one that grows past it is a fault that must not fill the disk. */
const RECORD_MAX_CHARACTERS = 4 * 1024 * 1024;
const DEPTH_MAX = 50;

/**
 * The text of a record, once its schema and JSON can both keep it unchanged.
 * @throws RecordError when they cannot.
 */
export function recordToText<Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>, where: string): string {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new RecordError(`${where} has a wrong shape and was not written: ${faultsOf(parsed.error)}`);
  const fault = jsonFault(parsed.data, 0);
  if (fault !== undefined) throw new RecordError(`${where} cannot be kept and was not written: it holds ${fault}`);
  const text = JSON.stringify(parsed.data);
  if (text.length > RECORD_MAX_CHARACTERS) throw new RecordError(`${where} is too large and was not written`);
  return text;
}

/** @throws RecordError for a text that is no record of this schema. The text is not repeated: it may hold a prompt. */
export function textToRecord<Schema extends z.ZodType>(schema: Schema, text: string, where: string): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new RecordError(`${where} cannot be read: it is not JSON`);
  }
  const parsed = schema.safeParse(json);
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
