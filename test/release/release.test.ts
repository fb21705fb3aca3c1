import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../store/temp-folder.ts';
import { allOf } from '../support/all-records.ts';
import { type Easel, GALLERY, people, textOf } from '../support/easel.ts';
import { isReleased, type ReleaseFacts, releaseFaults, releasesOf } from './checks.ts';
import { formatFaults } from './formats.ts';
import { frozenVersions, keptFormats, startOn, thaw } from './stores.ts';

const CHANGELOG = readFileSync('CHANGELOG.md', 'utf8');
/** The play's last day has passed. */
const LATER_MS = Date.UTC(2026, 10, 22);
/** Collections of the store's own. */
const OWN = ['store', 'self_test'];
const MOST_BYTES = 300_000;
/** Collections that the play need not fill: what a few days don't bring, or what Easel can do without. */
const UNFILLED = [
  ...['alerts', 'approval_cards', 'best_works', 'checked_entries', 'counters', 'decisions'],
  'erasures',
  'known_pictures',
  ...['late_edits', 'operator_alerts', 'operator_command_results', 'operator_commands', 'orders', 'recurring_rounds'],
  ...['restores', 'service_troubles', 'sweeps', 'tally', 'views'],
];

const whatToDo = (version: string): string =>
  isReleased(CHANGELOG, version)
    ? `${version} is released: raise the collection's version, and add a migration from the older one`
    : `${version} isn't released: "npm run release -- freeze" keeps a new store`;

/** A member uses what the play left: their pictures, their style and their budget. */
async function useIt(easel: Easel): Promise<void> {
  const type = (name: string, options = {}) => easel.command(people.member, { channelId: GALLERY, name, options });
  const before = await easel.budget();
  expect(before.left).toBeGreaterThan(0);
  const history = await type('history');
  expect(textOf(await easel.open(people.member, history, 3))).toContain('a tower');
  const styled = await type('image', { prompt: 'an owl', style: 'ink' });
  await easel.until(() => textOf(easel.now(styled)).includes('Done'));
  expect(easel.service.tasks().at(-1)?.request.prompt).toContain('in ink');
  expect((await easel.budget()).spent).toBe(before.spent + 4);
}

describe.each(frozenVersions())('the store that version %s wrote', (version) => {
  it('is opened by this Easel, which reads every record and finds the books in order', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    thaw(version, path);
    const file = new DatabaseSync(path, { readOnly: true });
    const names = file.prepare("SELECT DISTINCT substr(key, 1, instr(key, ':') - 1) AS name FROM records").all();
    file.close();
    const { easel, collections, formats } = await startOn(path, LATER_MS);
    // Closing it checks the books.
    onTestFinished(() => easel.close());
    expect(formatFaults(isReleased(CHANGELOG, version) ? (keptFormats()[version] ?? {}) : {}, formats)).toEqual([]);
    const written = names.map(({ name }) => String(name)).filter((name) => !OWN.includes(name));
    expect(written.length).toBeGreaterThan(30);
    const unread = await Promise.all(
      written.map(async (name) => {
        const collection = collections.get(name);
        return collection
          ? (await allOf(collection)).unreadable.map((key) => `${name}:${key}`)
          : [`${name}, all of it`];
      }),
    );
    expect(unread.flat(), whatToDo(version)).toEqual([]);
    if (!isReleased(CHANGELOG, version)) {
      const empty = [...collections.keys()].filter((name) => ![...written, ...OWN, ...UNFILLED].includes(name));
      expect(empty, `fill them in test/release/play.ts; then ${whatToDo(version)}`).toEqual([]);
    }
    expect(easel.log.filter(({ level }) => level >= 50)).toEqual([]);
    await useIt(easel);
  });
});

it('each kept store is small, and has its formats beside it', () => {
  expect(Object.keys(keptFormats()).sort()).toEqual(frozenVersions().sort());
  for (const version of frozenVersions()) {
    expect(readFileSync(`test/release/stores/${version}.sqlite.gz`).byteLength).toBeLessThan(MOST_BYTES);
  }
});

it('the changelog has a section for each version, with its date or without', () => {
  const [newest, ...older] = releasesOf(CHANGELOG);
  expect(newest?.when).toMatch(/^(not released yet|\d{4}-\d{2}-\d{2})$/);
  for (const { version } of older) expect(isReleased(CHANGELOG, version)).toBe(true);
});

describe('npm run release', () => {
  const formats = { jobs: { version: 1, shape: 'a' }, styles: { version: 2, shape: 'b' } };
  const ready: ReleaseFacts = {
    versions: { 'package.json': '1.2.0', 'package-lock.json': '1.2.0' },
    changelog:
      '# Changelog\n\n## 1.2.0 (2026-12-01)\n\n**What operators have to do:** nothing.\n\n## 1.1.0 (2026-11-01)\n',
    changedFiles: [],
    headCommit: 'abc',
    taggedCommit: undefined,
    frozenFormats: formats,
    todaysFormats: formats,
    todaysDate: '2026-12-01',
  };

  it.each<[string, Partial<ReleaseFacts>, string]>([
    ['another version in package.json', { versions: { 'package.json': '1.1.0' } }, 'npm version'],
    ['no section in the changelog', { changelog: '## 1.1.0 (2026-11-01)\n' }, 'first section'],
    ['a section without a date', { changelog: ready.changelog.replace('2026-12-01', 'not released yet') }, 'no date'],
    ['a date to come', { todaysDate: '2026-11-30' }, 'no date'],
    ['nothing for operators', { changelog: '## 1.2.0 (2026-12-01)\n\nNews.\n' }, 'what operators have to do'],
    ['files that are not committed', { changedFiles: [' M src/app.ts'] }, 'not committed: src/app.ts'],
    ['a tag on another commit', { taggedCommit: 'def' }, 'another commit'],
    ['no kept store', { frozenFormats: undefined }, 'npm run release -- freeze'],
    [
      'a shape that changed since',
      { todaysFormats: { ...formats, jobs: { version: 1, shape: 'c' } } },
      'jobs: another shape (c), but still version 1',
    ],
    [
      'a version raised since',
      { todaysFormats: { ...formats, jobs: { version: 2, shape: 'c' } } },
      'jobs: a new version',
    ],
    ['a collection since', { todaysFormats: { ...formats, prints: { version: 1, shape: 'd' } } }, 'prints: new'],
    ['a collection less', { todaysFormats: { jobs: formats.jobs } }, 'styles: no longer there'],
  ])('refuses %s', (_what, changes, words) => {
    expect(releaseFaults('1.2.0', { ...ready, ...changes })).toEqual([expect.stringContaining(words)]);
  });

  it('accepts a checkout that is ready, also once it has its tag', () => {
    expect(releaseFaults('1.2.0', ready)).toEqual([]);
    expect(releaseFaults('1.2.0', { ...ready, taggedCommit: 'abc' })).toEqual([]);
    expect(releaseFaults('next', ready)).toHaveLength(1);
  });
});

it('a released format may change with its version, but never without', () => {
  const released = { jobs: { version: 1, shape: 'a' } };
  expect(formatFaults(released, { jobs: { version: 2, shape: 'b' } })).toEqual([]);
  expect(formatFaults(released, { jobs: { version: 1, shape: 'b' } })).toHaveLength(1);
});
