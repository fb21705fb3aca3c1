import { BODY_LISTS } from './bodies.ts';
import { EXCEPTION_LISTS } from './exceptions.ts';
import { MINOR_LISTS } from './minors.ts';
import { REVEALING_LISTS } from './revealing.ts';
import { SEXUAL_LISTS } from './sexual.ts';
import { UNDRESSING_LISTS } from './undressing.ts';

/** The English words that the floor knows. `floor.ts` says how they go together. */
export const FLOOR_LISTS = {
  ...MINOR_LISTS,
  ...SEXUAL_LISTS,
  ...REVEALING_LISTS,
  ...UNDRESSING_LISTS,
  ...BODY_LISTS,
  ...EXCEPTION_LISTS,
} as const;
