import { PermissionFlagsBits } from 'discord.js';
import { DiscordRefusal, refusals } from '../errors.ts';
import { has } from '../permissions.ts';
import { type Place, permissionsIn } from '../places.ts';
import type { Core } from '../state/core.ts';

const lockedThread = () => new DiscordRefusal(400, 160_005, 'Thread is locked');

const mayManage = (core: Core, place: Place): boolean =>
  has(
    permissionsIn(core.state.world, place, core.state.world.application.botUserId),
    PermissionFlagsBits.ManageThreads,
  );

/** @throws DiscordRefusal 400 code 50083 (archived) or 160005 (locked, without Manage Threads) */
export const checkThread = (core: Core, place: Place): void => {
  if (place.kind !== 'guild' || !place.channel.thread) return;
  if (place.channel.thread.archived) throw refusals.archivedThread();
  if (place.channel.thread.locked && !mayManage(core, place)) throw lockedThread();
};

/** A new message brings an archived thread back, unless it is locked. @throws DiscordRefusal 400 code 160005 */
export const openThread = (core: Core, place: Place): void => {
  if (place.kind !== 'guild' || !place.channel.thread) return;
  if (place.channel.thread.locked && !mayManage(core, place)) throw lockedThread();
  if (!place.channel.thread.archived) return;
  place.channel.thread.archived = false;
  core.changes.emit({ kind: 'world' });
};
