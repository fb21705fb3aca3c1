import { type Formats, formatFaults } from './formats.ts';

/** What a release depends on. */
export interface ReleaseFacts {
  /** The versions in package.json and package-lock.json. */
  versions: Readonly<Record<string, string | undefined>>;
  changelog: string;
  /** What `git status --porcelain` prints. */
  changedFiles: readonly string[];
  headCommit: string;
  /** The commit that has the release's tag; undefined without one. */
  taggedCommit: string | undefined;
  /** The formats that were kept for this version; undefined if no store was. */
  frozenFormats: Formats | undefined;
  todaysFormats: Formats;
  todaysDate: string;
}

const HEADING = /^## (?<version>\S+) \((?<when>[^)]+)\)$/gmu;
const DATE = /^\d{4}-\d{2}-\d{2}$/u;

/** When each version was released, by the changelog's headings, the newest first. */
export function releasesOf(changelog: string): { version: string; when: string; text: string }[] {
  const headings = [...changelog.matchAll(HEADING)];
  return headings.map(({ groups, index, 0: heading }, number) => ({
    version: groups?.['version'] ?? '',
    when: groups?.['when'] ?? '',
    text: changelog.slice(index + heading.length, headings[number + 1]?.index).trim(),
  }));
}

/** Whether the changelog gives the version a date. */
export function isReleased(changelog: string, version: string): boolean {
  return releasesOf(changelog).some((one) => one.version === version && DATE.test(one.when));
}

/** What has to be done before this checkout can be released, as sentences; none if it is ready. */
export function releaseFaults(version: string, facts: ReleaseFacts): string[] {
  if (!/^\d+\.\d+\.\d+$/u.test(version)) return [`${version} isn't a version: write three numbers, such as 1.0.0`];
  const faults = Object.entries(facts.versions)
    .filter(([, found]) => found !== version)
    .map(
      ([place, found]) => `${place} has ${found ?? 'no version'}: run "npm version --no-git-tag-version ${version}"`,
    );
  const { changedFiles, taggedCommit, headCommit } = facts;
  faults.push(...changelogFaults(version, facts));
  if (changedFiles.length > 0) faults.push(`not committed: ${changedFiles.map((line) => line.slice(3)).join(', ')}`);
  if (taggedCommit !== undefined && taggedCommit !== headCommit) {
    faults.push(`the tag v${version} is on another commit: a released version never changes`);
  }
  faults.push(...frozenFaults(version, facts));
  return faults;
}

function changelogFaults(version: string, { changelog, todaysDate }: ReleaseFacts): string[] {
  const [newest] = releasesOf(changelog);
  if (newest?.version !== version) return [`CHANGELOG.md: its first section isn't "## ${version} (${todaysDate})"`];
  const faults: string[] = [];
  if (!DATE.test(newest.when) || newest.when > todaysDate) {
    faults.push(`CHANGELOG.md: ${version} has no date; write "## ${version} (${todaysDate})"`);
  }
  if (!newest.text.includes('**What operators have to do:**')) {
    faults.push(`CHANGELOG.md: ${version} doesn't say what operators have to do`);
  }
  return faults;
}

function frozenFaults(version: string, { frozenFormats, todaysFormats }: ReleaseFacts): string[] {
  if (!frozenFormats) return [`no store is kept for ${version}: run "npm run release -- freeze"`];
  const added = Object.keys(todaysFormats).filter((name) => !frozenFormats[name]);
  const changed = Object.entries(todaysFormats).filter(([name, { version: now }]) => {
    const kept = frozenFormats[name];
    return kept && kept.version < now;
  });
  const different = [
    ...formatFaults(frozenFormats, todaysFormats),
    ...added.map((name) => `${name}: new`),
    ...changed.map(([name]) => `${name}: a new version`),
  ];
  return different.map((fault) => `the store kept for ${version} differs (${fault}): run "npm run release -- freeze"`);
}
