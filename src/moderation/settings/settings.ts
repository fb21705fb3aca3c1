import { z } from 'zod';
import { PICTURES_MAX } from '../../jobs/job/job.ts';
import { MODEL_IDS, SUGGESTED_RATIOS } from '../../task-api/models.ts';
import type { CATEGORIES } from '../words/starter-lists.ts';
import { asksPeople, gatesOf, MODE_NAMES, type Mode } from './modes.ts';
import {
  channelSetting,
  channelsSetting,
  choiceSetting,
  idSchema,
  linesSetting,
  MOST_CHOICES,
  modelTexts,
  namesSetting,
  numberSetting,
  rolesSetting,
} from './setting-kinds.ts';

const SWITCHES = ['off', 'review', 'refuse'] as const;

/** Bounds that other records share. */
export const BOUNDS = { jobsPerDay: [0, 200], votesNeeded: [1, 50] } as const;

/** How many entries of a round are made. */
export const ROUND_WINNERS = [1, 10] as const;

/** How many channels may have a mode of their own. */
export const CHANNEL_MODES_MAX = 100;

const words = {
  refuse: linesSetting('words'),
  explicit: linesSetting('words'),
  review: linesSetting('words'),
  allow: linesSetting('words', { mayBePatterns: false }),
};
const categories = {
  explicit: choiceSetting('categories', SWITCHES, 'refuse'),
  minors: choiceSetting('categories', SWITCHES, 'refuse'),
  hate: choiceSetting('categories', SWITCHES, 'refuse'),
  gore: choiceSetting('categories', SWITCHES, 'off'),
  selfHarm: choiceSetting('categories', SWITCHES, 'off'),
} satisfies Record<(typeof CATEGORIES)[number], unknown>;

/**
 * A server's settings, one row each: its section in the panel, its allowed values and its initial value. The stored record,
 * the settings file, the panel with its menus and forms, and the log follow from these rows. A new setting is a
 * row here, with texts under the same name, which the compiler asks for. An empty list of channels, roles, models or ratios
 * restricts nothing. The number 0, if allowed, means no limit.
 */
