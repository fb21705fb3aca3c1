import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import { REASON_MAX_CHARACTERS } from '../../src/moderation/members.ts';
import type { Texts } from '../../src/texts/en.ts';

/** The forms behind *Moderate …*. */

type FormData = APIModalInteractionResponseCallbackData;
type Field = FormData['components'][number];

export function removeForm(customId: string, texts: Texts): FormData {
  return { custom_id: customId, title: texts.moderation.moderate.forms.remove, components: [whyField(texts)] };
}

export function timeoutForm(customId: string, texts: Texts): FormData {
  const { timeout: title } = texts.moderation.moderate.forms;
  return { custom_id: customId, title, components: [durationField(texts), whyField(texts)] };
}

function whyField({ moderation }: Texts): Field {
  const component = {
    ...{ type: ComponentType.TextInput as const, custom_id: 'why', style: TextInputStyle.Paragraph },
    ...{ max_length: REASON_MAX_CHARACTERS, required: false },
  };
  return { type: ComponentType.Label, label: moderation.moderate.forms.why, component };
}

function durationField({ moderation }: Texts): Field {
  const options = Object.entries(moderation.moderators.durations).map(([value, label]) => ({ label, value }));
  const component = { type: ComponentType.StringSelect as const, custom_id: 'for', options };
  return { type: ComponentType.Label, label: moderation.moderate.forms.for, component };
}
