import type { APIButtonComponentWithCustomId } from 'discord.js';
import type { AuditEntry } from '../../moderation/records/audit-log.ts';
import { BY_EASEL } from '../../moderation/requests/request.ts';
import { isList, type SettingChange } from '../../moderation/settings/setting-changes.ts';
import type { SettingValue } from '../../moderation/settings/setting-kinds.ts';
import { type Setting, type SettingKey, settingOf, type ValueOf } from '../../moderation/settings/setting-rows.ts';
import { type ModelNames, nameOfModel } from '../../task-api/models.ts';
import type { Texts } from '../../texts/en.ts';
import { loggedIds } from '../custom-ids/controls.ts';
import { button } from './components.ts';
import { cut } from './prompt-text.ts';

export type SettingsTexts = Texts['moderation']['settings'];

interface SettingWords {
  name: string;
  /** The value of an empty list. */
  none?: string;
  /** The values of a choice. */
  values?: Readonly<Record<string, string>>;
  /** Formats a number. */
  value?: (number: number) => string;
  label?: string;
  about?: string;
  /** The first message in a channel that is chosen. */
  hello?: string;
  /** Why @everyone can't be one of these roles. */
  everyone?: string;
}
type WordsFor<Value> = [Value] extends [number]
  ? Required<Pick<SettingWords, 'value' | 'label' | 'about'>>
  : [Value] extends [readonly string[]]
    ? unknown
    : [null] extends [Value]
      ? Required<Pick<SettingWords, 'hello'>>
      : { values: Readonly<Record<Value & string, string>> };
/** The compiler checks that every setting has the words that its kind needs. */
type AllWords = {
  readonly [Key in Exclude<SettingKey, `modelNames.${string}` | `modelAbouts.${string}`>]: SettingWords &
    WordsFor<ValueOf<Key>>;
};

/** A setting that no longer exists is called by its key. */
export function wordsOf(key: string, { each, ofModels }: SettingsTexts): SettingWords {
  const facts = settingOf(key)?.facts;
  if (facts?.kind === 'text') {
    const label = nameOfModel(facts.modelId);
    const { name, none } = ofModels[facts.of];
    return { name: name(label), none, label };
  }
  const all: AllWords = each;
  return new Map<string, SettingWords>(Object.entries(all)).get(key) ?? { name: key };
}

/** A value as people read it. Word lists show only their number of lines. @param most how many items of a list to show */
export function valueWords(
  { key, facts, of }: Setting,
  settings: Parameters<Setting['of']>[0],
  texts: SettingsTexts,
  most = Number.POSITIVE_INFINITY,
): string {
  const value = of(settings);
  if (!isList(value)) return singleOf(key, isText(facts, value) ? cut(value, 5 * most) : value, texts);
  if (value.length === 0) return wordsOf(key, texts).none ?? texts.none;
  if (facts.kind === 'lines') return texts.lines(value.length);
  return someOf(key, { first: value.slice(0, most), count: value.length }, texts, settings.modelNames);
}

function singleOf(key: string, value: Exclude<SettingValue, readonly string[]>, texts: SettingsTexts): string {
  const words = wordsOf(key, texts);
  if (value === null || value === '') return words.none ?? texts.none;
  if (typeof value === 'number') return words.value?.(value) ?? String(value);
  const facts = settingOf(key)?.facts;
  if (isText(facts, value)) return texts.listed.names([value]);
  const isChannel = facts?.kind === 'channel';
  return words.values?.[value] ?? (isChannel ? texts.listed.channels([value]) : value);
}

function someOf(
  key: string,
  { first, count }: { first: readonly string[]; count: number },
  texts: SettingsTexts,
  modelNames: ModelNames = {},
): string {
  if (count === 0) return '';
  const { listed, andMore } = texts;
  const facts = settingOf(key)?.facts;
  const kind = facts?.kind;
  const plain = first.map((one) => labelOf(facts, one, modelNames));
  const shown = kind === 'channels' || kind === 'roles' ? listed[kind](plain) : listed.names(plain);
  return andMore(shown, count - first.length);
}

/** An item of a list, as people read it. */
export function labelOf(facts: Setting['facts'] | undefined, value: string, modelNames: ModelNames): string {
  return facts?.kind === 'names' && facts.areModels ? nameOfModel(value, modelNames) : value;
}

const isText = (facts: Setting['facts'] | undefined, value: SettingValue): value is string =>
  facts?.kind === 'text' && typeof value === 'string';

function changeWords(change: SettingChange, texts: SettingsTexts): string {
  const { name } = wordsOf(change.key, texts);
  if ('from' in change) {
    return texts.became(name, singleOf(change.key, change.from, texts), singleOf(change.key, change.to, texts));
  }
  return texts.listBecame(name, someOf(change.key, change.added, texts), someOf(change.key, change.removed, texts));
}

/** A line of the log lists no more changes. It counts more, and *Show* lists them. */
const CHANGES_LISTED_MAX = 3;

type Logged = Pick<AuditEntry, 'atMs' | 'byId' | 'changes'>;

const changeCountOf = ({ changes }: Pick<Logged, 'changes'>): number =>
  changes === undefined ? 0 : changes.listed.length + changes.more;

/** The changed settings with their old and new values, or how many; undefined if the entry isn't about settings. */
export function changesOf(entry: Pick<Logged, 'changes'>, texts: SettingsTexts): string | undefined {
  if (!entry.changes) return undefined;
  const count = changeCountOf(entry);
  return count > CHANGES_LISTED_MAX ? texts.manyChanges(count) : allChangesOf(entry, texts).join('; ');
}

/** All changes that the log has, one text for each, and how many more there were. */
export function allChangesOf({ changes }: Pick<Logged, 'changes'>, texts: SettingsTexts): string[] {
  if (!changes) return [];
  const { listed, more } = changes;
  return [...listed.map((change) => changeWords(change, texts)), ...(more > 0 ? [texts.furtherChanges(more)] : [])];
}

/** The button that lists the changes, if the line only counts them. */
export function showChangesButton(entry: Logged, { moderation }: Texts): APIButtonComponentWithCustomId[] {
  const count = changeCountOf(entry);
  // Easel itself changes no settings, and its id is no member's.
  if (count <= CHANGES_LISTED_MAX || entry.byId === BY_EASEL) return [];
  return [button(loggedIds.of(entry.byId, { atMs: entry.atMs }), moderation.settings.showChanges(count))];
}
