import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toReadableText } from '../../../src/jobs/job/readable-text.ts';
import { sentPromptsOf } from '../../../src/jobs/job/variants.ts';

const ID = '1200000000000000002';
const tagged = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');

describe('what no one sees goes', () => {
  it.each([
    ['letters of tags', `a cat${tagged(' and a kraken')}`, 'a cat'],
    ['letters of tags behind a flag', `\u{1f3f4}${tagged('kraken')}\u{e007f} at sea`, '\u{1f3f4} at sea'],
    ['letters of tags behind an emoji', `\u{1f600}${tagged('kraken')}`, '\u{1f600}'],
    ['characters without width', 'kra\u200bk\u2060e\ufeffn\u00ad', 'kraken'],
    ['joiners between letters', 'kr\u200da\u200cken', 'kraken'],
    ['isolates and marks of direction', '\u2067kraken\u2069\u200f', 'kraken'],
    [
      'selectors that spell something',
      `a${'\u{e0101}\u{e0141}\ufe01\ufe0f'}b\u{1f600}\ufe0f\ufe01\ufe00`,
      'ab\u{1f600}\ufe0f',
    ],
    ['Hangul fillers', 'kra\u115f\u1160\u3164\uffa0ken', 'kraken'],
    ['control characters', 'kra\u0000ken\u001b', 'kraken'],
    ['signs without a form', 'kra\u{1d173}\ufff9\u{1d159}ken\ufffb', 'kraken'],
    ['half a character', 'kra\ud800', 'kra\ufffd'],
    ['blank cells of Braille', 'a\u2800b', 'a b'],
    ['other line ends', 'a\r\nb\u2028c\rd\u0085e', 'a\nb\nc\nd\ne'],
  ])('%s', (_, typed, readable) => {
    expect(toReadableText(typed)).toBe(readable);
  });

  it('what is shown from right to left is read so', () => {
    expect(toReadableText('a \u202enekark\u202c at sea')).toBe('a kraken at sea');
    expect(toReadableText('\u202enekark\na cat')).toBe('kraken\na cat');
  });
});

it.each([
  [
    'flags',
    '\u{1f1e9}\u{1f1ea} \u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} \u{1f3f3}\ufe0f\u200d\u{1f308}',
  ],
  ['Scotland and Wales', ['gbsct', 'gbwls'].map((name) => `\u{1f3f4}${tagged(name)}\u{e007f}`).join(' ')],
  [
    'emoji of several',
    '\u{1f469}\u{1f3fd}\u200d\u{1f469}\u200d\u{1f467} \u2764\ufe0f\u200d\u{1f525} 1\ufe0f\u20e3 \u{1f9d1}\u{1f3ff}\u200d\u{1f680}',
  ],
  ['Persian', 'می\u200cخواهم'],
  ['Hindi', 'क्\u200dष और क्\u200cष'],
  ['Sinhala', 'ශ්\u200dරී'],
  ['Mongolian', '\u182a\u180b\u1820'],
  ['words in many scripts', 'žluťoučký kůň, Ελληνικά, кошка, עברית, العربية ٤٢, 日本語、한국어, ไทย, 𝓯𝓪𝓷𝓬𝔂'],
  ['signs', 'a < b > c, <3, @home, #1, {a|b}, <b>, :smile:, 100 %, e.g. <name>\n\tnew line'],
])('%s stay', (_, text) => {
  expect(toReadableText(text)).toBe(text);
});

describe('codes of Discord become words', () => {
  it.each([
    [`a fox <:blobfox:${ID}> and <a:party_cat:${ID}>`, 'a fox blobfox and party_cat'],
    [`<:na:${ID}>ked <:k:${ID}><:r:${ID}>aken`, 'naked kraken'],
    [`<@${ID}> riding a dragon with <@!${ID}>`, 'someone riding a dragon with someone'],
    [`in <#${ID}> for <@&${ID}>`, 'in a channel for a role'],
    [`</image make:${ID}> in <id:guide>`, '/image make in guide'],
    [
      '<t:1700000000> <t:1700000000:t> <t:1700000000:D> <t:1700000000:R>',
      '14 November 2023 at 22:13 22:13 14 November 2023 14 November 2023',
    ],
    ['<t:9999999999999>', 'a time'],
    [`<@\u200b${ID}>`, 'someone'],
    [`<:<:a:${ID}>b:${ID}>`, 'ab'],
  ])('%s', (typed, readable) => {
    expect(toReadableText(typed)).toBe(readable);
  });

  it('with the names that Discord sends along', () => {
    const names = { [ID]: 'Mira' };
    expect(toReadableText(`<@${ID}> in <#${ID}>`, names)).toBe('Mira in Mira');
    expect(toReadableText(`<@${ID}>`, { [ID]: `{a|b} <@${ID}>\u202e` })).toBe(`ab @${ID}`);
    expect(toReadableText(`<@${ID}>`, { [ID]: '\u200b' })).toBe('someone');
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    '<',
    '>',
    ':',
    '@',
    '#',
    '&',
    `<:a:${ID}>`,
    `<@${ID}>`,
    ID,
    '{',
    '|',
    '}',
    '<t:',
    '<:',
    'na',
    '\n',
    '\r',
  ),
  fc.constantFrom(
    '\u202e',
    '\u202c',
    '\u200d',
    '\u200c',
    '\ufe0f',
    '\u{1f3f4}',
    '\u{1f469}',
    '\u{e0067}',
    '\u{e007f}',
    'क',
    'س',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

describe('of any text', () => {
  it('converting again changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = toReadableText(text);
        expect(toReadableText(once)).toBe(once);
      }),
      { numRuns: 3_000 },
    );
  });

  it('nothing is sent that converting would change, with choices and without', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (prompt, isVaried) => {
        for (const sent of sentPromptsOf({ prompt, isVaried })) expect(sent).toBe(toReadableText(sent));
      }),
      { numRuns: 1_000 },
    );
    expect(sentPromptsOf({ prompt: `<:{na|ba}:${ID}>ked`, isVaried: true })).toEqual(['naked', 'baked']);
  });
});
