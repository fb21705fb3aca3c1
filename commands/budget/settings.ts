import type { Settings } from '../../src/budget/account/account.ts';
import type { By } from '../../src/budget/account/operations.ts';
import { AMOUNT_MAX_CREDITS } from '../../src/budget/ledger/amounts.ts';
import { isTimeZone } from '../../src/budget/periods/calendar.ts';
import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { Subcommand } from '../support/context.ts';
import { chosenOf, numberOf, plainChoices, textOf } from '../support/options.ts';

export const byManager = (userId: string): By => ({ byId: userId, role: 'manager' });

export const pause: Subcommand = async ({ respond, guildId, userId }, { money: { accounts }, texts }) => {
  const { outcome } = await accounts.apply(guildId, { kind: 'pause', isPaused: true }, byManager(userId));
  await respond.answer(privateText(outcome === 'done' ? texts.budget.pausedNow : texts.budget.pausedAlready));
};

export const resume: Subcommand = async ({ respond, guildId, userId }, { money: { accounts }, texts }) => {
  const words = texts.budget;
  const { outcome } = await accounts.apply(guildId, { kind: 'pause', isPaused: false }, byManager(userId));
  const { pausedBy } = await accounts.view(guildId);
  const said = outcome === 'done' ? words.resumedNow : words.resumedAlready;
  await respond.answer(privateText(pausedBy === undefined ? said : words.stillPaused(pausedBy)));
};

export const settings: Subcommand = async (interaction, { money: { accounts }, texts }) => {
  const words = texts.budget;
  const { respond, guildId } = interaction;
  const timeZone = textOf(interaction, 'time_zone');
  const askFrom = numberOf(interaction, 'ask_from');
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw new MemberError(words.unknownTimeZone(escapeText(cut(timeZone, 40))));
  }
  if (askFrom !== undefined && (askFrom < 0 || askFrom > AMOUNT_MAX_CREDITS)) {
    throw new MemberError(words.outOfBounds(AMOUNT_MAX_CREDITS));
  }
  const changes: Partial<Settings> = chosenOf({ timeZone, askFromCredits: askFrom === 0 ? null : askFrom });
  const { outcome } = await accounts.apply(guildId, { kind: 'settings', changes }, byManager(interaction.userId));
  const now = (await accounts.view(guildId)).settings;
  const said = outcome === 'done' ? words.settingsSaved : words.settingsSame;
  await respond.answer(privateText(`${said}\n${words.settings(now.timeZone, now.askFromCredits)}`));
};

/** Time zones whose name contains what was typed. A city is enough. */
export function suggestTimeZones(interaction: InteractionOf<'autocomplete'>): Suggestions {
  const wanted = (textOf(interaction, 'time_zone') ?? '').toLowerCase().replaceAll(' ', '_');
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
  return plainChoices(zones.filter((zone) => zone.toLowerCase().includes(wanted)));
}
