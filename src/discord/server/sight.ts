import { PermissionFlagsBits } from 'discord.js';
import type { Clock } from '../../time/clock.ts';
import { type Ask, createRemembering, saidIn } from '../rest/asking.ts';
import type { DiscordRest } from '../rest/rest.ts';
import type { Audience } from '../rest/server-calls.ts';
import { permissionsOf } from './permissions.ts';

/** A channel that was closed to somebody has to count soon; a page of works asks about few channels. */
const KNOWN_FOR_MS = 60_000;
const KNOWN_MAX = 5_000;

/** A person as their press tells of them. */
export interface Onlooker {
  userId: string;
  roleIds: readonly string[];
  isAdministrator: boolean;
}

/** Whether a person sees a channel of their server; undefined where Discord does not say. */
export type IsInSight = (guildId: string, channelId: string, person: Onlooker) => Promise<boolean | undefined>;

export interface SightParts {
  rest: Pick<DiscordRest, 'audience' | 'roles'>;
  ask: Ask;
  clock: Pick<Clock, 'monotonicMs'>;
}

export function createSight({ rest, ask, clock }: SightParts): IsInSight {
  const unsaid = 'Discord did not say who sees a channel';
  const kept = { clock, keptMs: KNOWN_FOR_MS, most: KNOWN_MAX };
  const audiences = createRemembering<Audience>({
    ...kept,
    ask: async (channelId) => saidIn(await ask((options) => rest.audience(channelId, options), unsaid)),
  });
  const serverRoles = createRemembering({
    ...kept,
    ask: async (guildId) => saidIn(await ask((options) => rest.roles(guildId, options), unsaid)),
  });

  return async (guildId, channelId, { userId, roleIds, isAdministrator }) => {
    const [audience, roles] = await Promise.all([audiences.get(channelId), serverRoles.get(guildId)]);
    if (!audience || !roles) return undefined;
    if (audience.guildId !== guildId) return false;
    if (isAdministrator) return true;
    // Only those in it see a private thread, and they can press there.
    if (audience.isPrivateThread) return false;
    const permissions = permissionsOf({ guildId, memberId: userId, roleIds }, roles, audience.overwrites);
    return (permissions & PermissionFlagsBits.ViewChannel) !== 0n;
  };
}
