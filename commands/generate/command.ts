import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { type MediaKind, SUGGESTED_RATIOS } from '../../src/task-api/models.ts';
import { en } from '../../src/texts/en.ts';
import { suggestStyles } from '../studio/style-view.ts';
import { type Command, defineCommand } from '../support/define.ts';
import { attachment, integer, type OptionData, suggested, text, toggle } from '../support/options.ts';
import { generate } from './generation.ts';
import { suggestModels } from './models.ts';
import { askedBy, SOURCES } from './reading.ts';
import { MOST_PICTURES, RATIO } from './validation.ts';

/** `/image` and `/video`. */

export const generationCommand = (kind: MediaKind, promptMaxCharacters: number): Command =>
  defineCommand({
    name: kind,
    description: en.commands[kind].description,
    options: generationOptions(kind, promptMaxCharacters),
    guard: 'everyone',
    run: async (interaction, respond, context) =>
      generate(interaction, await askedBy(kind, interaction, context), respond, context),
    suggest: {
      model: (interaction, context) => suggestModels(interaction, [kind], context),
      compare_with: (interaction, context) => suggestModels(interaction, [kind], context),
      style: (interaction, context) => suggestStyles(interaction, context, kind),
      aspect_ratio: suggestRatios,
    },
  });

function generationOptions(kind: MediaKind, promptMaxCharacters: number): OptionData[] {
  const words = en.commands.options;
  const count = integer('count', en.commands.image.count, { min_value: 1, max_value: MOST_PICTURES });
  return [
    text('prompt', words.prompt, { required: true, max_length: promptMaxCharacters }),
    suggested('model', words.model),
    suggested('compare_with', words.andModel),
    suggested('aspect_ratio', words.aspectRatio),
    ...(kind === 'image' ? [count] : []),
    ...SOURCES.map((name) => attachment(name, words[name])),
    toggle('spoiler', words.spoiler),
    suggested('style', en.studio.option),
    toggle('saved_sources', en.studio.tray.option),
    toggle('draft', words.draft),
  ];
}

/** The ratios that begin with what was typed so far; what was typed itself first, when it is one. */
export function suggestRatios({ options }: InteractionOf<'autocomplete'>): Suggestions {
  const typed = String(options['aspect_ratio'] ?? '').trim();
  const own = RATIO.test(typed) && !SUGGESTED_RATIOS.includes(typed) ? [typed] : [];
  return [...own, ...SUGGESTED_RATIOS.filter((ratio) => ratio.startsWith(typed))].map((ratio) => ({
    name: ratio,
    value: ratio,
  }));
}
