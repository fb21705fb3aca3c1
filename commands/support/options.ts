import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType as Type } from 'discord.js';
import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';

/** Builds command options, with Discord's own names for their rules, and reads their values. */

export type OptionData = APIApplicationCommandBasicOption;

interface Choice<Value> {
  name: string;
  value: Value;
}
interface Rules {
  required?: true;
}
interface TextRules extends Rules {
  max_length?: number;
}
interface NumberRules extends Rules {
  min_value?: number;
  max_value?: number;
}

export const text = (name: string, description: string, rules: TextRules & { choices?: Choice<string>[] }) =>
  ({ type: Type.String, name, description, ...rules }) satisfies OptionData;

/** A text with suggestions while people type. */
export const suggested = (name: string, description: string, rules: TextRules = {}) =>
  ({ type: Type.String, name, description, ...rules, autocomplete: true }) satisfies OptionData;

export const integer = (name: string, description: string, rules: NumberRules & { choices?: Choice<number>[] }) =>
  ({ type: Type.Integer, name, description, ...rules }) satisfies OptionData;

/** A whole number with suggestions while people type. */
export const suggestedInteger = (name: string, description: string, rules: NumberRules) =>
  ({ type: Type.Integer, name, description, ...rules, autocomplete: true }) satisfies OptionData;

export const toggle = (name: string, description: string) =>
  ({ type: Type.Boolean, name, description }) satisfies OptionData;

export const user = (name: string, description: string, rules: Rules = {}) =>
  ({ type: Type.User, name, description, ...rules }) satisfies OptionData;

export const attachment = (name: string, description: string, rules: Rules = {}) =>
  ({ type: Type.Attachment, name, description, ...rules }) satisfies OptionData;

/** @param words the label of each value */
export const choicesOf = <Value extends string>(
  values: readonly Value[],
  words: Readonly<Record<Value, string>>,
): Choice<Value>[] => values.map((value) => ({ name: words[value], value }));

/** Choices whose labels are their values. */
export const plainChoices = (values: readonly string[]): Choice<string>[] =>
  values.map((value) => ({ name: value, value }));

/** The suggestions whose name or value contains what was typed. */
export function matching(interaction: InteractionOf<'autocomplete'>, all: Suggestions): Suggestions {
  const typed = (textOf(interaction, interaction.focused) ?? '').toLowerCase();
  return all.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(typed));
}

/**
 * The suggestions that start with what was typed. If that is valid but not among them, it comes first.
 * @param written how a typed value is kept
 */
export function completing(
  interaction: InteractionOf<'autocomplete'>,
  all: readonly string[],
  isValid: (typed: string) => boolean,
  written: (typed: string) => string = (typed) => typed,
): Suggestions {
  const typed = written(textOf(interaction, interaction.focused) ?? '');
  const own = isValid(typed) && !all.includes(typed) ? [typed] : [];
  return plainChoices([...own, ...all.filter((one) => one.startsWith(typed))]);
}

/** An integer option's value; undefined if it was left out. */
export function numberOf(interaction: InteractionOf<'command'>, name: string): number | undefined {
  const value = interaction.options[name];
  return typeof value === 'number' ? value : undefined;
}

/** A text option's value without the space around it; undefined if it was left out. */
export function textOf(interaction: InteractionOf<'command' | 'autocomplete'>, name: string): string | undefined {
  const value = interaction.options[name];
  return value === undefined ? undefined : String(value).trim();
}

type Chosen<Given> = { [Key in keyof Given]?: Exclude<Given[Key], undefined> };

/** What the member chose, without the options that they left out. */
export const chosenOf = <Given extends object>(given: Given): Chosen<Given> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Chosen<Given>;
