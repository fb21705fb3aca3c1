import { hasLatin, toLatinLookAlike, toLowerCase } from './letters.ts';
import type { LetterRun, PromptWords, StepBudget, Token } from './prompt-words.ts';
import { COMPARED_AS, READ_AS, type ReadAs, type Reading } from './readings.ts';

/** An index of all listed words by number, so that a prompt is looked up instead of compared with each word in turn. */
export interface TermIndex {
  /**
   * Adds a word of a line, which is found in whole words and among single letters. Stars match anything.
   * @returns the term's number, which equal words share.
   */
  readonly add: (word: string) => number;
  find(prompt: PromptWords, steps: StepBudget): Hits;
}

/** Where terms were found in a prompt, by the position of their first word. */
export type Hits = ReadonlyMap<number, readonly Hit[]>;

export interface Hit {
  term: number;
  to: number;
  /** It was found as a word, or is long enough to be read from single letters by itself. */
  isWord: boolean;
  /** It was found among single letters. */
  isInLetters: boolean;
}

/** A term with stars. It is compared with a text that contains the first characters of its longest piece. */
interface Candidate {
  term: number;
  pieces: readonly string[];
  /** Without stars, and of one or two letters. */
  isShort: boolean;
}

/** The shortest word that is read from single letters by itself. */
const IN_LETTERS_LEAST = 3;
/** How many first characters of a piece are indexed. */
const GRAM = 3;
/** How many single letters a star may match. */
const STAR_IN_RUN = 16;
/** How many compared characters cost one step. */
const COMPARED_AT_ONCE = 16;

interface Index {
  words: Map<string, number[]>;
  starred: Map<string, Candidate[]>;
  /** The lengths of the keys in `starred`, by first character. */
  lengths: Map<number, number[]>;
  inRuns: Map<string, Candidate[]>;
}

export function createTermIndex(): TermIndex {
  const numbers = new Map<string, number>();
  const indexes: Record<ReadAs, Index> = { plain: newIndex(), folded: newIndex(), squeezed: newIndex() };
  return {
    add: (word) => {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      const term = numbers.size;
      numbers.set(word, term);
      for (const spelling of spellingsOf(word)) {
        for (const as of READ_AS) {
          const pieces = spelling.map(COMPARED_AS[as]);
          addToWords(indexes[as], term, pieces);
          addToRuns(indexes[as], term, pieces);
        }
      }
      return term;
    },
    find: (prompt, steps) => {
      const hits = createHits();
      for (const token of prompt.tokens) findInToken(indexes, token, hits, steps);
      for (const run of prompt.runs) findInRun(indexes[run.as].inRuns, run, hits, steps);
      return hits.byPosition;
    },
  };
}

/** The pieces between stars, in the word's own script and, if it mixes scripts, as its Latin look-alike. */
function spellingsOf(word: string): string[][] {
  const small = toLowerCase(word);
  const latin = hasLatin(word) ? toLatinLookAlike(word) : undefined;
  const spellings = latin === undefined || latin === small ? [small] : [small, latin];
  return spellings.map((spelling) => spelling.split('*'));
}

const newIndex = (): Index => ({ words: new Map(), starred: new Map(), lengths: new Map(), inRuns: new Map() });

function addToWords(index: Index, term: number, pieces: readonly string[]): void {
  const [word = ''] = pieces;
  if (pieces.length === 1) push(index.words, word, term);
  else {
    const longest = pieces.reduce((a, b) => (b.length > a.length ? b : a));
    const gram = longest.slice(0, GRAM);
    const head = gram.charCodeAt(0);
    push(index.starred, gram, { term, pieces, isShort: false });
    if (!index.lengths.get(head)?.includes(gram.length)) push(index.lengths, head, gram.length);
  }
}

