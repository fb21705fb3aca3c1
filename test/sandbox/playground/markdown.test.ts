import { describe, expect, it } from 'vitest';
import { parseInline } from '../../../src/sandbox/page/text/parse-inline.ts';
import { parseMarkdown } from '../../../src/sandbox/page/text/parse-markdown.ts';
import { formatTime } from '../../../src/sandbox/page/text/times.ts';

const text = (words: string) => ({ kind: 'text', text: words });

describe('Discord’s markdown', () => {
  it.each([
    ['**a**', [{ kind: 'bold', children: [text('a')] }]],
    ['*a* _b_', [{ kind: 'italic', children: [text('a')] }, text(' '), { kind: 'italic', children: [text('b')] }]],
    ['***a***', [{ kind: 'italic', children: [{ kind: 'bold', children: [text('a')] }] }]],
    [
      '__a__ ~~b~~',
      [{ kind: 'underline', children: [text('a')] }, text(' '), { kind: 'strike', children: [text('b')] }],
    ],
    ['`**a**`', [{ kind: 'code', text: '**a**' }]],
    ['\\*a\\* \\<@1\\>', [text('*a* <@1>')]],
    ['**a \\*\\* b**', [{ kind: 'bold', children: [text('a ** b')] }]],
    ['snake_case_name 2*3*4', [text('snake_case_name 2'), { kind: 'italic', children: [text('3')] }, text('4')]],
    [
      '<@12> <@&3> <#4>',
      [{ kind: 'user', id: '12' }, text(' '), { kind: 'role', id: '3' }, text(' '), { kind: 'channel', id: '4' }],
    ],
    ['<t:60:R>', [{ kind: 'time', seconds: 60, style: 'R' }]],
    [
      '[a **b**](https://x.example/1)',
      [{ kind: 'link', url: 'https://x.example/1', children: [text('a '), { kind: 'bold', children: [text('b')] }] }],
    ],
    [
      'see https://x.example.',
      [text('see '), { kind: 'link', url: 'https://x.example', children: [text('https://x.example')] }, text('.')],
    ],
    ['[a](javascript:alert)', [text('[a](javascript:alert)')]],
    ['||a||', [{ kind: 'spoiler', children: [text('a')] }]],
  ])('reads %s', (source, expected) => {
    expect(parseInline(source)).toEqual(expected);
  });

  it('reads headings, small print, lists, quotes and code as blocks, and other lines as text', () => {
    const blocks = parseMarkdown('# A\nb\nc\n-# d\n- e\n  - f\n2. g\n> h\n> i\n```js\nj\n```\nk');
    expect(blocks.map(({ kind }) => kind)).toEqual([
      'heading',
      'paragraph',
      'subtext',
      'list',
      'quote',
      'code',
      'paragraph',
    ]);
    expect(blocks[1]).toEqual({ kind: 'paragraph', children: [text('b\nc')] });
    expect(blocks[3]).toMatchObject({ items: [{ depth: 0, marker: '•' }, { depth: 1 }, { marker: '2.' }] });
    expect(blocks[5]).toEqual({ kind: 'code', text: 'j' });
  });

  it('quotes everything after >>>', () => {
    expect(parseMarkdown('>>> a\n\nb')).toEqual([
      { kind: 'quote', blocks: [{ kind: 'paragraph', children: [text('a\n\nb')] }] },
    ]);
  });
});

describe('a timestamp', () => {
  const nowMs = Date.UTC(2026, 10, 20, 12);
  it.each([
    [nowMs - 4_000, '4 seconds ago'],
    [nowMs + 180_000, 'in 3 minutes'],
    [nowMs - 7_200_000, '2 hours ago'],
    [nowMs + 10 * 86_400_000, 'in 10 days'],
  ])('is told as people tell it', (timeMs, words) => {
    expect(formatTime(timeMs, 'R', nowMs)).toBe(words);
  });
});
