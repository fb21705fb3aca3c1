import { customIdOf } from '../../src/discord/custom-ids/custom-id.ts';

/** The custom id of one control of the panel. */
export const idOf = (memberId: string, argument: string): string =>
  customIdOf({ action: 'settings', argument, memberId });
