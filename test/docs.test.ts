import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import { commandsFor } from '../commands/index.ts';
import { REFUSAL_REASONS } from '../src/discord/interactions/refusal-reasons.ts';
import { FINDINGS } from '../src/findings/table.ts';
import { createMetrics } from '../src/metrics/metrics.ts';
import { anchorOf } from './support/anchor.ts';

const PAGES = globSync(['*.md', 'docs/**/*.md']);
const pageOf = (path: string): string => readFileSync(path, 'utf8');
const readme = pageOf('README.md');
const { dependencies, scripts } = JSON.parse(pageOf('package.json')) as {
  dependencies: Record<string, string>;
  scripts: Record<string, string>;
};

const anchorsOf = (page: string): string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** The first column of the table under this heading. */
function tableUnder(heading: string, page = readme): string[] {
  const section = page.split(new RegExp(`^#+ ${heading}$`, 'm'))[1]?.split(/^#/m)[0] ?? '';
  return [...section.matchAll(/^\| (?!-|Package|Command)(.*?) \|/gm)].map((match) => match[1] ?? '');
}

const typed = commandsFor(2000)
  .map(({ data }) => data)
  .filter(
    (data): data is RESTPostAPIChatInputApplicationCommandsJSONBody => data.type === ApplicationCommandType.ChatInput,
  );
/** For example `/budget`, `/credits` and `/credits status`. */
const paths = typed.flatMap(({ name, options = [] }) => [
  `/${name}`,
  ...options.flatMap((option) => {
    if (option.type === ApplicationCommandOptionType.Subcommand) return [`/${name} ${option.name}`];
    if (option.type !== ApplicationCommandOptionType.SubcommandGroup) return [];
    const inner = (option.options ?? []).map((one) => `/${name} ${option.name} ${one.name}`);
    return [`/${name} ${option.name}`, ...inner];
  }),
]);

/** The words of pages, without the signs of Markdown. */
const wordsOf = (paths: readonly string[]): number =>
  paths.flatMap((path) => pageOf(path).split(/\s+/)).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

it('a member reads at most 400 words', () => {
  expect(wordsOf(['docs/members.md'])).toBeLessThanOrEqual(400);
});

it('people and operators have at most 14,000 words', () => {
  const pages = ['README.md', ...globSync(['docs/*.md', 'docs/operating/*.md'])];
  expect(wordsOf(pages)).toBeLessThanOrEqual(14_000);
});

it('a newcomer reads at most 250 words about each mechanism, and 3,500 in all', () => {
  const mechanisms = ['work', 'money', 'engine', 'words', 'store'].map((name) => `docs/house/${name}.md`);
  expect(mechanisms.filter((path) => wordsOf([path]) > 250)).toEqual([]);
  expect(wordsOf(['CONTRIBUTING.md', ...globSync('docs/house/*.md')])).toBeLessThanOrEqual(3_500);
});

it('the whole can be understood from at most 1,500 lines', () => {
  const [, firstDay = ''] = /^## Your first day$(.*?)^## /ms.exec(pageOf('CONTRIBUTING.md')) ?? [];
  const files = [...firstDay.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path);
  expect(files.length).toBeGreaterThan(5);
  const lines = files.reduce((sum, path) => sum + pageOf(path).split('\n').length - 1, 0);
  expect(lines).toBeLessThanOrEqual(1_500);
});

it('CONTRIBUTING says why each runtime dependency is there', () => {
  const named = tableUnder('Why each dependency', pageOf('CONTRIBUTING.md')).flatMap((cell) => cell.split(', '));
  expect(named.sort()).toEqual(Object.keys(dependencies).sort());
});

it('every defence that SECURITY.md names is held by tests that exist', () => {
  const [, threats = ''] = pageOf('SECURITY.md').split('## Threats and defences');
  const defences = threats.split(/^- /m).filter((one) => one.startsWith('**') && one.includes('(`test/'));
  expect(defences.length).toBeGreaterThan(15);
  const named = defences.flatMap((one) => [...one.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path));
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

it('the page for nights names findings, reasons, alerts, metrics and lines of the log that exist', () => {
  const page = pageOf('docs/operating/when-it-breaks.md');
  const quoted = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text]) => text ?? '');
  const named = quoted.filter((text) => /^([a-z]+\.[a-z-]+|easel_[a-z_]+)$/.test(text) && !text.endsWith('.log'));
  const metrics = createMetrics().list();
  const known = [...Object.keys(FINDINGS), ...REFUSAL_REASONS, ...metrics.map(({ name }) => name)];
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  const sentences = quoted.filter((text) => /^\w+ \w+ \w+/.test(text) && !text.startsWith('npm '));
  const sources = globSync('src/**/*.ts').map(pageOf).join('\n');
  expect(sentences.filter((sentence) => !sources.includes(sentence))).toEqual([]);
});

