import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, escapeText, escapeWithin, quotePrompt, quoteWithin } from '../../../src/discord/messages/prompt-text.ts';

describe('people’s text', () => {
  it.each([
    [
      '**bold** _thin_ ~~gone~~ ||hidden|| `code`',
      '\\*\\*bold\\*\\* \\_thin\\_ \\~\\~gone\\~\\~ \\|\\|hidden\\|\\| \\`code\\`',
    ],
    ['@everyone @here <@1> <@&2> <#3>', '\\@everyone \\@here \\<\\@1\\> \\<\\@&2\\> \\<#3\\>'],
    ['<t:0:R> <:emoji:1>', '\\<t:0:R\\> \\<:emoji:1\\>'],
    ['[words](https://x.example)', '\\[words\\](https:\u2060//x.example)'],
    ['see http://x.example', 'see http:\u2060//x.example'],
    ['# heading', '\\# heading'],
    ['- item', '\\- item'],
    ['-# small', '\\-# small'],
    ['1. first', '1\\. first'],
    ['a 3.5 m fence - old, #1', 'a 3.5 m fence - old, #1'],
    ['plain words, nothing more!', 'plain words, nothing more!'],
  ])('%s is shown as it was typed', (typed, shown) => {
    expect(escapeText(typed)).toBe(shown);
  });

  it('can’t change the direction of what follows, nor contain control characters', () => {
    expect(escapeText('a\u202eb\u2066c\u0007d\r\ne')).toBe('a b c d\ne');
  });

  it('is cut between the characters that a reader sees', () => {
    expect(cut('🏳️‍🌈🏳️‍🌈🏳️‍🌈', 13)).toBe('🏳️‍🌈🏳️‍🌈…');
    expect(cut('words', 5)).toBe('words');
    expect(cut('some words', 6)).toBe('some…');
  });

  it('fits its limit with any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 1, max: 60 }), (text, limit) => {
        expect(cut(text, limit).length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe('escaped text that is cut', () => {
  it('keeps as many characters as fit, and no half of an escaped one', () => {
    expect(escapeWithin('a_b', 4)).toBe('a\\_b');
    expect(escapeWithin('a_b_c', 6)).toBe('a\\_b…');
    expect(escapeWithin('___', 4)).toBe('\\_…');
  });

  it('fits its limit with any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.integer({ min: 1, max: 60 }), (text, limit) => {
        expect(escapeWithin(text, limit).length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe('a quoted prompt', () => {
  it('has a mark before each line, and no empty lines', () => {
    expect(quotePrompt('one\n\n\n two \r\nthree')).toEqual({ quote: '> one\n> two\n> three', isCut: false });
  });

  it('ends with an ellipsis if characters or lines are missing', () => {
    expect(quotePrompt('x'.repeat(301)).quote).toMatch(/x…$/);
    expect(quotePrompt('1\n2\n3\n4\n5\nsix\n7').quote).toMatch(/six …$/);
    expect(quotePrompt('1\n2\n3\n4\n5\nsix').quote).toMatch(/six$/);
  });

  it('reports if something is missing', () => {
    expect(quotePrompt('x'.repeat(301))).toMatchObject({ isCut: true });
    expect(quotePrompt('1\n2\n3\n4\n5\n6\n7')).toMatchObject({ isCut: true });
    expect(quotePrompt('x'.repeat(300))).toMatchObject({ isCut: false });
  });

  it('fits its limit with any prompt, and includes all of a prompt that fits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '\n', '*', '- ', 'https://', '👩‍👩‍👧', '\u202e', ' '), { maxLength: 200 }),
        fc.integer({ min: 3, max: 300 }),
        (pieces, limit) => {
          const prompt = `a${pieces.join('')}`;
          const { quote, isCut } = quoteWithin(prompt, limit);
          expect(quote.length).toBeLessThanOrEqual(limit);
          expect(isCut).toBe(quoteWithin(prompt, 10_000).quote.length > limit);
        },
      ),
    );
  });

  it('never leaves the quotation with any prompt', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }), (prompt) => {
        for (const line of quotePrompt(prompt).quote.split('\n')) expect(line.startsWith('> ')).toBe(true);
      }),
    );
  });
});
