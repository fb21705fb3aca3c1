import { MODEL_IDS } from '../../src/task-api/models.ts';
import { SUGGESTED_RATIOS } from '../generate/generation.ts';

/** The settings that are lists of ids or names, and where the panel has their menu. */
export const CHANNEL_FIELDS = ['imageChannelIds', 'videoChannelIds'] as const;
export const ROLE_FIELDS = ['roleIds', 'moderatorRoleIds', 'trustedRoleIds'] as const;
/** Menus of names, with all that can be chosen. */
export const NAME_FIELDS = { modelIds: MODEL_IDS, ratios: SUGGESTED_RATIOS } as const;

export const SECTIONS = [
  ...([
    'channels',
    'roles',
    'models',
    'limits',
    'modes',
    'moderators',
    'words',
    'categories',
    'results',
    'reports',
  ] as const),
];
export type Section = (typeof SECTIONS)[number];

export const LISTS = ['refuse', 'explicit', 'review', 'allow'] as const;
export type ListName = (typeof LISTS)[number];

/** The numbers of each form. */
export const NUMBERS = {
  limits: ['cooldownSeconds', 'jobsAtOnce', 'jobsPerDay'],
  modes: ['waitHours', 'votesNeeded', 'voteMinutes'],
  reports: ['reportsToHide'],
} as const;
export type NumbersForm = keyof typeof NUMBERS;
export const NUMBERS_FORMS = ['limits', 'modes', 'reports'] as const satisfies readonly NumbersForm[];
