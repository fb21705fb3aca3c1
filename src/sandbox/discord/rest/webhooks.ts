import { InteractionResponseType, MessageFlags } from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import { messageCreate, messageEdit } from '../checks/bodies.ts';
import { parseForm } from '../checks/parse.ts';
import { refusals } from '../errors.ts';
import { locationOf } from '../locations.ts';
import { createMessage, deleteMessage, editMessage, findMessage } from '../messages/messages.ts';
import { checkThread } from '../messages/threads.ts';
import type { StoredInteraction, StoredMessage } from '../state/state.ts';
import { messageToWire } from '../wire/messages.ts';
import { withBody } from './bodies.ts';
import { postingOf } from './callbacks.ts';
import { paramsOf, type RestParts } from './parts.ts';

const ROUTE = '/webhooks/:applicationId/:token';

/** An interaction's token as a webhook, for its original answer and its follow-ups, ephemeral ones included. */
export const addWebhookRoutes = (app: FastifyInstance, parts: RestParts): void => {
  const { core, interactions } = parts;

  app.get(`${ROUTE}/messages/:messageId`, async (request) => {
    const { applicationId, token, messageId } = paramsOf(request);
    return messageToWire(core, ownMessage(parts, interactions.ofWebhook(applicationId, token), messageId));
  });

  app.patch(`${ROUTE}/messages/:messageId`, async (request) => {
    const { applicationId, token, messageId } = paramsOf(request);
    const interaction = interactions.ofWebhook(applicationId, token);
    return withBody(parts, request, interaction.uploadLimitBytes, (json, files) => {
      const edit = parseForm(messageEdit, json);
      const message = ownMessage(parts, interaction, messageId);
      const location = locationOf(core.state.world, message.channelId);
      checkThread(core, location);
      return messageToWire(core, editMessage(core, location, message, edit, files));
    });
  });

  app.delete(`${ROUTE}/messages/:messageId`, async (request, reply) => {
    const { applicationId, token, messageId } = paramsOf(request);
    deleteMessage(core, ownMessage(parts, interactions.ofWebhook(applicationId, token), messageId));
    return reply.code(204).send();
  });

  app.post(ROUTE, async (request) => {
    const { applicationId, token } = paramsOf(request);
    const interaction = interactions.ofWebhook(applicationId, token);
    return withBody(parts, request, interaction.uploadLimitBytes, (json, files) => {
      const create = parseForm(messageCreate, json);
      const loading = loadingMessage(parts, interaction);
      const location = locationOf(core.state.world, interaction.channelId);
      if (loading) {
        // The first follow-up of a deferred answer fills that answer and can't change who sees it.
        const edit = { ...create, flags: (create.flags ?? 0) & ~MessageFlags.Ephemeral };
        return messageToWire(core, editMessage(core, location, loading, edit, files));
      }
      const isEphemeral = ((create.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
      const posting = postingOf(parts, interaction, { isEphemeral, isFirst: false });
      return messageToWire(core, createMessage(core, posting, create, files));
    });
  });
};

/** @throws DiscordRefusal 404 code 10008 if the message doesn't belong to this interaction */
const ownMessage = ({ core }: RestParts, interaction: StoredInteraction, messageId: string): StoredMessage => {
  const id = messageId === '@original' ? interaction.originalId : messageId;
  const message = id === null ? undefined : findMessage(core, interaction.channelId, id);
  const isOwn = message && (message.id === interaction.originalId || message.interactionId === interaction.id);
  if (!isOwn) throw refusals.unknownMessage();
  return message;
};

const loadingMessage = ({ core }: RestParts, interaction: StoredInteraction): StoredMessage | undefined => {
  if (
    interaction.answeredWith !== InteractionResponseType.DeferredChannelMessageWithSource ||
    interaction.originalId === null
  )
    return undefined;
  const original = findMessage(core, interaction.channelId, interaction.originalId);
  return original && original.flags & MessageFlags.Loading ? original : undefined;
};
