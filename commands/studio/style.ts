import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { escapeText } from '../../src/discord/messages/prompt-text.ts';
import {
  applyStyle,
  type Sample,
  STYLE_NAME_MAX_CHARACTERS,
  STYLE_TEXT_MAX_CHARACTERS,
  STYLES_MAX,
  type StyleOptions,
} from '../../src/studio/style.ts';
import type { StyleOwner } from '../../src/studio/styles.ts';
import { type ModelNames, modelCalled } from '../../src/task-api/models.ts';
import { en, type Texts } from '../../src/texts/en.ts';
import { suggestModels, suggestRatios } from '../generate/models.ts';
import { checkCount, PICTURES_MAX, parseRatio } from '../generate/validation.ts';
import type { CommandInteraction, Context, ServerInteraction, Subcommand } from '../support/context.ts';
import { defineSubcommands } from '../support/define.ts';
import { requireManager } from '../support/guards.ts';
import * as option from '../support/options.ts';
import { loadStyle, loadStyles, suggestStyles } from './style-list.ts';
import { styleOptionFacts } from './style-view.ts';

const words = en.commands.style;

const name = option.suggested('name', words.name, { required: true, max_length: STYLE_NAME_MAX_CHARACTERS });
const forServer = option.toggle('for_server', words.forServer);

export const style = defineSubcommands({
  name: 'style',
  description: words.description,
  subcommands: {
    save: {
      guard: 'everyone',
      description: words.save,
      options: [
        name,
        option.text('words', words.text, { max_length: STYLE_TEXT_MAX_CHARACTERS }),
        option.suggested('model', words.model),
        option.suggested('aspect_ratio', words.aspectRatio),
        option.integer('count', words.count, { min_value: 1, max_value: PICTURES_MAX }),
        option.toggle('spoiler', words.spoiler),
        forServer,
      ],
      run: save,
    },
    list: { guard: 'everyone', description: words.list, run: list },
    show: { guard: 'everyone', description: words.show, options: [name], run: show },
    delete: {
      guard: 'everyone',
      description: words.delete,
      options: [name, option.toggle('for_server', words.forServerDelete)],
      run: remove,
    },
  },
  suggest: {
    name: (interaction, context) => suggestStyles(interaction, context),
    model: (interaction, context) => suggestModels(interaction, ['image', 'video'], context),
    aspect_ratio: suggestRatios,
  },
});

async function save(...[interaction, context]: Parameters<Subcommand>): Promise<void> {
  const { modelNames } = (await context.rules()).settings;
  const given = {
    owner: ownerOf(interaction),
    name: option.textOf(interaction, 'name'),
    text: option.textOf(interaction, 'words'),
    options: styleOptionsIn(interaction, modelNames, context.texts),
  };
  await saveStyle(given, interaction, context);
}

/** A style as a member gave it, not checked yet. */
interface GivenStyle {
  owner: StyleOwner;
  name: string | undefined;
  text: string | undefined;
  options: StyleOptions;
  sample?: Sample | undefined;
}

/** Saves a new style, or changes one, and shows it. @throws MemberError if it can't be saved */
export async function saveStyle(
  { owner, name: givenName, text: givenText, options, sample }: GivenStyle,
  interaction: ServerInteraction,
  context: Context,
): Promise<void> {
  const { rules, studio, texts } = context;
  const words = texts.studio.styles;
  if (owner.memberId === undefined) await requireManager(interaction, context);
  const name = requireName(givenName, texts);
  const text = (givenText ?? '').trim().replaceAll(/\s+/g, ' ');
  const { length } = text;
  if (length > STYLE_TEXT_MAX_CHARACTERS) throw new MemberError(words.textTooLong(length, STYLE_TEXT_MAX_CHARACTERS));
  if (text === '' && Object.keys(options).length === 0) throw new MemberError(words.empty);
  const saved = await studio.styles.save(owner, {
    name,
    options,
    byId: interaction.userId,
    ...(text === '' ? {} : { text }),
    ...(sample && { sample }),
  });
  if (saved.outcome === 'full') throw new MemberError(words.full(STYLES_MAX), 'limit.records');
  const { style: kept } = saved;
  const { modelNames } = (await rules()).settings;
  const lines = [
    words[saved.outcome](escapeText(kept.name)),
    ...(kept.text === undefined ? [] : [words.example(escapeText(applyStyle(kept.text, 'a heron')))]),
    ...styleOptionFacts(kept, texts, modelNames).map((fact) => `- ${escapeText(fact)}`),
  ];
  await interaction.respond.answer(privateText(lines.join('\n')));
}

/** @throws MemberError for the first unusable option */
function styleOptionsIn(interaction: InteractionOf<'command'>, own: ModelNames, texts: Texts): StyleOptions {
  const { options } = interaction;
  const model = options['model'] === undefined ? undefined : modelCalled(String(options['model']), own);
  if (options['model'] !== undefined && !model) throw new MemberError(texts.refusals.modelUnknown);
  const count = option.numberOf(interaction, 'count');
  if (count !== undefined) checkCount(count, texts);
  const aspectRatio = parseRatio(options['aspect_ratio'], texts);
  return option.chosenOf({ modelId: model?.id, aspectRatio, count, spoiler: option.toggleOf(interaction, 'spoiler') });
}

async function list(...[interaction, context]: Parameters<Subcommand>): Promise<void> {
  await interaction.respond.answer(await loadStyles(interaction, 0, context));
}

async function show(...[interaction, context]: Parameters<Subcommand>): Promise<void> {
  const { respond, guildId, userId: memberId } = interaction;
  const name = requireName(option.textOf(interaction, 'name'), context.texts);
  const found = await context.studio.styles.find({ guildId, memberId }, name);
  if (!found) throw new MemberError(context.texts.studio.styles.unknown(escapeText(name)));
  await respond.answer(await loadStyle(found, interaction, context));
}

async function remove(...[interaction, context]: Parameters<Subcommand>): Promise<void> {
  const { studio, texts } = context;
  const name = requireName(option.textOf(interaction, 'name'), texts);
  const owner = ownerOf(interaction);
  if (owner.memberId === undefined) await requireManager(interaction, context);
  const wasThere = await studio.styles.remove(owner, name);
  const sentences = texts.studio.styles;
  if (!wasThere) throw new MemberError(sentences.unknown(escapeText(name)));
  await interaction.respond.answer(privateText(sentences.deleted(escapeText(name))));
}

function requireName(given: string | undefined, texts: Texts): string {
  const name = (given ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, STYLE_NAME_MAX_CHARACTERS).trim();
  if (name === '') throw new MemberError(texts.studio.styles.nameEmpty);
  return name;
}

function ownerOf({ guildId, userId: memberId, options }: CommandInteraction): StyleOwner {
  return options['for_server'] === true ? { guildId } : { guildId, memberId };
}
