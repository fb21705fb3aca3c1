export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'bold' | 'italic' | 'underline' | 'strike' | 'spoiler'; children: Inline[] }
  | { kind: 'link'; url: string; children: Inline[] }
  | { kind: 'user' | 'role' | 'channel'; id: string }
  | { kind: 'command'; name: string }
  | { kind: 'everyone'; text: string }
  | { kind: 'time'; seconds: number; style: string };

/** An inline without children. */
export type Leaf = Exclude<Inline, { children: Inline[] }>;

/** Any text except a single backslash. An escaped mark doesn't end the text. */
const INNER = String.raw`((?:\\[\s\S]|[^\\])+?)`;
const rule = (source: string): RegExp => new RegExp(source, 'y');

const wrapped =
  (kind: 'bold' | 'italic' | 'underline' | 'strike' | 'spoiler') =>
  (match: RegExpExecArray): Inline => ({
    kind,
    children: parseInline(match[1] ?? ''),
  });

/** Tried in this order. */
const RULES: [RegExp, (match: RegExpExecArray) => Inline][] = [
  [rule(String.raw`\\([^A-Za-z0-9\s])`), (m) => ({ kind: 'text', text: m[1] ?? '' })],
  [rule('(`+)([\\s\\S]*?[^`])\\1(?!`)'), (m) => ({ kind: 'code', text: (m[2] ?? '').trim() })],
  [
    rule(String.raw`<t:(-?\d{1,15})(?::([tTdDfFR]))?>`),
    (m) => ({ kind: 'time', seconds: Number(m[1]), style: m[2] ?? 'f' }),
  ],
  [rule(String.raw`<@!?(\d+)>`), (m) => ({ kind: 'user', id: m[1] ?? '' })],
  [rule(String.raw`<@&(\d+)>`), (m) => ({ kind: 'role', id: m[1] ?? '' })],
  [rule(String.raw`<#(\d+)>`), (m) => ({ kind: 'channel', id: m[1] ?? '' })],
  [rule(String.raw`<\/([^:>]+):\d+>`), (m) => ({ kind: 'command', name: m[1] ?? '' })],
  [rule('@(everyone|here)\\b'), (m) => ({ kind: 'everyone', text: m[0] })],
  [
    rule(String.raw`\[((?:\\[\s\S]|[^\\\]])+)\]\(<?(https?:\/\/[^\s)>]+)>?\)`),
    (m) => ({ kind: 'link', url: m[2] ?? '', children: parseInline(m[1] ?? '') }),
  ],
  [rule(String.raw`<(https?:\/\/[^\s>]+)>`), (m) => linkTo(m[1] ?? '')],
  [rule(String.raw`https?:\/\/[^\s<>]+[^\s<>.,:;"')\]!?]`), (m) => linkTo(m[0])],
  [rule(String.raw`\|\|${INNER}\|\|`), wrapped('spoiler')],
  [
    rule(String.raw`\*\*\*${INNER}\*\*\*(?!\*)`),
    (m) => ({ kind: 'italic', children: [{ kind: 'bold', children: parseInline(m[1] ?? '') }] }),
  ],
  [rule(String.raw`\*\*${INNER}\*\*(?!\*)`), wrapped('bold')],
  [rule(`__${INNER}__(?!_)`), wrapped('underline')],
  [rule(`~~${INNER}~~`), wrapped('strike')],
  [rule(String.raw`\*(?=\S)${INNER}\*(?!\*)`), wrapped('italic')],
  [rule(String.raw`\b_(?=\S)${INNER}_\b`), wrapped('italic')],
];

const linkTo = (url: string): Inline => ({ kind: 'link', url, children: [{ kind: 'text', text: url }] });

/** Parses the marks, mentions and links in a text. */
export const parseInline = (text: string): Inline[] => {
  const found: Inline[] = [];
  let plain = '';
  const endPlain = (): void => {
    if (plain !== '') found.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (let index = 0; index < text.length; ) {
    const [inline, length] = inlineAt(text, index);
    if (!inline) plain += text[index];
    else if (inline.kind === 'text') plain += inline.text;
    else {
      endPlain();
      found.push(inline);
    }
    index += length;
  }
  endPlain();
  return found;
};

const inlineAt = (text: string, index: number): [Inline | undefined, number] => {
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = index;
    const match = pattern.exec(text);
    if (match) return [make(match), match[0].length];
  }
  return [undefined, 1];
};

/** Everything in a text without children, in order: words, code, mentions, times. */
export const leavesOf = (text: string): Leaf[] => flatten(parseInline(text));

const flatten = (inlines: Inline[]): Leaf[] =>
  inlines.flatMap((one) => ('children' in one ? flatten(one.children) : [one]));
