import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Node's own number is 4: a few slow files or names would keep the store waiting. */
const OWN_THREADS = 4;

it('is started with more threads than Node’s own, by npm as in the container', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  // Before Node: it reads the number before anything of ours runs.
  const threads = /^UV_THREADPOOL_SIZE=(\d+) node /.exec(scripts.start)?.[1];
  expect(Number(threads)).toBeGreaterThan(OWN_THREADS);
  expect(readFileSync('Dockerfile', 'utf8')).toMatch(
    new RegExp(`^ENV (.*\\\\\\n\\s*)*UV_THREADPOOL_SIZE=${threads}\\b`, 'm'),
  );
});