export const settingsSchema = z.strictObject({
  version: z.literal(1).default(1),
  imageChannelIds: channelsSetting('channels'),
  videoChannelIds: channelsSetting('channels'),
  /** Who may generate; moderators always may. */
  roleIds: rolesSetting('roles'),
  modelIds: namesSetting('models', MODEL_IDS, { areModels: true }),
  ratios: namesSetting('models', SUGGESTED_RATIOS),
  /** Names and descriptions of models in this server, instead of Easel's own. */
  modelNames: modelTexts('models', MODEL_IDS, 'name', 40),
  modelAbouts: modelTexts('models', MODEL_IDS, 'about', 80),
  moderatorRoleIds: rolesSetting('moderators', { isForSome: true }),
  /** Their requests need no approval. */
  trustedRoleIds: rolesSetting('moderators', { isForSome: true }),
  moderatorsChannelId: channelSetting('moderators', { isPrivate: true }),
  /** In the menus of forms that ask moderators why. */
  decisionReasons: linesSetting('moderators', { mayBePatterns: false, most: 3 }),
  cooldownSeconds: numberSetting('limits', [0, 86_400], 0),
  jobsAtOnce: numberSetting('limits', [0, 50], 0),
  jobsPerDay: numberSetting('limits', BOUNDS.jobsPerDay, 0),
  /** Channels that aren't listed have `defaultMode`. */
  modes: z
    .record(idSchema, z.enum(MODE_NAMES))
    .refine((modes) => Object.keys(modes).length <= CHANNEL_MODES_MAX)
    .default({}),
  defaultMode: choiceSetting('modes', MODE_NAMES, 'open'),
  /** After this time, an undecided request expires. */
  waitHours: numberSetting('waits', [1, 168], 24),
  votesNeeded: numberSetting('waits', BOUNDS.votesNeeded, 3),
  voteMinutes: numberSetting('waits', [1, 10_080], 60),
  reportsToHide: numberSetting('reports', [1, 50], 3),
  spoiler: choiceSetting('results', ['asked', 'ageRestricted', 'always'], 'asked'),
  /** Who can read prompts on results; moderators always can. */
  prompts: choiceSetting('results', ['everyone', 'member'], 'everyone'),
  /** Where members show chosen results. */
  galleryChannelId: channelSetting('results', { mayBeForum: true }),
  /** Of requests whose members choose no number, have no style with one and no preference. */
  picturesPerRequest: numberSetting('results', [1, PICTURES_MAX], 1),
  /** Whether members may make drafts first, without the channel's mode. */
  drafts: choiceSetting('results', ['off', 'on'], 'off'),
  /** How many stars bring a result into the gallery; 0 turns this off. */
  starsForGallery: numberSetting('results', [0, 50], 0),
  /** The period whose works with the most stars are posted at its end. */
  bestWorks: choiceSetting('results', ['off', 'week', 'month'], 'off'),
  /** Who may build on members' uploads, on results, and on pictures of other bots and webhooks. An owner's answer wins. */
  uploadsByOthers: choiceSetting('pictures', ['ask', 'anyone', 'nobody'], 'ask'),
  resultsByOthers: choiceSetting('pictures', ['anyone', 'ask', 'nobody'], 'anyone'),
  appPictures: choiceSetting('pictures', ['nobody', 'anyone'], 'nobody'),
  /** Whether moderators decide in every channel about requests that use a picture that isn't their member's own. */
  reviewOthersPictures: choiceSetting('pictures', ['off', 'on'], 'off'),
  /** Where, how often and with which themes rounds open on their own. */
  roundChannelId: channelSetting('rounds'),
  roundThemes: linesSetting('rounds', { mayBePatterns: false }),
  roundEveryDays: numberSetting('rounds', [0, 90], 0),
  roundHours: numberSetting('rounds', [1, 168], 72),
  roundVoteHours: numberSetting('rounds', [1, 168], 24),
  roundWinners: numberSetting('rounds', ROUND_WINNERS, 3),
  words: z.strictObject(words).prefault({}),
  categories: z.strictObject(categories).prefault({}),
});
export type ModerationSettings = z.output<typeof settingsSchema>;

export const NEW_SETTINGS: ModerationSettings = settingsSchema.parse({});

/** Whether moderators have to decide something but have no channel for it. Such requests are refused. */
export function lacksModeratorsChannel(settings: ModerationSettings): boolean {
  const { moderatorsChannelId, modes, defaultMode, words, categories, reviewOthersPictures } = settings;
  const isDecided = [defaultMode, ...Object.values(modes)].map(gatesOf).some(asksPeople);
  const isReviewed =
    words.review.length > 0 || Object.values(categories).includes('review') || reviewOthersPictures === 'on';
  return moderatorsChannelId === null && (isDecided || isReviewed);
}

/** The channels that have this mode of their own. */
export function channelsOfMode({ modes }: ModerationSettings, mode: Mode): string[] {
  return Object.entries(modes).flatMap(([id, one]) => (one === mode ? [id] : []));
}

/** Channels beyond what a menu shows keep their mode, because the menu could not offer them. */
export function withChannelsOfMode(
  settings: ModerationSettings,
  mode: Mode,
  chosen: readonly string[],
): ModerationSettings {
  const others = Object.entries(settings.modes).filter(([, one]) => one !== mode);
  const all = [...chosen, ...channelsOfMode(settings, mode).slice(MOST_CHOICES)];
  return { ...settings, modes: Object.fromEntries([...others, ...all.map((id) => [id, mode] as const)]) };
}

/** The mode of a channel; a thread without one of its own has its parent's. */
export function modeOf(settings: ModerationSettings, channelIds: readonly string[]): Mode {
  for (const id of channelIds) {
    const mode = Object.hasOwn(settings.modes, id) ? settings.modes[id] : undefined;
    if (mode !== undefined) return mode;
  }
  return settings.defaultMode;
}