function addToRuns(index: Index, term: number, pieces: readonly string[]): void {
  const filled = pieces.filter((piece) => piece !== '');
  const gram = filled[0]?.slice(0, GRAM) ?? '';
  const isShort = gram.length < IN_LETTERS_LEAST;
  if (!isShort || pieces.length === 1) push(index.inRuns, gram, { term, pieces: filled, isShort });
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

function createHits() {
  const byPosition = new Map<number, Hit[]>();
  return {
    byPosition,
    add: (from: number, hit: Hit) => {
      const known = byPosition.get(from)?.find(({ term, to }) => term === hit.term && to === hit.to);
      if (known === undefined) push(byPosition, from, hit);
      else {
        known.isWord ||= hit.isWord;
        known.isInLetters ||= hit.isInLetters;
      }
    },
  };
}

type HitsToAdd = Pick<ReturnType<typeof createHits>, 'add'>;

function findInToken(
  indexes: Record<ReadAs, Index>,
  { from, to, readings }: Token,
  hits: HitsToAdd,
  steps: StepBudget,
): void {
  for (const reading of readings) {
    if (steps.isSpent) return;
    const index = indexes[reading.as];
    steps.spend(1);
    for (const word of singularsOf(reading)) {
      for (const term of index.words.get(word) ?? []) hits.add(from, { term, to, isWord: true, isInLetters: false });
    }
    if (!reading.starsMatch || index.starred.size === 0) continue;
    for (const { term, pieces } of candidatesIn(index, reading.text, steps)) {
      steps.spend(pieces.length + reading.text.length / COMPARED_AT_ONCE);
      if (fitsPieces(pieces, reading.text)) hits.add(from, { term, to, isWord: true, isInLetters: false });
    }
  }
}

/** The word itself, and the words that it may be the plural of. */
function singularsOf({ text, as }: Reading): string[] {
  // The z of "krak3nz".
  if (as === 'folded' && text.endsWith('z')) return [text, text.slice(0, -1)];
  if (!text.endsWith('s')) return [text];
  // "Shiites" without its second i is no plural of another word.
  const endsInEs = text.endsWith('es') && as !== 'squeezed';
  return [text, text.slice(0, -1), ...(endsInEs ? [text.slice(0, -2)] : [])];
}

function candidatesIn({ starred, lengths }: Index, text: string, steps: StepBudget): Iterable<Candidate> {
  let candidates: Set<Candidate> | undefined;
  steps.spend(text.length);
  for (let at = 0; at < text.length; at++) {
    for (const length of lengths.get(text.charCodeAt(at)) ?? []) {
      for (const candidate of starred.get(text.slice(at, at + length)) ?? []) {
        candidates ??= new Set();
        candidates.add(candidate);
      }
    }
  }
  return candidates ?? [];
}

function findInRun(inRuns: Map<string, Candidate[]>, run: LetterRun, hits: HitsToAdd, steps: StepBudget): void {
  const { text, positions } = run;
  for (let start = 0; start < text.length; start++) {
    for (let length = 1; length <= GRAM; length++) {
      if (steps.isSpent) return;
      steps.spend(1 / GRAM);
      for (const { term, pieces, isShort } of inRuns.get(text.slice(start, start + length)) ?? []) {
        steps.spend(pieces.length + (pieces[0]?.length ?? 0) / COMPARED_AT_ONCE);
        const end = endOfPieces(pieces, text, start);
        const from = positions[start];
        const to = positions[end - 1];
        if (end < 0 || from === undefined || to === undefined || !run.mayBeWord(start, end)) continue;
        hits.add(from, { term, to: to + 1, isWord: !isShort, isInLetters: true });
      }
    }
  }
}

/** Matches the pieces in order from `start`. @returns the end (exclusive), or -1. */
function endOfPieces([first = '', ...rest]: readonly string[], text: string, start: number): number {
  if (!text.startsWith(first, start)) return -1;
  let end = start + first.length;
  for (const piece of rest) {
    const within = text.slice(end, end + STAR_IN_RUN + piece.length);
    const found = within.indexOf(piece);
    if (found < 0) return -1;
    end += found + piece.length;
  }
  return end;
}

/** Whether the text consists of the pieces in order, with anything between them. */
function fitsPieces(pieces: readonly string[], text: string): boolean {
  const [start = '', ...rest] = pieces;
  const end = rest.pop() ?? '';
  if (text.length < start.length + end.length || !text.startsWith(start) || !text.endsWith(end)) return false;
  let at = start.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - end.length;
}
