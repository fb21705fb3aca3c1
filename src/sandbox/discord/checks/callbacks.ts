import { InteractionType, MessageFlags, InteractionResponseType as ResponseType } from 'discord-api-types/v10';
import { z } from 'zod';
import { invalidForm } from '../errors.ts';
import { commandLimits, interactionLimits } from '../limits.ts';
import type { StoredInteraction } from '../state/state.ts';
import { messageCreate, messageEdit } from './bodies.ts';
import { text } from './fields.ts';
import { checkModal, modalSchema } from './modals.ts';
import { parseForm } from './parse.ts';

const choices = z.object({
  choices: z
    .array(
      z.object({
        name: text(commandLimits.choiceName),
        value: z.union([z.string().max(commandLimits.choiceValue), z.number()]),
      }),
    )
    .max(interactionLimits.autocompleteChoices),
});
export type Choice = { name: string; value: string | number };

const envelope = z.object({ type: z.int(), data: z.unknown().optional() });

/** The first answer to an interaction, by its type. */
export type Callback =
  | { type: 4; data: z.output<typeof messageCreate> }
  | { type: 5; isEphemeral: boolean }
  | { type: 6 }
  | { type: 7; data: z.output<typeof messageEdit> }
  | { type: 8; choices: Choice[] }
  | { type: 9; modal: z.output<typeof modalSchema> };

const allowedTypes = ({ type, sourceMessageId }: StoredInteraction): number[] => {
  if (type === InteractionType.ApplicationCommandAutocomplete) {
    return [ResponseType.ApplicationCommandAutocompleteResult];
  }
  const answers = [ResponseType.ChannelMessageWithSource, ResponseType.DeferredChannelMessageWithSource];
  if (type === InteractionType.ApplicationCommand) return [...answers, ResponseType.Modal];
  const changes = sourceMessageId === null ? [] : [ResponseType.DeferredMessageUpdate, ResponseType.UpdateMessage];
  return type === InteractionType.MessageComponent
    ? [...answers, ...changes, ResponseType.Modal]
    : [...answers, ...changes];
};

/** @throws DiscordRefusal 400 code 50035 for an unknown answer, or one that this type of interaction doesn't allow */
export const parseCallback = (body: unknown, interaction: StoredInteraction): Callback => {
  const { type, data } = parseForm(envelope, body);
  const allowed = allowedTypes(interaction);
  if (!allowed.includes(type)) {
    throw invalidForm(['type'], 'BASE_TYPE_CHOICES', `Value must be one of (${allowed.join(', ')}).`);
  }
  switch (type) {
    case ResponseType.ChannelMessageWithSource:
      return { type: 4, data: parseForm(messageCreate, data ?? {}, ['data']) };
    case ResponseType.DeferredChannelMessageWithSource:
      return { type: 5, isEphemeral: parseDeferFlags(data) };
    case ResponseType.DeferredMessageUpdate:
      return { type: 6 };
    case ResponseType.UpdateMessage:
      return { type: 7, data: parseForm(messageEdit, data ?? {}, ['data']) };
    case ResponseType.ApplicationCommandAutocompleteResult:
      return { type: 8, choices: parseForm(choices, data, ['data']).choices };
    default: {
      const modal = parseForm(modalSchema, data, ['data']);
      checkModal(modal);
      return { type: 9, modal };
    }
  }
};

const deferData = z.object({ flags: z.coerce.number<number | string>().int().nullish() }).nullish();

const parseDeferFlags = (data: unknown): boolean => {
  const wanted = parseForm(deferData, data, ['data'])?.flags ?? 0;
  if (wanted & ~MessageFlags.Ephemeral) {
    throw invalidForm(['data', 'flags'], 'BASE_TYPE_CHOICES', 'Only the EPHEMERAL flag may be used on a defer');
  }
  return wanted !== 0;
};
