import { previewIds } from '../../src/discord/custom-ids/controls.ts';
import { waitingId } from '../../src/discord/messages/request-message.ts';
import type { GatedRequest } from '../../src/moderation/requests/request.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { Needs } from '../support/context.ts';
import { type FormData, textField } from '../support/form-fields.ts';
import { decisionFields } from '../support/reasons.ts';

/** The forms of pending requests and previews. */

export function rejectForm(request: GatedRequest, settings: ModerationSettings, texts: Texts): FormData {
  const { reject: title, reason } = texts.moderation.waiting.forms;
  return { custom_id: waitingId('reject', request), title, components: decisionFields(reason, settings, texts) };
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

export function discardForm(
  { id: jobId, memberId }: GatedRequest,
  settings: ModerationSettings,
  texts: Texts,
): FormData {
  const { title, why } = texts.moderation.previews.discardForm;
  const customId = previewIds.of(memberId, { verb: 'discard', jobId });
  return { custom_id: customId, title, components: decisionFields(why, settings, texts) };
}
