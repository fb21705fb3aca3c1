import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import type { Round } from '../../src/moderation/rounds/round.ts';
import type { InServer } from '../support/context.ts';

/** What a press or a form is about: the round, and what stands behind its id. */
export interface About {
  round: Round;
  more: readonly string[];
}
export type Press = InServer<InteractionFacts>;

/** A number that stands in a custom id; 0 where it is none. */
export const numberAt = ({ more }: About, index: number): number => {
  const text = more[index] ?? '';
  return /^\d{1,3}$/.test(text) ? Number(text) : 0;
};
