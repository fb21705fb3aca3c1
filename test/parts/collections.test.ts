import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COLLECTIONS } from '../../src/parts/collections.ts';
import { wordsOfEnd } from '../../src/store/keeps.ts';

it('every collection that is defined is listed, once', () => {
  const defined = globSync('src/**/*.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/ = define(?:Member)?Collection\(\{\s+name: '(\w+)'/gu)].map(
      ([, name]) => name,
    ),
  );
  expect(COLLECTIONS.map(({ name }) => name).sort()).toEqual(defined.sort());
});

const A_TIME = /\b(\d+|an?) (minutes|hour|days?|week|year)|_DAYS|5 years|history/;
/** What has no time of its own ends with what it's about. */
const WITHOUT_A_TIME: Readonly<Record<string, string>> = {
  timeouts: 'a timeout takes a year at most',
  holds: 'the budget has to know what a task may cost',
  operator_commands: 'the operator’s own',
  global_pause: 'the operator’s own',
};

it('nothing about a member is kept without an end', () => {
  const lasting = COLLECTIONS.filter(({ keeps }) => keeps.erased !== 'none' && !A_TIME.test(wordsOfEnd(keeps.ends)));
  expect(lasting.map(({ name }) => name)).toEqual(Object.keys(WITHOUT_A_TIME));
});
