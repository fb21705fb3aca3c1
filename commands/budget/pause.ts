import { privateText } from '../../src/discord/messages/components.ts';
import type { Subcommand } from '../support/subcommands.ts';

export const pause: Subcommand = async ({ server, userId }, respond, { accounts, texts }) => {
  const outcome = await accounts.pause(server.guildId, { byId: userId, role: 'manager' });
  await respond.answer(privateText(outcome === 'done' ? texts.budget.pausedNow : texts.budget.pausedAlready));
};

export const resume: Subcommand = async ({ server, userId }, respond, { accounts, texts }) => {
  const words = texts.budget;
  const outcome = await accounts.resume(server.guildId, { byId: userId, role: 'manager' });
  const { pausedBy } = await accounts.view(server.guildId);
  const said = outcome === 'done' ? words.resumedNow : words.resumedAlready;
  await respond.answer(privateText(pausedBy === undefined ? said : words.stillPaused(pausedBy)));
};
