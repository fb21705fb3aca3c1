import { PermissionFlagsBits } from 'discord.js';
import type { StoredCommand } from '../checks/commands.ts';
import { findLocation, type Location, permissionsIn } from '../locations.ts';
import { findMessage } from '../messages/messages.ts';
import { has, isForum } from '../permissions.ts';
import type { RestParts } from '../rest/parts.ts';
import type { StoredMessage } from '../state/state.ts';
import { commandToWire } from '../wire/commands.ts';
import { offeredCommands } from './offers.ts';
import { ClientRefusal } from './refusal.ts';
import { type MessageView, viewOf } from './views.ts';

/** What one person can see and do. */
export class Viewer {
  readonly userId: string;
  protected readonly parts: RestParts;

  constructor(parts: RestParts, userId: string) {
    this.userId = userId;
    this.parts = parts;
  }

  /** The person's permissions in a channel; none if it doesn't exist. */
  permissions(channelId: string): bigint {
    const { world } = this.parts.core.state;
    const location = findLocation(world, channelId);
    return location ? permissionsIn(world, location, this.userId) : 0n;
  }

  can(channelId: string, wanted: bigint): boolean {
    return has(this.permissions(channelId), wanted);
  }

  /** The commands that a channel offers the person, in Discord's form. */
  commands(channelId: string): ReturnType<typeof commandToWire>[] {
    const { world } = this.parts.core.state;
    const location = findLocation(world, channelId);
    if (!location) return [];
    return offeredCommands(this.parts.core, location, this.userId).map((one) =>
      commandToWire(world.application.id, one),
    );
  }

  /** The messages that the person sees in a channel, oldest first. */
  messages(channelId: string): MessageView[] {
    const { core } = this.parts;
    const all = core.state.messages[channelId] ?? [];
    return all.filter((one) => this.sees(one)).map((one) => viewOf(core, one));
  }

  protected sees(message: StoredMessage): boolean {
    if (!this.can(message.channelId, PermissionFlagsBits.ViewChannel)) return false;
    return message.ephemeralFor === null || message.ephemeralFor === this.userId;
  }

  /** @throws ClientRefusal if the person can't see the channel */
  protected locationOf(channelId: string): Location {
    const location = findLocation(this.parts.core.state.world, channelId);
    if (!location || !this.can(channelId, PermissionFlagsBits.ViewChannel)) {
      throw new ClientRefusal('unknown-channel', 'There is no such channel for this person');
    }
    return location;
  }

  /** @throws ClientRefusal also for a forum, where messages belong to posts */
  protected writableLocationOf(channelId: string): Location {
    const location = this.locationOf(channelId);
    if (location.kind === 'guild' && isForum(location.channel)) {
      throw new ClientRefusal('not-allowed', 'A forum has posts and no messages of its own');
    }
    return location;
  }

  /** @throws ClientRefusal if the person can't see the message */
  protected messageOf(channelId: string, messageId: string): StoredMessage {
    const message = findMessage(this.parts.core, channelId, messageId);
    if (!message || !this.sees(message)) throw new ClientRefusal('unknown-message', 'There is no such message');
    return message;
  }

  /** @throws ClientRefusal if the command isn't offered to the person there */
  protected offered(location: Location, name: string, type: number): StoredCommand {
    const isIt = (one: StoredCommand): boolean => one.name === name && one.type === type;
    const command = offeredCommands(this.parts.core, location, this.userId).find(isIt);
    if (command) return command;
    throw this.parts.core.state.commands.some(isIt)
      ? new ClientRefusal('not-allowed', `${name} is not offered to this person here`)
      : new ClientRefusal('unknown-command', `There is no command ${name}`);
  }
}
