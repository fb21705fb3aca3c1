/** Who decides about a request in a channel: before anything is made, and before everybody sees the result. */
export interface Gates {
  before: 'nobody' | 'moderators' | 'members';
  after: 'nobody' | 'moderators';
}

/**
 * How requests are treated in a channel, in the order of menus. Everything else asks for the gates, never for the name: a new
 * mode is a row here, and its words under the same name in the texts of the settings, where the compiler asks for them.
 */
export const MODES = {
  open: { before: 'nobody', after: 'nobody' },
  review: { before: 'moderators', after: 'nobody' },
  preview: { before: 'nobody', after: 'moderators' },
  vote: { before: 'members', after: 'nobody' },
} as const satisfies Record<string, Gates>;

export type Mode = keyof typeof MODES;

const isMode = (name: string): name is Mode => Object.hasOwn(MODES, name);

export const MODE_NAMES: readonly Mode[] = Object.keys(MODES).filter(isMode);

export function gatesOf(mode: Mode): Gates {
  return MODES[mode];
}
