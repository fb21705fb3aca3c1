import { isDeepStrictEqual } from 'node:util';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { SECTIONS, type Section } from './fields.ts';

/** In which part of the panel each setting is. */
export const SECTION_OF = {
  ...({ imageChannelIds: 'channels', videoChannelIds: 'channels', roleIds: 'roles' } as const),
  ...({ modelIds: 'models', ratios: 'models' } as const),
  ...({ cooldownSeconds: 'limits', jobsAtOnce: 'limits', jobsPerDay: 'limits' } as const),
  ...({
    modes: 'modes',
    defaultMode: 'modes',
    waitHours: 'modes',
    votesNeeded: 'modes',
    voteMinutes: 'modes',
  } as const),
  ...({ moderatorRoleIds: 'moderators', trustedRoleIds: 'moderators', moderatorsChannelId: 'moderators' } as const),
  ...({ words: 'words', categories: 'categories', reportsToHide: 'reports' } as const),
  ...({ spoiler: 'results', prompts: 'results', galleryChannelId: 'results' } as const),
} as const satisfies Record<Exclude<keyof ModerationSettings, 'version'>, Section>;

/** The parts in which two settings differ, in the panel's order. */
export function changedSections(before: ModerationSettings, after: ModerationSettings): Section[] {
  const was = new Map<string, unknown>(Object.entries(before));
  const is = new Map<string, unknown>(Object.entries(after));
  const changed = Object.entries(SECTION_OF).flatMap(([name, section]) =>
    isDeepStrictEqual(was.get(name), is.get(name)) ? [] : [section],
  );
  return SECTIONS.filter((section) => changed.includes(section));
}
