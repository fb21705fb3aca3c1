import { z } from 'zod';
import { MODE_NAMES, type Mode } from './modes.ts';
import { SECTIONS, type Section, type SettingFacts, type SettingValue, settingFacts } from './setting-kinds.ts';
import { channelsOfMode, type ModerationSettings, settingsSchema, withChannelsOfMode } from './settings.ts';

type Plain = Omit<ModerationSettings, 'version' | 'modes'>;
type KeyIn<Values, Name extends keyof Values & string> = Values[Name] extends SettingValue
  ? Name
  : `${Name}.${keyof Values[Name] & string}`;
/** For example `spoiler`, `words.refuse` or `modes.review`. */
export type SettingKey = { [Name in keyof Plain]: KeyIn<Plain, Name> }[keyof Plain] | `modes.${Mode}`;
export type ValueOf<Key extends SettingKey> = Key extends keyof Plain
  ? Plain[Key]
  : Key extends `categories.${infer Name extends keyof Plain['categories']}`
    ? Plain['categories'][Name]
    : string[];

/** One setting: how to read it, and how to replace its value. */
export interface Setting {
  key: string;
  facts: SettingFacts;
  of(settings: ModerationSettings): SettingValue;
  with(settings: ModerationSettings, value: SettingValue): ModerationSettings;
  /** Undefined if the value isn't allowed. */
  parse(value: unknown): SettingValue | undefined;
}

const rows = Object.entries(settingsSchema.shape).flatMap(([name, schema]): Setting[] => {
  if (name === 'modes') return MODE_NAMES.map(rowOfMode);
  const inner = schema instanceof z.ZodPrefault ? schema.unwrap() : undefined;
  if (!(inner instanceof z.ZodObject)) return rowOf([name], schema);
  return Object.entries(inner.shape).flatMap(([of, its]) => rowOf([name, of], its));
});

/** All settings, in the order of the panel. */
export const SETTINGS: readonly Setting[] = SECTIONS.flatMap(settingsIn);

export function settingsIn(section: Section): Setting[] {
  return rows.filter(({ facts }) => facts.section === section);
}

export function settingOf(key: string): Setting | undefined {
  return rows.find((setting) => setting.key === key);
}

function rowOf(path: readonly [string, string?], schema: z.core.$ZodType): Setting[] {
  const facts = settingFacts.get(schema);
  if (!facts) return [];
  const [name, inner] = path;
  const of = (settings: ModerationSettings): SettingValue => {
    const value: unknown = Reflect.get(settings, name);
    return (inner === undefined ? value : Reflect.get(Object(value), inner)) as SettingValue;
  };
  return [
    {
      key: path.join('.'),
      facts,
      of,
      with: (settings, value) => ({
        ...settings,
        [name]: inner === undefined ? value : { ...Object(Reflect.get(settings, name)), [inner]: value },
      }),
      parse: (value) => z.safeParse(schema, value).data as SettingValue | undefined,
    },
  ];
}

/** The panel shows and changes a mode as the list of its channels. */
function rowOfMode(mode: Mode): Setting {
  return {
    key: `modes.${mode}`,
    facts: { section: 'modes', kind: 'channels' },
    of: (settings) => channelsOfMode(settings, mode),
    with: (settings, value) => withChannelsOfMode(settings, mode, Array.isArray(value) ? value : []),
    parse: (value) => settingsSchema.shape.imageChannelIds.safeParse(value).data,
  };
}
