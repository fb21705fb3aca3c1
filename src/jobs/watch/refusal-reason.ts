import { scrub } from '../../log.ts';

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
