import { privateText } from '../../src/discord/messages/components.ts';
import { type OperatorSubcommand, serverOf } from './operators.ts';
import { giveOrder } from './ordering.ts';

/** An operator's pause, which no manager can end; of one server, or of all. */
function pausing(isPaused: boolean): OperatorSubcommand {
  return async (interaction, respond, context) => {
    if (interaction.options['everywhere'] !== true) {
      await giveOrder(await serverOf(interaction, context), { kind: 'pause', isPaused }, interaction, respond, context);
      return;
    }
    const { accounts, texts } = context;
    const words = texts.creditsCommand;
    const { userId: byId } = interaction;
    const outcome = await accounts.pauseEverywhere(isPaused, byId);
    const said = isPaused ? words.pausedAll : words.resumedAll;
    await respond.answer(privateText(outcome === 'done' ? said : words.same));
  };
}

export const pause = pausing(true);
export const resume = pausing(false);
