import { MessageFlags } from 'discord-api-types/v10';
import type { Choice } from '../checks/callbacks.ts';
import type { Modal } from '../checks/modals.ts';
import type { Core } from '../state/core.ts';
import type { StoredMessage } from '../state/state.ts';
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

/** How an interaction ended: with the bot's first answer as the person sees it, or without one in time. */
export type Answer =
  | { kind: 'message' | 'deferred' | 'update'; message: MessageView }
  | { kind: 'deferred-update' }
  | { kind: 'modal'; modal: ModalView }
  | { kind: 'choices'; choices: Choice[] }
  | { kind: 'no-answer'; text: string };

/** An interaction that was sent. */
export interface InteractionHandle {
  id: string;
  /** Never rejects. Says so after three seconds of the sandbox's clock without an answer. */
  answer: Promise<Answer>;
}

export const viewOf = (core: Core, message: StoredMessage): MessageView => ({
  ...messageToWire(core, message),
  sandbox: {
    ephemeral: message.ephemeralFor !== null,
    loading: (message.flags & MessageFlags.Loading) !== 0,
    notifiedIds: message.notifiedIds,
  },
});
