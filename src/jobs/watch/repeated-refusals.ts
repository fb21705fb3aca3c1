import { scrub } from '../../log.ts';
import { RefusedError } from '../../task-api/errors.ts';
import { subjectOf } from '../../task-api/refusals.ts';

/**
 * A refusal that repeats for every request isn't about the requests. This finds services that report an empty account or a
 * bad key in unforeseen words.
 */
export interface RepeatedRefusal {
  /** The refusal, without the parts that differ from task to task. */
  words: string;
  refusals: number;
  /** Some of the members who were refused, and some of their prompts. */
  memberIds: readonly string[];
  prompts: readonly string[];
}

/** Who sent a create, and its prompt. */
export interface CreateAttempt {
  memberId: string;
  prompt: string;
}

const REFUSALS_IN_A_ROW = 5;
const MEMBERS = 2;
const PROMPTS = 3;

/** @param error undefined for a success. @returns the refusal that repeats, if any. */
export function afterCreateAnswer(
  run: RepeatedRefusal | undefined,
  error: unknown,
  asked: CreateAttempt,
): RepeatedRefusal | undefined {
  if (error === undefined) return undefined;
  if (!(error instanceof RefusedError)) return run;
  if (subjectOf(error.serviceMessage) === 'request') return undefined;
  const words = wordsOf(error.serviceMessage);
  const before = run?.words === words ? run : { words, refusals: 0, memberIds: [], prompts: [] };
  return {
    words,
    refusals: before.refusals + 1,
    memberIds: withOne(before.memberIds, asked.memberId, MEMBERS),
    prompts: withOne(before.prompts, asked.prompt, PROMPTS),
  };
}

/** Whether it hits several members with several prompts, so that every request is refused. */
export function refusesEveryone(run: RepeatedRefusal | undefined): boolean {
  if (run === undefined) return false;
  return run.refusals >= REFUSALS_IN_A_ROW && run.memberIds.length >= MEMBERS && run.prompts.length >= PROMPTS;
}

/** Numbers and identifiers differ with each request. */
const wordsOf = (serviceMessage: string): string => serviceMessage.toLowerCase().replace(/[\w-]*\d[\w-]*/gu, '#');

const withOne = (some: readonly string[], one: string, most: number): readonly string[] =>
  some.length >= most || some.includes(one) ? some : [...some, one];

const REASON_CHARACTERS = 200;
/** Shorter words reveal nothing of a prompt. */
const WORD = /[\p{L}\p{N}]{3,}/gu;

/** The service's reason for the operator: one line, without addresses, keys, or words of the prompts that were sent. */
export function reasonForOperator(serviceMessage: string, prompts: readonly string[]): string {
  const asked = prompts.join('\n').toLowerCase();
  const reason = scrub(serviceMessage)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replace(WORD, (word) => (asked.includes(word.toLowerCase()) ? '…' : word))
    .replace(/…(?:[^\p{L}\p{N}]*…)+/gu, '…')
    .trim();
  return reason.length <= REASON_CHARACTERS ? reason : `${[...reason].slice(0, REASON_CHARACTERS - 1).join('')}…`;
}
