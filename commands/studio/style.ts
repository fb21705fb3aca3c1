import { type APIApplicationCommandOption, ApplicationCommandOptionType, ApplicationCommandType } from 'discord.js';
import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { MemberError } from '../../src/errors.ts';
import {
  inStyle,
  type Preset,
  STYLE_NAME_MAX_CHARACTERS,
  STYLE_TEXT_MAX_CHARACTERS,
  STYLES_MAX,
  type Style,
} from '../../src/studio/style.ts';
import type { SaveOutcome, StyleOwner } from '../../src/studio/styles.ts';
import { modelCalled } from '../../src/task-api/models.ts';
import { en } from '../../src/texts/en.ts';
import { checkCount, MOST_PICTURES, ratioOf, suggestRatios } from '../generate/generation.ts';
import { suggestModels } from '../generate/models.ts';
import type { Command, CommandContext, InServer } from '../support/context.ts';
import { numberOf, runSubcommand, type Subcommand, textOf } from '../support/subcommands.ts';
import { presetFactsOf, suggestStyles } from './suggest-styles.ts';

const words = en.commands.style;
const Option = ApplicationCommandOptionType;

const nameOption = {
  ...{ type: ApplicationCommandOptionType.String, name: 'name', description: words.name, required: true },
  max_length: STYLE_NAME_MAX_CHARACTERS,
} satisfies APIApplicationCommandOption;
const serverOption: APIApplicationCommandOption = {
  ...{ type: Option.Boolean, name: 'for_server', description: words.forServer },
};

/** Of a style's words in the list: all fifty fit into one message. */
const LISTED_CHARACTERS = 60;

export const style: Command = {
  data: {
    type: ApplicationCommandType.ChatInput,
    name: 'style',
    description: words.description,
    contexts: [0],
    options: [
      {
        type: Option.Subcommand,
        name: 'save',
        description: words.save,
        options: [
          { ...nameOption, autocomplete: true },
          {
            ...{ type: Option.String, name: 'words', description: words.text },
            max_length: STYLE_TEXT_MAX_CHARACTERS,
          },
          { type: Option.String, name: 'model', description: words.model, autocomplete: true },
          { type: Option.String, name: 'aspect_ratio', description: words.aspectRatio, autocomplete: true },
          {
            ...{ type: Option.Integer, name: 'count', description: words.count },
            ...{ min_value: 1, max_value: MOST_PICTURES },
          },
          { type: Option.Boolean, name: 'spoiler', description: words.spoiler },
          serverOption,
        ],
      },
      { type: Option.Subcommand, name: 'list', description: words.list },
      {
        type: Option.Subcommand,
        name: 'delete',
        description: words.delete,
        options: [{ ...nameOption, autocomplete: true }, serverOption],
      },
    ],
  },
  run: runSubcommand({ save, list, delete: remove }),
  suggest: (interaction, context) => {
    if (interaction.focused === 'model') return suggestModels(interaction, ['image', 'video'], context);
    if (interaction.focused === 'aspect_ratio') return suggestRatios(interaction);
    return suggestStyles(interaction, context);
  },
};

async function save(...[interaction, respond, context]: Parameters<Subcommand>): Promise<void> {
  const { styles, texts } = context;
  const owner = ownerOf(interaction, context);
  const name = nameOf(interaction, context);
  const text = textIn(textOf(interaction, 'words'), texts);
  const preset = presetIn(interaction, texts);
  if (text === undefined && Object.keys(preset).length === 0) throw new MemberError(texts.studio.styles.empty);
  const outcome = await styles.save(owner, {
    ...{ name, preset, byId: interaction.userId },
    ...(text === undefined ? {} : { text }),
  });
  await respond.answer(privateText(savedWords(outcome, texts)));
}

/** @throws MemberError where it was not kept. */
function savedWords(saved: SaveOutcome, texts: CommandContext['texts']): string {
  const sentences = texts.studio.styles;
  if (saved.outcome === 'full') throw new MemberError(sentences.full(STYLES_MAX));
  const { style: kept } = saved;
  return [
    sentences[saved.outcome](escapeText(kept.name)),
    ...(kept.text === undefined ? [] : [sentences.example(escapeText(inStyle(kept.text, 'a heron')))]),
    ...presetFactsOf(kept, texts).map((fact) => `- ${escapeText(fact)}`),
  ].join('\n');
}

/** @throws MemberError where they are too long. */
function textIn(given: string | undefined, { studio }: CommandContext['texts']): string | undefined {
  const text = (given ?? '').trim().replaceAll(/\s+/g, ' ');
  if (text.length > STYLE_TEXT_MAX_CHARACTERS) {
    throw new MemberError(studio.styles.textTooLong(text.length, STYLE_TEXT_MAX_CHARACTERS));
  }
  return text === '' ? undefined : text;
}

/** @throws MemberError for the first that cannot be used. */
function presetIn(interaction: InteractionOf<'command'>, texts: CommandContext['texts']): Preset {
  const { options } = interaction;
  const model = options['model'] === undefined ? undefined : modelCalled(String(options['model']));
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

async function list(...[interaction, respond, { styles, texts }]: Parameters<Subcommand>): Promise<void> {
  const { server, userId: memberId } = interaction;
  const { guildId } = server;
  const [own, servers] = await Promise.all([styles.listOf({ guildId, memberId }), styles.listOf({ guildId })]);
  const sentences = texts.studio.styles;
  const section = (title: string, found: readonly Style[]): string[] =>
    found.length === 0
      ? []
      : [
          `### ${title}`,
          ...found.map((one) => {
            const text = one.text === undefined ? [] : [escapeText(cut(one.text, LISTED_CHARACTERS))];
            return sentences.line(
              escapeText(one.name),
              [...text, ...presetFactsOf(one, texts)].join(texts.models.between),
            );
          }),
        ];
  const lines = [...section(sentences.yours, own), ...section(sentences.servers, servers)];
  await respond.answer(privateText(lines.length === 0 ? sentences.none : cut(lines.join('\n'), MESSAGE_CHARACTERS)));
}

/** Discord takes 4,000 characters of text in one message. */
const MESSAGE_CHARACTERS = 4_000;

async function remove(...[interaction, respond, context]: Parameters<Subcommand>): Promise<void> {
  const { styles, texts } = context;
  const name = nameOf(interaction, context);
  const wasThere = await styles.remove(ownerOf(interaction, context), name);
  const sentences = texts.studio.styles;
  if (!wasThere) throw new MemberError(sentences.unknown(escapeText(name)));
  await respond.answer(privateText(sentences.deleted(escapeText(name))));
}

function nameOf(interaction: InServer<InteractionOf<'command'>>, { texts }: CommandContext): string {
  const name = (textOf(interaction, 'name') ?? '').replaceAll(/\s+/g, ' ').slice(0, STYLE_NAME_MAX_CHARACTERS).trim();
  if (name === '') throw new MemberError(texts.studio.styles.nameEmpty);
  return name;
}

/** @throws MemberError where the server's are meant and the member may not manage it. */
function ownerOf(
  { server, userId: memberId, options }: InServer<InteractionOf<'command'>>,
  { texts }: CommandContext,
): StyleOwner {
  const { guildId } = server;
  if (options['for_server'] !== true) return { guildId, memberId };
  if (!mayManageServer(server.memberPermissions)) throw new MemberError(texts.refusals.notManager);
  return { guildId };
}
