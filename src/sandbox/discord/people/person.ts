import { PermissionFlagsBits } from 'discord.js';
import { ApplicationCommandType, InteractionType } from 'discord-api-types/v10';
import { messageCreate } from '../checks/bodies.ts';
import type { Choice } from '../checks/callbacks.ts';
import type { StoredCommand } from '../checks/commands.ts';
import { parseForm } from '../checks/parse.ts';
import type { Interactions } from '../interactions.ts';
import { type Location, personOf, uploadLimitBytes } from '../locations.ts';
import { inUploadFolder, planFiles } from '../messages/files.ts';
import { createMessage, deleteMessage } from '../messages/messages.ts';
import { openThread } from '../messages/threads.ts';
import { postingPermission } from '../permissions.ts';
import type { StoredAttachment, StoredInteraction } from '../state/state.ts';
import { interactionToWire } from '../wire/interactions.ts';
import { resolvedToWire } from '../wire/resolved.ts';
import { chooseOptions, idsIn, sendOptions, sendTyping } from './command-data.ts';
import { checkValues, chosenIds, controlOf } from './component-data.ts';
import type * as Input from './inputs.ts';
import { modalData } from './modal-data.ts';
import { ClientRefusal } from './refusal.ts';
import { checkOptionFiles, checkSize, upload } from './uploads.ts';
import { Viewer } from './viewer.ts';
import { type InteractionHandle, type MessageView, viewOf } from './views.ts';

/** The bot suggested nothing within three seconds. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/**
 * One person at Discord's client. Each method resolves when its effect has reached the bot, and rejects with
 * `ClientRefusal` if Discord's client wouldn't allow it.
 */
