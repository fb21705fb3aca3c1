import type { By } from '../../src/budget/account/orders.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import type { Subcommand } from '../support/subcommands.ts';

export const byManager = (userId: string): By => ({ byId: userId, role: 'manager' });

export const pause: Subcommand = async ({ server, userId }, respond, { accounts, texts }) => {
  const { outcome } = await accounts.order(server.guildId, { kind: 'pause', isPaused: true }, byManager(userId));
  await respond.answer(privateText(outcome === 'done' ? texts.budget.pausedNow : texts.budget.pausedAlready));
};

export const resume: Subcommand = async ({ server, userId }, respond, { accounts, texts }) => {
  const words = texts.budget;
  const { outcome } = await accounts.order(server.guildId, { kind: 'pause', isPaused: false }, byManager(userId));
  const { pausedBy } = await accounts.view(server.guildId);
  const said = outcome === 'done' ? words.resumedNow : words.resumedAlready;
  await respond.answer(privateText(pausedBy === undefined ? said : words.stillPaused(pausedBy)));
};
