import { PermissionFlagsBits } from 'discord.js';
import type { Clock } from '../../time/clock.ts';
import { type Ask, createLookupCache, saidIn } from '../rest/asking.ts';
import type { DiscordRest } from '../rest/rest.ts';
import { permissionsOf } from './permissions.ts';

/** Short, because closing a channel to someone has to count soon. A page of works asks about few channels. */
const MAX_AGES = { knownMs: 60_000 };
const KNOWN_MAX = 5_000;

/** A person, with what their interaction says about them. */
export interface Onlooker {
  userId: string;
  roleIds: readonly string[];
  isAdministrator: boolean;
}

/** Whether a person can see a channel of their server; undefined if Discord doesn't say. */
export type IsInSight = (guildId: string, channelId: string, person: Onlooker) => Promise<boolean | undefined>;

export interface SightParts {
  rest: Pick<DiscordRest, 'audience' | 'roles'>;
  ask: Ask;
  clock: Pick<Clock, 'monotonicMs'>;
}

export function createSight({ rest, ask, clock }: SightParts): IsInSight {
  const parts = { ask, clock, failure: 'Discord did not say who sees a channel', keysMax: KNOWN_MAX };
  const audiences = createLookupCache({ ...parts, call: rest.audience });
  const serverRoles = createLookupCache({ ...parts, call: rest.roles });

  return async (guildId, channelId, { userId, roleIds, isAdministrator }) => {
    const looked = await Promise.all([audiences.get(channelId, MAX_AGES), serverRoles.get(guildId, MAX_AGES)]);
    const [audience, roles] = [saidIn(looked[0]), saidIn(looked[1])];
    if (!audience || !roles) return undefined;
    if (audience.guildId !== guildId) return false;
    if (isAdministrator) return true;
    // Only its members see a private thread, and they can use Easel there.
    if (audience.isPrivateThread) return false;
    const permissions = permissionsOf({ guildId, memberId: userId, roleIds }, roles, audience.overwrites);
    return (permissions & PermissionFlagsBits.ViewChannel) !== 0n;
  };
}
