import { privateText } from '../../src/discord/messages/components.ts';
import type { Subcommand } from '../support/subcommands.ts';
import { nameOf, serverOf } from './operators.ts';

/** An operator's pause, which no manager can end; of one server, or of all. */
function pausing(isPaused: boolean): Subcommand {
  return async (interaction, respond, context) => {
    const { accounts, texts } = context;
    const words = texts.creditsCommand;
    const { userId: byId } = interaction;
    if (interaction.options['everywhere'] === true) {
      const outcome = await (isPaused ? accounts.pauseEverywhere(byId) : accounts.resumeEverywhere(byId));
      const said = isPaused ? words.pausedAll : words.resumedAll;
      await respond.answer(privateText(outcome === 'done' ? said : words.same));
      return;
    }
    const guildId = serverOf(interaction, context);
    await respond.deferPrivately();
    const by = { byId, role: 'operator' } as const;
    const outcome = await (isPaused ? accounts.pause(guildId, by) : accounts.resume(guildId, by));
    const server = await nameOf(guildId, context);
    const said = isPaused ? words.paused(server) : words.resumed(server);
    await respond.complete(privateText(outcome === 'done' ? said : words.same));
  };
}

export const pause = pausing(true);
export const resume = pausing(false);
