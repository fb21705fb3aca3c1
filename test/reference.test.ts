import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { REFUSALS } from '../src/discord/interactions/refusal-reasons.ts';
import { FINDINGS, type FindingKind, type Tier } from '../src/findings/table.ts';
import { createMetrics } from '../src/metrics/metrics.ts';
import { COLLECTIONS } from '../src/parts/collections.ts';
import { wordsOfEnd } from '../src/store/keeps.ts';
import type { CollectionDefinition } from '../src/store/store.ts';

/** The reference pages are made from the code. `npx vitest run test/reference.test.ts -u` writes them. */

const FOLDER = '../docs/operating';
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
    'For operators: everything that Easel can find wrong, in the words of the start, the log, `/readyz`, alerts and ' +
      '`npm run doctor`. A **fault** stops Easel or a part of it, a **warning** needs a look, a **hint** can be left. ' +
      'Names in braces stand for what Easel found.',
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
      'processes; of the two `easel_month_` metrics, which are about all processes, take the largest. Metrics of ' +
      'Node.js are there too.',
  );
  return `# Metrics\n\n${start}\n\n${rows.join('\n')}\n`;
}

/** What comes before the list is written by hand; the list is made from the code. */
const KEEPS_PAGE = 'docs/privacy.md';
const LIST = '## Every kind of record';
const NEVER = 'never';

function erasedOf({ erased }: CollectionDefinition['keeps']): string {
  if (erased === 'none') return '';
  const { goes, stays } = erased;
  if (goes === undefined) return `. *Forget all* leaves them ${stays}.`;
  return `. *Forget all* deletes ${goes}.${stays === undefined ? '' : ` What stays: ${stays}.`}`;
}

function keepsPage(): string {
  const ending = COLLECTIONS.filter(({ keeps }) => wordsOfEnd(keeps.ends) !== NEVER);
  const rows = ending.map(({ keeps }) =>
    wrapped(`- ${keeps.what}: *${wordsOfEnd(keeps.ends)}*${erasedOf(keeps)}`, '  '),
  );
  const lasting = COLLECTIONS.filter(({ keeps }) => wordsOfEnd(keeps.ends) === NEVER).map(({ keeps }) => keeps.what);
  rows.push(wrapped(`- **Never deleted:** ${lasting.join('; ')}.`, '  '));
  const nameOf = ({ name }: CollectionDefinition): string => `\`${name}\``;
  const fromBackup = COLLECTIONS.filter(({ keeps }) => keeps.restored?.from === 'backup').map(nameOf);
  const strict = COLLECTIONS.filter(({ keeps }) => keeps.restored?.stricter).map(nameOf);
  const start =
    'Each with the time after which Easel deletes it, within two days. An operator can change the days in capitals.';
  const restore = wrapped(
    `[A restore](operating/backups-and-upgrades.md) takes ${fromBackup.join(', ')} from the backup, and can carry over ` +
      `everything else from the store that it replaces. Of pauses and consent in ${strict.join(', ')}, the stricter of ` +
      'both stores stays.',
  );
  const page = readFileSync(KEEPS_PAGE, 'utf8');
  const byHand = page.slice(0, page.indexOf(LIST));
  return `${byHand}${LIST}\n\n${start}\n\n${rows.join('\n')}\n\n${restore}\n`;
}

it.each([
  ['../privacy.md', keepsPage()],
  ['findings.md', findingsPage()],
  ['reasons.md', reasonsPage()],
  ['metrics.md', metricsPage()],
])('%s says what the code says', async (file, page) => {
  await expect(page).toMatchFileSnapshot(`${FOLDER}/${file}`);
});
