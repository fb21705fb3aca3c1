import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import { roundIds } from '../../src/discord/custom-ids/rounds.ts';
import { entryOf, REMOVAL_REASON_MAX_CHARACTERS, type Round } from '../../src/moderation/rounds/round.ts';
import type { CommandContext } from '../support/context.ts';

type Words = CommandContext['texts']['rounds'];
type FormData = APIModalInteractionResponseCallbackData;

/** @param limit characters of an entry */
export function entryForm(round: Round, memberId: string, limit: number, words: Words): FormData {
  const entry = entryOf(round, memberId);
  // Written before the operator set a smaller limit, it is shown all the same, and Discord takes no value that is too long.
  const value = entry && entry.state !== 'withdrawn' ? { value: entry.prompt.slice(0, limit) } : {};
  const component = {
    ...{ type: ComponentType.TextInput as const, custom_id: 'prompt', style: TextInputStyle.Paragraph },
    ...{ max_length: limit, required: true, ...value },
  };
  return {
    custom_id: roundIds.of(memberId, { verb: 'submit', roundId: round.id }),
    title: words.forms.submit,
    components: [{ type: ComponentType.Label, label: words.forms.prompt(limit), component }],
  };
}

export function removalForm(round: Round, memberId: string, number: number, page: number, words: Words): FormData {
  const component = {
    ...{ type: ComponentType.TextInput as const, custom_id: 'why', style: TextInputStyle.Short },
    ...{ max_length: REMOVAL_REASON_MAX_CHARACTERS, required: false },
  };
  return {
    custom_id: roundIds.of(memberId, { verb: 'remove', roundId: round.id, number, page }),
    title: words.forms.remove(number),
    components: [{ type: ComponentType.Label, label: words.forms.why, component }],
  };
}
