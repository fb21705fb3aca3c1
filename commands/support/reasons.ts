import { plainLine } from '../../src/discord/messages/prompt-text.ts';
import { REASON_MAX_CHARACTERS } from '../../src/moderation/records/members.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { Texts } from '../../src/texts/en.ts';
import { type FormData, type Submitted, selectedIn, selectField, textField, typedIn } from './form-fields.ts';

/** Fields of forms that ask why, and what they say. */

type Settings = Pick<ModerationSettings, 'decisionReasons'>;

/** Between the chosen reason and the typed words. */
const BETWEEN = ' – ';
/** Marks the server's own reasons, so that none can be taken for *other*. */
const OWN = 'own:';

export const whyField = (label: string) =>
  textField('why', label, { most: REASON_MAX_CHARACTERS, isLong: true, isRequired: false });

/** The server's own reasons as single lines. Discord refuses menus with blank or equal options. */
export const reasonsIn = ({ decisionReasons }: Settings): string[] =>
  [...new Set(decisionReasons.map(plainLine))].filter((reason) => reason !== '');

/** Asks for the reason that the member will read: with the server's own reasons in a menu, if it has any. */
export function decisionFields(
  label: string,
  settings: Settings,
  { moderation }: Texts,
  { most = REASON_MAX_CHARACTERS, isLong = true } = {},
): FormData['components'] {
  const reasons = reasonsIn(settings);
  if (reasons.length === 0) return [textField('why', label, { most, isLong, isRequired: false })];
  const { other, ownWords } = moderation.moderate.forms;
  const options = [
    ...reasons.map((reason) => ({ label: reason, value: `${OWN}${reason}` })),
    { label: other, value: 'other' },
  ];
  // Leaves room for each of them.
  const left = most - BETWEEN.length - Math.max(...reasons.map(({ length }) => length));
  return [
    selectField('reason', label, options, { chosen: [], least: 0 }),
    textField('why', ownWords, { most: left, isLong, isRequired: false }),
  ];
}

/** The chosen reason, then the typed words. A reason that managers have changed since counts as it was chosen. */
export function whyIn(form: Submitted): string {
  const [chosen = ''] = selectedIn(form, 'reason');
  const own = chosen.startsWith(OWN) ? chosen.slice(OWN.length) : '';
  return [own, typedIn(form, 'why')].filter((one) => one !== '').join(BETWEEN);
}
