import { previewIds } from '../../src/discord/custom-ids/controls.ts';
import { waitingId } from '../../src/discord/messages/request-message.ts';
import type { GatedRequest } from '../../src/moderation/requests/request.ts';
import type { Texts } from '../../src/texts/en.ts';
import { whyField } from '../reports/view.ts';
import type { Needs } from '../support/context.ts';
import { type FormData, textField } from '../support/form-fields.ts';

/** The forms of pending requests and previews. */

export function rejectForm(request: GatedRequest, { moderation }: Texts): FormData {
  const { forms } = moderation.waiting;
  return { custom_id: waitingId('reject', request), title: forms.reject, components: [whyField(forms.reason)] };
}

export function editForm(request: GatedRequest, { defaults, texts }: Needs<'defaults' | 'texts'>): FormData {
  const { forms } = texts.moderation.waiting;
  const { prompt: value } = request.request;
  // If the operator has lowered the limit since, the prompt is still shown whole, and Discord refuses longer values.
  const most = Math.max(defaults.promptMaxCharacters, value.length);
  return {
    custom_id: waitingId('edit', request),
    title: forms.edit,
    components: [textField('prompt', forms.prompt, { value, most, isLong: true })],
  };
}

export function discardForm({ id: jobId, memberId }: GatedRequest, { moderation }: Texts): FormData {
  const { title, why } = moderation.previews.discardForm;
  return { custom_id: previewIds.of(memberId, { verb: 'discard', jobId }), title, components: [whyField(why)] };
}
