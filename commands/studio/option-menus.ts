import type { APIComponentInContainer, APISelectMenuOption } from 'discord.js';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { actionRow, MENU_OPTION_MAX_CHARACTERS, menu } from '../../src/discord/messages/components.ts';
import { cut } from '../../src/discord/messages/prompt-text.ts';
import { type MediaKind, nameOfModel } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import { modelFacts, serverModels } from '../generate/models.ts';
import type { Context } from '../support/context.ts';
import { type FormData, textField } from '../support/form-fields.ts';

/** Menus for the options of requests, in the panels of preferences and styles. */

const RATIO_MAX_CHARACTERS = 20;

/** One option of a menu: what it sets, and its words. */
export interface Choice {
  value: string | number | boolean | null | undefined;
  label: string;
  about?: string | undefined;
}

/** The value of an option that opens a form. */
export const ANOTHER = 'another';

/** Nothing chosen is the same as the first choice. @param another the label of an option that opens a form */
export function optionMenu(
  customId: string,
  current: Choice['value'],
  choices: readonly Choice[],
  another?: string,
): APIComponentInContainer {
  const chosen = choices.find(({ value }) => value === current) ?? choices[0];
  const options = choices.map(
    (choice): APISelectMenuOption => ({
      label: cut(choice.label, MENU_OPTION_MAX_CHARACTERS),
      value: String(choice.value),
      ...(choice.about === undefined ? {} : { description: cut(choice.about, MENU_OPTION_MAX_CHARACTERS) }),
      default: choice === chosen,
    }),
  );
  return actionRow([
    menu(customId, another === undefined ? options : [...options, { label: another, value: ANOTHER }]),
  ]);
}

/** What was chosen in a menu. @throws MemberError if it's no longer offered */
export function requireChoice(choices: readonly Choice[], chosen: string | undefined, texts: Texts): Choice['value'] {
  const choice = choices.find(({ value }) => String(value) === chosen);
  if (!choice) throw new MemberError(texts.refusals.unknownButton, 'gone');
  return choice.value;
}

/** The models that managers allow, and the chosen model even if it isn't among them. */
export async function modelChoices(
  kinds: readonly MediaKind[],
  chosenId: string | undefined,
  label: (name?: string) => string,
  context: Context,
): Promise<Choice[]> {
  const offered = (await serverModels(kinds, context)).map((model) => ({
    value: model.id,
    label: label(model.name),
    about: modelFacts(model, context).join(context.texts.models.between),
  }));
  const isOffered = chosenId === undefined || offered.some(({ value }) => value === chosenId);
  const { modelNames } = (await context.rules()).settings;
  const own = isOffered ? [] : [{ value: chosenId, label: label(nameOfModel(chosenId, modelNames)) }];
  return [{ value: undefined, label: label() }, ...own, ...offered];
}

/** Asks for an aspect ratio that a menu doesn't list. */
export function ratioForm(customId: string, { studio }: Texts): FormData {
  const { ratioTitle, ratioLabel } = studio.preferences;
  const field = textField('ratio', ratioLabel, { example: '5:4', most: RATIO_MAX_CHARACTERS });
  return { custom_id: customId, title: ratioTitle, components: [field] };
}
