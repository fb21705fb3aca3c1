import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isReleased, releaseFaults } from './checks.ts';
import { freeze, keptFormats, playStore } from './stores.ts';

/** `npm run release` checks whether this checkout can be released, and keeps each release's store. */

const USAGE = `npm run release -- X.Y.Z     checks whether this checkout can be released under this version
npm run release -- freeze    plays the sandbox, and keeps the store and its formats for the version in package.json`;

const versionSchema = z.object({ version: z.string() });
const lockSchema = versionSchema.extend({ packages: z.object({ '': versionSchema }) });
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trimEnd();
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const { version: manifestVersion } = versionSchema.parse(readJson('package.json'));
const changelog = readFileSync('CHANGELOG.md', 'utf8');

async function keep(): Promise<number> {
  if (isReleased(changelog, manifestVersion)) {
    print(
      `Not done: ${manifestVersion} is released, so its store stays as it is. Raise the version in package.json first.`,
    );
    return 1;
  }
  const played = await playStore();
  freeze(manifestVersion, played);
  print(`The store of ${manifestVersion} is kept: ${played.packed.length} bytes.`);
  return 0;
}

async function check(version: string): Promise<number> {
  const lock = lockSchema.parse(readJson('package-lock.json'));
  const faults = releaseFaults(version, {
    versions: {
      'package.json': manifestVersion,
      'package-lock.json': lock.packages[''].version === lock.version ? lock.version : undefined,
    },
    changelog,
    changedFiles: git('status', '--porcelain').split('\n').filter(Boolean),
    headCommit: git('rev-parse', 'HEAD'),
    taggedCommit: git('tag', '--list', `v${version}`) === '' ? undefined : git('rev-parse', `v${version}^{commit}`),
    frozenFormats: keptFormats()[version],
    todaysFormats: (await playStore()).formats,
    todaysDate: new Date().toISOString().slice(0, 10),
  });
  for (const fault of faults) print(`FAULT  ${fault}`);
  if (faults.length > 0) return 1;
  print(`${version} can be released. After .ci/run has passed on this commit:`);
  print(`  git tag --annotate v${version} --message "Easel ${version}" && git push origin v${version}`);
  return 0;
}

const [command, ...rest] = process.argv.slice(2);
if (command === undefined || rest.length > 0) {
  print(USAGE);
  process.exitCode = 2;
} else {
  process.exitCode = command === 'freeze' ? await keep() : await check(command);
}
// The sandbox's sockets would keep the process alive.
process.exit();
