import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { SettingValue } from './setting-kinds.ts';
import { SETTINGS } from './setting-rows.ts';
import type { ModerationSettings } from './settings.ts';

/** How many added or removed values of a list the log names; it counts the rest. */
const LISTED_MAX = 3;
const VALUE_MAX_CHARACTERS = 100;
const valueSchema = z.int().or(z.string().max(VALUE_MAX_CHARACTERS)).nullable();
const someSchema = z.strictObject({
  first: z.array(z.string().max(VALUE_MAX_CHARACTERS)).max(LISTED_MAX),
  count: z.int().min(0),
});

/** A change of one setting, as data; texts word it for readers. A reordered list has no values. */
export const settingChangeSchema = z.union([
  z.strictObject({ key: z.string(), from: valueSchema, to: valueSchema }),
  z.strictObject({ key: z.string(), added: someSchema, removed: someSchema }),
]);
export type SettingChange = z.output<typeof settingChangeSchema>;

/** In the order of the panel. */
export function changesBetween(before: ModerationSettings, after: ModerationSettings): SettingChange[] {
  return SETTINGS.flatMap(({ key, of }) => {
    const [from, to] = [of(before), of(after)];
    return isDeepStrictEqual(from, to) ? [] : [changeOf(key, from, to)];
  });
}

function changeOf(key: string, from: SettingValue, to: SettingValue): SettingChange {
  if (!isList(from) || !isList(to)) return { key, from: isList(from) ? null : from, to: isList(to) ? null : to };
  return { key, added: someOf(without(to, from)), removed: someOf(without(from, to)) };
}

export const isList = (value: SettingValue): value is readonly string[] => Array.isArray(value);

function without(all: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return all.filter((one) => !known.has(one));
}

const someOf = (all: readonly string[]) => ({ first: all.slice(0, LISTED_MAX), count: all.length });

/** The changes that fit into the log, and how many more there were. */
export const loggedChangesSchema = z.strictObject({ listed: z.array(settingChangeSchema), more: z.int().min(0) });
export type LoggedChanges = z.output<typeof loggedChangesSchema>;
const CHANGES_MAX_CHARACTERS = 1_500;

export function toLoggedChanges(changes: readonly SettingChange[]): LoggedChanges {
  let size = 0;
  const over = changes.findIndex((change) => {
    size += JSON.stringify(change).length;
    return size > CHANGES_MAX_CHARACTERS;
  });
  const listed = over < 0 ? [...changes] : changes.slice(0, over);
  return { listed, more: changes.length - listed.length };
}
