import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { REFUSALS } from '../src/discord/interactions/refusal-reasons.ts';
import { FINDINGS, type FindingKind, type Tier } from '../src/findings/table.ts';
import { createMetrics } from '../src/metrics/metrics.ts';
import { COLLECTIONS } from '../src/parts/collections.ts';
import { wordsOfEnd } from '../src/store/keeps.ts';
import type { CollectionDefinition } from '../src/store/store.ts';
import { importsOf, partOf, sources } from './house/imports.ts';

/** The reference pages are made from the code. `npx vitest run test/reference.test.ts -u` writes them. */

const FOLDER = 'docs/operating';
const WIDTH = 120;

/** Breaks a paragraph into lines, but never within code. */
function wrapped(text: string, indent = ''): string {
  const lines: string[] = [];
  for (const word of text.match(/(?:`[^`]*`|\S)+/g) ?? []) {
    const longer = [lines.at(-1), word].join(' ');
    if (lines.length > 0 && longer.length <= WIDTH) lines.splice(-1, 1, longer);
    else lines.push(lines.length > 0 ? `${indent}${word}` : word);
  }
  return lines.join('\n');
}

const TIERS = { fault: 'Fault', warning: 'Warning', hint: 'Hint' } as const satisfies Record<Tier, string>;

function findingsPage(): string {
  const kinds: [string, FindingKind][] = Object.entries(FINDINGS);
  const sections = kinds.map(([id, { tier, text, remedy, commands = [] }]) => {
    const run = commands.map((command) => ` Run \`${command}\`.`).join('');
    return `## \`${id}\`\n\n${wrapped(`${TIERS[tier]}: **${text}.** ${remedy}${run}`)}\n`;
  });
  const start = wrapped(
    'For operators: everything that Easel can find wrong, in the words of the log, `/readyz`, alerts and the doctor. A ' +
      '**fault** stops Easel or a part of it, a **warning** needs a look, a **hint** can be left.',
  );
  return ['# Findings\n', `${start}\n`, ...sections].join('\n');
}

function reasonsPage(): string {
  const rows = Object.entries(REFUSALS).map(([reason, meaning]) => `- \`${reason}\`: ${meaning}`);
  const start =
    'For operators: the field `reason` of the log’s lines `interaction refused`, and a label in the metrics.';
  return `# Reasons of a refusal\n\n${start}\n\n${rows.join('\n')}\n`;
}

const metricSchema = z.object({ name: z.string(), help: z.string(), labelNames: z.array(z.string()) });

function metricsPage(): string {
  const metrics = createMetrics()
    .list()
    .map((metric) => metricSchema.parse(metric));
  const rows = metrics.map(({ name, help, labelNames }) => {
    const labels = labelNames.map((label) => `\`${label}\``).join(', ');
    return `- \`${name}\`${labels && ` (${labels})`}: ${help}`;
  });
  const start = wrapped(
    'For operators with [Prometheus](growing.md#prometheus): what `/metrics` shows, with labels in brackets. Add up counters and `easel_tasks` over ' +
      'processes; of the two `easel_month_` metrics, which are about all processes, take the largest.',
  );
  return `# Metrics\n\n${start}\n\n${rows.join('\n')}\n`;
}

/** What comes before the list is written by hand; the list is made from the code. */
const KEEPS_PAGE = 'docs/privacy.md';
const LIST = '## What Easel keeps about you';
const NEVER = 'never';
const RECORDS_PAGE = 'docs/house/records.md';
const NOTHING = 'nothing';

function erasedOf({ erased, leaves }: CollectionDefinition['keeps']): string {
  const { goes, stays }: { goes?: string; stays?: string } = erased === 'none' ? {} : erased;
  const gone = goes === 'the member’s' ? ' Goes.' : goes && ` Goes: ${goes}.`;
  return [gone, stays && ` Stays: ${stays}.`, leavesOf(leaves)].filter(Boolean).join('');
}

const leavesOf = (leaves = NOTHING): string => (leaves === NOTHING ? '' : ` Server: ${leaves}.`);

function rowOf({ keeps }: CollectionDefinition, start: string, end = ''): string {
  const ends = wordsOfEnd(keeps.ends);
  return wrapped(`- ${start}${keeps.what}${ends === NEVER ? '' : `: *${ends}*`}.${end}`, '  ');
}

const isOfNoOne = ({ keeps }: CollectionDefinition): boolean => keeps.erased === 'none';

function keepsPage(): string {
  const rows = COLLECTIONS.filter((kind) => !isOfNoOne(kind)).map((kind) => rowOf(kind, '', erasedOf(kind.keeps)));
  const start = wrapped(
    'Each with the time after which Easel deletes it, within two days; those without a time stay. An operator can ' +
      'change the days in capitals. “Goes” and “Stays” say what *Forget all* does, “Server” what stays of an erased server. [All records](house/records.md) ' +
      'lists also those that are about no one.',
  );
  const page = readFileSync(KEEPS_PAGE, 'utf8');
  const byHand = page.slice(0, page.indexOf(LIST));
  return `${byHand}${LIST}\n\n${start}\n\n${rows.join('\n')}\n`;
}

const CODE = [...sources('src'), ...sources('commands')].filter(
  (path) => !/^src\/(?:parts|sandbox|texts)\//.test(path),
);

/** The file that defines each collection, with the collections in the order of the list. */
function collectionsByFile(): Map<string, CollectionDefinition[]> {
  const texts = CODE.map((path) => [path, readFileSync(path, 'utf8')] as const);
  return Map.groupBy(COLLECTIONS, ({ name }) => {
    const definition = new RegExp(`define(?:Member)?Collection\\(\\{\\s*name: '${name}'`);
    const [path] = texts.find(([, text]) => definition.test(text)) ?? [];
    if (path === undefined) throw new Error(`no file defines the collection ${name}`);
    return path;
  });
}

function recordsPage(): string {
  const sections = [...collectionsByFile()].map(([path, kinds]) => {
    const readers = CODE.filter((other) => importsOf(other).includes(path));
    const rooms = new Set(readers.map((other) => partOf(other).replace('src/', '')));
    const rows = kinds.map((kind) =>
      rowOf(kind, `\`${kind.name}\`: `, isOfNoOne(kind) ? leavesOf(kind.keeps.leaves) : ''),
    );
    const heading = wrapped(`**\`${path}\`**${rooms.size > 0 ? `, for ${[...rooms].sort().join(', ')}` : ''}`);
    return `${heading}\n\n${rows.join('\n')}\n`;
  });
  const start = wrapped(
    'For engineers: every collection, and when its records end; without a time, never. The file in bold defines it, and ' +
      'its feature writes it; the rooms after “for” import that file. The sweeper, erasure and restores follow ' +
      'each `keeps`; [Privacy](../privacy.md) says what *Forget all* does. “Server” says what stays of an erased server.',
  );
  return `# The records\n\n${start}\n\n${sections.join('\n')}`;
}

it.each([
  [KEEPS_PAGE, keepsPage()],
  [RECORDS_PAGE, recordsPage()],
  [`${FOLDER}/findings.md`, findingsPage()],
  [`${FOLDER}/reasons.md`, reasonsPage()],
  [`${FOLDER}/metrics.md`, metricsPage()],
])('%s says what the code says', async (file, page) => {
  await expect(page).toMatchFileSnapshot(join('..', file));
});
