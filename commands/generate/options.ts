import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord.js';
import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { type MediaKind, modelCalled, SUGGESTED_RATIOS } from '../../src/task-api/models.ts';
import { en } from '../../src/texts/en.ts';
import { suggestStyles } from '../studio/suggest-styles.ts';
import type { Command, CommandContext, InServer } from '../support/context.ts';
import { generate } from './generation.ts';
import { keepRequest } from './keep-request.ts';
import { suggestModels } from './models.ts';
import { readRequest, SOURCES } from './reading.ts';
import { MOST_PICTURES, RATIO } from './values.ts';

/** What `/image` and `/video` have in common: options, suggestions, and what they do. */

export function generationOptions(kind: MediaKind, promptMaxCharacters: number): APIApplicationCommandBasicOption[] {
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
export const suggestFor =
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

/** `/image` and `/video`. */
export const runGeneration =
  (kind: MediaKind): Command['run'] =>
  async (interaction, respond, context) => {
    const typed = { request: await typedRequest(kind, interaction, context), count: 1 };
    const asked = await keepRequest(interaction, typed, respond, context, () =>
      readRequest(kind, interaction, context),
    );
    if (asked) await generate(interaction, asked, respond, context);
  };

/** What is kept of options that cannot all be used: the words, who may see the result, and the model where it is known. */
async function typedRequest(
  kind: MediaKind,
  { options, server, userId }: InServer<InteractionOf<'command'>>,
  { defaults, preferences }: CommandContext,
): Promise<JobRequest> {
  const own = await preferences.of(server.guildId, userId);
  const model = modelCalled(String(options['model'] ?? ''));
  return {
    prompt: String(options['prompt'] ?? '').trim(),
    modelId: model?.kind === kind ? model.id : defaults.modelId[kind],
    sourceUrls: [],
    spoiler: (options['spoiler'] ?? own.spoiler) === true,
    ...((options['draft'] ?? own.drafts) === true ? { isDraft: true } : {}),
  };
}
