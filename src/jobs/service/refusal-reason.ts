import { scrub } from '../../log.ts';

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
