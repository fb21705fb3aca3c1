import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COLLECTIONS } from '../../src/parts/collections.ts';

it('every collection that is defined is listed, once', () => {
  const defined = globSync('src/**/*.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/ = define(?:Member)?Collection\(\{\s+name: '(\w+)'/gu)].map(
      ([, name]) => name,
    ),
  );
  expect(COLLECTIONS.map(({ name }) => name).sort()).toEqual(defined.sort());
});
