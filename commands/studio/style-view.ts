import { type APIComponentInContainer, type APIThumbnailComponent, ComponentType } from 'discord.js';
import { stylesIds } from '../../src/discord/custom-ids/controls.ts';
import { container, privateMessage, rowOf, textDisplay } from '../../src/discord/messages/components.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import {
  STYLE_NAME_MAX_CHARACTERS,
  STYLE_OPTIONS,
  STYLE_TEXT_MAX_CHARACTERS,
  type Style,
  type StyleOptions,
} from '../../src/studio/style.ts';
import type { FoundStyle } from '../../src/studio/styles.ts';
import { type ModelNames, nameOfModel } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import { type FieldOption, type FormData, selectField, textField } from '../support/form-fields.ts';
import { numberedPageButtons, type Paged } from '../support/lists.ts';

/** How styles look, and the form that saves one. */

/** @param maxCharacters of the style's text */
export function renderStyle(
  { style, isServers }: FoundStyle,
  sample: APIThumbnailComponent | undefined,
  { maxCharacters, modelNames }: { maxCharacters: number; modelNames: ModelNames },
  texts: Texts,
): APIComponentInContainer {
  const facts = [
    ...(isServers ? [texts.studio.styles.serversSuffix] : []),
    ...styleOptionFacts(style, texts, modelNames),
  ];
  const text = textDisplay(
    [
      `**${escapeText(style.name)}**`,
      ...(style.text === undefined ? [] : [escapeText(cut(style.text, maxCharacters))]),
      ...(facts.length === 0 ? [] : [`-# ${facts.map(escapeText).join(texts.models.between)}`]),
    ].join('\n'),
  );
  return sample ? { type: ComponentType.Section, components: [text], accessory: sample } : text;
}

export function renderStyles(
  page: Paged<unknown>,
  styles: readonly APIComponentInContainer[],
  memberId: string,
  { pages, studio }: Texts,
): MessageBody {
  const turning = numberedPageButtons(page, (to) => stylesIds.of(memberId, { page: to }), pages);
  const components = [textDisplay(`### ${studio.styles.title}`), ...styles];
  return privateMessage([container(components), ...rowOf(turning)]);
}

/** The style's options, in words. */
export function styleOptionFacts({ options = {} }: Pick<Style, 'options'>, texts: Texts, names: ModelNames): string[] {
  return STYLE_OPTIONS.flatMap((key) => styleOptionFact(options, key, texts, names));
}

function styleOptionFact(
  options: StyleOptions,
  key: keyof StyleOptions,
  { studio }: Texts,
  names: ModelNames | undefined,
): string[] {
  const words = studio.styles;
  const { modelId, aspectRatio, count, spoiler } = options;
  switch (key) {
    case 'modelId':
      return modelId === undefined ? [] : [nameOfModel(modelId, names)];
    case 'aspectRatio':
      return aspectRatio === undefined ? [] : [aspectRatio];
    case 'count':
      return count === undefined ? [] : [words.count(count)];
    case 'spoiler':
      return spoiler === undefined ? [] : [words.spoiler(spoiler)];
  }
}

/** Whose the style is, in the form. */
const ME = 'me';
export const SERVER = 'server';

interface StyleFormFacts {
  name: string;
  text: string;
  options: StyleOptions;
  modelNames: ModelNames | undefined;
  mayManage: boolean;
}

export function saveStyleForm(customId: string, facts: StyleFormFacts, texts: Texts): FormData {
  const words = texts.studio.saving;
  const options = presetOptions(facts, texts);
  const everything = options.map(({ value }) => value);
  const owners: FieldOption[] = [
    { label: words.forMe, value: ME },
    { label: words.forServer, value: SERVER },
  ];
  return {
    custom_id: customId,
    title: words.title,
    components: [
      textField('name', words.name, { value: facts.name, most: STYLE_NAME_MAX_CHARACTERS }),
      textField('words', words.words, {
        value: facts.text,
        most: STYLE_TEXT_MAX_CHARACTERS,
        isLong: true,
        isRequired: false,
      }),
      selectField('keep', words.keep, options, { chosen: everything, least: 0, most: everything.length }),
      ...(facts.mayManage ? [selectField('for', words.whose, owners, { chosen: [ME] })] : []),
    ],
  };
}

function presetOptions(
  { options, modelNames }: Pick<StyleFormFacts, 'options' | 'modelNames'>,
  texts: Texts,
): FieldOption[] {
  return STYLE_OPTIONS.flatMap((key) =>
    styleOptionFact(options, key, texts, modelNames).map((fact): FieldOption => ({ label: fact, value: key })),
  );
}
