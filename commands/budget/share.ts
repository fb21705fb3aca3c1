import { SHARE_EVERY, type Share, type ShareTarget } from '../../src/budget/account/shares.ts';
import { AMOUNT_MAX_CREDITS } from '../../src/budget/ledger/amounts.ts';
import { budgetIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { Context, FormInteraction } from '../support/context.ts';
import {
  channelField,
  type FormData,
  memberField,
  roleField,
  type Submitted,
  selectedIn,
  selectField,
  textField,
  typedIn,
} from '../support/form-fields.ts';
import { AMOUNT_DIGITS, byManager, creditsIn } from './manage.ts';

/** The form for a limit. For each member it shows the limit that is set. */
export function limitForm(
  memberId: string,
  target: ShareTarget['kind'],
  shares: readonly Share[],
  { budget: words }: Texts,
): FormData {
  const current = target === 'everyone' ? shares.find((share) => share.target.kind === target) : undefined;
  const every = SHARE_EVERY.map((value) => ({ value, label: words.every[value] }));
  return {
    custom_id: budgetIds.of(memberId, { verb: 'limit', target }),
    title: words.limit[target],
    components: [
      ...targetFields(target, words.limitForm),
      textField('credits', words.limitForm.credits, { value: String(current?.credits ?? ''), most: AMOUNT_DIGITS }),
      selectField('every', words.limitForm.every, every, { chosen: [current?.every ?? 'month'] }),
    ],
  };
}

function targetFields(target: ShareTarget['kind'], words: Texts['budget']['limitForm']): FormData['components'] {
  switch (target) {
    case 'everyone':
      return [];
    case 'member':
      return [memberField('target', words.member)];
    case 'role': {
      const options = [
        { value: 'each', label: words.eachOfRole },
        { value: 'together', label: words.togetherOfRole },
      ];
      return [roleField('target', words.role), selectField('how', words.how, options, { chosen: ['each'] })];
    }
    case 'channel':
      return [channelField('target', words.channel)];
  }
}

/** Sets a limit as its form says. @returns what to say about it @throws MemberError for what can't be a limit */
export async function setLimit(
  interaction: FormInteraction,
  kind: ShareTarget['kind'],
  { money, texts }: Context,
): Promise<string> {
  const words = texts.budget;
  const credits = creditsIn(typedIn(interaction, 'credits'));
  const every = SHARE_EVERY.find((one) => one === selectedIn(interaction, 'every')[0]);
  const target = targetIn(interaction, kind);
  if (!target || every === undefined) throw new MemberError(texts.refusals.unknownButton, 'gone');
  if (!(credits >= 0 && credits <= AMOUNT_MAX_CREDITS)) throw new MemberError(words.outOfBounds(AMOUNT_MAX_CREDITS));
  const share: Share = { target, every, credits };
  const { outcome } = await money.accounts.apply(
    interaction.guildId,
    { kind: 'share', share },
    byManager(interaction.userId),
  );
  return outcome === 'done' ? words.shareSet(share) : words.shareSame;
}

function targetIn(form: Submitted, kind: ShareTarget['kind']): ShareTarget | undefined {
  if (kind === 'everyone') return { kind };
  const [id] = selectedIn(form, 'target');
  if (id === undefined) return undefined;
  return kind === 'role' ? { kind, id, together: selectedIn(form, 'how')[0] === 'together' } : { kind, id };
}
