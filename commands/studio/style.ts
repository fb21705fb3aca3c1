import type { InteractionFacts, InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { escapeText } from '../../src/discord/messages/prompt-text.ts';
import {
  inStyle,
  type Preset,
  type Sample,
  STYLE_NAME_MAX_CHARACTERS,
  STYLE_TEXT_MAX_CHARACTERS,
  STYLES_MAX,
} from '../../src/studio/style.ts';
import type { SaveOutcome, StyleOwner } from '../../src/studio/styles.ts';
import { type ModelNames, modelCalled } from '../../src/task-api/models.ts';
import { en, type Texts } from '../../src/texts/en.ts';
import { suggestModels, suggestRatios } from '../generate/models.ts';
import { checkCount, MOST_PICTURES, ratioOf } from '../generate/validation.ts';
import type { CommandContext, InServer, Subcommand } from '../support/context.ts';
import { defineSubcommands } from '../support/define.ts';
import { needManager } from '../support/guards.ts';
import { integer, numberOf, suggested, text, textOf, toggle } from '../support/options.ts';
import { loadStyle, loadStyles, suggestStyles } from './style-list.ts';
import { presetFactsOf } from './style-view.ts';

const words = en.commands.style;

const name = suggested('name', words.name, { required: true, max_length: STYLE_NAME_MAX_CHARACTERS });
const forServer = toggle('for_server', words.forServer);

export const style = defineSubcommands({
  name: 'style',
  description: words.description,
  subcommands: {
    save: {
      guard: 'everyone',
      description: words.save,
      options: [
        name,
        text('words', words.text, { max_length: STYLE_TEXT_MAX_CHARACTERS }),
        suggested('model', words.model),
        suggested('aspect_ratio', words.aspectRatio),
        integer('count', words.count, { min_value: 1, max_value: MOST_PICTURES }),
        toggle('spoiler', words.spoiler),
        forServer,
      ],
      run: save,
    },
    list: { guard: 'everyone', description: words.list, run: list },
    show: { guard: 'everyone', description: words.show, options: [name], run: show },
    delete: { guard: 'everyone', description: words.delete, options: [name, forServer], run: remove },
  },
  suggest: {
    name: (interaction, context) => suggestStyles(interaction, context),
    model: (interaction, context) => suggestModels(interaction, ['image', 'video'], context),
    aspect_ratio: suggestRatios,
  },
});

async function save(...[interaction, respond, context]: Parameters<Subcommand>): Promise<void> {
  const { modelNames } = (await context.rules()).settings;
  const words = await saveStyle(
    {
      owner: ownerOf(interaction),
      name: textOf(interaction, 'name'),
      text: textOf(interaction, 'words'),
      preset: presetIn(interaction, modelNames, context.texts),
    },
    interaction,
    context,
  );
  await respond.answer(privateText(words));
}

/** As somebody gave it. */
interface GivenStyle {
  owner: StyleOwner;
  name: string | undefined;
  text: string | undefined;
  preset: Preset;
  sample?: Sample | undefined;
}

/** Keeps a style, or changes it. @returns what is said of it. @throws MemberError where it was not kept. */
export async function saveStyle(
  { owner, name: givenName, text: givenText, preset, sample }: GivenStyle,
  interaction: InServer<InteractionFacts>,
  context: CommandContext,
): Promise<string> {
  const { rules, texts } = context;
  const { styles } = context.studio;
  if (owner.memberId === undefined) await needManager(interaction, context);
  const name = nameFrom(givenName, texts);
  const text = textIn(givenText, texts);
  if (text === undefined && Object.keys(preset).length === 0) throw new MemberError(texts.studio.styles.empty);
  const outcome = await styles.save(owner, {
    name,
    preset,
    byId: interaction.userId,
    ...(text === undefined ? {} : { text }),
    ...(sample && { sample }),
  });
  const { modelNames } = (await rules()).settings;
  return savedWords(outcome, modelNames, texts);
}

/** @throws MemberError where it was not kept. */
function savedWords(saved: SaveOutcome, own: ModelNames, texts: Texts): string {
  const sentences = texts.studio.styles;
  if (saved.outcome === 'full') throw new MemberError(sentences.full(STYLES_MAX));
  const { style: kept } = saved;
  return [
    sentences[saved.outcome](escapeText(kept.name)),
    ...(kept.text === undefined ? [] : [sentences.example(escapeText(inStyle(kept.text, 'a heron')))]),
    ...presetFactsOf(kept, texts, own).map((fact) => `- ${escapeText(fact)}`),
  ].join('\n');
}

/** @throws MemberError where they are too long. */
function textIn(given: string | undefined, { studio }: Texts): string | undefined {
  const text = (given ?? '').trim().replaceAll(/\s+/g, ' ');
  if (text.length > STYLE_TEXT_MAX_CHARACTERS) {
    throw new MemberError(studio.styles.textTooLong(text.length, STYLE_TEXT_MAX_CHARACTERS));
  }
  return text === '' ? undefined : text;
}

/** @throws MemberError for the first that cannot be used. */
function presetIn(interaction: InteractionOf<'command'>, own: ModelNames, texts: Texts): Preset {
  const { options } = interaction;
  const model = options['model'] === undefined ? undefined : modelCalled(String(options['model']), own);
  if (options['model'] !== undefined && !model) throw new MemberError(texts.refusals.modelUnknown);
  const aspectRatio = ratioOf(options['aspect_ratio'], texts);
  const count = numberOf(interaction, 'count');
  if (count !== undefined) checkCount(count, texts);
  return {
    ...(model && { modelId: model.id }),
    ...(aspectRatio === undefined ? {} : { aspectRatio }),
    ...(count === undefined ? {} : { count }),
    ...(typeof options['spoiler'] === 'boolean' ? { spoiler: options['spoiler'] } : {}),
  };
}

async function list(...[interaction, respond, context]: Parameters<Subcommand>): Promise<void> {
  await respond.answer(await loadStyles(interaction, 0, context));
}

async function show(...[interaction, respond, context]: Parameters<Subcommand>): Promise<void> {
  const { server, userId: memberId } = interaction;
  const name = nameFrom(textOf(interaction, 'name'), context.texts);
  const found = await context.studio.styles.find({ guildId: server.guildId, memberId }, name);
  if (!found) throw new MemberError(context.texts.studio.styles.unknown(escapeText(name)));
  await respond.answer(await loadStyle(found, interaction, context));
}

async function remove(...[interaction, respond, context]: Parameters<Subcommand>): Promise<void> {
  const { texts } = context;
  const { styles } = context.studio;
  const name = nameFrom(textOf(interaction, 'name'), texts);
  const owner = ownerOf(interaction);
  if (owner.memberId === undefined) await needManager(interaction, context);
  const wasThere = await styles.remove(owner, name);
  const sentences = texts.studio.styles;
  if (!wasThere) throw new MemberError(sentences.unknown(escapeText(name)));
  await respond.answer(privateText(sentences.deleted(escapeText(name))));
}

function nameFrom(given: string | undefined, texts: Texts): string {
  const name = (given ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, STYLE_NAME_MAX_CHARACTERS).trim();
  if (name === '') throw new MemberError(texts.studio.styles.nameEmpty);
  return name;
}

function ownerOf({ server, userId: memberId, options }: InServer<InteractionOf<'command'>>): StyleOwner {
  const { guildId } = server;
  return options['for_server'] === true ? { guildId } : { guildId, memberId };
}
