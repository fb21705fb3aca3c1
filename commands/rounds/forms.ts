import { roundIds } from '../../src/discord/custom-ids/controls.ts';
import { entryOf, REMOVAL_REASON_MAX_CHARACTERS, type Round } from '../../src/moderation/rounds/round.ts';
import type { CommandContext } from '../support/context.ts';
import { type FormData, textField } from '../support/form-fields.ts';

type Words = CommandContext['texts']['rounds'];

/** @param limit characters of an entry */
export function entryForm(round: Round, memberId: string, limit: number, words: Words): FormData {
  const entry = entryOf(round, memberId);
  // Written before the operator set a smaller limit, it is shown all the same, and Discord takes no value that is too long.
  const value = entry && entry.state !== 'withdrawn' ? entry.prompt.slice(0, limit) : '';
  return {
    custom_id: roundIds.of(memberId, { verb: 'submit', roundId: round.id }),
    title: words.forms.submit,
    components: [textField('prompt', words.forms.prompt(limit), { value, most: limit, isLong: true })],
  };
}

export function removalForm(round: Round, memberId: string, number: number, page: number, words: Words): FormData {
  return {
    custom_id: roundIds.of(memberId, { verb: 'remove', roundId: round.id, number, page }),
    title: words.forms.remove(number),
    components: [textField('why', words.forms.why, { most: REMOVAL_REASON_MAX_CHARACTERS, isRequired: false })],
  };
}
