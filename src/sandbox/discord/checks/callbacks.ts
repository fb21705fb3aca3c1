import { z } from 'zod';
import { invalidForm } from '../errors.ts';
import { commandLimits, interactionLimits } from '../limits.ts';
import type { StoredInteraction } from '../state/state.ts';
import { flags, messageCreate, messageEdit } from './bodies.ts';
import { commandNames } from './command-options.ts';
import { text } from './fields.ts';
import { checkModal, modalSchema } from './modals.ts';
import { parseForm } from './parse.ts';

const callbackTypes = {
  pong: 1,
  message: 4,
  deferredMessage: 5,
  deferredUpdate: 6,
  update: 7,
  choices: 8,
  modal: 9,
} as const;

export const interactionTypes = { command: 2, component: 3, autocomplete: 4, modal: 5 } as const;

const choices = z.object({
  choices: z
    .array(
      z.object({
        name: text(commandLimits.choiceName),
        name_localizations: commandNames(commandLimits.choiceName),
        value: z.union([z.string().max(commandLimits.choiceValue), z.number()]),
      }),
    )
    .max(interactionLimits.autocompleteChoices),
});
export type Choice = { name: string; value: string | number };

const envelope = z.object({ type: z.int(), data: z.unknown().optional() });

/** The first answer to an interaction, by its type. */
export type Callback =
  | { type: 1 }
  | { type: 4; data: z.output<typeof messageCreate> }
  | { type: 5; isEphemeral: boolean }
  | { type: 6 }
  | { type: 7; data: z.output<typeof messageEdit> }
  | { type: 8; choices: Choice[] }
  | { type: 9; modal: z.output<typeof modalSchema> };

const allowedTypes = ({ type, sourceMessageId }: StoredInteraction): number[] => {
  const { message, deferredMessage, deferredUpdate, update, choices: ofChoices, modal } = callbackTypes;
  if (type === interactionTypes.autocomplete) return [ofChoices];
  const answers = [message, deferredMessage];
  if (type === interactionTypes.command) return [...answers, modal];
  const changes = sourceMessageId === null ? [] : [deferredUpdate, update];
  return type === interactionTypes.component ? [...answers, ...changes, modal] : [...answers, ...changes];
};

/** @throws DiscordRefusal 400 code 50035: not an answer, or none to this type of interaction */
export const parseCallback = (body: unknown, interaction: StoredInteraction): Callback => {
  const { type, data } = parseForm(envelope, body);
  const allowed = allowedTypes(interaction);
  if (!allowed.includes(type)) {
    throw invalidForm(['type'], 'BASE_TYPE_CHOICES', `Value must be one of (${allowed.join(', ')}).`);
  }
  switch (type) {
    case callbackTypes.message:
      return { type: 4, data: parseForm(messageCreate, data ?? {}, ['data']) };
    case callbackTypes.deferredMessage:
      return { type: 5, isEphemeral: parseDeferFlags(data) };
    case callbackTypes.deferredUpdate:
      return { type: 6 };
    case callbackTypes.update:
      return { type: 7, data: parseForm(messageEdit, data ?? {}, ['data']) };
    case callbackTypes.choices:
      return { type: 8, choices: parseForm(choices, data, ['data']).choices };
    case callbackTypes.modal: {
      const modal = parseForm(modalSchema, data, ['data']);
      checkModal(modal);
      return { type: 9, modal };
    }
    default:
      return { type: 1 };
  }
};

const deferData = z.object({ flags: z.coerce.number<number | string>().int().nullish() }).nullish();

const parseDeferFlags = (data: unknown): boolean => {
  const wanted = parseForm(deferData, data, ['data'])?.flags ?? 0;
  if (wanted & ~flags.ephemeral) {
    throw invalidForm(['data', 'flags'], 'BASE_TYPE_CHOICES', 'Only the EPHEMERAL flag may be used on a defer');
  }
  return wanted !== 0;
};
