import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { escapeText } from '../../src/discord/messages/prompt-text.ts';
import { PICTURES_MAX } from '../../src/jobs/job/job.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import type { Source } from '../../src/jobs/job/sources.ts';
import { STYLE_NAME_MAX_CHARACTERS, styleKeyOf } from '../../src/studio/style.ts';
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
import { suggestCounts, suggestModels, suggestRatios } from './models.ts';
import { requestFrom, typedRequest } from './request.ts';
import { checkPicture } from './validation.ts';

/** `/image` and `/video`: their options, and how these become a request. */

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
      count: suggestCounts,
    },
  });

/** What people use every day, and what the form doesn't have: a file, a style, and any ratio. */
function generationOptions(kind: MediaKind, promptMaxCharacters: number): option.OptionData[] {
  const words = en.commands.options;
  const count = option.suggestedInteger('count', en.commands.image.count, { min_value: 1, max_value: PICTURES_MAX });
  return [
    option.text('prompt', words.prompt, { max_length: promptMaxCharacters }),
    option.suggested('model', words.model),
    option.suggested('aspect_ratio', words.aspectRatio),
    ...(kind === 'image' ? [count] : []),
    option.suggested('style', en.studio.option),
    option.attachment('source', words.source),
  ];
}

/** Starts the request that the options describe, or asks for its words. Preferences apply where the member chose nothing. */
async function generateFromCommand(kind: MediaKind, interaction: CommandInteraction, context: Context): Promise<void> {
  const { options, guildId, userId } = interaction;
  const chosen = {
    prompt: option.textOf(interaction, 'prompt'),
    model: options['model'],
    ratio: options['aspect_ratio'],
    count: options['count'],
  };
  const sources = { kind, chosen, preferences: await context.studio.preferences.of(guildId, userId) };
  const readIn = async (style: FoundStyle | undefined) => {
    const { settings } = await context.rules();
    const base = await sourcesOf(attachedTo(interaction, context), interaction, context);
    return requestFrom({ ...sources, style, base }, settings, context);
  };
  if (chosen.prompt === undefined) {
    const found = await styleOf(interaction, context);
    const given = await readIn(found);
    const style = found && { key: styleKeyOf(found.style.name), isServers: found.isServers };
    const customId = await keepForForm(interaction, { ...given, style }, context);
    const from = kind === 'image' ? 'change' : 'animate';
    const verb = interaction.attachments['source'] ? from : 'new';
    return openGenerationForm(interaction, customId, { verb, kind, ...given }, context);
  }
  const read = async () => readIn(await styleOf(interaction, context));
  await generate(interaction, typedRequest(sources, context.defaults), context, { read });
}

/** The attached picture. @throws MemberError if it's unusable */
function attachedTo({ attachments, userId: ownerId }: CommandInteraction, context: Context): Source[] {
  const { source } = attachments;
  if (!source) return [];
  checkPicture(source, context);
  const { id, url: address } = source;
  return [{ kind: 'upload', id: jobIdOf(id), ownerId, use: { picture: id }, address }];
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
