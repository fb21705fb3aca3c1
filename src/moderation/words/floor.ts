import { FLOOR_LISTS } from './floor-lists.ts';
import { readOtherLanguages } from './languages/languages.ts';
import type { PromptWords, StepBudget } from './prompt-words.ts';
import { compileWordLists, exceptionsIn, type WordMatch, withoutCovered } from './word-list.ts';

type List = keyof typeof FLOOR_LISTS;
type Match = WordMatch<List>;

const LISTS = Object.entries(FLOOR_LISTS) as [List, readonly string[]][];
const FLOOR = compileWordLists(LISTS.map(([list, lines]) => ({ list, lines })));

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
  if (!withPictures) exceptions.push('thing');
  if (isOrdinaryChest) exceptions.push('chest');
  const { line, notEnglish } = readOtherLanguages(prompt, { withPictures }, steps);
  if (line !== undefined) return line;
  const found = createFound(prompt, withoutCovered(all, [...exceptionsIn(prompt, all, exceptions), ...notEnglish]));

  const [always] = found.of('always');
  if (always !== undefined) return always.written;
  const sexual = found.of('sexual')[0]?.written ?? wornIn(found, 'chest') ?? undressingIn(found) ?? poseIn(found);
  const minor = minorIn(found, has('together'));
  if (minor !== undefined && sexual !== undefined) return `${minor} + ${sexual}`;
  return withPictures ? (sexual ?? revealingIn(found)) : undefined;
}

/** Bounds the work for a prompt of nothing but such words. */
const MOST_BETWEEN = 24;

/** The matches of a prompt, by where they stand. */
interface Found {
  of(list: List): readonly Match[];
  /** The matches of a list that end at a position, or start at it, with nothing but matches of `between` in between. */
  before(position: number, list: List, between?: List): readonly Match[];
  after(position: number, list: List, between?: List): readonly Match[];
  /** Whether a clause starts or ends at this position. */
  isEdge(position: number): boolean;
}

function createFound(prompt: PromptWords, found: readonly Match[]): Found {
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
      for (const one of matches.get(at) ?? []) {
        if (one.list === list) reached.push(one);
        else if (one.list === between && positions.size <= MOST_BETWEEN) positions.add(one[side]);
      }
    }
    return reached;
  };
  return {
    of: (list) => found.filter((one) => one.list === list),
    before: (position, list, between) => reach(ending, 'from', position, list, between),
    after: (position, list, between) => reach(starting, 'to', position, list, between),
    isEdge: (position) => !prompt.isBound(position),
  };
}

/** "No shirt" undresses, "no shirt stains" don't. */
const isWorn = (found: Found, { to }: Match): boolean => found.isEdge(to) || found.after(to, 'notWorn').length === 0;
const wornIn = (found: Found, list: 'chest' | 'noGarment'): string | undefined =>
  found.of(list).find((one) => isWorn(found, one))?.written;

function minorIn(found: Found, areTogether: boolean): string | undefined {
  const isCounted = ({ from }: Match): boolean => !areTogether && found.before(from, 'parent', 'counted').length > 0;
  return found.of('minor').find((one) => !isCounted(one))?.written;
}

function revealingIn(found: Found): string | undefined {
  const [revealing] = found.of('revealing');
  const ending = found.of('ending').find(({ to }) => found.isEdge(to));
  return (revealing ?? ending)?.written;
}

/** Finds "make her strip", and "strip" as a clause of its own, but not "a comic strip". */
function poseIn(found: Found): string | undefined {
  const isClause = ({ from, to }: Match): boolean => found.isEdge(from) && found.isEdge(to);
  return found.of('pose').find((one) => isClause(one) || found.before(one.from, 'person').length > 0)?.written;
}

/** Finds "take off all of her clothes", "no shirt", "a see-through dress", "her top is gone". */
function undressingIn(found: Found): string | undefined {
  for (const garment of [...found.of('garment'), ...found.of('top')]) {
    const { from, to, list, written } = garment;
    if (!isWorn(found, garment)) continue;
    const isOwned = list === 'garment' || found.before(from, 'owner').length > 0;
    const [remove] = found.before(from, 'remove', 'filler');
    if (remove !== undefined && (isOwned || found.isEdge(to))) return `${remove.written} … ${written}`;
    // "A boy in a shirt, missing a tooth" isn't about the shirt.
    const gone =
      found.after(to, 'gone', 'said').find((one) => found.isEdge(one.to) || (isOwned && !found.isEdge(to))) ??
      found.after(to, 'moved', 'said').find((one) => isOwned && found.isEdge(one.to));
    if (gone !== undefined) return `${written} … ${gone.written}`;
  }
  return wornIn(found, 'noGarment');
}
