import type { RE2JS } from 're2js';
import type { Steps } from './prompt-words.ts';

/** An instruction of a compiled pattern, as RE2's program has it. */
interface Instruction {
  op: number;
  out: number;
  arg: number;
  runes: ArrayLike<number>;
  matchRune(rune: number): boolean;
}

/** RE2's own numbers of its instructions. */
const OP = {
  alt: 1,
  altMatch: 2,
  capture: 3,
  emptyWidth: 4,
  match: 6,
  nop: 7,
  rune: 8,
  rune1: 9,
  any: 10,
  anyNotLine: 11,
};
/** What has to hold where nothing is read: RE2's flags. */
const EMPTY = { beginLine: 1, endLine: 2, beginText: 4, endText: 8, wordBoundary: 16, noWordBoundary: 32 };
const EMPTY_ALL = 63;
const ASCII_COUNT = 128;
/** Other characters of which it is remembered whether a pattern begins with them. */
const OTHERS_MAX = 200;
/** A character with which no match begins takes next to nothing. */
const STEPS_OF_SKIP = 1 / 16;
const LINE_BREAK = 10;
const NO_RUNE = -1;

/**
 * Whether a pattern is found in a text. RE2's library runs its programs in linear time, but cannot be stopped, and linear
 * is long for a large program: its own matcher takes up to 370 ms of processor for a prompt of 2,000 characters and 60
 * patterns of the allowed size, all in one stretch. A bound on sizes that keeps it under 50 ms would leave each pattern 20
 * instructions, fewer than `(cat|dog|bird)s? (in|on) \w+` has. So the program is run here, and every step is counted.
 */
export function createPatternTest(pattern: RE2JS): (text: string, steps: Steps) => boolean {
  const { inst, start }: { inst: readonly Instruction[]; start: number } = pattern.re2().prog;
  const queues = [createQueue(inst.length), createQueue(inst.length)] as const;
  const stack: number[] = [];

  /** Follows what reads nothing. */
  const follow = (from: number, queue: Queue, conditions: number): number => {
    let count = 0;
    stack.push(from);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      count++;
      const instruction = inst[at];
      if (instruction === undefined || !queue.add(at)) continue;
      const { op, out, arg } = instruction;
      if (op === OP.alt || op === OP.altMatch) stack.push(arg, out);
      else if (op === OP.nop || op === OP.capture) stack.push(out);
      else if (op === OP.emptyWidth && (arg & ~conditions) === 0) stack.push(out);
    }
    return count;
  };

  const mayBegin = createBeginning(inst, (queue) => follow(start, queue, EMPTY_ALL), queues[0]);

  return (text, steps) => {
    let [now, next]: readonly [Queue, Queue] = queues;
    now.clear();
    let before = NO_RUNE;
    for (let at = 0; ; ) {
      const rune = text.codePointAt(at) ?? NO_RUNE;
      if (now.size === 0 && rune !== NO_RUNE && !mayBegin(rune)) {
        steps.spend(STEPS_OF_SKIP);
        before = rune;
        at += rune > 0xffff ? 2 : 1;
        continue;
      }
      steps.spend(1 + follow(start, now, conditionsBetween(before, rune)));
      if (steps.areSpent) return false;
      const width = rune > 0xffff ? 2 : 1;
      const after = conditionsBetween(rune, text.codePointAt(at + width) ?? NO_RUNE);
      let count = 0;
      next.clear();
      for (let index = 0; index < now.size; index++) {
        const instruction = inst[now.at(index)];
        if (instruction === undefined) continue;
        if (instruction.op === OP.match) return true;
        if (reads(instruction, rune)) count += follow(instruction.out, next, after);
      }
      steps.spend(count + now.size);
      if (rune === NO_RUNE) return false;
      [now, next] = [next, now];
      before = rune;
      at += width;
    }
  };
}

/** Whether what is found may begin with a character. */
function createBeginning(
  inst: readonly Instruction[],
  begin: (queue: Queue) => void,
  queue: Queue,
): (rune: number) => boolean {
  queue.clear();
  begin(queue);
  const first = Array.from({ length: queue.size }, (_, index) => inst[queue.at(index)]);
  const asks = (rune: number): boolean =>
    first.some((one) => one !== undefined && (one.op === OP.match || reads(one, rune)));
  const ascii = Array.from({ length: ASCII_COUNT }, (_, rune) => asks(rune));
  const others = new Map<number, boolean>();
  return (rune) => {
    const known = ascii[rune] ?? others.get(rune);
    if (known !== undefined) return known;
    if (others.size >= OTHERS_MAX) others.clear();
    const may = asks(rune);
    others.set(rune, may);
    return may;
  };
}

function reads(instruction: Instruction, rune: number): boolean {
  if (rune === NO_RUNE) return false;
  switch (instruction.op) {
    case OP.rune:
      return instruction.matchRune(rune);
    case OP.rune1:
      return instruction.runes[0] === rune;
    case OP.any:
      return true;
    case OP.anyNotLine:
      return rune !== LINE_BREAK;
    default:
      return false;
  }
}

function conditionsBetween(before: number, after: number): number {
  const isBoundary = isWordRune(before) !== isWordRune(after);
  return (
    (before === NO_RUNE ? EMPTY.beginText | EMPTY.beginLine : 0) |
    (before === LINE_BREAK ? EMPTY.beginLine : 0) |
    (after === NO_RUNE ? EMPTY.endText | EMPTY.endLine : 0) |
    (after === LINE_BREAK ? EMPTY.endLine : 0) |
    (isBoundary ? EMPTY.wordBoundary : EMPTY.noWordBoundary)
  );
}

/** ASCII only, as RE2 has it. */
function isWordRune(rune: number): boolean {
  return (rune >= 97 && rune <= 122) || (rune >= 65 && rune <= 90) || (rune >= 48 && rune <= 57) || rune === 95;
}

interface Queue {
  /** False where it is in already. */
  add(instruction: number): boolean;
  at(index: number): number;
  readonly size: number;
  clear(): void;
}

/** A set of instructions that remembers their order and is emptied at once. */
function createQueue(capacity: number): Queue {
  const dense = new Uint16Array(capacity);
  const sparse = new Uint16Array(capacity);
  let size = 0;
  return {
    add: (instruction) => {
      const index = sparse[instruction] ?? 0;
      if (index < size && dense[index] === instruction) return false;
      sparse[instruction] = size;
      dense[size++] = instruction;
      return true;
    },
    at: (index) => dense[index] ?? 0,
    get size() {
      return size;
    },
    clear: () => {
      size = 0;
    },
  };
}