it('the operators’ pages have one index, which lists them all', () => {
  const listed = [...pageOf('docs/operating/README.md').matchAll(/\]\(([a-z0-9-]+\.md)\)/g)].map(([, page]) => page);
  const pages = globSync('docs/operating/*.md').map((path) => basename(path));
  expect(listed.sort()).toEqual(pages.filter((page) => page !== 'README.md').sort());
});

describe('the README', () => {
  it('lists every command, and no others', () => {
    const named = tableUnder('Commands').map((cell) => cell.replaceAll('`', '').split(' ')[0]);
    expect([...new Set(named)].sort()).toEqual(typed.map(({ name }) => `/${name}`).sort());
  });

  it('has at most 150 lines', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(150);
  });
});

it('CONTRIBUTING shows every folder of the sources, and no others', () => {
  const shown = [...pageOf('CONTRIBUTING.md').matchAll(/^ {2}([a-z-]+)\/ /gm)].map((match) => match[1]);
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(shown.sort()).toEqual(folders.map(({ name }) => name).sort());
});

it('every decision is in the list of decisions', () => {
  const listed = [...pageOf('docs/decisions/README.md').matchAll(/\]\((\d\d-[a-z-]+\.md)\)/g)].map(([, file]) => file);
  const files = readdirSync('docs/decisions').filter((file) => file !== 'README.md');
  expect(listed).toEqual(files.sort());
});

it('every picture is in a page, and every page’s pictures are there', () => {
  const shown = PAGES.flatMap((path) => {
    const named = [...pageOf(path).matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map((match) => match[1] ?? '');
    return named.map((picture) => join(dirname(path), picture));
  });
  expect(globSync('docs/pictures/*').sort()).toEqual([...new Set(shown)].sort());
});

describe.each(PAGES)('%s', (path) => {
  const page = pageOf(path);

  it('has no broken links', () => {
    const links = [...page.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => join(dirname(path), match[1] ?? ''));
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });

  it('links only to headings that exist', () => {
    const links = [...page.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
    const wrong = links.filter(([, file = '', anchor = '']) => {
      const target = file === '' ? path : join(dirname(path), file);
      return target.endsWith('.md') && !anchorsOf(pageOf(target)).includes(anchor);
    });
    expect(wrong.map(([whole]) => whole)).toEqual([]);
  });

  it('names no missing file', () => {
    const named = [...page.matchAll(/`((?:src|commands|test|docs)\/[^`*…\s]*)`/g)].map((match) => match[1] ?? '');
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('names no unknown script or command', () => {
    const named = [...page.matchAll(/npm run\s+(?:-s\s+)?([a-z-]+)/g)].map((match) => match[1] ?? '');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    // Words after a command may be a subcommand, an option or a placeholder, so check only its first word.
    const commands = [...page.matchAll(/`(\/[a-z]+)(?: [^`]*)?`/g)].map((match) => match[1] ?? '');
    const known = new Set([...paths, '/livez', '/readyz', '/healthz', '/metrics', '/api', '/easel', '/data']);
    expect(commands.filter((command) => !known.has(command))).toEqual([]);
  });

  it('names no unknown subcommand or option', () => {
    const words = [...page.matchAll(/`\/([a-z]+) ([a-z_]+)[^`]*`/g)];
    const wrong = words.filter(([, name, word]) => {
      const data = typed.find((one) => one.name === name);
      return data && !JSON.stringify(data.options ?? []).includes(`"name":"${word}"`);
    });
    expect(wrong.map(([whole]) => whole)).toEqual([]);
  });

  it('has no table in two pieces, and no two empty lines', () => {
    expect(page).not.toMatch(/\n\n\n|\|\n\n *\|.*\n *\|(?!-)/);
  });

  it('has lines of at most 120 characters, except indivisible ones', () => {
    const long = page.split('\n').filter((line) => line.length > 120 && !/\S{60}/.test(line));
    expect(long).toEqual([]);
  });
});
