import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { App } from '../../src/parts/app.ts';
import { sources } from '../house/imports.ts';

/**
 * Parts get all services at once (`...app`), so a service would fill an optional member of the same name unseen. This lists
 * the optional members of every `…Parts`.
 */
const OPTIONAL = [
  'at',
  'ceilingCredits',
  'firstRetryMs',
  'isOptional',
  'isSeen',
  'key',
  'ledgerKeptDays',
  'logged',
  'needsApproval',
  'onChange',
  'onChanging',
  'onCommit',
  'onFound',
  'onNotApproved',
  'onPolled',
  'onUnreadable',
  'prove',
  'signal',
  'spaceOf',
  'takeSlot',
  'uploadLimitBytes',
] as const;

/** An entry is needed, and impossible, for each member that is named like a service: rename the member. */
const FILLED: Record<Extract<(typeof OPTIONAL)[number], keyof App>, never> = {};

it('no service fills an optional member of a part unseen', () => {
  const optional = ['commands', 'src']
    .flatMap(sources)
    .filter((path) => !path.startsWith('src/sandbox/'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^(?:export )?(?:interface|type) \w*Parts\b.*?^\}/gmsu)])
    .flatMap(([part]) => [...part.matchAll(/^ {2}(\w+)\?:/gmu)].flatMap(([, name]) => name ?? []));
  expect([...new Set(optional)].sort()).toEqual(OPTIONAL);
  expect(FILLED).toEqual({});
});
