import {
  type APIApplicationCommandOption,
  ApplicationCommandOptionType,
  ComponentType,
  type RESTPostAPIApplicationCommandsJSONBody,
} from 'discord.js';
import { TEXT_LIMIT } from '../rest/message-body.ts';

/**
 * Texts name commands in code formatting, such as `/credits status`. Once Discord's ids of them are known, messages carry
 * mentions instead, which open the command when pressed.
 */
export function createCommandMentions() {
  /** By what people type, such as "credits status". */
  let mentions: ReadonlyMap<string, string> = new Map();
  return {
    /** Sets the commands and their ids by name. */
    know: (commands: readonly RESTPostAPIApplicationCommandsJSONBody[], ids: ReadonlyMap<string, string>): void => {
      mentions = new Map(
        commands.flatMap((command) => {
          const id = ids.get(command.name);
          return id === undefined ? [] : pathsOf(command).map((path) => [path, `</${path}:${id}>`] as const);
        }),
      );
    },
    /** Replaces command names in a call's body by mentions, as far as they fit. */
    render: (body: object): object => {
      if (mentions.size === 0) return body;
      let characters = 0;
      const rendered = withTexts(body, (text) => {
        const content = mentioningIn(text, mentions);
        characters += content.length;
        return content;
      });
      return characters > TEXT_LIMIT ? body : rendered;
    },
  };
}

/** What people type for a command: its name, or the names of its subcommands. */
export function pathsOf(command: RESTPostAPIApplicationCommandsJSONBody): string[] {
  const options = 'options' in command ? (command.options ?? []) : [];
  return pathsBelow(command.name, options);
}

function pathsBelow(path: string, options: readonly APIApplicationCommandOption[]): string[] {
  const below = options.flatMap((option) => {
    const { type, name } = option;
    const isPart =
      type === ApplicationCommandOptionType.Subcommand || type === ApplicationCommandOptionType.SubcommandGroup;
    return isPart ? [{ path: `${path} ${name}`, options: option.options ?? [] }] : [];
  });
  return below.length === 0 ? [path] : below.flatMap((one) => pathsBelow(one.path, one.options));
}

const CODE_BLOCK = '```';
/** A command in code formatting, possibly with options. */
const COMMAND = /`\/([a-z_]+(?: [a-z_]+){0,2})((?: [a-z_]+: [^`\n]+)?)`/g;

function mentioningIn(text: string, mentions: ReadonlyMap<string, string>): string {
  if (!text.includes('`/')) return text;
  const pieces = text.split(CODE_BLOCK);
  return pieces.map((piece, index) => (index % 2 === 1 ? piece : mentioning(piece, mentions))).join(CODE_BLOCK);
}

const mentioning = (text: string, mentions: ReadonlyMap<string, string>): string =>
  text.replace(COMMAND, (code: string, path: string, options: string) => {
    const mention = mentions.get(path);
    if (mention === undefined) return code;
    return options === '' ? mention : `${mention} \`${options.trim()}\``;
  });

/** Replaces the contents of all text displays in a value, however deep. */
function withTexts<Value>(value: Value, change: (text: string) => string): Value;
function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => withTexts<unknown>(one, change));
  if (value === null || typeof value !== 'object') return value;
  const isText = 'type' in value && value.type === ComponentType.TextDisplay;
  if (isText && 'content' in value && typeof value.content === 'string') {
    return { ...value, content: change(value.content) };
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts<unknown>(one, change)]));
}