export class PersonActions extends Viewer {
  /** Types a chat command and sends it. */
  async command(input: Input.CommandInput): Promise<InteractionHandle> {
    const { options: values = {}, attachments: files = [] } = input;
    const location = this.writableLocationOf(input.channelId);
    const command = this.offered(location, input.name, ApplicationCommandType.ChatInput);
    const chosen = chooseOptions(command, input);
    checkOptionFiles(chosen.options, files, this.#uploadLimitBytes(location));
    sendOptions(location, chosen.options, values, Object.fromEntries(files.map((file) => [file.option, file.name])));
    const attachments = await this.#attach(location, files);
    const idsByOption = Object.fromEntries(files.map((file, index) => [file.option, attachments[index]?.id ?? '']));
    const sent = sendOptions(location, chosen.options, values, idsByOption);
    return this.#send(location, {
      type: InteractionType.ApplicationCommand,
      command,
      data: {
        ...commandData(command),
        options: chosen.wrap(sent),
        resolved: resolvedToWire(this.parts.core, location, this.userId, { ...idsIn(sent), attachments }),
      },
    });
  }

  /** The bot's suggestions while an option is being typed. @throws NoAnswerError after three seconds */
  async autocomplete(input: Input.AutocompleteInput): Promise<Choice[]> {
    const location = this.locationOf(input.channelId);
    const command = this.offered(location, input.name, ApplicationCommandType.ChatInput);
    const chosen = chooseOptions(command, input);
    const { answer } = this.#open(location, {
      type: InteractionType.ApplicationCommandAutocomplete,
      command,
      data: { ...commandData(command), options: chosen.wrap(sendTyping(chosen.options, input)) },
    });
    const outcome = await answer;
    if (outcome.kind !== 'choices') throw new NoAnswerError('Loading options failed');
    return outcome.choices;
  }

  /** Uses a command from the menu of a message. */
  async contextMenu({ channelId, name, targetId }: Input.ContextMenuInput): Promise<InteractionHandle> {
    const location = this.locationOf(channelId);
    const { core } = this.parts;
    const messages = [this.messageOf(channelId, targetId)];
    const command = this.offered(location, name, ApplicationCommandType.Message);
    return this.#send(location, {
      type: InteractionType.ApplicationCommand,
      command,
      targetId,
      data: {
        ...commandData(command),
        target_id: targetId,
        resolved: resolvedToWire(core, location, this.userId, { messages }),
      },
    });
  }

  /** Presses a button. */
  async press({ channelId, messageId, customId }: Input.PressInput): Promise<InteractionHandle> {
    const location = this.locationOf(channelId);
    const control = controlOf(this.messageOf(channelId, messageId), customId);
    if (control.type !== 2) throw new ClientRefusal('unknown-component', 'This is no button', customId);
    const data = { id: control.id, custom_id: customId, component_type: control.type };
    return this.#send(location, { type: InteractionType.MessageComponent, sourceMessageId: messageId, data });
  }

  /** Chooses from a menu. */
  async select({ channelId, messageId, customId, values }: Input.SelectInput): Promise<InteractionHandle> {
    const location = this.locationOf(channelId);
    const control = controlOf(this.messageOf(channelId, messageId), customId);
    checkValues(location, control, values);
    const resolved = resolvedToWire(this.parts.core, location, this.userId, chosenIds(control, values));
    return this.#send(location, {
      type: InteractionType.MessageComponent,
      sourceMessageId: messageId,
      data: { id: control.id, custom_id: customId, component_type: control.type, values, resolved },
    });
  }

  /** Sends a form that the bot opened. */
  async submitModal(input: Input.ModalInput): Promise<InteractionHandle> {
    const opened = this.parts.core.state.interactions[input.modal.interactionId];
    if (opened?.userId !== this.userId) throw new ClientRefusal('unknown-modal', 'This form was not opened here');
    const location = this.locationOf(opened.channelId);
    return this.#send(location, {
      type: InteractionType.ModalSubmit,
      sourceMessageId: opened.sourceMessageId,
      openedById: opened.id,
      data: modalData(location, input.modal, input),
    });
  }

  /** Posts a message. */
  async post({ channelId, content = '', attachments = [], replyTo }: Input.PostInput): Promise<MessageView> {
    const location = this.writableLocationOf(channelId);
    const { core, uploadFolder } = this.parts;
    const needed = location.kind === 'guild' ? postingPermission(location.channel) : 0n;
    const forFiles = attachments.length > 0 ? PermissionFlagsBits.AttachFiles : 0n;
    if (!this.can(channelId, needed | forFiles)) throw new ClientRefusal('not-allowed', 'You cannot post here');
    for (const file of attachments) checkSize(file, this.#uploadLimitBytes(location));
    return inUploadFolder(uploadFolder, async (folder) => {
      const files = await upload(folder, attachments);
      openThread(core, location);
      const message_reference = replyTo === undefined ? undefined : { message_id: replyTo };
      const body = parseForm(messageCreate, { content, message_reference });
      return viewOf(core, createMessage(core, { location, authorId: this.userId }, body, files));
    });
  }

  /** Deletes the person's own message or, with Manage Messages, someone else's; dismisses an ephemeral one. */
  async deleteMessage({ channelId, messageId }: { channelId: string; messageId: string }): Promise<void> {
    const message = this.messageOf(channelId, messageId);
    const isOwn = message.authorId === this.userId || message.ephemeralFor === this.userId;
    if (!isOwn && !this.can(channelId, PermissionFlagsBits.ManageMessages)) {
      throw new ClientRefusal('not-allowed', 'You cannot delete this message');
    }
    deleteMessage(this.parts.core, message);
  }

  /** The largest file in bytes: what the server's boosts or the person's subscription allow, whichever is more. */
  #uploadLimitBytes(location: Location): number {
    return Math.max(
      uploadLimitBytes(location),
      personOf(this.parts.core.state.world, this.userId)?.uploadLimitBytes ?? 0,
    );
  }

  /** Stores a command's files as ephemeral attachments. */
  #attach({ channelId }: Location, files: Input.FileInput[]): Promise<StoredAttachment[]> {
    const { core, uploadFolder } = this.parts;
    return inUploadFolder(uploadFolder, async (folder) => {
      const uploaded = await upload(folder, files);
      const plan = planFiles(core, { channelId, uploaded, references: undefined, existing: [], ephemeral: true });
      plan.commit();
      return plan.attachments;
    });
  }

  #send(location: Location, sending: Sending): InteractionHandle {
    const { interaction, answer } = this.#open(location, sending);
    return { id: interaction.id, answer };
  }

  /** Sends an interaction to the bot. */
  #open(location: Location, { command, data, ...sending }: Sending): ReturnType<Interactions['open']> {
    const { core, gateway, interactions } = this.parts;
    const guildId = location.kind === 'guild' ? location.guild.id : null;
    const opened = interactions.open({
      guildId,
      channelId: location.channelId,
      userId: this.userId,
      uploadLimitBytes: this.#uploadLimitBytes(location),
      commandName: command?.name ?? null,
      commandType: command?.type ?? null,
      sourceMessageId: null,
      targetId: null,
      openedById: null,
      ...sending,
    });
    gateway.dispatch('INTERACTION_CREATE', interactionToWire(core, opened.interaction, location, data), guildId);
    return opened;
  }
}

interface Sending extends Partial<Pick<StoredInteraction, 'sourceMessageId' | 'targetId' | 'openedById'>> {
  type: number;
  command?: StoredCommand;
  data: unknown;
}

const commandData = ({ id, name, type, guildId }: StoredCommand) => ({
  id,
  name,
  type,
  ...(guildId === null ? {} : { guild_id: guildId }),
});
