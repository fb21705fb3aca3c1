import { openBooks } from '../budget/books/books.ts';
import { globalPauseSchema } from '../budget/global-pause.ts';
import { NEW_SETTINGS_RECORD, settingsRecordSchema } from '../moderation/settings/server-settings.ts';
import { everyPage } from '../store/pages.ts';
import type { Change, Collection, Store } from '../store/store.ts';
import { answerSchema } from '../studio/consents.ts';
import { type BuildPolicy, memberPolicySchema, preferencesSchema } from '../studio/preferences.ts';
import { workPolicySchema } from '../works/build-policies.ts';

/**
 * The collections that a restore takes from the backup: what people set up. Everything else comes from the store that is
 * replaced, so that a new collection is carried over unless someone names it here.
 */
export const FROM_BACKUP: readonly string[] = [
  'settings',
  'styles',
  'preferences',
  'stars',
  'starred_works',
  'most_starred',
  'collections',
];

/** The changes to the restored store that make one collection as strict as the stricter of both stores. */
type Rule = (backup: Store, replaced: Store) => Promise<Change[]>;

/**
 * @param from the store that may be stricter. The collection is restored from the other one.
 * @param decide the record to write if the restored one is less strict; else undefined
 */
function rule<Value>(
  from: 'backup' | 'replaced',
  open: (store: Store) => Collection<Value>,
  decide: (strict: Value, restored: Value | undefined) => Value | undefined,
): Rule {
  return async (backup, replaced) => {
    const [strict, restored] = from === 'backup' ? [open(backup), open(replaced)] : [open(replaced), open(backup)];
    const changes: Change[] = [];
    for await (const { records } of everyPage(strict)) {
      for (const [key, value] of records) {
        const written = decide(value, await restored.get(key));
        if (written !== undefined) changes.push(restored.put(key, written));
      }
    }
    return changes;
  };
}

/** Lower is stricter. Without a choice, the server's setting applies. */
function leniency(policy: BuildPolicy | undefined): number {
  return [false, 'ask', undefined, true].indexOf(policy);
}

const stricterPolicy = <Value extends { policy: BuildPolicy }>(strict: Value, restored: Value | undefined) =>
  leniency(strict.policy) < leniency(restored?.policy) ? strict : undefined;

/** Consent and pauses: what either store forbids stays forbidden. */
const STRICTER: readonly Rule[] = [
  rule(
    'backup',
    (store) => store.collection('consents', answerSchema, { serverOf: 'key' }),
    (strict, restored) => (!strict.isAllowed && restored?.isAllowed !== false ? strict : undefined),
  ),
  rule('backup', (store) => store.collection('build_policies', workPolicySchema, { serverOf: 'key' }), stricterPolicy),
  rule('backup', (store) => store.collection('member_build_policies', memberPolicySchema), stricterPolicy),
  rule(
    'backup',
    (store) => store.collection('global_pause', globalPauseSchema),
    (strict, restored) => (strict.pausedEverywhere && !restored?.pausedEverywhere ? strict : undefined),
  ),
  rule(
    'backup',
    (store) => openBooks(store).accounts,
    ({ pauses: { operator, manager } }, restored) => {
      if (!restored) return undefined;
      const pauses = {
        operator: restored.pauses.operator ?? operator,
        manager: restored.pauses.manager ?? manager,
      };
      const isSame = pauses.operator === restored.pauses.operator && pauses.manager === restored.pauses.manager;
      return isSame ? undefined : { ...restored, pauses };
    },
  ),
  rule(
    'replaced',
    (store) => store.collection('settings', settingsRecordSchema, { serverOf: 'key' }),
    ({ pause }, restored = NEW_SETTINGS_RECORD) => (pause && !restored.pause ? { ...restored, pause } : undefined),
  ),
  rule(
    'replaced',
    (store) => store.collection('preferences', preferencesSchema, { serverOf: 'key' }),
    ({ starsMayShow }, restored) =>
      starsMayShow === false && restored?.starsMayShow !== false ? { ...restored, starsMayShow } : undefined,
  ),
];

/** The changes that keep the stricter consent and the pauses of both stores, once the rest is carried over. */
export async function stricterOfBoth(backup: Store, replaced: Store): Promise<Change[]> {
  const changes: Change[] = [];
  for (const one of STRICTER) changes.push(...(await one(backup, replaced)));
  return changes;
}
