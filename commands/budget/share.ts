import { SHARE_EVERY, type Share, type ShareTarget } from '../../src/budget/account/shares.ts';
import { AMOUNT_MAX_CREDITS } from '../../src/budget/ledger/amounts.ts';
import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { Context, InServer, Subcommand } from '../support/context.ts';
import { numberOf, textOf } from '../support/options.ts';
import { byManager, loadBudgetPage } from './manage.ts';

/** Sets a limit for each member, one member, a role or a channel. */
export const setShare: Subcommand = async (interaction, context) => {
  const credits = numberOf(interaction, 'credits') ?? -1;
  const every = SHARE_EVERY.find((one) => one === textOf(interaction, 'every'));
  const target = targetOf(interaction, context.texts);
  const said = await applyShare(interaction, { target, every, credits }, context);
  await interaction.respond.answer(await loadBudgetPage(interaction, context, said));
};

/** Sets a limit as a manager gave it. @returns what to say about it @throws MemberError if it's out of bounds */
export async function applyShare(
  { guildId, userId }: InServer,
  { target, every, credits }: Pick<Share, 'target' | 'credits'> & { every: Share['every'] | undefined },
  { money, texts }: Context,
): Promise<string> {
  const words = texts.budget;
  if (!(credits >= 0 && credits <= AMOUNT_MAX_CREDITS) || every === undefined) {
    throw new MemberError(words.outOfBounds(AMOUNT_MAX_CREDITS));
  }
  const share: Share = { target, every, credits };
  const { outcome } = await money.accounts.apply(guildId, { kind: 'share', share }, byManager(userId));
  return outcome === 'done' ? words.shareSet(share) : words.shareSame;
}

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
