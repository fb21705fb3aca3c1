import { z } from 'zod';
import type { CATEGORIES } from '../words/starter-lists.ts';
import { entrySchema, parseEntry } from '../words/word-entry.ts';
import { LIST_MAX_ENTRIES, LIST_MAX_PATTERNS } from '../words/word-list.ts';
import { MODE_NAMES, type Mode } from './modes.ts';

/** What a server's managers set. Every list of channels, roles, models or ratios that is empty means: no restriction. */

const idSchema = z.string().regex(/^\d{17,20}$/);
/** Discord's own select menus take 25 values. */
export const MOST_CHOICES = 25;
const once = (all: string[]): string[] => [...new Set(all)];
const ids = z.array(idSchema).max(MOST_CHOICES).transform(once).default([]);
const names = z.array(z.string().min(1).max(40)).max(MOST_CHOICES).transform(once).default([]);
const PATTERN_LINE = /^\/.+\/$/s;
const lines = z
  .array(entrySchema.refine(mayBeKept))
  .max(LIST_MAX_ENTRIES)
  .refine((list) => list.filter((line) => PATTERN_LINE.test(line.trim())).length <= LIST_MAX_PATTERNS)
  .default([]);

const exceptions = lines.refine((list) => !list.some((line) => PATTERN_LINE.test(line.trim())));

/** Lines that find nothing are harmless: a record is read also where a line in it was of use once. */
function mayBeKept(line: string): boolean {
  const entry = parseEntry(line);
  return !('fault' in entry) || entry.fault === 'empty' || entry.fault === 'too short';
}

export const SWITCHES = ['off', 'review', 'refuse'] as const;
export const SPOILERS = ['asked', 'ageRestricted', 'always'] as const;
/** Who reads prompts on results; moderators always do. */
export const PROMPT_READERS = ['everyone', 'member'] as const;

/** Bounds of the numbers that managers set; 0 means no limit where it is allowed. */
export const BOUNDS = {
  cooldownSeconds: [0, 86_400],
  jobsAtOnce: [0, 50],
  jobsPerDay: [0, 200],
  waitHours: [1, 168],
  votesNeeded: [1, 50],
  voteMinutes: [1, 10_080],
  reportsToHide: [1, 50],
} as const satisfies Record<string, readonly [number, number]>;
export type NumberSetting = keyof typeof BOUNDS;

const numberOf = (name: NumberSetting, otherwise: number) =>
  z.int().min(BOUNDS[name][0]).max(BOUNDS[name][1]).default(otherwise);

/** Channels that have a mode of their own. */
export const CHANNEL_MODES_MAX = 100;

export const settingsSchema = z.strictObject({
  version: z.literal(1).default(1),
  imageChannelIds: ids,
  videoChannelIds: ids,
  /** Who may generate; moderators always may. */
  roleIds: ids,
  modelIds: names,
  ratios: names,
  moderatorRoleIds: ids,
  /** Their requests need nobody's approval. */
  trustedRoleIds: ids,
  moderatorsChannelId: idSchema.nullable().default(null),
  cooldownSeconds: numberOf('cooldownSeconds', 0),
  jobsAtOnce: numberOf('jobsAtOnce', 0),
  jobsPerDay: numberOf('jobsPerDay', 0),
  /** Of channels that are not named here: `defaultMode`. */
  modes: z
    .record(idSchema, z.enum(MODE_NAMES))
    .refine((modes) => Object.keys(modes).length <= CHANNEL_MODES_MAX)
    .default({}),
  defaultMode: z.enum(MODE_NAMES).default('open'),
  /** A request that nobody decided on by then has expired. */
  waitHours: numberOf('waitHours', 24),
  votesNeeded: numberOf('votesNeeded', 3),
  voteMinutes: numberOf('voteMinutes', 60),
  reportsToHide: numberOf('reportsToHide', 3),
  spoiler: z.enum(SPOILERS).default('asked'),
  prompts: z.enum(PROMPT_READERS).default('everyone'),
  /** Where members show what they chose among their results. */
  galleryChannelId: idSchema.nullable().default(null),
  words: z
    .strictObject({ refuse: lines, review: lines, explicit: lines, allow: exceptions })
    .default({ refuse: [], review: [], explicit: [], allow: [] }),
  categories: z
    .strictObject({
      explicit: z.enum(SWITCHES).default('refuse'),
      minors: z.enum(SWITCHES).default('refuse'),
      hate: z.enum(SWITCHES).default('refuse'),
      gore: z.enum(SWITCHES).default('off'),
      selfHarm: z.enum(SWITCHES).default('off'),
    } satisfies Record<(typeof CATEGORIES)[number], unknown>)
    .default({ explicit: 'refuse', minors: 'refuse', hate: 'refuse', gore: 'off', selfHarm: 'off' }),
});
export type ModerationSettings = z.output<typeof settingsSchema>;

export const NEW_SETTINGS: ModerationSettings = settingsSchema.parse({});

/** The settings that are one channel each, in which Easel posts by itself. */
export const ONE_CHANNEL_FIELDS = ['moderatorsChannelId', 'galleryChannelId'] as const;
export type OneChannelField = (typeof ONE_CHANNEL_FIELDS)[number];

/** The channels that have this mode of their own. */
export function channelsOfMode({ modes }: ModerationSettings, mode: Mode): string[] {
  return Object.entries(modes).flatMap(([id, one]) => (one === mode ? [id] : []));
}

/** The mode of a channel; a thread that has none of its own has its parent's. */
export function modeOf(settings: ModerationSettings, channelIds: readonly string[]): Mode {
  for (const id of channelIds) {
    const mode = Object.hasOwn(settings.modes, id) ? settings.modes[id] : undefined;
    if (mode !== undefined) return mode;
  }
  return settings.defaultMode;
}
