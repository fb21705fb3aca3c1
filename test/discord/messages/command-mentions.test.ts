import { ComponentType } from 'discord.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { commandsFor } from '../../../commands/index.ts';
import { createCommandMentions, pathsOf } from '../../../src/discord/messages/command-mentions.ts';
import { privateText } from '../../../src/discord/messages/components.ts';
import { TEXT_LIMIT } from '../../../src/discord/rest/message-body.ts';
import { en } from '../../../src/texts/en.ts';

const ID = '1234567890123456789';
const COMMANDS = commandsFor(1_000).map(({ data }) => data);
let mentions: ReturnType<typeof createCommandMentions>;
beforeEach(() => {
  mentions = createCommandMentions();
  mentions.know(COMMANDS, new Map(COMMANDS.map(({ name }) => [name, ID])));
});
const rendered = (content: string): unknown => mentions.render(privateText(content));

describe('a command’s name in a message', () => {
  it('becomes a mention, followed by its options', () => {
    expect(rendered('See `/credits status`, `/budget` and `/image`.')).toEqual(
      privateText(`See </credits status:${ID}>, </budget:${ID}> and </image:${ID}>.`),
    );
    expect(rendered('`/history starred: True` and `/credits status part: Moderators`')).toEqual(
      privateText(`</history:${ID}> \`starred: True\` and </credits status:${ID}> \`part: Moderators\``),
    );
  });

  it('stays text if the command is unknown or has subcommands, and in a code block', () => {
    for (const text of ['`/imagine`', '`/credits`', '`/image now`', '```\n`/image`\n```', '/image', '`image`']) {
      expect(rendered(text)).toEqual(privateText(text));
    }
  });

  it('stays text until the command’s id is known', () => {
    mentions.know(COMMANDS, new Map());
    expect(rendered('`/image`')).toEqual(privateText('`/image`'));
    mentions.know(COMMANDS, new Map([['image', ID]]));
    expect(rendered('`/image` or `/video`')).toEqual(privateText(`</image:${ID}> or \`/video\``));
  });

  it('becomes a mention however deep its text is, in responses and posts', () => {
    const text = (content: string) => ({ type: ComponentType.TextDisplay, content });
    const answer = (content: string) => ({
      ...{ type: 4, data: { flags: 64, components: [{ type: ComponentType.Container, components: [text(content)] }] } },
    });
    expect(mentions.render(answer('`/image`'))).toEqual(answer(`</image:${ID}>`));
    const post = (content: string) => ({ name: '`/image`', message: privateText(content) });
    expect(mentions.render(post('`/image`'))).toEqual(post(`</image:${ID}>`));
  });

  it('stays text if mentions don’t fit into the message', () => {
    const filler = (command: string, characters: number) => 'x'.repeat(characters - command.length) + command;
    const mention = `</image:${ID}>`;
    const fits = filler('`/image`', TEXT_LIMIT - mention.length + '`/image`'.length);
    expect(rendered(fits)).toEqual(privateText(fits.replace('`/image`', mention)));
    expect(rendered(`x${fits}`)).toEqual(privateText(`x${fits}`));
  });
});

/** All strings of the texts, including those within functions. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'function') return [String(value).replaceAll('\\`', '`')];
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : [];
}

it('texts name only existing commands', () => {
  const known = new Set(COMMANDS.flatMap((command) => [command.name, ...pathsOf(command)]));
  const named = stringsIn(en).flatMap((text) => [...text.matchAll(/`\/([a-z_]+(?: [a-z_]+(?!:))*)(?=[` ])/g)]);
  const paths = named.map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !known.has(path))).toEqual([]);
});
