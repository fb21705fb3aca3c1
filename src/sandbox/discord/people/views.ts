import { MessageFlags } from 'discord-api-types/v10';
import type { Modal } from '../checks/modals.ts';
import type { Outcome } from '../interactions.ts';
import { findMessage } from '../messages/messages.ts';
import type { Core } from '../state/core.ts';
import type { StoredInteraction, StoredMessage } from '../state/state.ts';
import { messageToWire, type WireMessage } from '../wire/messages.ts';

/** A message as a person sees it: Discord's own form, and what only Discord's client knows beside it. */
export interface MessageView extends WireMessage {
  sandbox: {
    /** Only this person sees it. */
    ephemeral: boolean;
    /** "is thinking…" */
    loading: boolean;
    /** Whom its posting pinged. */
    notifiedIds: string[];
  };
}

/** A form that the bot opened; hand it back with `submitModal`. */
export interface ModalView extends Modal {
  /** The interaction that opened it. */
  interactionId: string;
}

/** What a person gets to see of an interaction. */
export type Answer =
  | { kind: 'message' | 'deferred' | 'update'; message: MessageView }
  | { kind: 'deferred-update' }
  | { kind: 'modal'; modal: ModalView }
  | { kind: 'no-answer'; text: string };

/** An interaction on its way. */
export interface InteractionHandle {
  id: string;
  /** Never rejects; without an answer within three seconds of the sandbox's clock it says so. */
  answer: Promise<Answer>;
}

const NO_ANSWER = 'The application did not respond';

export const viewOf = (core: Core, message: StoredMessage): MessageView => ({
  ...messageToWire(core, message),
  sandbox: {
    ephemeral: message.ephemeralFor !== null,
    loading: (message.flags & MessageFlags.Loading) !== 0,
    notifiedIds: message.notifiedIds,
  },
});

export const answerOf = (core: Core, interaction: StoredInteraction, outcome: Outcome): Answer => {
  switch (outcome.kind) {
    case 'message':
    case 'deferred':
    case 'update': {
      const message = findMessage(core, interaction.channelId, outcome.messageId);
      return message ? { kind: outcome.kind, message: viewOf(core, message) } : { kind: 'no-answer', text: NO_ANSWER };
    }
    case 'modal':
      return { kind: 'modal', modal: { ...outcome.modal, interactionId: interaction.id } };
    case 'deferred-update':
      return outcome;
    case 'choices':
    case 'no-answer':
      return { kind: 'no-answer', text: NO_ANSWER };
  }
};
