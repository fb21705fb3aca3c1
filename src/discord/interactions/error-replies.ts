import type { Log } from '../../log.ts';
import { StoreError } from '../../store/store.ts';
import type { Texts } from '../../texts/en.ts';
import type { Clock } from '../../time/clock.ts';
import { privateText } from '../messages/components.ts';
import type { Interaction } from './interaction.ts';
import { MemberError } from './member-error.ts';
import type { Responder } from './responder.ts';

export interface ErrorRepliesOptions {
  clock: Clock;
  log: Log;
  texts: Texts;
  stop: AbortSignal;
  /** Creates the id that a member can give to the operator. */
  faultId: () => string;
}

/** Discord allows 3 s for a response, including the way of the interaction to Easel and of the response back. */
const BUSY_AFTER_MS = 2_200;

/** Tells members why a command failed or takes long. If Discord doesn't accept that, the log says so. */
export function createErrorReplies({ clock, log, texts, stop, faultId: createFaultId }: ErrorRepliesOptions) {
  /** The text for the member. Our own faults are logged under the id in that text. */
  const textForError = (error: unknown, interaction: Interaction): string => {
    if (error instanceof MemberError) return error.message;
    const facts = logFactsOf(interaction);
    if (stop.aborted && !(error instanceof StoreError)) {
      log.warn({ ...facts, err: error }, 'an interaction was interrupted by the stop');
      return texts.refusals.interrupted;
    }
    const faultId = createFaultId();
    log.error({ ...facts, faultId, err: error }, 'an interaction failed');
    return error instanceof StoreError ? texts.refusals.storeFailed : texts.refusals.fault(faultId);
  };

  const reply = async (interaction: Interaction, respond: Responder, text: string): Promise<void> => {
    if (interaction.kind === 'autocomplete') return;
    try {
      await respond.tell(privateText(text));
    } catch (error) {
      log.warn({ interaction: interaction.id, err: error }, 'a member could not be told why a command failed');
    }
  };

  return {
    reply,
    replyToError: (interaction: Interaction, respond: Responder, error: unknown): Promise<void> =>
      reply(interaction, respond, textForError(error, interaction)),
    /** Tells the member that Easel is busy, unless `ended` aborts in time. */
    replyIfSlow: async (interaction: Interaction, respond: Responder, ended: AbortSignal): Promise<void> => {
      if (interaction.kind === 'autocomplete') return;
      await clock.sleep(BUSY_AFTER_MS, ended).catch(() => undefined);
      if (ended.aborted) return;
      try {
        const isSent = await respond.sayBusy(privateText(texts.refusals.tooSlow));
        if (isSent) log.warn(logFactsOf(interaction), 'an interaction takes long; Easel answered that it is busy');
      } catch (error) {
        log.warn({ interaction: interaction.id, err: error }, 'a member could not be told that Easel is busy');
      }
    },
  };
}

/** The log fields of an interaction. */
export function logFactsOf(interaction: Interaction): object {
  const what = 'customId' in interaction ? interaction.customId.split(':')[0] : interaction.name;
  return { interaction: interaction.id, kind: interaction.kind, what, server: interaction.guildId };
}
