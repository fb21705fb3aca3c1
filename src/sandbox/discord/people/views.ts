import { MessageFlags } from 'discord-api-types/v10';
import type { Modal } from '../checks/modals.ts';
import type { Outcome } from '../interactions.ts';
import { findMessage } from '../messages/messages.ts';
import type { Core } from '../state/core.ts';
import type { StoredInteraction, StoredMessage } from '../state/state.ts';
import { messageToWire, type WireMessage } from '../wire/messages.ts';

/** A message in Discord's form, and what only Discord's client knows about it. */
export interface MessageView extends WireMessage {
  sandbox: {
    /** Whether only this person sees the message. */
    ephemeral: boolean;
    /** Whether the message shows "is thinking…". */
    loading: boolean;
    /** Who was pinged when it was posted. */
    notifiedIds: string[];
  };
}

/** A form that the bot opened. Send it with `submitModal`. */
export interface ModalView extends Modal {
  /** The interaction that opened it. */
  interactionId: string;
}

/** What a person sees of an interaction. */
export type Answer =
  | { kind: 'message' | 'deferred' | 'update'; message: MessageView }
  | { kind: 'deferred-update' }
  | { kind: 'modal'; modal: ModalView }
  | { kind: 'no-answer'; text: string };

/** An interaction that was sent. */
export interface InteractionHandle {
  id: string;
  /** Never rejects. Says so after three seconds of the sandbox's clock without an answer. */
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
