import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recordToText, textToRecord } from '../../src/store/record-text.ts';
import { type Migration, RecordError, StoreError } from '../../src/store/store.ts';

const schema = z.object({ name: z.string(), count: z.int(), note: z.string().optional() });

const toText = <Schema extends z.ZodType>(shape: Schema, value: z.output<Schema>, where: string): string =>
  recordToText({ schema: shape, migrations: [] }, value, where).text;
const fromText = <Schema extends z.ZodType>(shape: Schema, text: string, where: string): z.output<Schema> =>
  textToRecord({ schema: shape, migrations: [] }, text, where);

const anyJson = fc.anything({
  values: [
    fc.string({ unit: 'binary' }),
    fc.boolean(),
    fc.constant(null),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
  ],
});

describe('records as text', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const kept = fromText(z.unknown(), toText(z.unknown(), value, 'r'), 'r');
        expect(JSON.stringify(kept)).toBe(JSON.stringify(value));
      }),
    );
  });

  it('may leave out optional members', () => {
    const text = toText(schema, { name: 'a', count: 1, note: undefined }, 'r');
    expect(fromText(schema, text, 'r')).toEqual({ name: 'a', count: 1 });
  });

  it.each([
    ['a fraction where the schema wants whole numbers', { name: 'a', count: 0.5 }],
    ['a number past 2^53 where the schema wants whole numbers', { name: 'a', count: 2 ** 53 }],
  ])('are not written with %s', (_, value) => {
    expect(() => toText(schema, value, 'r')).toThrow(StoreError);
  });

  it('are not written if they do not fit the schema, whatever the compiler allowed', () => {
    const loose: z.ZodType<unknown> = schema;
    expect(() => toText(loose, { name: 5 }, 'record "k"')).toThrow('record "k" does not fit its schema');
  });

  it.each([
    ['not finite', Number.NaN],
    ['not finite', Number.POSITIVE_INFINITY],
    ['past 2^53', 2 ** 60],
    ['bigint', 5n],
    ['function', () => 1],
    ['undefined', undefined],
    ['undefined', [undefined]],
    ['not plain', { when: new Date(0) }],
    ['not plain', new Map([['a', 1]])],
  ])('are not written with something that JSON would lose: %s', (reason, value) => {
    expect(() => toText(z.unknown(), value, 'r')).toThrow(reason);
  });

  it('are not written if they contain themselves or are too large', () => {
    const loop: { inner?: unknown } = {};
    loop.inner = loop;
    expect(() => toText(z.unknown(), loop, 'r')).toThrow('too many levels');
    expect(() => toText(z.unknown(), 'x'.repeat(5_000_000), 'r')).toThrow('too large');
  });

  it.each([['not json, my secret prompt'], ['{"name":"my secret prompt"}'], ['null'], ['']])(
    'throw an error that does not quote them if unreadable: %s',
    (text) => {
      expect(() => fromText(schema, text, 'record "k"')).toThrow(StoreError);
      expect(() => fromText(schema, text, 'record "k"')).toThrow('record "k" cannot be read');
      expect(() => fromText(schema, text, 'record "k"')).not.toThrow('secret');
    },
  );
});

describe('records of earlier versions', () => {
  const today = z.strictObject({ names: z.array(z.string()), count: z.int() });
  const migrations: Migration[] = [
    (record) => ({ ...z.object({ name: z.string() }).parse(record), count: 1 }),
    (record) => {
      const { name, count } = z.object({ name: z.string(), count: z.int() }).parse(record);
      return { names: [name], count };
    },
  ];
  const shape = { schema: today, migrations };

  it.each([
    ['{"name":"a"}', { names: ['a'], count: 1 }],
    ['2:{"name":"a","count":7}', { names: ['a'], count: 7 }],
    ['3:{"names":["a","b"],"count":7}', { names: ['a', 'b'], count: 7 }],
  ])('%s is read in the current shape', (text, expected) => {
    expect(textToRecord(shape, text, 'r')).toEqual(expected);
  });

  it('are written with their version, except the first version', () => {
    expect(recordToText(shape, { names: [], count: 1 }, 'r').text).toBe('3:{"names":[],"count":1}');
    expect(toText(schema, { name: 'a', count: 1 }, 'r')).toBe('{"name":"a","count":1}');
  });

  it('throw an error that does not quote them if a migration fails', () => {
    expect(() => textToRecord(shape, '{"name":["secret"]}', 'r')).toThrow('cannot be migrated');
    expect(() => textToRecord(shape, '{"name":["secret"]}', 'r')).not.toThrow('secret');
  });

  it('are refused with their version if it is newer than this Easel’s', () => {
    expect(() => textToRecord(shape, '4:{"names":[],"count":1}', 'r')).toThrow(RecordError);
    expect(() => textToRecord(shape, '4:{"names":[],"count":1}', 'r')).toThrow('version 4, from a newer Easel');
  });
});
