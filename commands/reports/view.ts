import { reportIds } from '../../src/discord/custom-ids/controls.ts';
import { REPORT_REASONS } from '../../src/moderation/reports/report-record.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { Texts } from '../../src/texts/en.ts';
import { type FormData, selectField } from '../support/form-fields.ts';
import { decisionFields, whyField } from '../support/reasons.ts';

/** The forms about reported results. */

/** Asks why a member reports a result, on its own message or on its copy. */
export function reportForm(
  { jobId, memberId, messageId }: { jobId: string; memberId: string; messageId: string },
  { moderation }: Texts,
): FormData {
  const { form, intimateHint, reasons } = moderation.reports;
  const options = REPORT_REASONS.map((value) => ({
    value,
    label: reasons[value],
    ...(value === 'intimate' && { description: intimateHint }),
  }));
  return {
    custom_id: reportIds.of(memberId, { jobId, messageId }),
    title: form.title,
    components: [selectField('reason', form.reason, options, { chosen: ['rules'] }), whyField(form.why)],
  };
}

export function removeForm(customId: string, settings: ModerationSettings, texts: Texts): FormData {
  const { forms } = texts.moderation.moderate;
  return { custom_id: customId, title: forms.remove, components: decisionFields(forms.why, settings, texts) };
}
