import { ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { decisionFields, whyIn } from '../../commands/support/reasons.ts';
import { en } from '../../src/texts/en.ts';

const MOST = 200;

/** The form's fields by id: a menu's options as label and value, and a text's most characters. */
function fieldsWith(...decisionReasons: string[]) {
  return decisionFields('Why?', { decisionReasons }, en, { most: MOST }).map((field) => {
    const component = field.type === ComponentType.Label ? field.component : undefined;
    if (component?.type === ComponentType.StringSelect)
      return component.options.map(({ label, value }) => [label, value]);
    return component?.type === ComponentType.TextInput ? component.max_length : undefined;
  });
}

describe('a form that asks moderators why', () => {
  it('has a text alone without reasons of the server’s own', () => {
    expect(fieldsWith()).toEqual([MOST]);
    expect(fieldsWith(' ', '\n')).toEqual([MOST]);
  });

  it('has a menu of different reasons, and leaves room for the longest', () => {
    const long = 'x'.repeat(80);
    const [options, most] = fieldsWith(' other\n', 'other', long);
    expect(options).toEqual([
      ['other', 'own:other'],
      [long, `own:${long}`],
      ['Other', 'other'],
    ]);
    expect(whyIn({ fields: { reason: [`own:${long}`], why: 'y'.repeat(Number(most)) } })).toHaveLength(MOST);
  });

  it.each([
    [{ reason: ['own:other'], why: ' Read rule 3 ' }, 'other – Read rule 3'],
    [{ reason: ['own:Too dark'], why: '' }, 'Too dark'],
    [{ reason: ['other'], why: 'Read rule 3' }, 'Read rule 3'],
    [{ reason: [], why: 'Read rule 3' }, 'Read rule 3'],
    [{ reason: ['other'] }, ''],
    [{}, ''],
  ])('%j says %j', (fields, why) => expect(whyIn({ fields })).toBe(why));
});
