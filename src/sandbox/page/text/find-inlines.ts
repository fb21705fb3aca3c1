import { type Inline, type Leaf, parseInline } from './parse-inline.ts';

/** Everything within a text that holds nothing else, in its order: words, code, mentions, times. */
export const leavesOf = (text: string): Leaf[] => flatten(parseInline(text));

const flatten = (inlines: Inline[]): Leaf[] =>
  inlines.flatMap((one) => ('children' in one ? flatten(one.children) : [one]));
