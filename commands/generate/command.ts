import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { JobRequest } from '../../src/jobs/job/job.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import { countVariants } from '../../src/jobs/job/variants.ts';
import type { Preferences } from '../../src/studio/preferences.ts';
import { applyStyle, STYLE_NAME_MAX_CHARACTERS, type Style } from '../../src/studio/style.ts';
import type { FoundStyle } from '../../src/studio/styles.ts';
import { isOffered, kindOf, type MediaKind, modelCalled, modelIdsOf } from '../../src/task-api/models.ts';
import { en, type Texts } from '../../src/texts/en.ts';
import { sourcesOf } from '../studio/sources.ts';
import { suggestStyles } from '../studio/style-list.ts';
import type { CommandInteraction, Context, Needs } from '../support/context.ts';
import { type Command, defineCommand } from '../support/define.ts';
import * as option from '../support/options.ts';
import type { GenerationInput } from './generation.ts';
import { generate } from './generation.ts';
import { suggestModels, suggestRatios } from './models.ts';
import { checkPicture, checkPrompt, countTasks, PICTURES_MAX, parseRatio, requireModel } from './validation.ts';

/** `/image` and `/video`: their options, and how these become a request. */

const SOURCES = ['source', 'source2', 'source3'] as const;

export const generationCommand = (kind: MediaKind, promptMaxCharacters: number): Command =>
  defineCommand({
    name: kind,
    description: en.commands[kind].description,
    options: generationOptions(kind, promptMaxCharacters),
    guard: 'everyone',
    run: async (interaction, context) =>
      generate(interaction, await inputFromCommand(kind, interaction, context), context),
    suggest: {
      model: (interaction, context) => suggestModels(interaction, [kind], context),
      compare_with: (interaction, context) => suggestModels(interaction, [kind], context),
      style: (interaction, context) => suggestStyles(interaction, context, kind),
      aspect_ratio: suggestRatios,
    },
  });

function generationOptions(kind: MediaKind, promptMaxCharacters: number): option.OptionData[] {
  const words = en.commands.options;
  const count = option.integer('count', en.commands.image.count, { min_value: 1, max_value: PICTURES_MAX });
  return [
    option.text('prompt', words.prompt, { required: true, max_length: promptMaxCharacters }),
    option.suggested('model', words.model),
    option.suggested('compare_with', words.andModel),
    option.suggested('aspect_ratio', words.aspectRatio),
    ...(kind === 'image' ? [count] : []),
    ...SOURCES.map((name) => option.attachment(name, words[name])),
    option.toggle('spoiler', words.spoiler),
    option.suggested('style', en.studio.option),
    option.toggle('saved_sources', en.studio.savedSources.option),
    option.toggle('draft', words.draft),
  ];
}

/** Keeps what's known of unusable options, so that the member can correct the rest: prompt, model, spoiler and draft. */
async function inputFromCommand(
  kind: MediaKind,
  interaction: CommandInteraction,
  context: Context,
): Promise<GenerationInput> {
  const { defaults, studio } = context;
  const { options, guildId, userId } = interaction;
  const own = await studio.preferences.of(guildId, userId);
  const model = modelCalled(String(options['model'] ?? ''));
  const request = {
    prompt: String(options['prompt'] ?? '').trim(),
    modelId: model?.kind === kind ? model.id : defaults.modelId[kind],
    sourceUrls: [],
    spoiler: (options['spoiler'] ?? own.spoiler) === true,
    ...((options['draft'] ?? own.drafts) === true ? { isDraft: true } : {}),
  };
  return { generation: { request, count: 1 }, read: () => readRequest(kind, interaction, { request, own }, context) };
}

/** Reads the options. Preferences apply where the member chose nothing. @throws MemberError for the first unusable option */
async function readRequest(
  kind: MediaKind,
  interaction: CommandInteraction,
  { request: typed, own }: { request: JobRequest; own: Preferences },
  context: Context,
): ReturnType<NonNullable<GenerationInput['read']>> {
  const { defaults, rules, studio, texts } = context;
  const { attachments, options, guildId, userId } = interaction;
  const { modelNames } = (await rules()).settings;
  const style = await styleOf(interaction, context);
  const styleOptions = style?.style.options ?? {};
  checkPrompt(typed.prompt, context);
  const prompt = applyStyle(style?.style.text, typed.prompt);
  checkPrompt(prompt, context);

  const styleModel = options['model'] === undefined ? modelOfStyle(kind, style?.style, texts) : undefined;
  // Skips a preferred model that's no longer offered.
  const ownModel = modelIdsOf(kind).find((id) => id === own[`${kind}ModelId`]);
  const given = options['model'] ?? styleModel;
  const modelId = requireModel(kind, given ?? ownModel ?? defaults.modelId[kind], texts, modelNames);
  const second = options['compare_with'];
  const andModelId = second === undefined ? undefined : requireModel(kind, second, texts, modelNames);

  const givenRatio = options['aspect_ratio'] ?? styleOptions.aspectRatio;
  const aspectRatio = parseRatio(givenRatio ?? own.aspectRatio, texts) ?? defaults.aspectRatio;
  const isOne = kind === 'image' && andModelId === undefined && countVariants(prompt, 1) === 1;
  const each = Number(options['count'] ?? (isOne ? (styleOptions.count ?? own.count) : undefined) ?? 1);
  const varied = { modelId, prompt, ...option.chosenOf({ andModelId }) };
  const { count, isVaried } = countTasks(varied, each, texts);

  const attached = SOURCES.flatMap((name) => attachments[name] ?? []);
  for (const source of attached) checkPicture(source, context);
  const usesSaved = options['saved_sources'] === true;
  const saved = usesSaved ? await studio.savedSources.of({ guildId, memberId: userId }) : [];
  if (usesSaved && saved.length === 0) throw new MemberError(texts.studio.savedSources.empty);
  const posted = attached.map(({ id, url: address }) => ({
    address,
    origin: { kind: 'upload' as const, id: jobIdOf(id), memberId: userId },
  }));
  const request = {
    ...typed,
    ...varied,
    // Only the member may read their own style's name, because word lists haven't checked it.
    ...(style?.isServers ? { styleName: style.style.name } : {}),
    ...(isVaried && { isVaried }),
    ...option.chosenOf({ styleText: style?.style.text, aspectRatio }),
    ...(await sourcesOf([...posted, ...saved], guildId, context)),
    spoiler: (options['spoiler'] ?? styleOptions.spoiler ?? own.spoiler) === true,
  };
  return {
    generation: { request, count, usesSavedSources: usesSaved || undefined },
    unspecified: { model: given === undefined, ratio: givenRatio === undefined },
  };
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

/** @throws MemberError if the style's model is for the other command or no longer offered */
function modelOfStyle(kind: MediaKind, style: Style | undefined, texts: Texts): string | undefined {
  const modelId = style?.options?.modelId;
  if (style === undefined || modelId === undefined) return undefined;
  const words = texts.studio.styles;
  const name = escapeText(style.name);
  if (!isOffered(modelId)) throw new MemberError(words.retired(name, modelId));
  if (kindOf(modelId) !== kind) throw new MemberError(words.otherKind(name, kindOf(modelId)));
  return modelId;
}
