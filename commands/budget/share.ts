import { SHARE_EVERY, type Share, type ShareTarget, shareKey } from '../../src/budget/account/shares.ts';
import { AMOUNT_MAX_CREDITS } from '../../src/budget/ledger/amounts.ts';
import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { Context, Subcommand } from '../support/context.ts';
import { matching, numberOf, textOf } from '../support/options.ts';
import { byManager } from './settings.ts';

export const setShare: Subcommand = async (interaction, { money: { accounts }, texts }) => {
  const words = texts.budget;
  const credits = numberOf(interaction, 'credits') ?? -1;
  const every = SHARE_EVERY.find((one) => one === textOf(interaction, 'every'));
  if (credits < 0 || credits > AMOUNT_MAX_CREDITS || every === undefined) {
    throw new MemberError(words.outOfBounds(AMOUNT_MAX_CREDITS));
  }
  const share: Share = { target: targetOf(interaction, texts), every, credits };
  const { respond, guildId, userId } = interaction;
  const { outcome } = await accounts.apply(guildId, { kind: 'share', share }, byManager(userId));
  await respond.answer(privateText(outcome === 'done' ? words.shareSet(share) : words.shareSame));
};

function targetOf(interaction: InteractionOf<'command'>, { budget }: Texts): ShareTarget {
  const id = (name: string): string | undefined => textOf(interaction, name);
  const [member, role, channel] = [id('member'), id('role'), id('channel')];
  const together = interaction.options['together'] === true;
  const targets: ShareTarget[] = [
    ...(interaction.options['everyone'] === true ? [{ kind: 'everyone' } as const] : []),
    ...(member === undefined ? [] : [{ kind: 'member', id: member } as const]),
    ...(role === undefined ? [] : [{ kind: 'role', id: role, together } as const]),
    ...(channel === undefined ? [] : [{ kind: 'channel', id: channel } as const]),
  ];
  const [target, ...others] = targets;
  if (target === undefined || others.length > 0) throw new MemberError(budget.shareOneOf);
  return target;
}

export const removeShare: Subcommand = async (interaction, { money: { accounts }, texts }) => {
  const key = textOf(interaction, 'limit') ?? '';
  const { respond, guildId, userId } = interaction;
  const { outcome } = await accounts.apply(guildId, { kind: 'remove share', key }, byManager(userId));
  if (outcome === 'unchanged') throw new MemberError(texts.budget.shareGone, 'gone');
  await respond.answer(privateText(texts.budget.shareRemoved));
};

export const listShares: Subcommand = async ({ respond, guildId }, { money: { accounts }, texts }) => {
  const words = texts.budget;
  const shares = await accounts.shares(guildId);
  const lines = shares.map((share) => `- ${words.share(share)}`);
  await respond.answer(
    privateText(shares.length === 0 ? words.noShares : [`### ${words.shares}`, ...lines].join('\n')),
  );
};

/** The limits as `/budget share list` words them, but with ids, because a choice can't show names. */
export async function suggestShares(
  interaction: InteractionOf<'autocomplete'>,
  { money: { accounts }, texts }: Context,
): Promise<Suggestions> {
  const { guildId } = interaction;
  if (guildId === undefined) return [];
  const shares = await accounts.shares(guildId);
  const all = shares.map((share) => ({ name: plain(texts.budget.share(share)), value: shareKey(share) }));
  return matching(interaction, all);
}

/** Replaces mentions by ids, because a choice can't show them. */
function plain(text: string): string {
  return text.replace(/<(@&?|#)(\d+)>/g, '$1$2');
}
