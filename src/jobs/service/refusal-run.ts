import { scrub } from '../../log.ts';
import { RefusedError } from '../../task-api/errors.ts';
import { subjectOf } from '../../task-api/refusals.ts';

/**
 * The same refusal for every request in a row is not about the requests, whatever its words: a service that tells an empty
 * account or a bad key by words that nobody foresaw is found by it.
 */
export interface RefusalRun {
  /** The refusal, without what differs from task to task. */
  words: string;
  refusals: number;
  /** Some of those who were refused, and of what they wanted. */
  memberIds: readonly string[];
  prompts: readonly string[];
}

/** Who asked, and for what. */
export interface Asked {
  memberId: string;
  prompt: string;
}

const REFUSALS_IN_A_ROW = 5;
const MEMBERS = 2;
const PROMPTS = 3;

/** @param error none for a success. @returns the run as it is then, or none. */
export function afterAnswer(run: RefusalRun | undefined, error: unknown, asked: Asked): RefusalRun | undefined {
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

/** Whether everybody is refused: several members, for several prompts. */
export function isForEverybody(run: RefusalRun | undefined): boolean {
  if (run === undefined) return false;
  return run.refusals >= REFUSALS_IN_A_ROW && run.memberIds.length >= MEMBERS && run.prompts.length >= PROMPTS;
}

/** Numbers and identifiers differ with each request. */
const wordsOf = (serviceMessage: string): string => serviceMessage.toLowerCase().replace(/[\w-]*\d[\w-]*/gu, '#');

const withOne = (some: readonly string[], one: string, most: number): readonly string[] =>
  some.length >= most || some.includes(one) ? some : [...some, one];

const REASON_CHARACTERS = 200;
/** Shorter words say nothing of a prompt. */
const WORD = /[\p{L}\p{N}]{3,}/gu;

/** The service's reason for the operator: on one line, without addresses, keys, and every word that the prompt has as well. */
export function reasonForOperator(serviceMessage: string, prompt: string): string {
  const asked = prompt.toLowerCase();
  const reason = scrub(serviceMessage)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replace(WORD, (word) => (asked.includes(word.toLowerCase()) ? '…' : word))
    .replace(/…(?:[^\p{L}\p{N}]*…)+/gu, '…')
    .trim();
  return reason.length <= REASON_CHARACTERS ? reason : `${[...reason].slice(0, REASON_CHARACTERS - 1).join('')}…`;
}
