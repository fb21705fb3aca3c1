import type { Check } from './check.ts';
import { discordChecks } from './discord-checks.ts';
import { mediaChecks } from './media-checks.ts';
import { serviceChecks } from './service-checks.ts';
import { setUpChecks } from './set-up-checks.ts';
import { storeChecks } from './store-checks.ts';

/** Every check, after those that it needs. */
export const CHECKS: readonly Check[] = [
  ...setUpChecks,
  ...discordChecks,
  ...serviceChecks,
  ...storeChecks,
  ...mediaChecks,
];
