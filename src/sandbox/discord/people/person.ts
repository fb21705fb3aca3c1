import { PermissionFlagsBits } from 'discord.js';
import { messageCreate } from '../checks/bodies.ts';
import { type Choice, interactionTypes } from '../checks/callbacks.ts';
import type { StoredCommand } from '../checks/commands.ts';
import { fieldsOf } from '../checks/modals.ts';
import { parseForm } from '../checks/parse.ts';
import { createMessage, deleteMessage, findMessage } from '../messages.ts';
import { has, postingPermission } from '../permissions.ts';
import { findPlace, memberOf, type Place, permissionsIn } from '../places.ts';
import type { RestParts } from '../rest/parts.ts';
import type { StoredMessage } from '../state.ts';
import { openThread } from '../threads.ts';
import { commandToWire } from '../wire/commands.ts';
import { resolvedToWire } from '../wire/resolved.ts';
import type { Channel, Guild } from '../world-schema.ts';
import { chooseOptions, idsIn, sendOptions, sendTyping } from './command-data.ts';
import { checkValues, chosenIds, controlOf } from './component-data.ts';
import { Dispatcher } from './dispatcher.ts';
import type * as Input from './inputs.ts';
import { modalData } from './modal-data.ts';
import { offeredCommands } from './offers.ts';
import { checkFileName, optionTypes } from './option-checks.ts';
import { ClientRefusal } from './refusal.ts';
import { checkSize, uploadEphemeral, uploadForMessage } from './uploads.ts';
import { type InteractionHandle, type MessageView, viewOf } from './views.ts';

/** The bot did not suggest anything within three seconds. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/**
 * One person at Discord's client. Every method resolves when what it does has reached the bot (or is done), and
 * rejects with `ClientRefusal` where Discord's client would not let the person do it.
 */
export class PersonActions {
  readonly userId: string;
  readonly #parts: RestParts;
  readonly #dispatcher: Dispatcher;

  constructor(parts: RestParts, userId: string) {
    this.userId = userId;
    this.#parts = parts;
    this.#dispatcher = new Dispatcher(parts, userId);
  }

