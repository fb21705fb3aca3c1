import type { Log } from '../../log.ts';
import { StoreError } from '../../store/store.ts';
import type { Texts } from '../../texts/en.ts';
import type { Clock } from '../../time/clock.ts';
import { privateText } from '../messages/components.ts';
import type { Interaction } from './interaction.ts';
import { MemberError } from './member-error.ts';
import type { Responder } from './responder.ts';

export interface TellerOptions {
  clock: Clock;
  log: Log;
  texts: Texts;
  stop: AbortSignal;
  /** Makes the id that a member can tell the operator. */
  faultId: () => string;
}

/**
 * Whoever has no answer after this is told that Easel is busy. Discord waits for 3 s, the way of the interaction to Easel and the
 * answer's way back included.
 */
const BUSY_AFTER_MS = 2_200;

/** Tells members why nothing else comes; where Discord does not take it, the log does. */
export function createTeller({ clock, log, texts, stop, faultId: newFaultId }: TellerOptions) {
  /** What the member reads for an error; a fault of ours is logged under the id that they read. */
  const wordsFor = (error: unknown, interaction: Interaction): string => {
    if (error instanceof MemberError) return error.message;
    const facts = factsOf(interaction);
    if (stop.aborted && !(error instanceof StoreError)) {
      log.warn({ ...facts, err: error }, 'an interaction was broken off by the stop');
      return texts.refusals.interrupted;
    }
    const faultId = newFaultId();
    log.error({ ...facts, faultId, err: error }, 'an interaction failed');
    return error instanceof StoreError ? texts.refusals.storeFailed : texts.refusals.fault(faultId);
  };

  const tell = async (interaction: Interaction, respond: Responder, words: string): Promise<void> => {
    if (interaction.kind === 'autocomplete') return;
    try {
      await respond.tell(privateText(words));
    } catch (error) {
      log.warn({ interaction: interaction.id, err: error }, 'a member could not be told why nothing else comes');
    }
  };

  return {
    tell,
    tellFailure: (interaction: Interaction, respond: Responder, error: unknown): Promise<void> =>
      tell(interaction, respond, wordsFor(error, interaction)),
    /** Unless it has `ended` by then. */
    sayBusyInTime: async (interaction: Interaction, respond: Responder, ended: AbortSignal): Promise<void> => {
      if (interaction.kind === 'autocomplete') return;
      await clock.sleep(BUSY_AFTER_MS, ended).catch(() => undefined);
      if (ended.aborted) return;
      try {
        const isSaid = await respond.sayBusy(privateText(texts.refusals.tooSlow));
        if (isSaid) log.warn(factsOf(interaction), 'an interaction takes long; the member is told that Easel is busy');
      } catch (error) {
        log.warn({ interaction: interaction.id, err: error }, 'a member could not be told that Easel is busy');
      }
    },
  };
}

/** What the log says of an interaction. */
export function factsOf(interaction: Interaction): object {
  const what = 'customId' in interaction ? interaction.customId.split(':')[0] : interaction.name;
  return { interaction: interaction.id, kind: interaction.kind, what, server: interaction.server?.guildId };
}
