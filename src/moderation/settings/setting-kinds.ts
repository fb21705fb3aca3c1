import { z } from 'zod';
import { toReadableText } from '../../jobs/job/readable-text.ts';
import { entrySchema, parseEntry } from '../words/word-entry.ts';
import { LIST_MAX_ENTRIES, LIST_MAX_PATTERNS } from '../words/word-list.ts';

/** The sections that managers need in the first days, and those for experts, in the panel's order. */
export const FIRST_SECTIONS = ['channels', 'roles', 'modes', 'moderators', 'words', 'results', 'reports'] as const;
export const EXPERT_SECTIONS = ['limits', 'waits', 'models', 'categories', 'pictures', 'rounds'] as const;
export const SECTIONS = [...FIRST_SECTIONS, ...EXPERT_SECTIONS] as const;
export type Section = (typeof SECTIONS)[number];
/** The pages of the panel: the first one shows what managers set up first. */
export const SETTINGS_PAGES = ['start', ...SECTIONS] as const;
export type SettingsPage = (typeof SETTINGS_PAGES)[number];

export type SettingValue = number | string | readonly string[] | null;

/** What the panel needs to know about a setting, besides its name and texts. */
export type SettingFacts = { section: Section } & (
  | { kind: 'number'; least: number; most: number }
  | { kind: 'choice'; of: readonly string[] }
  | { kind: 'channels' }
  /** `isForSome`: these roles grant something that makes no sense for everyone. */
  | { kind: 'roles'; isForSome: boolean }
  /** `areModels`: the values are ids of models, which people read by name. */
  | { kind: 'names'; offered: readonly string[]; areModels: boolean }
  /**
   * One channel in which Easel posts on its own. `isPrivate`: the posts aren't for everyone. `mayBeForum`: it may be a forum.
   */
  | { kind: 'channel'; isPrivate: boolean; mayBeForum: boolean }
  /** A line of text about one model. */
  | { kind: 'text'; of: 'name' | 'about'; modelId: string; most: number }
  /** Words, phrases and patterns, or lines of text. `most`: how many. */
  | { kind: 'lines'; mayBePatterns: boolean; most: number }
);

/** The facts of each schema below. */
export const settingFacts = z.registry<SettingFacts>();

/** Discord's select menus hold 25 values. */
export const MOST_CHOICES = 25;
export const idSchema = z.string().regex(/^\d{17,20}$/);
const once = (all: string[]): string[] => [...new Set(all)];
const ids = () => z.array(idSchema).max(MOST_CHOICES).transform(once).default([]);

export const channelsSetting = (section: Section) => ids().register(settingFacts, { kind: 'channels', section });

export const rolesSetting = (section: Section, { isForSome = false } = {}) =>
  ids().register(settingFacts, { kind: 'roles', section, isForSome });

export const namesSetting = (section: Section, offered: readonly string[], { areModels = false } = {}) =>
  z
    .array(z.string().min(1).max(40))
    .max(MOST_CHOICES)
    .transform(once)
    .default([])
    .register(settingFacts, { kind: 'names', section, offered, areModels });

/** Letters, digits, emoji and plain punctuation: nothing that Discord could read as markup or a mention. */
const PLAIN =
  /^(?:[\p{L}\p{N}\p{Extended_Pictographic}](?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic} .,'’!?&+()/–-]|\u200D|\uFE0F)*)?$/u;

/** A line of text for each model. */
export const modelTexts = (section: Section, modelIds: readonly string[], of: 'name' | 'about', most: number) => {
  const rows = modelIds.map((modelId) => {
    const schema = z.string().trim().max(most).regex(PLAIN).default('');
    return [modelId, schema.register(settingFacts, { kind: 'text', section, of, modelId, most })] as const;
  });
  // Drops texts about models that are no longer offered.
  return z.object(Object.fromEntries(rows)).prefault({});
};

export const channelSetting = (section: Section, { isPrivate = false, mayBeForum = false } = {}) =>
  idSchema.nullable().default(null).register(settingFacts, { kind: 'channel', section, isPrivate, mayBeForum });

export const numberSetting = (section: Section, [least, most]: readonly [number, number], atFirst: number) =>
  z.int().min(least).max(most).default(atFirst).register(settingFacts, { kind: 'number', section, least, most });

export const choiceSetting = <const Value extends string>(
  section: Section,
  of: readonly Value[],
  atFirst: NoInfer<Value>,
) =>
  z
    .enum(of)
    .default(() => z.enum(of).parse(atFirst))
    .register(settingFacts, { kind: 'choice', section, of });

const isPattern = (line: string): boolean => /^\/.+\/$/s.test(line.trim());

export const linesSetting = (section: Section, { mayBePatterns = true, most = LIST_MAX_ENTRIES } = {}) =>
  z
    .array(entrySchema.overwrite((line) => toReadableText(line)).refine(mayBeKept))
    .max(most)
    .refine((list) => list.filter(isPattern).length <= (mayBePatterns ? LIST_MAX_PATTERNS : 0))
    .default([])
    .register(settingFacts, { kind: 'lines', section, mayBePatterns, most });

/** A stored line that no longer matches anything is harmless, so it doesn't make the record unreadable. */
function mayBeKept(line: string): boolean {
  const entry = parseEntry(line);
  return !('fault' in entry) || entry.fault === 'empty' || entry.fault === 'too short';
}