  /** Types a chat command and sends it. */
  async command(input: Input.CommandInput): Promise<InteractionHandle> {
    const place = this.#placeOf(input.channelId);
    const command = this.#offered(place, input.name, 1);
    const chosen = chooseOptions(command, input);
    const files = await this.#uploadOptions(place, chosen.options, input.attachments ?? []);
    const ids = Object.fromEntries(files.map(({ option, attachment }) => [option, attachment.id]));
    const sent = sendOptions(place, chosen.options, input.options ?? {}, ids);
    const attachments = files.map((one) => one.attachment);
    return this.#dispatcher.send(place, {
      type: interactionTypes.command,
      command,
      data: {
        ...this.#commandData(command),
        options: chosen.wrap(sent),
        resolved: resolvedToWire(this.#parts.core, place, this.userId, { ...idsIn(sent), attachments }),
      },
    });
  }

  /** What the bot suggests while an option is being typed. @throws NoAnswerError after three seconds */
  async autocomplete(input: Input.AutocompleteInput): Promise<Choice[]> {
    const place = this.#placeOf(input.channelId);
    const command = this.#offered(place, input.name, 1);
    const chosen = chooseOptions(command, input);
    const options = chosen.wrap(sendTyping(chosen.options, input));
    const data = { ...this.#commandData(command), options };
    const outcome = await this.#dispatcher.sendForOutcome(place, {
      type: interactionTypes.autocomplete,
      command,
      data,
    });
    if (outcome.kind !== 'choices') throw new NoAnswerError('Loading options failed');
    return outcome.choices;
  }

  /** Uses a command of the menu of a message or a person. */
  async contextMenu({ channelId, name, targetId }: Input.ContextMenuInput): Promise<InteractionHandle> {
    const place = this.#placeOf(channelId);
    const { core } = this.#parts;
    const message = findMessage(core, channelId, targetId);
    const command = this.#offered(place, name, message ? 3 : 2);
    if (message ? !this.sees(message) : !this.#isPerson(place, targetId)) {
      throw new ClientRefusal('unknown-target', 'There is no such message or person here');
    }
    const referenced = message ? { messages: [message] } : { userIds: [targetId] };
    const resolved = resolvedToWire(core, place, this.userId, referenced);
    return this.#dispatcher.send(place, {
      type: interactionTypes.command,
      command,
      targetId,
      data: { ...this.#commandData(command), target_id: targetId, resolved },
    });
  }

  /** Presses a button. */
  async press({ channelId, messageId, customId }: Input.PressInput): Promise<InteractionHandle> {
    const place = this.#placeOf(channelId);
    const control = controlOf(this.#message(channelId, messageId), customId);
    if (control.type !== 2) throw new ClientRefusal('unknown-component', 'This is no button', customId);
    const data = { id: control.id, custom_id: customId, component_type: control.type };
    return this.#dispatcher.send(place, { type: interactionTypes.component, sourceMessageId: messageId, data });
  }

  /** Chooses from a menu. */
  async select({ channelId, messageId, customId, values }: Input.SelectInput): Promise<InteractionHandle> {
    const place = this.#placeOf(channelId);
    const control = controlOf(this.#message(channelId, messageId), customId);
    checkValues(place, control, values);
    const resolved = resolvedToWire(this.#parts.core, place, this.userId, chosenIds(control, values));
    return this.#dispatcher.send(place, {
      type: interactionTypes.component,
      sourceMessageId: messageId,
      data: { id: control.id, custom_id: customId, component_type: control.type, values, resolved },
    });
  }

  /** Sends a form that the bot opened. */
  async submitModal(input: Input.ModalInput): Promise<InteractionHandle> {
    const { modal, files = {} } = input;
    const opened = this.#parts.core.state.interactions[modal.interactionId];
    if (opened?.userId !== this.userId) throw new ClientRefusal('unknown-modal', 'This form was not opened here');
    const place = this.#placeOf(opened.channelId);
    const attachments = [];
    const fileIds: Record<string, string[]> = {};
    for (const field of fieldsOf(modal)) {
      for (const file of files[field.custom_id] ?? []) {
        if (field.type === 19) checkFileName(field.file_types, file.name, field.custom_id);
        await checkSize(file, this.#dispatcher.uploadLimitBytes(place), field.custom_id);
        const attachment = await uploadEphemeral(this.#parts.core, place.channelId, file);
        attachments.push(attachment);
        fileIds[field.custom_id] = [...(fileIds[field.custom_id] ?? []), attachment.id];
      }
    }
    const data = modalData(modal, input, fileIds);
    const resolved = resolvedToWire(this.#parts.core, place, this.userId, { attachments });
    return this.#dispatcher.send(place, {
      type: interactionTypes.modal,
      sourceMessageId: opened.sourceMessageId,
      openedById: opened.id,
      data: { ...data, resolved },
    });
  }

  /** Posts a message of one's own. */
  async post({ channelId, content = '', attachments = [], replyTo }: Input.PostInput): Promise<MessageView> {
    const place = this.#placeOf(channelId);
    const { core, uploadFolder } = this.#parts;
    const needed = place.kind === 'guild' ? postingPermission(place.channel) : 0n;
    const forFiles = attachments.length > 0 ? PermissionFlagsBits.AttachFiles : 0n;
    if (!this.can(channelId, needed | forFiles)) throw new ClientRefusal('not-allowed', 'You cannot post here');
    for (const file of attachments) await checkSize(file, this.#dispatcher.uploadLimitBytes(place));
    const files = await Promise.all(attachments.map((file, index) => uploadForMessage(uploadFolder, file, index)));
    openThread(core, place);
    const message_reference = replyTo === undefined ? undefined : { message_id: replyTo };
    const body = parseForm(messageCreate, { content, message_reference });
    return viewOf(core, createMessage(core, { place, authorId: this.userId }, body, files));
  }

  /** Deletes a message of one's own or, with Manage Messages, of others; of an ephemeral one, puts it out of sight. */
  async deleteMessage({ channelId, messageId }: { channelId: string; messageId: string }): Promise<void> {
    const message = this.#message(channelId, messageId);
    const isOwn = message.authorId === this.userId || message.ephemeralFor === this.userId;
    if (!isOwn && !this.can(channelId, PermissionFlagsBits.ManageMessages)) {
      throw new ClientRefusal('not-allowed', 'You cannot delete this message');
    }
    deleteMessage(this.#parts.core, message);
  }

  /** The person's permissions in a channel. */
  permissions(channelId: string): bigint {
    const { world } = this.#parts.core.state;
    const place = findPlace(world, channelId);
    return place ? permissionsIn(world, place, this.userId) : 0n;
  }

  can(channelId: string, wanted: bigint): boolean {
    return has(this.permissions(channelId), wanted);
  }

  /** The channels and threads that the person sees in each server. */
  channels(): { guild: Guild; channels: Channel[] }[] {
    const { world } = this.#parts.core.state;
    return world.guilds
      .filter((guild) => memberOf(guild, this.userId))
      .map((guild) => ({
        guild,
        channels: guild.channels.filter((one) => this.can(one.id, PermissionFlagsBits.ViewChannel)),
      }));
  }

  /** The commands that are offered to the person in a channel, in Discord's form. */
  commands(channelId: string): ReturnType<typeof commandToWire>[] {
    const { world } = this.#parts.core.state;
    const place = findPlace(world, channelId);
    if (!place) return [];
    return offeredCommands(this.#parts.core, place, this.userId).map((one) => commandToWire(world.application.id, one));
  }

  /** What the person sees in a channel, oldest first. */
  messages(channelId: string): MessageView[] {
    if (!this.can(channelId, PermissionFlagsBits.ViewChannel)) return [];
    const { core } = this.#parts;
    const all = core.state.messages[channelId] ?? [];
    return all.filter((one) => this.sees(one)).map((one) => viewOf(core, one));
  }

  sees(message: StoredMessage): boolean {
    if (!this.can(message.channelId, PermissionFlagsBits.ViewChannel)) return false;
    return message.ephemeralFor === null || message.ephemeralFor === this.userId;
  }

  #placeOf(channelId: string): Place {
    const place = findPlace(this.#parts.core.state.world, channelId);
    if (!place || !this.can(channelId, PermissionFlagsBits.ViewChannel)) {
      throw new ClientRefusal('unknown-channel', 'There is no such channel for this person');
    }
    return place;
  }

  #message(channelId: string, messageId: string): StoredMessage {
    const message = findMessage(this.#parts.core, channelId, messageId);
    if (!message || !this.sees(message)) throw new ClientRefusal('unknown-message', 'There is no such message');
    return message;
  }

  #offered(place: Place, name: string, type: number): StoredCommand {
    const offered = offeredCommands(this.#parts.core, place, this.userId);
    const command = offered.find((one) => one.name === name && one.type === type);
    if (command) return command;
    const isRegistered = this.#parts.core.state.commands.some((one) => one.name === name && one.type === type);
    throw isRegistered
      ? new ClientRefusal('not-allowed', `${name} is not offered to this person here`)
      : new ClientRefusal('unknown-command', `There is no command ${name}`);
  }

  #commandData({ id, name, type, guildId }: StoredCommand) {
    return { id, name, type, ...(guildId === null ? {} : { guild_id: guildId }) };
  }

  #isPerson(place: Place, userId: string): boolean {
    return place.kind === 'direct' ? place.userId === userId : memberOf(place.guild, userId) !== undefined;
  }

  async #uploadOptions(
    place: Place,
    options: StoredCommand['options'],
    files: NonNullable<Input.CommandInput['attachments']>,
  ) {
    for (const file of files) {
      const option = options.find((one) => one.name === file.option && one.type === optionTypes.attachment);
      if (!option) throw new ClientRefusal('invalid-option', `There is no file option ${file.option}`, file.option);
      checkFileName(option.file_types, file.name, file.option);
      await checkSize(file, this.#dispatcher.uploadLimitBytes(place), file.option);
    }
    const { core } = this.#parts;
    return Promise.all(
      files.map(async (file) => ({
        option: file.option,
        attachment: await uploadEphemeral(core, place.channelId, file),
      })),
    );
  }
}
