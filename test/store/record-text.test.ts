import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recordToText, textToRecord } from '../../src/store/record-text.ts';
import { StoreError } from '../../src/store/store.ts';

const schema = z.object({ name: z.string(), count: z.int(), note: z.string().optional() });

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
  it('come back as they were', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const kept = textToRecord(z.unknown(), recordToText(z.unknown(), value, 'r'), 'r');
        expect(JSON.stringify(kept)).toBe(JSON.stringify(value));
      }),
    );
  });

  it('may leave optional members out', () => {
    const text = recordToText(schema, { name: 'a', count: 1, note: undefined }, 'r');
    expect(textToRecord(schema, text, 'r')).toEqual({ name: 'a', count: 1 });
  });

  it.each([
    ['a fraction where the schema wants whole numbers', { name: 'a', count: 0.5 }],
    ['a number past 2^53 where the schema wants whole numbers', { name: 'a', count: 2 ** 53 }],
  ])('are not written with %s', (_, value) => {
    expect(() => recordToText(schema, value, 'r')).toThrow(StoreError);
  });

  it('are not written in another shape, whatever the compiler was told', () => {
    const loose: z.ZodType<unknown> = schema;
    expect(() => recordToText(loose, { name: 5 }, 'record "k"')).toThrow('record "k" has a wrong shape');
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
  ])('are not written with what JSON would lose: %s', (reason, value) => {
    expect(() => recordToText(z.unknown(), value, 'r')).toThrow(reason);
  });

  it('are not written when they hold themselves or have grown past all bounds', () => {
    const loop: { inner?: unknown } = {};
    loop.inner = loop;
    expect(() => recordToText(z.unknown(), loop, 'r')).toThrow('too many levels');
    expect(() => recordToText(z.unknown(), 'x'.repeat(5_000_000), 'r')).toThrow('too large');
  });

  it.each([['not json, my secret prompt'], ['{"name":"my secret prompt"}'], ['null'], ['']])(
    'that cannot be read are an error which does not repeat them: %s',
    (text) => {
      expect(() => textToRecord(schema, text, 'record "k"')).toThrow(StoreError);
      expect(() => textToRecord(schema, text, 'record "k"')).toThrow('record "k" cannot be read');
      expect(() => textToRecord(schema, text, 'record "k"')).not.toThrow('secret');
    },
  );
});
