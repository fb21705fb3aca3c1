import { FLOOR_LISTS } from '../english/floor-lists.ts';
import { readOtherLanguages } from '../languages/languages.ts';
import type { PromptWords, StepBudget } from './prompt-words.ts';
import { compileWordLists, exceptionsIn, positionsOf, type WordMatch, withoutCovered } from './word-list.ts';

type List = keyof typeof FLOOR_LISTS;
type Match = WordMatch<List>;

const LISTS = Object.entries(FLOOR_LISTS) as [List, readonly string[]][];
const FLOOR = compileWordLists(LISTS.map(([list, phrases]) => ({ list, phrases })));

/**
 * The floor: what Easel never makes, in any server. It covers sexualised minors, and pictures that undress or sexualise the
 * people in a source picture. It matches English words, in every disguise that word lists see through, and isn't a complete
 * filter.
 * @param withPictures - whether the request has source pictures.
 * @returns the line that a prompt breaks.
 */
export function findFloorLine(
  prompt: PromptWords,
  { withPictures }: { withPictures: boolean },
  steps: StepBudget,
): string | undefined {
  const all = FLOOR.find(prompt, steps);
  const has = (list: List): boolean => all.some((one) => one.list === list);
  const isOrdinaryChest = !has('undressed') && (has('sport') || (has('bathing') && !withPictures));
  const exceptions: List[] = ['name'];
  if (!withPictures || !has('someone')) exceptions.push('apart');
  if (!withPictures) exceptions.push('thing');
  if (isOrdinaryChest) exceptions.push('chest');
  const inEnglish = exceptionsIn(prompt, all, exceptions, ['negated']);
  const { line, notEnglish } = readOtherLanguages(prompt, { withPictures, innocent: inEnglish }, steps);
  if (line !== undefined) return line;
  const innocent = [...inEnglish, ...notEnglish];
  const found = createFound(prompt, withoutCovered(all, innocent), steps);

  const [always] = found.of('always');
  if (always !== undefined) return always.written;
  const sexual = found.of('sexual')[0]?.written ?? wornIn(found, 'chest') ?? undressingIn(found) ?? poseIn(found);
  const minor = found.of('minor')[0]?.written ?? pairIn(found, 'isAged', 'agedAs');
  if (minor !== undefined && sexual !== undefined) return `${minor} + ${sexual}`;
  return withPictures ? (sexual ?? revealingIn(found) ?? onlyIn(found) ?? bodyIn(found)) : undefined;
}

/** The matches of a prompt, by where they stand. */
interface Found {
  of(list: List): readonly Match[];
  /** The matches of a list that end at a position, or start at it, with nothing but matches of `between` in between. */
  before(position: number, list: List, between?: List): readonly Match[];
  after(position: number, list: List, between?: List): readonly Match[];
  /** The matches that start at a position. */
  at(position: number): readonly Match[];
  /** The end of the last match. */
  end: number;
  /** Whether a clause starts or ends at this position. */
  isEdge(position: number): boolean;
}

function createFound(prompt: PromptWords, found: readonly Match[], steps: StepBudget): Found {
  const ending = new Map<number, Match[]>();
  const starting = new Map<number, Match[]>();
  for (const one of found) {
    ending.set(one.to, [...(ending.get(one.to) ?? []), one]);
    starting.set(one.from, [...(starting.get(one.from) ?? []), one]);
  }
  const reach = (
    matches: ReadonlyMap<number, readonly Match[]>,
    side: 'from' | 'to',
    position: number,
    list: List,
    between?: List,
  ): Match[] => {
    const reached: Match[] = [];
    const positions = new Set([position]);
    for (const at of positions) {
      // The prompt is then refused as unread.
      if (steps.isSpent) return [];
      steps.spend(1);
      for (const one of matches.get(at) ?? []) {
        if (one.list === list) reached.push(one);
        else if (one.list === between) positions.add(one[side]);
      }
    }
    return reached;
  };
  return {
    of: (list) => found.filter((one) => one.list === list),
    before: (position, list, between) => reach(ending, 'from', position, list, between),
    after: (position, list, between) => reach(starting, 'to', position, list, between),
    at: (position) => starting.get(position) ?? [],
    end: Math.max(0, ...ending.keys()),
    isEdge: (position) => !prompt.isBound(position),
  };
}

