import { customIdOf } from '../../src/discord/interactions/custom-ids.ts';

/** The custom id of one control of the panel. */
export const idOf = (memberId: string, argument: string): string =>
  customIdOf({ action: 'settings', argument, memberId });
