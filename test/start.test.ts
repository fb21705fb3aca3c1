import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const manifest = z
  .object({ engines: z.object({ node: z.string() }), scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

/** Node's default is 4, so a few slow files or names would delay the store. */
const OWN_THREADS = 4;

it('starts with more threads than Node’s default, by npm, in the container and under systemd', () => {
  // Set before Node starts, because it reads the number before our code runs.
  const threads = /^UV_THREADPOOL_SIZE=(\d+) exec node /.exec(manifest.scripts['start'] ?? '')?.[1];
  expect(Number(threads)).toBeGreaterThan(OWN_THREADS);
  expect(readFileSync('Dockerfile', 'utf8')).toMatch(
    new RegExp(`^ENV (.*\\\\\\n\\s*)*UV_THREADPOOL_SIZE=${threads}\\b`, 'm'),
  );
  expect(readFileSync('docs/operating/easel.service', 'utf8')).toMatch(
    new RegExp(`^Environment=.*\\bUV_THREADPOOL_SIZE=${threads}\\b`, 'm'),
  );
});

describe('npm start', () => {
  const check = (version: string) => {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
    const importing = `data:text/javascript,${encodeURIComponent(pretend)}`;
    return spawnSync(process.execPath, ['--import', importing, 'src/check-node.mjs'], { encoding: 'utf8' });
  };

  it.each(['20.20.2', '22.19.0'])('says in one sentence that Node %s is too old', (version) => {
    const { status, stderr } = check(version);
    expect(status).toBe(1);
    expect(stderr).toBe(
      `Easel needs Node.js 24 or newer, and this is ${version}: install it from https://nodejs.org\n`,
    );
  });

  it('accepts Node 24, the oldest version that package.json allows', () => {
    expect(check('24.0.0')).toMatchObject({ status: 0, stderr: '' });
    expect(manifest.engines.node).toBe('>=24');
  });

  it.each(['start', 'audit', 'store', 'credits', 'doctor'])('npm checks Node before %s', (script) => {
    expect(manifest.scripts[`pre${script}`]).toBe('node src/check-node.mjs');
  });
});