/** "No shirt" undresses, "no shirt stains" don't. */
const isWorn = (found: Found, { to }: Match): boolean => found.isEdge(to) || found.after(to, 'notWorn').length === 0;
const wornIn = (found: Found, list: 'chest' | 'noGarment'): string | undefined =>
  found.of(list).find((one) => isWorn(found, one))?.written;

function revealingIn(found: Found): string | undefined {
  const [revealing] = found.of('revealing');
  const ending = found.of('ending').find(({ to }) => found.isEdge(to));
  return (revealing ?? ending)?.written;
}

/** A match of one list and one of another right after it, or with nothing but matches of `between` in between. */
function pairIn(found: Found, first: List, second: List, between?: List): string | undefined {
  for (const one of found.of(first)) {
    const [next] = found.after(one.to, second, between);
    if (next !== undefined) return `${one.written} … ${next.written}`;
  }
  return undefined;
}

/** Finds "in only her boots", "nothing but a smile" and "boots and nothing else". */
function onlyIn(found: Found): string | undefined {
  const only = found.of('only').filter(({ from }) => found.before(from, 'wear').length > 0);
  const worn = only.find(({ to }) => found.after(to, 'adorned', 'filler').length > 0);
  return worn?.written ?? pairIn(found, 'nothingBut', 'adorned', 'filler') ?? pairIn(found, 'adorned', 'nothingElse');
}

/** What someone wears: "everything she has on". */
function wornBySomeoneIn(found: Found): Match[] {
  return found
    .of('whatever')
    .flatMap((all) =>
      found
        .after(all.to, 'wearer')
        .flatMap((wearer) => found.after(wearer.to, 'wears').map(({ to }): Match => ({ ...all, list: 'garment', to }))),
    );
}

/** Finds "help the bride out of". */
const freeingIn = (found: Found): Match[] =>
  found
    .of('free')
    .flatMap((free) =>
      found
        .after(free.to, 'person', 'article')
        .flatMap((person) => found.after(person.to, 'outOf').map(({ to }): Match => ({ ...free, list: 'remove', to }))),
    );

/** Finds "make her strip", "strip the bride", "she is bare", and "strip" as a clause of its own, but not "a comic strip". */
function poseIn(found: Found): string | undefined {
  const isSaidOf = ({ from }: Match): boolean => found.before(from, 'person', 'said').length > 0;
  const isPose = (one: Match): boolean => {
    const isClause = found.isEdge(one.from) && found.isEdge(one.to);
    const isVerb = found.isEdge(one.from) || found.before(one.from, 'filler').length > 0;
    const isOfPerson = isVerb && !found.isEdge(one.to) && found.after(one.to, 'person', 'article').length > 0;
    return isClause || isOfPerson || isSaidOf(one);
  };
  const isState = (one: Match): boolean => found.isEdge(one.to) && isSaidOf(one);
  return (found.of('pose').find(isPose) ?? found.of('state').find(isState))?.written;
}

/** Finds what is followed by more of the same: "her coat and everything else", "her coat off and everything else". */
const withRestIn = (found: Found): Match[] =>
  found
    .of('adorned')
    .filter(({ to }) => found.after(to, 'rest', 'gone').length > 0)
    .map((one): Match => ({ ...one, list: 'garment' }));

/** A removal that reaches a position, and how many words that no list knows stand between. */
interface Reach {
  removal: Match;
  unknown: number;
}

/** How many unknown words may stand between "without" and a garment. */
const UNKNOWN_MOST = 2;

