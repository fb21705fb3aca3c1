import { type APIStringSelectComponent, ComponentType } from 'discord.js';
import { z } from 'zod';
import type { MayWorkOn } from '../../src/studio/preferences.ts';
import type { CommandContext } from '../support/context.ts';

const valueSchema = z.enum(['all', 'yes', 'ask', 'no']);
type Value = z.output<typeof valueSchema>;

/** What the choices of the menu stand for. */
const CHOICES: Readonly<Record<Value, MayWorkOn | undefined>> = { all: undefined, yes: true, ask: 'ask', no: false };

/** @returns undefined where the preference is to count. */
export function chosenTerms(value: string | undefined): MayWorkOn | undefined {
  return CHOICES[valueSchema.parse(value)];
}

/** Whether others may work on from this one, as its member said last. */
export function termsMenu(
  customId: string,
  said: MayWorkOn | undefined,
  { commands, works }: CommandContext['texts'],
): APIStringSelectComponent {
  const answers = { all: works.terms.asForAll, ...commands.preferences.othersMay };
  const options = valueSchema.options.map((value) => ({
    ...{ value, label: works.terms.option(answers[value]), default: CHOICES[value] === said },
  }));
  return { type: ComponentType.StringSelect, custom_id: customId, options };
}
