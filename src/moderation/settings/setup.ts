import { isDeepStrictEqual } from 'node:util';
import { type ModerationSettings, NEW_SETTINGS } from './settings.ts';

/** What `/setup` changes: a kind of server, who moderates and where, the gallery, and pictures per request. */

type Preset = Pick<
  ModerationSettings,
  'defaultMode' | 'categories' | 'drafts' | 'bestWorks' | 'reportsToHide' | 'reviewOthersPictures'
>;

const { defaultMode, categories, drafts, bestWorks, reportsToHide, reviewOthersPictures } = NEW_SETTINGS;
const OPEN: Preset = { defaultMode, categories, drafts, bestWorks, reportsToHide, reviewOthersPictures };

/** Presets over existing settings. A new server is open. */
const PRESETS = {
  open: OPEN,
  family: {
    ...OPEN,
    defaultMode: 'review',
    categories: { explicit: 'refuse', minors: 'refuse', hate: 'refuse', gore: 'refuse', selfHarm: 'refuse' },
    reportsToHide: 1,
    reviewOthersPictures: 'on',
  },
  exhibition: { ...OPEN, defaultMode: 'preview', drafts: 'on', bestWorks: 'month' },
} as const satisfies Record<string, Preset>;

export type ServerKind = keyof typeof PRESETS;
const isServerKind = (name: string): name is ServerKind => Object.hasOwn(PRESETS, name);
export const SERVER_KINDS: readonly ServerKind[] = Object.keys(PRESETS).filter(isServerKind);

/** `own`: the server's settings stay as they are. */
export type SetupKind = ServerKind | 'own';

/** How many moderator roles `/setup` offers, because a custom id carries them. */
export const SETUP_ROLES_MAX = 4;

/** What a manager chose so far. */
export interface SetupChoice {
  kind: SetupKind;
  moderatorRoleIds: readonly string[];
  moderatorsChannelId: ChosenChannel;
  galleryChannelId: ChosenChannel;
  picturesPerRequest: number;
}

/** `new`: Easel creates it. */
export type ChosenChannel = string | 'new' | null;

/** The preset that the settings follow. */
export function kindOfServer(settings: ModerationSettings): SetupKind {
  const follows = (preset: Preset): boolean => isDeepStrictEqual({ ...settings, ...preset }, settings);
  return SERVER_KINDS.find((kind) => follows(PRESETS[kind])) ?? 'own';
}

/** Moderator roles beyond those that the menu shows stay. A channel that is still to be created counts as none. */
export function withSetup(before: ModerationSettings, choice: SetupChoice): ModerationSettings {
  const { kind, moderatorsChannelId, galleryChannelId, picturesPerRequest } = choice;
  const unshown = before.moderatorRoleIds.slice(SETUP_ROLES_MAX);
  return {
    ...before,
    ...(kind === 'own' ? {} : structuredClone(PRESETS[kind])),
    moderatorRoleIds: [...new Set([...choice.moderatorRoleIds, ...unshown])],
    moderatorsChannelId: known(moderatorsChannelId),
    galleryChannelId: known(galleryChannelId),
    picturesPerRequest,
  };
}

/** The channel, once it exists. */
export const known = (channelId: ChosenChannel): string | null => (channelId === 'new' ? null : channelId);
