import { createHash } from 'node:crypto';
import { z } from 'zod';
import { idsWithVerbs } from '../../src/discord/custom-ids/ids.ts';
import { numberPart, snowflakePart, timePart } from '../../src/discord/custom-ids/parts.ts';
import { SETTINGS, type Setting, settingOf } from '../../src/moderation/settings/setting-rows.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';

/** What is typed has a form: one for the numbers of a section, one for the names of all models, one for what is said of them,
 * and one for each list of lines. Everything else has a menu. */
export function formOf({ key, facts }: Setting): string | undefined {
  if (facts.kind === 'lines') return key;
  if (facts.kind === 'text') return facts.of;
  return facts.kind === 'number' ? facts.section : undefined;
}

export const settingsOfForm = (form: string): Setting[] => SETTINGS.filter((setting) => formOf(setting) === form);

const form = z.string().refine((name) => settingsOfForm(name).length > 0);
const setting = z.codec(z.string(), z.custom<Setting>(), {
  decode: (key, { issues }) => {
    const found = settingOf(key);
    if (!found) issues.push({ code: 'custom', input: key, message: 'no setting' });
    return found ?? z.NEVER;
  },
  encode: ({ key }) => key,
});
const stamp = z.string().regex(/^[0-9a-f]{8}$/);

/** The controls and forms of the panel. */
export const settingsIds = idsWithVerbs('settings', {
  home: {},
  pick: {},
  /** Which change it takes back: the one that the panel showed. */
  undo: { steps: numberPart, changedAtMs: timePart },
  put: { setting, stamp },
  /** Whoever pressed has read that everybody sees the channel. */
  sure: { setting, stamp, channelId: snowflakePart },
  edit: { form },
  write: { form, stamp },
});

/**
 * The values that a menu or form shows when it is drawn, in short: it tells whether they are still the same when somebody
 * answers. What is set then replaces all of them.
 */
export function stampOf(shown: readonly Setting[], settings: ModerationSettings): string {
  const values = JSON.stringify(shown.map((one) => one.of(settings)));
  return createHash('sha256').update(values).digest('hex').slice(0, 8);
}
