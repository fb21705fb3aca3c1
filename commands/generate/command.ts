import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { GenerationRequest } from '../../src/jobs/job/job.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import type { Source } from '../../src/jobs/job/sources.ts';
import { STYLE_NAME_MAX_CHARACTERS } from '../../src/studio/style.ts';
import type { FoundStyle } from '../../src/studio/styles.ts';
import type { MediaKind } from '../../src/task-api/models.ts';
import { en } from '../../src/texts/en.ts';
import { sourcesOf } from '../studio/sources.ts';
import { suggestStyles } from '../studio/style-list.ts';
import type { CommandInteraction, Context, Needs } from '../support/context.ts';
import { type Command, defineCommand } from '../support/define.ts';
import * as option from '../support/options.ts';
import { openGenerationForm } from './form.ts';
import { generate } from './generation.ts';
import { keepForForm } from './kept-requests.ts';
import { suggestModels, suggestRatios } from './models.ts';
import { requestFrom, typedRequest } from './request.ts';
import { checkPicture, PICTURES_MAX } from './validation.ts';

/** `/image` and `/video`: their options, and how these become a request. */

const SOURCES = ['source', 'source2', 'source3'] as const;

export const generationCommand = (kind: MediaKind, promptMaxCharacters: number): Command =>
  defineCommand({
    name: kind,
    description: en.commands[kind].description,
    options: generationOptions(kind, promptMaxCharacters),
    guard: 'everyone',
    run: (interaction, context) => generateFromCommand(kind, interaction, context),
    suggest: {
      model: (interaction, context) => suggestModels(interaction, [kind], context),
      style: (interaction, context) => suggestStyles(interaction, context, kind),
      aspect_ratio: suggestRatios,
    },
  });

/**
 * What people use every day, and what the form doesn't have: files, pictures set aside, and any ratio. `more` opens a form
 * for the rest.
 */
function generationOptions(kind: MediaKind, promptMaxCharacters: number): option.OptionData[] {
  const words = en.commands.options;
  const count = option.integer('count', en.commands.image.count, { min_value: 1, max_value: PICTURES_MAX });
  return [
    option.text('prompt', words.prompt, { required: true, max_length: promptMaxCharacters }),
    option.suggested('model', words.model),
    option.suggested('aspect_ratio', words.aspectRatio),
    ...(kind === 'image' ? [count] : []),
    option.suggested('style', en.studio.option),
    ...SOURCES.map((name) => option.attachment(name, words[name])),
    option.toggle('saved_sources', en.studio.savedSources.option),
    option.toggle('more', words.more),
  ];
}

/** Starts the request that the options describe. Preferences apply where the member chose nothing. */
async function generateFromCommand(kind: MediaKind, interaction: CommandInteraction, context: Context): Promise<void> {
  const { options, guildId, userId } = interaction;
  const chosen = {
    prompt: String(options['prompt'] ?? '').trim(),
    model: options['model'],
    ratio: options['aspect_ratio'],
    count: options['count'],
  };
  const sources = { kind, chosen, preferences: await context.studio.preferences.of(guildId, userId) };
  const read = async (): Promise<GenerationRequest> => {
    const { settings } = await context.rules();
    const style = await styleOf(interaction, context);
    const base = await sourcesOf(await picturesFrom(interaction, context), interaction, context);
    const usesSavedSources = options['saved_sources'] === true || undefined;
    return { ...requestFrom({ ...sources, style, base }, settings, context), usesSavedSources };
  };
  const asksMore = option.toggleOf(interaction, 'more') === true;
  const instead = asksMore ? { instead: (given: GenerationRequest) => askMore(interaction, kind, given, context) } : {};
  await generate(interaction, typedRequest(sources, context.defaults), context, { read, ...instead });
}

/** Opens the form with everything that the options don't have. */
async function askMore(
  interaction: CommandInteraction,
  kind: MediaKind,
  given: GenerationRequest,
  context: Context,
): Promise<void> {
  const customId = await keepForForm(interaction, given, context);
  await openGenerationForm(interaction, customId, { verb: 'new', kind, ...given }, context);
}

/** The attached pictures, and those that the member set aside. @throws MemberError if one is unusable */
async function picturesFrom(interaction: CommandInteraction, context: Context): Promise<Source[]> {
  const { attachments, options, guildId, userId: memberId } = interaction;
  const { studio, texts } = context;
  const attached = SOURCES.flatMap((name) => attachments[name] ?? []);
  for (const source of attached) checkPicture(source, context);
  const usesSaved = options['saved_sources'] === true;
  const saved = usesSaved ? await studio.savedSources.of({ guildId, memberId }) : [];
  if (usesSaved && saved.length === 0) throw new MemberError(texts.studio.savedSources.empty);
  const posted = attached.map(
    ({ id, url: address }): Source => ({
      ...{ kind: 'upload', id: jobIdOf(id), ownerId: memberId },
      use: { picture: id },
      address,
    }),
  );
  return [...posted, ...saved];
}

/** @throws MemberError if there's no style with this name */
async function styleOf(
  { options, guildId, userId: memberId }: CommandInteraction,
  { studio: { styles }, texts }: Needs<'studio' | 'texts'>,
): Promise<FoundStyle | undefined> {
  if (options['style'] === undefined) return undefined;
  const name = String(options['style']).slice(0, STYLE_NAME_MAX_CHARACTERS);
  const found = await styles.find({ guildId, memberId }, name);
  if (!found) throw new MemberError(texts.studio.styles.unknown(escapeText(name)));
  return found;
}
