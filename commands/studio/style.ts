import { type APIApplicationCommandOption, ApplicationCommandOptionType, ApplicationCommandType } from 'discord.js';
import type { Suggestions } from '../../src/discord/interactions/command.ts';
import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { MemberError } from '../../src/errors.ts';
import {
  foldedName,
  inStyle,
  STYLE_NAME_MAX_CHARACTERS,
  STYLE_TEXT_MAX_CHARACTERS,
  STYLES_MAX,
  type Style,
} from '../../src/studio/style.ts';
import type { StyleOwner } from '../../src/studio/styles.ts';
import { en } from '../../src/texts/en.ts';
import type { Command, CommandContext, InServer } from '../support/context.ts';
import { runSubcommand, type Subcommand, textOf } from '../support/subcommands.ts';

const words = en.commands.style;
const Option = ApplicationCommandOptionType;

const nameOption = {
  ...{ type: ApplicationCommandOptionType.String, name: 'name', description: words.name, required: true },
  max_length: STYLE_NAME_MAX_CHARACTERS,
} satisfies APIApplicationCommandOption;
const serverOption: APIApplicationCommandOption = {
  ...{ type: Option.Boolean, name: 'for_server', description: words.forServer },
};

/** Discord shows 25 suggestions. */
const SUGGESTIONS_MAX = 25;
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
          nameOption,
          {
            ...{ type: Option.String, name: 'words', description: words.text, required: true },
            max_length: STYLE_TEXT_MAX_CHARACTERS,
          },
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
  suggest: (interaction, context) => suggestStyles(interaction, 'name', context),
};

/** Names that contain what was typed so far: the member's own first. */
export async function suggestStyles(
  { server, userId: memberId, options }: InteractionOf<'autocomplete'>,
  option: string,
  { styles, texts }: CommandContext,
): Promise<Suggestions> {
  if (!server) return [];
  const { guildId } = server;
  const typed = foldedName(String(options[option] ?? ''));
  const [own, servers] = await Promise.all([styles.listOf({ guildId, memberId }), styles.listOf({ guildId })]);
  const known = new Set(own.map(({ name }) => foldedName(name)));
  const { serversSuffix } = texts.studio.styles;
  return [
    ...own.map(({ name }) => ({ name, value: name })),
    ...servers
      .filter(({ name }) => !known.has(foldedName(name)))
      .map(({ name }) => ({ name: `${name} (${serversSuffix})`, value: name })),
  ]
    .filter(({ value }) => foldedName(value).includes(typed))
    .slice(0, SUGGESTIONS_MAX);
}

async function save(...[interaction, respond, context]: Parameters<Subcommand>): Promise<void> {
  const { styles, texts } = context;
  const owner = ownerOf(interaction, context);
  const name = nameOf(interaction, context);
  const text = (textOf(interaction, 'words') ?? '').replaceAll(/\s+/g, ' ');
  const sentences = texts.studio.styles;
  if (text === '') throw new MemberError(sentences.textEmpty);
  if (text.length > STYLE_TEXT_MAX_CHARACTERS) {
    throw new MemberError(sentences.textTooLong(text.length, STYLE_TEXT_MAX_CHARACTERS));
  }
  const outcome = await styles.save(owner, { name, text, byId: interaction.userId });
  if (outcome === 'full') throw new MemberError(sentences.full(STYLES_MAX));
  await respond.answer(privateText(sentences[outcome](escapeText(name), escapeText(inStyle(text, 'a heron')))));
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
          ...found.map(({ name, text }) => sentences.line(escapeText(name), escapeText(cut(text, LISTED_CHARACTERS)))),
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
