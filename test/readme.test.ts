import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ApplicationCommandType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { commandsFor } from '../commands/index.ts';
import { NEEDED_PERMISSIONS } from '../src/discord/server/permissions.ts';

const readme = readFileSync('README.md', 'utf8');
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };

/** The first column of the table under this heading. */
function tableUnder(heading: string): string[] {
  const section = readme.split(new RegExp(`^#+ ${heading}$`, 'm'))[1]?.split(/^#/m)[0] ?? '';
  return [...section.matchAll(/^\| (?!-|Package|Command|Variable)(.*?) \|/gm)].map((match) => match[1] ?? '');
}

describe('the README', () => {
  it('says of every runtime dependency why it is there', () => {
    const named = tableUnder('Why each dependency').flatMap((cell) => cell.split(', '));
    expect(named.sort()).toEqual(Object.keys(dependencies).sort());
  });

  it('lists every command, and no other', () => {
    const named = tableUnder('Commands').map((cell) => cell.replaceAll('`', '').split(' ')[0]);
    // What stands in the menu of a message or a person is told beside the table.
    const typed = commandsFor(2000).filter(({ data }) => data.type === ApplicationCommandType.ChatInput);
    expect([...new Set(named)].sort()).toEqual(typed.map(({ data }) => `/${data.name}`).sort());
  });

  it('has an invite link that asks for exactly what the bot needs', () => {
    expect(readme).toContain(`permissions=${NEEDED_PERMISSIONS}`);
  });

  it('links to nothing that is not there', () => {
    const links = ['README.md', 'docs/budgets.md', 'docs/members.md', 'docs/moderation.md', 'docs/scaling.md']
      .filter(existsSync)
      .flatMap((page) =>
        [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) =>
          join(dirname(page), match[1] ?? ''),
        ),
      );
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });

  it('names no file that is not there', () => {
    const named = [...readme.matchAll(/`((?:src|commands|test|docs)\/[^`*]*)`/g)].map((match) => match[1] ?? '');
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
    expect(named).not.toEqual([]);
  });

  it('shows every folder of the sources, and no other', () => {
    const shown = [...readme.matchAll(/^ {2}([a-z-]+)\/ /gm)].map((match) => match[1]);
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(shown.sort()).toEqual(folders.map(({ name }) => name).sort());
  });
});
