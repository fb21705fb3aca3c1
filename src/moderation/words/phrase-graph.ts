import type { Phrase } from './phrases.ts';
import type { StepBudget } from './prompt-words.ts';
import type { Hits } from './term-index.ts';

/** Many phrases as one graph: each edge is a word, and each path from the start is a wording. */
export interface PhraseGraph<End> {
  /** Adds a phrase. `termsOf` gives the words of one of its parts, by number. */
  add(phrase: Phrase, termsOf: (text: string) => readonly number[], end: End): void;
  /** The phrases in a prompt, by the positions of their words. Stops once the step budget is spent. */
  find(hits: Hits, steps: StepBudget): Found<End>[];
}

interface Found<End> {
  end: End;
  from: number;
  to: number;
  /** It was found as a whole among single letters. */
  isInLetters: boolean;
}

interface Node<End> {
  id: number;
  next: Map<number, Node<End>[]>;
  ends: End[];
  /** Phrases that start with the same words share these nodes. What follows alternatives belongs to one phrase. */
  isShared: boolean;
}

/** A place in the graph, and the position in the prompt that it was reached at. */
interface Reached<End> {
  node: Node<End>;
  to: number;
  /** All words so far were found by themselves, or all among single letters. */
  isWords: boolean;
  isInLetters: boolean;
}

/** Fewer single letters are no phrase. */
const LEAST_LETTERS = 3;
/** The cost of one found phrase, and of looking up the next word of one. */
const STEPS_OF_PHRASE = 8;
const STEPS_OF_WORD = 2;

export function createPhraseGraph<End>(): PhraseGraph<End> {
  let count = 0;
  const createNode = (isShared: boolean): Node<End> => ({ id: count++, next: new Map(), ends: [], isShared });
  const start = createNode(true);

  /** Adds a phrase from these nodes to one. Returns the nodes from which it can be left out. */
  const connect = (phrase: Phrase, from: Node<End>[], to: Node<End>, termsOf: TermsOf): Node<End>[] => {
    const last = phrase.at(-1);
    if (last === undefined) return from;
    const before = phrase.slice(0, -1).reduce((nodes, part) => follow(nodes, part, termsOf), from);
    if (typeof last !== 'string') return last.flatMap((one) => connect(one, before, to, termsOf));
    const terms = termsOf(last);
    const nodes = terms.slice(0, -1).reduce(step, before);
    for (const node of nodes) addEdge(node, terms.at(-1) ?? 0, to);
    return [];
  };

  const follow = (from: Node<End>[], part: Phrase[number], termsOf: TermsOf): Node<End>[] => {
    if (typeof part === 'string') return termsOf(part).reduce(step, from);
    const to = createNode(false);
    return [...new Set([to, ...part.flatMap((one) => connect(one, from, to, termsOf))])];
  };

  const step = (from: Node<End>[], term: number): Node<End>[] => {
    const [first] = from;
    const isShared = from.length === 1 && first?.isShared === true;
    const known = isShared ? first.next.get(term)?.find((one) => one.isShared) : undefined;
    if (known !== undefined) return [known];
    const to = createNode(isShared);
    for (const node of from) addEdge(node, term, to);
    return [to];
  };

  return {
    add: (phrase, termsOf, end) => {
      const last = phrase.reduce<Node<End>[]>((nodes, part) => follow(nodes, part, termsOf), [start]);
      for (const node of last) if (node !== start) node.ends.push(end);
    },
    find: (hits, steps) => {
      const found: Found<End>[] = [];
      for (const from of hits.keys()) {
        found.push(...findFrom(start, from, hits, steps));
        if (steps.isSpent) return [];
      }
      return found;
    },
  };
}

type TermsOf = (text: string) => readonly number[];

function addEdge<End>(from: Node<End>, term: number, to: Node<End>): void {
  const there = from.next.get(term);
  if (there === undefined) from.next.set(term, [to]);
  else there.push(to);
}

function findFrom<End>(start: Node<End>, from: number, hits: Hits, steps: StepBudget): Found<End>[] {
  const found: Found<End>[] = [];
  const reached: Reached<End>[] = [{ node: start, to: from, isWords: true, isInLetters: true }];
  const seen = new Set<string>();
  for (const { node, to, isWords, isInLetters } of reached) {
    if (steps.isSpent) return [];
    for (const end of isWords || to - from >= LEAST_LETTERS ? node.ends : []) {
      if (steps.isSpent) return [];
      steps.spend(STEPS_OF_PHRASE);
      found.push({ end, from, to, isInLetters: !isWords });
    }
    for (const hit of node.next.size > 0 ? (hits.get(to) ?? []) : []) {
      steps.spend(STEPS_OF_WORD);
      const next = { to: hit.to, isWords: isWords && hit.isWord, isInLetters: isInLetters && hit.isInLetters };
      if (!next.isWords && !next.isInLetters) continue;
      for (const after of node.next.get(hit.term) ?? []) {
        const key = `${after.id} ${next.to} ${next.isWords} ${next.isInLetters}`;
        if (seen.has(key)) continue;
        seen.add(key);
        reached.push({ node: after, ...next });
      }
    }
  }
  return found;
}
