import { type APIComponentInContainer, type APIThumbnailComponent, ButtonStyle, ComponentType } from 'discord.js';
import { type StyleRef, styleRefPart, stylesIds } from '../../src/discord/custom-ids/controls.ts';
import {
  actionRow,
  button,
  container,
  menu,
  privateMessage,
  textDisplay,
} from '../../src/discord/messages/components.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import {
  applyStyle,
  STYLE_NAME_MAX_CHARACTERS,
  STYLE_OPTIONS,
  STYLE_TEXT_MAX_CHARACTERS,
  type Style,
  type StyleOptions,
  styleKeyOf,
} from '../../src/studio/style.ts';
import type { FoundStyle } from '../../src/studio/styles.ts';
import { type ModelNames, nameOfModel } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import { type FieldOption, type FormData, selectField, textField } from '../support/form-fields.ts';
import { numberedPageButtons, type Paged } from '../support/lists.ts';
import { type Choice, optionMenu } from './option-menus.ts';

/** How styles look, and the forms that save one. */

/** Discord's limit. */
const TITLE_MAX_CHARACTERS = 45;

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

interface StyleList {
  page: Paged<FoundStyle>;
  /** The styles of the page, as they look. */
  shown: readonly APIComponentInContainer[];
  memberId: string;
  /** What the last press did. */
  said: string | undefined;
}

const refOf = ({ style, isServers }: FoundStyle): StyleRef => ({ isServers, key: styleKeyOf(style.name) });

/** The list of styles, with a menu that opens one. */
export function renderStyles({ page, shown, memberId, said }: StyleList, { pages, studio }: Texts): MessageBody {
  const words = studio.styles;
  const options = page.shown.map((found) => ({
    label: found.style.name,
    value: styleRefPart.encode(refOf(found)),
    ...(found.isServers && { description: words.serversSuffix }),
  }));
  const open = menu(stylesIds.of(memberId, { verb: 'open' }), options, { placeholder: words.open });
  const isEmpty = options.length === 0;
  return privateMessage([
    container([
      textDisplay(`### ${words.title}`),
      ...(isEmpty ? [textDisplay(words.none)] : [...shown, actionRow([open])]),
      ...(said === undefined ? [] : [textDisplay(said)]),
    ]),
    actionRow([
      ...numberedPageButtons(page, (to) => stylesIds.of(memberId, { verb: 'page', page: to }), pages),
      button(stylesIds.of(memberId, { verb: 'add' }), words.add),
    ]),
  ]);
}

interface StylePage extends Omit<StyleList, 'page'> {
  found: FoundStyle;
  /** What its menus offer; undefined for members who may not change it. */
  choices: Record<keyof StyleOptions, readonly Choice[]> | undefined;
}

/** One style, with what can be changed of it. */
export function renderStylePage({ found, shown, choices, memberId, said }: StylePage, texts: Texts): MessageBody {
  const { styles: words, preferences } = texts.studio;
  const { text, options = {} } = found.style;
  const style = refOf(found);
  const menus = STYLE_OPTIONS.map((key) => {
    const customId = stylesIds.of(memberId, { verb: 'put', key, style });
    return optionMenu(
      customId,
      options[key],
      choices?.[key] ?? [],
      key === 'aspectRatio' ? preferences.another : undefined,
    );
  });
  const example = text === undefined ? [] : [textDisplay(words.example(escapeText(applyStyle(text, 'a heron'))))];
  const change = [
    button(stylesIds.of(memberId, { verb: 'edit', style }), words.edit),
    button(stylesIds.of(memberId, { verb: 'ask', style }), words.delete, ButtonStyle.Danger),
  ];
  return privateMessage([
    container([
      ...shown,
      ...example,
      ...(choices ? menus : []),
      ...(said === undefined ? [] : [textDisplay(said)]),
      actionRow([...(choices ? change : []), button(stylesIds.of(memberId, { verb: 'page', page: 0 }), words.all)]),
    ]),
  ]);
}

/** The form with a style's words. They may be empty if the style has options. */
export function editStyleForm(customId: string, { name, text = '' }: Style, { studio }: Texts): FormData {
  const words = { value: text, most: STYLE_TEXT_MAX_CHARACTERS, isLong: true, isRequired: false };
  return {
    custom_id: customId,
    title: cut(studio.styles.editTitle(name), TITLE_MAX_CHARACTERS),
    components: [textField('words', studio.saving.words, words)],
  };
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
        isRequired: options.length === 0,
      }),
      ...(options.length === 0
        ? []
        : [selectField('keep', words.keep, options, { chosen: everything, least: 0, most: everything.length })]),
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
