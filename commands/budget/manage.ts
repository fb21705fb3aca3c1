import { type APIComponentInContainer, ChannelType } from 'discord.js';
import type { Settings } from '../../src/budget/account/account.ts';
import type { By } from '../../src/budget/account/operations.ts';
import { SHARE_TARGETS, type Share, shareKey } from '../../src/budget/account/shares.ts';
import type { AccountView } from '../../src/budget/account/view.ts';
import { AMOUNT_MAX_CREDITS } from '../../src/budget/ledger/amounts.ts';
import { isTimeZone } from '../../src/budget/periods/calendar.ts';
import { budgetIds, settingsIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import {
  actionRow,
  button,
  channelMenu,
  container,
  inGroups,
  MENU_OPTION_MAX_CHARACTERS,
  MENU_OPTIONS_MAX,
  menu,
  privateMessage,
  textDisplay,
} from '../../src/discord/messages/components.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import type { Texts } from '../../src/texts/en.ts';
import { SETTINGS_COMMAND } from '../support/command-access.ts';
import type { Context, InServer } from '../support/context.ts';
import { type FormData, textField } from '../support/form-fields.ts';
import { fitting } from '../support/lists.ts';
import { STATEMENT_PERIODS } from './statement.ts';

/** What managers set about the budget: one private page, which `/settings`, `/setup` and `/budget` open. */

/** The limits that a page lists. The texts of a message have at most 4000 characters together. */
const LIMITS_MAX_CHARACTERS = 2_500;
export const AMOUNT_DIGITS = 10;

/** Only managers divide the budget, not people to whom an admin granted `/settings`. */
export const BUDGET_GUARD = { who: 'manager', as: SETTINGS_COMMAND } as const;

export const byManager = (userId: string): By => ({ byId: userId, role: 'manager' });

interface BudgetPage {
  memberId: string;
  view: AccountView;
  shares: readonly Share[];
  alertsChannelId: string | undefined;
  /** What the last press did. */
  said?: string | undefined;
}

export async function loadBudgetPage(
  { guildId, userId: memberId }: InServer,
  { money: { accounts, alerter }, texts }: Context,
  said?: string,
): Promise<MessageBody> {
  const [view, shares, alertsChannelId] = await Promise.all([
    accounts.view(guildId),
    accounts.shares(guildId),
    alerter.channelOf(guildId),
  ]);
  return renderBudgetPage({ memberId, view, shares, alertsChannelId, said }, texts);
}

function renderBudgetPage({ memberId, view, shares, alertsChannelId, said }: BudgetPage, texts: Texts): MessageBody {
  const { budget: words, moderation } = texts;
  const { settings, pausedBy } = view;
  const overview = [
    `### ${words.title}`,
    words.left(view.leftCredits, view.budgetCredits, view.every),
    ...(pausedBy === undefined ? [] : [`**${words.paused(pausedBy)}**`]),
  ];
  const pauses = [
    ...(pausedBy === 'manager' ? [] : [button(budgetIds.of(memberId, { verb: 'pause' }), words.pause)]),
    ...(pausedBy === undefined ? [] : [button(budgetIds.of(memberId, { verb: 'resume' }), words.resume)]),
  ];
  const back = button(settingsIds.of(memberId, { verb: 'home' }), moderation.settings.back);
  const statements = STATEMENT_PERIODS.map((value) => ({
    value,
    label: words.statement(words.statementPeriods[value]),
  }));
  return privateMessage([
    container([
      textDisplay(overview.join('\n')),
      ...limitControls(shares, memberId, words),
      textDisplay(alertsChannelId === undefined ? words.alertsNone : words.alertsSet(alertsChannelId)),
      actionRow([alertsMenu(alertsChannelId, memberId, words)]),
      textDisplay(words.settings(settings.timeZone, settings.askFromCredits)),
      actionRow([menu(budgetIds.of(memberId, { verb: 'statement' }), statements, { placeholder: words.getStatement })]),
      ...(said === undefined ? [] : [textDisplay(said)]),
      actionRow(
        SHARE_TARGETS.map((target) =>
          button(budgetIds.of(memberId, { verb: 'limit', target }), `${words.limit[target]} …`),
        ),
      ),
      actionRow([button(budgetIds.of(memberId, { verb: 'zone' }), words.zone), ...pauses, back]),
    ]),
  ]);
}

/** The limits, and menus that remove one. */
function limitControls(shares: readonly Share[], memberId: string, words: Texts['budget']): APIComponentInContainer[] {
  const lines = fitting(
    shares.map((share) => `- ${words.share(share)}`),
    LIMITS_MAX_CHARACTERS,
  );
  const title = [`**${words.shares}**`, ...(lines.length === 0 ? [words.noShares] : lines)];
  const pages = inGroups(shares, MENU_OPTIONS_MAX);
  return [
    textDisplay(title.join('\n')),
    ...pages.map((some, page) => {
      const options = some.map((share) => ({
        label: cut(withoutMentions(words.share(share)), MENU_OPTION_MAX_CHARACTERS),
        value: shareKey(share),
      }));
      return actionRow([
        menu(budgetIds.of(memberId, { verb: 'remove', page }), options, { placeholder: words.removeShare }),
      ]);
    }),
  ];
}

/** Replaces mentions by ids, because a menu can't show them. */
function withoutMentions(text: string): string {
  return text.replace(/<(@&?|#)(\d+)>/g, '$1$2');
}

function alertsMenu(channelId: string | undefined, memberId: string, words: Texts['budget']) {
  return channelMenu(
    budgetIds.of(memberId, { verb: 'alerts' }),
    [ChannelType.GuildText, ChannelType.GuildAnnouncement],
    { placeholder: words.alertsChoose, chosenIds: [channelId], most: 1 },
  );
}

/** Saves the settings. @returns what to say about it, if anything changed */
export async function applySettings(
  interaction: InServer,
  { timeZone, askFrom }: { timeZone: string; askFrom: number },
  { money: { accounts }, texts }: Context,
): Promise<string | undefined> {
  const words = texts.budget;
  if (!isTimeZone(timeZone)) {
    throw new MemberError(words.unknownTimeZone(escapeText(cut(timeZone, 40))));
  }
  if (!(askFrom >= 0 && askFrom <= AMOUNT_MAX_CREDITS)) {
    throw new MemberError(words.outOfBounds(AMOUNT_MAX_CREDITS));
  }
  const changes: Settings = { timeZone, askFromCredits: askFrom === 0 ? null : askFrom };
  const by = byManager(interaction.userId);
  const { outcome } = await accounts.apply(interaction.guildId, { kind: 'settings', changes }, by);
  return outcome === 'done' ? words.settingsSaved : undefined;
}

/** The form for the time zone, and for the price from which members are asked. */
export function zoneForm(memberId: string, { timeZone, askFromCredits }: Settings, { budget: words }: Texts): FormData {
  return {
    custom_id: budgetIds.of(memberId, { verb: 'zone' }),
    title: words.zoneTitle,
    components: [
      textField('zone', words.zoneLabel, { value: timeZone, most: 40 }),
      textField('ask', words.askLabel, { value: String(askFromCredits ?? 0), most: AMOUNT_DIGITS }),
    ],
  };
}

/** A whole number of credits that was typed; NaN for anything else. */
export const creditsIn = (typed: string): number => (/^\d{1,10}$/.test(typed) ? Number(typed) : Number.NaN);

/** The time zone that was typed: a city is enough if only one zone has it. */
export function zoneCalled(typed: string): string {
  const wanted = typed.toLowerCase().replaceAll(' ', '_');
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
  const found = zones.filter((zone) => zone.toLowerCase().includes(wanted));
  return found.length === 1 ? (found[0] ?? typed) : typed;
}
