import { splitLines, splitsOf } from '../words/phrases.ts';
import { type PromptWords, type StepBudget, textAsWritten, textsOf } from '../words/prompt-words.ts';
import type { Reading } from '../words/readings.ts';
import {
  compileWordLists,
  exceptionsIn,
  isUnbroken,
  positionsOf,
  type WordMatch,
  withoutCovered,
} from '../words/word-list.ts';
import { type Grammar, inLeet, type Kind, type Language, typosOf, wordsOf } from './language.ts';

/** What was found in a prompt, in the words of one language. */
export interface Finding {
  minor?: string | undefined;
  /** Undressed or sexual, in any request. */
  sexual?: string | undefined;
  /** Only of a person in a source picture. */
  revealing?: string | undefined;
}

interface List {
  language: number;
  kind: Kind;
  /** The line is also a word of another language. */
  isShared: boolean;
}
type Match = WordMatch<List>;
type Words = Readonly<Record<keyof Grammar, ReadonlySet<string>>>;

/** A prompt as one language reads it. */
interface Scene {
  texts: readonly string[];
  words: Words;
  isBound(position: number): boolean;
  of(kind: Kind): readonly Match[];
  /** Steps over one word. Returns false once the budget is spent. */
  step(): boolean;
}

/** Plain words that show English. */
const ENGLISH = wordsOf('the, of, her, his, with, and, is, she, he, they, from, to');
const AND = wordsOf('und, et, y, e');
/** How many words that aren't listed may stand between a verb and the garment. */
const MOST_UNLISTED = 3;
/** How many adjectives may stand before a garment. */
const MOST_ADJECTIVES = 3;

/**
 * Compiles languages for reading prompts. All lists are looked up at once; each language then reads its own words, together
 * with those that all share.
 */
export function createReader(languages: readonly Language[], loans: Language) {
  const index = compileWordLists([...languages, loans].flatMap(listsOf));
  const grammars = languages.map(({ grammar, ownLetters }) => ({ ownLetters, words: grammarOf(grammar) }));

  return (
    prompt: PromptWords,
    innocent: readonly WordMatch<unknown>[],
    steps: StepBudget,
  ): { findings: Finding[]; notEnglish: Match[] } => {
    const matches = index.find(prompt, steps);
    const texts = textsOf(prompt, textInDisguise);
    const findings: Finding[] = [];
    const notEnglish: Match[] = [];
    const countIn = (words: ReadonlySet<string>): number => texts.filter((text) => words.has(text)).length;
    for (const [language, { words, ownLetters }] of grammars.entries()) {
      const mine = matches.filter(({ list }) => list.language === language);
      if (mine.length === 0) continue;
      steps.spend(texts.length + matches.length);
      const own = countIn(words.own) + Number(ownLetters?.test(prompt.written) === true);
      const isMostly = own > countIn(ENGLISH);
      const foreign = mine.filter(({ list }) => list.kind === 'notEnglish' && (isMostly || !list.isShared));
      notEnglish.push(...foreign);
      const exceptions = exceptionsIn(prompt, mine, listsIn(mine, 'innocent'), listsIn(mine, 'negated'));
      const left = withoutCovered(mine, exceptions).filter(({ list }) => !NO_FAULTS.has(list.kind));
      const isForeign = left.every((one) => one.list.isShared && (one.to < one.from + 2 || !isUnbroken(prompt, one)));
      const isAlone = left.some(({ from, to }) => to - from === texts.length);
      if (own === 0 && !isAlone && isForeign) continue;
      const borrowed = matches.filter(({ list }) => list.language === languages.length);
      const found = [...left, ...withoutCovered(borrowed, [...exceptions, ...foreign, ...innocent])];
      findings.push(findIn(createScene(prompt, texts, words, found, steps)));
    }
    return { findings, notEnglish };
  };
}

const NO_FAULTS: ReadonlySet<Kind> = new Set(['innocent', 'negated', 'notEnglish']);
const listsIn = (matches: readonly Match[], kind: Kind): List[] =>
  [...new Set(matches.map(({ list }) => list))].filter((list) => list.kind === kind);

const createScene = (
  { isBound }: PromptWords,
  texts: readonly string[],
  words: Words,
  found: readonly Match[],
  steps: StepBudget,
): Scene => ({
  texts,
  words,
  isBound,
  of: (kind) => found.filter(({ list }) => list.kind === kind),
  step: () => {
    steps.spend(1);
    return !steps.isSpent;
  },
});

/** The lists of a language, for looking up: each in all its spellings. */
function listsOf({ lists, alsoWritten = [] }: Language, language: number): { list: List; phrases: string[] }[] {
  const spell = (line: string): string[] => {
    const other = alsoWritten.reduce((text, [letter, letters]) => text.replaceAll(letter, letters), line);
    return other === line ? [line] : [line, other];
  };
  return Object.entries(lists).flatMap(([name, text]) => {
    const kind = name === 'plainest' ? 'sexual' : (name as Kind);
    const lines = splitLines(text);
    const typed = name === 'plainest' ? lines.flatMap((line) => [line, ...typosOf(line), ...splitsOf(line)]) : lines;
    const shared = typed.filter((line) => line.startsWith('~')).map((line) => line.slice(1));
    const own = typed.filter((line) => !line.startsWith('~'));
    return [
      { list: { language, kind, isShared: false }, phrases: own.flatMap(spell) },
      { list: { language, kind, isShared: true }, phrases: shared.flatMap(spell) },
    ];
  });
}

