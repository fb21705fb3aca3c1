/** Who decides about a request in a channel: before generation, and before publication. */
export interface Gates {
  before: 'nobody' | 'moderators' | 'members';
  after: 'nobody' | 'moderators';
}

/**
 * The modes of channels, in the order of menus. Code asks for a mode's gates, never for its name. A new mode is a row here,
 * with texts under the same name, which the compiler asks for.
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

/** Whether people decide. */
export const asksPeople = ({ before, after }: Gates): boolean => before !== 'nobody' || after !== 'nobody';

export function gatesOf(mode: Mode): Gates {
  return MODES[mode];
}
