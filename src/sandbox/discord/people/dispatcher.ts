import type { StoredCommand } from '../checks/commands.ts';
import type { Outcome } from '../interactions.ts';
import { type Place, personOf, uploadLimitBytes } from '../places.ts';
import type { RestParts } from '../rest/parts.ts';
import type { StoredInteraction } from '../state/state.ts';
import { interactionToWire } from '../wire/interactions.ts';
import { answerOf, type InteractionHandle } from './views.ts';

export interface Sending {
  type: number;
  command?: StoredCommand;
  data: unknown;
  sourceMessageId?: string | null;
  targetId?: string;
  openedById?: string;
}

/** Sends one person's interactions to the bot. */
export class Dispatcher {
  readonly #parts: RestParts;
  readonly #userId: string;

  constructor(parts: RestParts, userId: string) {
    this.#parts = parts;
    this.#userId = userId;
  }

  /** Bytes of one file: the larger of what the server's boosts and the person's own subscription allow. */
  uploadLimitBytes(place: Place): number {
    const ofGuild = uploadLimitBytes(place.kind === 'guild' ? place.guild : undefined);
    return Math.max(ofGuild, personOf(this.#parts.core.state.world, this.#userId)?.uploadLimitBytes ?? 0);
  }

  send(place: Place, sending: Sending): InteractionHandle {
    const { interaction, outcome } = this.#open(place, sending);
    return { id: interaction.id, answer: outcome.then((one) => answerOf(this.#parts.core, interaction, one)) };
  }

  sendForOutcome(place: Place, sending: Sending): Promise<Outcome> {
    return this.#open(place, sending).outcome;
  }

  #open(place: Place, sending: Sending): { interaction: StoredInteraction; outcome: Promise<Outcome> } {
    const { core, interactions } = this.#parts;
    const guildId = place.kind === 'guild' ? place.guild.id : null;
    const opened = interactions.open({
      type: sending.type,
      guildId,
      channelId: place.channelId,
      userId: this.#userId,
      uploadLimitBytes: this.uploadLimitBytes(place),
      commandName: sending.command?.name ?? null,
      commandType: sending.command?.type ?? null,
      sourceMessageId: sending.sourceMessageId ?? null,
      targetId: sending.targetId ?? null,
      openedById: sending.openedById ?? null,
    });
    const wire = interactionToWire(core, opened.interaction, place, sending.data);
    core.gateway.dispatch('INTERACTION_CREATE', wire, guildId);
    return opened;
  }
}