const grammarOf = (grammar: Partial<Grammar>): Words => ({
  own: wordsOf(grammar.own),
  filler: wordsOf(grammar.filler),
  preposition: wordsOf(grammar.preposition),
  relative: wordsOf(grammar.relative),
  quantity: wordsOf(grammar.quantity),
  auxiliary: wordsOf(grammar.auxiliary),
  turn: wordsOf(grammar.turn),
  withWords: wordsOf(grammar.withWords),
  person: wordsOf(grammar.person),
  notClosing: wordsOf(grammar.notClosing),
});

const textInDisguise = (readings: readonly Reading[]): string => {
  const decoded = readings.find(({ as }) => as === 'folded');
  const latin = readings.find(({ text, as }) => as === 'plain' && /^[a-z]+$/.test(text));
  return decoded === undefined ? (latin?.text ?? textAsWritten(readings)) : inLeet(decoded.text);
};

function findIn(scene: Scene): Finding {
  const garments = scene.of('garment');
  const minor = scene.of('minor')[0]?.written;
  const sexual = scene.of('sexual')[0]?.written ?? undressingIn(scene, garments);
  const revealing =
    scene.of('revealing')[0]?.written ??
    undressingIn(scene, [...scene.of('top'), ...withRestIn(scene)]) ??
    sheerIn(scene, [...garments, ...scene.of('top')]) ??
    swappedIn(scene, [...garments, ...scene.of('top')]) ??
    onlyIn(scene) ??
    personIn(scene);
  return { minor, sexual, revealing };
}

/** Finds "take off her dress", "her dress removed", and German verbs around the garment: "zieh ihr das Kleid aus". */
function undressingIn(scene: Scene, garments: readonly Match[]): string | undefined {
  const verbs = scene.of('remove');
  const after = [...scene.of('gone'), ...scene.of('closes').filter(({ to }) => !scene.isBound(to))];
  const pairs = pairsIn(scene);
  for (const garment of garments) {
    const before = [
      ...verbs,
      ...pairs.filter(({ closing }) => closing.from >= garment.to).map(({ opening }) => opening),
    ];
    const verb = before.find((one) => one.to <= garment.from && isObjectOf(scene, one, garment));
    if (verb !== undefined) return `${verb.written} … ${garment.written}`;
    const gone = after.find((one) => isSaidOf(scene, garment, one));
    if (gone !== undefined) return `${garment.written} … ${gone.written}`;
  }
  return undefined;
}

/** Whether a garment is what the verb before it is about. */
function isObjectOf(scene: Scene, verb: Match, garment: Match): boolean {
  const { texts, words } = scene;
  let unlisted = 0;
  for (let at = verb.to; at < garment.from; at++) {
    if (!scene.step()) return false;
    const text = texts[at] ?? '';
    if (words.turn.has(text) || (unlisted > 0 && words.relative.has(text))) return false;
    if (unlisted > 0 && !scene.isBound(at)) return false;
    if (words.filler.has(text) || words.quantity.has(text)) continue;
    if (words.preposition.has(text)) {
      if (unlisted > 0 && !words.quantity.has(texts[at - 1] ?? '')) return false;
      continue;
    }
    unlisted++;
    if (unlisted > MOST_UNLISTED) return false;
  }
  return (unlisted === 0 || scene.isBound(garment.from)) && !isGoverned(scene, garment, verb.to);
}

/** Whether a preposition stands before a garment, its article and adjectives: "the stain on her white shirt". */
function isGoverned(scene: Scene, { from }: Match, start: number, exceptions?: ReadonlySet<string>): boolean {
  const { texts, words } = scene;
  for (let at = from - 1; at >= start && at >= from - 1 - MOST_ADJECTIVES && scene.isBound(at + 1); at--) {
    const text = texts[at] ?? '';
    if (!words.preposition.has(text)) continue;
    return exceptions?.has(text) !== true && !words.quantity.has(texts[at - 1] ?? '');
  }
  return false;
}

/** Whether a word after a garment says that it is gone: "the dress has been removed". */
function isSaidOf(scene: Scene, garment: Match, gone: Match): boolean {
  const { texts, words } = scene;
  if (gone.from < garment.to || isGoverned(scene, garment, 0, words.withWords)) return false;
  // "Keep the shirt, remove the tie" and "keep the shirt and remove the tie" start anew.
  const startsAnew = scene.isBound(gone.to) && (!scene.isBound(gone.from) || AND.has(texts[gone.from - 1] ?? ''));
  if (startsAnew && scene.of('remove').some(({ from }) => from === gone.from)) return false;
  for (let at = garment.to; at < gone.from; at++) {
    const text = texts[at] ?? '';
    if (!scene.step() || !(words.auxiliary.has(text) || words.filler.has(text))) return false;
  }
  return true;
}