/** The matches of `lists` that reach each position: in "take off that lovely dress", one reaches "dress". */
function reachesIn(found: Found, lists: readonly List[], before: readonly Match[] = []): (Reach | undefined)[] {
  const reaches: (Reach | undefined)[] = [];
  const reach = (position: number, next: Reach): void => {
    const known = reaches[position];
    if (known === undefined || (known.removal.list === 'without' && next.removal.list === 'remove')) {
      reaches[position] = next;
    }
  };
  for (const removal of before) reach(removal.to, { removal, unknown: 0 });
  let isLooking = false;
  for (let position = 0; position < found.end; position++) {
    const isEdge = position > 0 && found.isEdge(position);
    const here = found.at(position);
    isLooking = (isLooking && !isEdge) || here.some(({ list }) => list === 'look');
    for (const removal of here) {
      const isRemoval = lists.includes(removal.list) && (removal.list !== 'under' || isLooking);
      // "The wrinkles out of his shirt" and "don't remove his shirt" leave the shirt.
      const isTakenBack = ['notWorn', 'negation'].some((list) => found.before(position, list as List).length > 0);
      if (isRemoval && !isTakenBack) reach(removal.to, { removal, unknown: 0 });
    }
    const current = reaches[position];
    if (current === undefined) continue;
    if (isEdge && current.unknown > 0) {
      reaches[position] = undefined;
      continue;
    }
    const fillers = here.filter(({ list }) => list === 'filler');
    for (const { to } of fillers) reach(to, current);
    const isStop = here.some(
      ({ list }) => list === 'stop' || (list === 'stopWithout' && current.removal.list !== 'remove'),
    );
    const mayBeUnknown = current.removal.list === 'remove' || current.unknown < UNKNOWN_MOST;
    if (fillers.length > 0 || isStop || isEdge || !mayBeUnknown) continue;
    reach(position + 1, { ...current, unknown: current.unknown + 1 });
  }
  return reaches;
}

/** Finds "take off all of her clothes", "no shirt", "a see-through dress", "her top is gone", "swap her jeans for a towel". */
function undressingIn(found: Found): string | undefined {
  const removals = reachesIn(found, ['remove', 'without', 'under'], freeingIn(found));
  const swaps = reachesIn(found, ['swap']);
  for (const garment of [
    ...found.of('garment'),
    ...wornBySomeoneIn(found),
    ...withRestIn(found),
    ...found.of('top'),
    ...found.of('cover'),
  ]) {
    const { from, to, list, written } = garment;
    if (!isWorn(found, garment)) continue;
    const isAround = list !== 'garment' && found.after(to, 'around').length > 0;
    const isOwned = list === 'garment' || isAround || found.before(from, 'owner').length > 0;
    const removal = removals[from]?.removal;
    // "Without that sweater on" ends after it.
    const ends = [to, ...found.after(to, 'wears').map((on) => on.to)];
    const isWhole = list === 'top' && ends.some(found.isEdge);
    if (removal !== undefined && (isOwned || isWhole)) return `${removal.written} … ${written}`;
    const less =
      swaps[from] && found.after(to, 'into', 'said').flatMap((into) => found.after(into.to, 'less', 'filler'));
    if (less?.[0] !== undefined) return `${written} … ${less[0].written}`;
    // "A boy in a shirt, missing a tooth" isn't about the shirt.
    const gone =
      found.after(to, 'gone', 'said').find((one) => found.isEdge(one.to) || (isOwned && !found.isEdge(to))) ??
      found.after(to, 'moved', 'said').find((one) => isOwned && found.isEdge(one.to));
    if (gone !== undefined && (list !== 'cover' || isOwned)) return `${written} … ${gone.written}`;
  }
  return wornIn(found, 'noGarment');
}

/** Finds "bare her chest", "her chest uncovered", "chest exposed" as a clause of its own, and "a wet white shirt". */
function bodyIn(found: Found): string | undefined {
  const innocent = positionsOf(found.of('innocentBody'));
  for (const bare of found.of('bare')) {
    const body = found.after(bare.to, 'body', 'filler').find(({ from }) => !innocent.has(from));
    if (body !== undefined) return `${bare.written} … ${body.written}`;
  }
  for (const body of found.of('body')) {
    if (innocent.has(body.from)) continue;
    const isOwned = found.before(body.from, 'owner').length > 0;
    const bared = isOwned
      ? found.after(body.to, 'bared', 'said')[0]
      : found.after(body.to, 'bare', 'said').find(({ to }) => found.isEdge(body.from) && found.isEdge(to));
    if (bared !== undefined) return `${body.written} … ${bared.written}`;
  }
  return pairIn(found, 'wet', 'wetGarment', 'filler');
}
