import type { Needs } from '../../runtime.ts';
import { StoreError, UnfitRecordError } from '../../store/store.ts';
import type { Texts } from '../../texts/en.ts';
import { jobIdIn } from '../custom-ids/controls.ts';
import { privateText } from '../messages/components.ts';
import type { Interaction } from './interaction.ts';
import { MemberError } from './member-error.ts';
import type { RefusalReason } from './refusal-reasons.ts';
import type { Responder } from './responder.ts';

export interface ErrorRepliesOptions extends Needs<'clock' | 'log' | 'stop'> {
  texts: Texts;
  /** Creates the id that a member can give to the operator. */
  faultId: () => string;
}

/** Why an interaction ended without what was asked, for its line in the log. */
export type Failure = { reason: RefusalReason; err?: unknown } | { faultId: string; err: unknown };

/** Discord allows 3 s for a response, including the way of the interaction to Easel and of the response back. */
const BUSY_AFTER_MS = 2_200;

/** Tells members why a command failed or takes long. If Discord doesn't accept that, the log says so. */
export function createErrorReplies({ clock, log, texts, stop, faultId: createFaultId }: ErrorRepliesOptions) {
  /** The text for the member, and what the log says. */
  const explain = (error: unknown): { text: string; failure: Failure } => {
    if (error instanceof MemberError) {
      return { text: error.message, failure: { reason: error.reason } };
    }
    if (stop.aborted && !(error instanceof StoreError)) {
      return { text: texts.refusals.interrupted, failure: { reason: 'stopping', err: error } };
    }
    const faultId = createFaultId();
    const isOfStore = error instanceof StoreError && !(error instanceof UnfitRecordError);
    const text = isOfStore ? texts.refusals.storeFailed : texts.refusals.fault(faultId);
    return { text, failure: { faultId, err: error } };
  };

  return {
    replyToError: async (interaction: Interaction, respond: Responder, error: unknown): Promise<Failure> => {
      const { text, failure } = explain(error);
      if (interaction.kind === 'autocomplete') return failure;
      try {
        const isPageOfHidden = 'reason' in failure && failure.reason === 'work.hidden' && isPageOfOne(interaction);
        if (isPageOfHidden) await respond.update(privateText(text));
        else await respond.tell(privateText(text));
      } catch (cause) {
        log.warn({ interaction: interaction.id, err: cause }, 'a member could not be told why a command failed');
      }
      return failure;
    },
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

/** Whether the message under a press is about one picture or clip, so that it shows nothing if that was hidden since. */
function isPageOfOne(interaction: Interaction): boolean {
  const customIds = 'message' in interaction ? (interaction.message?.customIds ?? []) : [];
  return new Set(customIds.flatMap((id) => jobIdIn(id) ?? [])).size === 1;
}

/** The log fields of an interaction. */
export function logFactsOf(interaction: Interaction): object {
  const { id, kind, guildId, userId } = interaction;
  if (!('customId' in interaction))
    return { interaction: id, kind, what: interaction.name, server: guildId, member: userId };
  const { customId } = interaction;
  return {
    interaction: id,
    kind,
    what: customId.split(':')[0],
    job: jobIdIn(customId),
    server: guildId,
    member: userId,
  };
}
