import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord.js';
import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { type MediaKind, SUGGESTED_RATIOS } from '../../src/task-api/models.ts';
import { en } from '../../src/texts/en.ts';
import { suggestStyles } from '../studio/suggest-styles.ts';
import { GENERATE_COMMANDS } from '../support/command-access.ts';
import type { Command, CommandContext } from '../support/context.ts';
import { generate } from './generation.ts';
import { suggestModels } from './models.ts';
import { askedBy, SOURCES } from './reading.ts';
import { MOST_PICTURES, RATIO } from './values.ts';

/** What `/image` and `/video` have in common: options, suggestions, and what they do. */

function generationOptions(kind: MediaKind, promptMaxCharacters: number): APIApplicationCommandBasicOption[] {
  const words = en.commands.options;
  return [
    {
      type: ApplicationCommandOptionType.String,
      name: 'prompt',
      description: words.prompt,
      required: true,
      max_length: promptMaxCharacters,
    },
    { type: ApplicationCommandOptionType.String, name: 'model', description: words.model, autocomplete: true },
    { type: ApplicationCommandOptionType.String, name: 'and_model', description: words.andModel, autocomplete: true },
    {
      type: ApplicationCommandOptionType.String,
      name: 'aspect_ratio',
      description: words.aspectRatio,
      autocomplete: true,
    },
    ...(kind === 'image'
      ? [
          {
            type: ApplicationCommandOptionType.Integer as const,
            name: 'count',
            description: en.commands.image.count,
            min_value: 1,
            max_value: MOST_PICTURES,
          },
        ]
      : []),
    ...SOURCES.map((name) => ({
      type: ApplicationCommandOptionType.Attachment as const,
      name,
      description: words[name],
    })),
    { type: ApplicationCommandOptionType.Boolean, name: 'spoiler', description: words.spoiler },
    {
      type: ApplicationCommandOptionType.String,
      name: 'style',
      description: en.studio.option,
      autocomplete: true,
    },
    { type: ApplicationCommandOptionType.Boolean, name: 'tray', description: en.studio.tray.option },
    { type: ApplicationCommandOptionType.Boolean, name: 'draft', description: words.draft },
  ];
}

/** The ratios that begin with what was typed so far; what was typed itself first, when it is one. */
export function suggestRatios({ focused, options }: InteractionOf<'autocomplete'>): Suggestions {
  if (focused !== 'aspect_ratio') return [];
  const typed = String(options['aspect_ratio'] ?? '').trim();
  const own = RATIO.test(typed) && !SUGGESTED_RATIOS.includes(typed) ? [typed] : [];
  return [...own, ...SUGGESTED_RATIOS.filter((ratio) => ratio.startsWith(typed))].map((ratio) => ({
    name: ratio,
    value: ratio,
  }));
}

/** What to suggest for `/image` and `/video`. */
const suggestFor =
  (kind: MediaKind) =>
  (interaction: InteractionOf<'autocomplete'>, context: CommandContext): Promise<Suggestions> | Suggestions => {
    switch (interaction.focused) {
      case 'model':
      case 'and_model':
        return suggestModels(interaction, [kind], context);
      case 'style':
        return suggestStyles(interaction, context, kind);
      default:
        return suggestRatios(interaction);
    }
  };

const generateCommand = (kind: MediaKind, promptMaxCharacters: number): Command => ({
  data: {
    ...GENERATE_COMMANDS[kind],
    description: en.commands[kind].description,
    options: generationOptions(kind, promptMaxCharacters),
    contexts: [0],
  },
  run: async (interaction, respond, context) =>
    generate(interaction, await askedBy(kind, interaction, context), respond, context),
  suggest: suggestFor(kind),
});

export const image = (promptMaxCharacters: number): Command => generateCommand('image', promptMaxCharacters);
export const video = (promptMaxCharacters: number): Command => generateCommand('video', promptMaxCharacters);