/** Finds "a transparent dress", "her dress is completely transparent". */
function sheerIn(scene: Scene, garments: readonly Match[]): string | undefined {
  const { texts, words } = scene;
  const isBetween = (from: number, to: number): boolean => {
    for (let at = from; at < to; at++) {
      const text = texts[at] ?? '';
      if (!scene.step() || !(words.auxiliary.has(text) || words.filler.has(text))) return false;
    }
    return from <= to;
  };
  for (const sheer of scene.of('sheer')) {
    const garment = garments.find(
      ({ from, to }) => isBetween(to, sheer.from) || (isBetween(sheer.to, from) && from - sheer.to <= MOST_ADJECTIVES),
    );
    if (garment !== undefined) return `${sheer.written} … ${garment.written}`;
  }
  return undefined;
}

/** Finds "swap her jeans for a towel". */
function swappedIn(scene: Scene, garments: readonly Match[]): string | undefined {
  const { texts, words, isBound } = scene;
  const between = [words.filler, words.preposition, words.auxiliary];
  for (const less of scene.of('less')) {
    let at = less.from;
    while (isBound(at) && scene.step() && between.some((one) => one.has(texts[at - 1] ?? ''))) at--;
    const garment = garments.find(({ to }) => to >= at && to < less.from && isBound(to));
    const swap = garment && scene.of('swap').find((one) => one.to <= garment.from && isObjectOf(scene, one, garment));
    if (swap !== undefined) return `${swap.written} … ${less.written}`;
  }
  return undefined;
}

/** All that is worn, whether it covers a body or not. */
const wornIn = (scene: Scene): Match[] => [...scene.of('worn'), ...scene.of('garment'), ...scene.of('top')];

/** Finds what is followed by more of the same: "her coat and everything else". */
function withRestIn(scene: Scene): Match[] {
  const rests = new Set(scene.of('rest').map(({ from }) => from));
  return rests.size === 0 ? [] : wornIn(scene).filter(({ to }) => rests.has(to));
}

/** Finds "with only her boots", with at most a few plain words in between, and "boots and nothing else". */
function onlyIn(scene: Scene): string | undefined {
  const { texts, words } = scene;
  const worn = wornIn(scene);
  for (const nothing of scene.of('nothingElse')) {
    /** Also "boots of leather and nothing else". */
    const isBefore = ({ to }: Match): boolean =>
      to === nothing.from || (to === nothing.from - 2 && words.preposition.has(texts[to] ?? ''));
    const isWorn = scene.step() && worn.some(isBefore);
    // "Change the shirt and nothing else" keeps the rest as it is.
    if (isWorn && !scene.of('swap').some(({ to }) => to <= nothing.from)) return nothing.written;
  }
  for (const only of scene.of('only')) {
    const isNext = ({ from }: Match): boolean =>
      from >= only.to &&
      from - only.to <= MOST_ADJECTIVES &&
      texts.slice(only.to, from).every((text) => words.filler.has(text) || words.preposition.has(text));
    const next = scene.step() ? worn.find(isNext) : undefined;
    if (next !== undefined) return `${only.written} … ${next.written}`;
  }
  return undefined;
}

interface Pair {
  opening: Match;
  closing: Match;
}

/** The split verbs: each first half with the second one that follows. */
function pairsIn(scene: Scene): Pair[] {
  const closings = scene.of('closes').filter(({ to }) => {
    const next = scene.texts[to] ?? '';
    return !scene.words.notClosing.has(next) || !scene.isBound(to);
  });
  return scene.of('opens').flatMap((opening) => {
    const closing = closings.find(({ from }) => from >= opening.to);
    return closing === undefined ? [] : [{ opening, closing }];
  });
}

/** Finds "zieh die Frau aus", "die Frau ausziehen", but not "zieh die Schuhe aus". */
function personIn(scene: Scene): string | undefined {
  const { texts, words } = scene;
  const isPerson = (position: number): boolean => words.person.has(texts[position] ?? '');
  const worn = positionsOf(scene.of('garment'));
  for (const { opening, closing } of pairsIn(scene)) {
    const last = closing.from - 1;
    // "Zieh die Frau im roten Kleid aus" is about the woman.
    let isOnly = last >= opening.to && (isPerson(last) || (worn.has(last) && isPerson(opening.to + 1)));
    for (let at = opening.to; at < last && isOnly; at++) {
      const text = texts[at] ?? '';
      isOnly = scene.step() && (isPerson(at) || words.filler.has(text) || words.preposition.has(text));
    }
    if (isOnly) return `${opening.written} … ${closing.written}`;
  }
  return scene.of('undress').find(({ from }) => !scene.isBound(from) || isPerson(from - 1))?.written;
}
