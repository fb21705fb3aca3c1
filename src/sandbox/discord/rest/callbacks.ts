import { InteractionType, MessageFlags, MessageType } from 'discord-api-types/v10';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Callback, parseCallback } from '../checks/callbacks.ts';
import { parseForm } from '../checks/parse.ts';
import { refusals } from '../errors.ts';
import { locationOf } from '../locations.ts';
import type { UploadedFile } from '../messages/files.ts';
import { createLoadingMessage, createMessage, editMessage, findMessage, type Posting } from '../messages/messages.ts';
import { type Answer, viewOf } from '../people/views.ts';
import type { StoredInteraction, StoredMessage } from '../state/state.ts';
import { messageToWire } from '../wire/messages.ts';
import { withBody } from './bodies.ts';
import { paramsOf, type RestParts, underData } from './parts.ts';

const callbackQuery = z.object({
  with_response: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).default(false),
});

/** POST /interactions/:interactionId/:token/callback: the first answer. */
export const addCallbackRoute = (app: FastifyInstance, parts: RestParts): void => {
  app.post('/interactions/:interactionId/:token/callback', async (request, reply) => {
    const { interactionId, token } = paramsOf(request);
    const { interactions } = parts;
    const interaction = interactions.toAnswer(interactionId, token);
    const { with_response: isWanted } = parseForm(callbackQuery, request.query);
    return withBody(parts, request, interaction.uploadLimitBytes, (json, files) => {
      interactions.checkOpen(interaction);
      const callback = parseCallback(json, interaction);
      const { answer, message } = apply(parts, interaction, callback, files);
      const originalId = message?.id ?? (callback.type === 6 ? interaction.sourceMessageId : null);
      interactions.answer(interaction, callback, answer, originalId);
      return send(parts, reply, { interaction, callback, message, isWanted });
    });
  });
};

/** How a message that answers this interaction is posted. */
export const postingOf = (
  { core }: RestParts,
  interaction: StoredInteraction,
  { isEphemeral, isFirst }: { isEphemeral: boolean; isFirst: boolean },
): Posting => {
  const { world } = core.state;
  const isCommand = interaction.type === InteractionType.ApplicationCommand;
  const answerType = interaction.commandType === 1 ? MessageType.ChatInputCommand : MessageType.ContextMenuCommand;
  return {
    location: locationOf(world, interaction.channelId),
    authorId: world.application.botUserId,
    type: isFirst && isCommand ? answerType : MessageType.Default,
    interactionId: interaction.id,
    ephemeralFor: isEphemeral ? interaction.userId : undefined,
  };
};

const apply = (
  parts: RestParts,
  interaction: StoredInteraction,
  callback: Callback,
  files: UploadedFile[],
): { answer: Answer; message?: StoredMessage } => {
  switch (callback.type) {
    case 6:
      return { answer: { kind: 'deferred-update' } };
    case 4: {
      const isEphemeral = ((callback.data.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
      const posting = postingOf(parts, interaction, { isEphemeral, isFirst: true });
      const message = underData(() => createMessage(parts.core, posting, callback.data, files));
      return { answer: { kind: 'message', message: viewOf(parts.core, message) }, message };
    }
    case 5: {
      const posting = postingOf(parts, interaction, { isEphemeral: callback.isEphemeral, isFirst: true });
      const message = createLoadingMessage(parts.core, posting);
      return { answer: { kind: 'deferred', message: viewOf(parts.core, message) }, message };
    }
    case 7: {
      const source = findMessage(parts.core, interaction.channelId, interaction.sourceMessageId ?? '');
      if (!source) throw refusals.unknownMessage();
      const location = locationOf(parts.core.state.world, interaction.channelId);
      const message = underData(() => editMessage(parts.core, location, source, callback.data, files));
      return { answer: { kind: 'update', message: viewOf(parts.core, message) }, message };
    }
    case 8:
      return { answer: { kind: 'choices', choices: callback.choices } };
    case 9:
      return { answer: { kind: 'modal', modal: { ...callback.modal, interactionId: interaction.id } } };
  }
};

interface Answered {
  interaction: StoredInteraction;
  callback: Callback;
  message: StoredMessage | undefined;
  isWanted: boolean;
}

/** The response to a deferred answer names the message without its contents. */
const send = (parts: RestParts, reply: FastifyReply, { interaction, callback, message, isWanted }: Answered) => {
  if (!isWanted) return reply.code(204).send();
  const isLoading = callback.type === 5;
  return reply.code(200).send({
    interaction: {
      id: interaction.id,
      type: interaction.type,
      ...(message
        ? {
            response_message_id: message.id,
            response_message_loading: isLoading,
            response_message_ephemeral: message.ephemeralFor !== null,
          }
        : {}),
      channel_id: interaction.channelId,
      ...(interaction.guildId === null ? {} : { guild_id: interaction.guildId }),
    },
    ...(message && !isLoading
      ? { resource: { type: callback.type, message: messageToWire(parts.core, message) } }
      : {}),
  });
};
