import type { RE2JS } from 're2js';
import type { StepBudget } from './prompt-words.ts';

/** One instruction of a program that re2js compiled. */
interface Instruction {
  op: number;
  out: number;
  arg: number;
  runes: ArrayLike<number>;
  matchRune(rune: number): boolean;
}

/** The operation codes of re2js. */
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
/** Conditions between two characters, as flags of re2js. */
const EMPTY = { beginLine: 1, endLine: 2, beginText: 4, endText: 8, wordBoundary: 16, noWordBoundary: 32 };
const ALL_CONDITIONS = 63;
const LINE_BREAK = 10;
const NO_RUNE = -1;
/** Steps for each instruction that is compared with a character where no match starts. */
const SKIP_STEPS = 1 / 16;

/**
 * Compiles a pattern to a test that tells whether it matches anywhere in a text. RE2's own matcher needs linear time but
 * can't be stopped: 60 patterns of 20 instructions take it up to 60 ms of processor time for a prompt of 2,000 characters,
 * and 200 ms at 60 instructions, while `(cat|dog|bird)s? (in|on) \w+` alone has 29, and one request may send four prompts.
 * So the compiled program runs here, where every step is counted: about 7 ms at most for any patterns.
 */
export function createPatternTest(pattern: RE2JS): (text: string, steps: StepBudget) => boolean {
  const { inst, start }: { inst: readonly Instruction[]; start: number } = pattern.re2().prog;

  /** Queues the instructions that are reached without reading a character. Returns how many were visited. */
  const follow = (from: number, queue: Set<Instruction>, conditions: number): number => {
    let count = 0;
    const stack = [from];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      count++;
      const instruction = inst[at];
      if (instruction === undefined || queue.has(instruction)) continue;
      queue.add(instruction);
      const { op, out, arg } = instruction;
      if (op === OP.alt || op === OP.altMatch) stack.push(arg, out);
      else if (op === OP.nop || op === OP.capture) stack.push(out);
      else if (op === OP.emptyWidth && (arg & ~conditions) === 0) stack.push(out);
    }
    return count;
  };

  const all = new Set<Instruction>();
  follow(start, all, ALL_CONDITIONS);
  const first = [...all].filter(({ op }) => op === OP.match || op >= OP.rune);

  return (text, steps) => {
    let now = new Set<Instruction>();
    let before = NO_RUNE;
    for (let at = 0; !steps.isSpent; ) {
      const rune = text.codePointAt(at) ?? NO_RUNE;
      at += rune > 0xffff ? 2 : 1;
      if (now.size === 0 && rune !== NO_RUNE && !first.some((one) => one.op === OP.match || reads(one, rune))) {
        steps.spend(first.length * SKIP_STEPS);
        before = rune;
        continue;
      }
      let count = 1 + follow(start, now, conditionsBetween(before, rune));
      const after = conditionsBetween(rune, text.codePointAt(at) ?? NO_RUNE);
      const next = new Set<Instruction>();
      for (const instruction of now) {
        if (instruction.op === OP.match) return true;
        if (reads(instruction, rune)) count += follow(instruction.out, next, after);
      }
      steps.spend(count + now.size);
      if (rune === NO_RUNE) return false;
      now = next;
      before = rune;
    }
    return false;
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

/** Only ASCII counts, as in RE2. */
function isWordRune(rune: number): boolean {
  return (rune >= 97 && rune <= 122) || (rune >= 65 && rune <= 90) || (rune >= 48 && rune <= 57) || rune === 95;
}
