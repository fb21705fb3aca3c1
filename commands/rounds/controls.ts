import { roundIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { isBlocked } from '../../src/moderation/access/access.ts';
import { timeoutRefusal } from '../../src/moderation/admission/verdict.ts';
import { entryByMember, entryByNumber, type Round } from '../../src/moderation/rounds/round.ts';
import type { Handler, InServer, Needs } from '../support/context.ts';
import { defineButtons, defineForms } from '../support/define.ts';
import { refusalError } from '../support/refusals.ts';
import { enterPrompt, entryMaxCharacters } from './enter.ts';
import {
  approve,
  askCancel,
  askRemoval,
  cancelRound,
  endEarly,
  type OfRound,
  type OnPage,
  removeEntry,
  showManage,
  undo,
} from './manage.ts';
import { openByForm } from './open.ts';
import { entryForm, numbersOnPage, renderEntries, renderOwnEntry } from './view.ts';

/** Passes the round as it is now, not as it was when its message was drawn. */
const withRound =
  <Pressed, Interaction extends InServer>(
    run: Handler<Pressed & OfRound, Interaction>,
  ): Handler<Pressed & { roundId: string }, Interaction> =>
  async (press, pressed, context) => {
    const round = await context.rounds.find(pressed.roundId);
    if (round?.guildId !== press.guildId || round.ending?.isTrimmed)
      throw new MemberError(context.texts.rounds.refusals.gone, 'gone');
    await run(press, { ...pressed, round }, context);
  };

const openEntryForm: Handler<OfRound> = async ({ respond, userId }, { round }, context) => {
  const words = context.texts.rounds;
  if (round.phase !== 'submitting') throw new MemberError(words.refusals.over, 'gone');
  if (entryByMember(round, userId)?.state === 'removed') await respond.answer(renderOwnEntry(round, userId, words));
  else await respond.openForm(entryForm(round, userId, entryMaxCharacters(context), words));
};

const withdraw: Handler<OfRound> = async ({ respond, userId }, { round }, { rounds, texts }) => {
  const words = texts.rounds;
  const { outcome } = await rounds.withdraw(round.id, userId);
  if (outcome === 'gone') throw new MemberError(words.refusals.gone, 'gone');
  if (outcome !== 'withdrawn' && outcome !== 'none') throw new MemberError(words.refusals.over, 'gone');
  await respond.update(privateText(outcome === 'withdrawn' ? words.withdrawn : words.noEntry));
  await rounds.carryOut(round.id);
};

const vote: Handler<OfRound & OnPage> = async ({ respond, guildId, userId }, { round, number, page }, context) => {
  const { clock, moderation, rounds, texts } = context;
  const { refusals } = texts.rounds;
  const refusal = timeoutRefusal(await moderation.members.of(guildId, userId), clock.now());
  if (refusal) throw refusalError(refusal, guildId, context);
  if ((await rounds.forbiddenEntries(round, [number])).has(number)) throw new MemberError(refusals['no entry']);
  const outcome = await rounds.vote(round.id, userId, number);
  if (outcome.outcome !== 'done') throw new MemberError(refusals[outcome.outcome]);
  await respond.update(await entriesFor(userId, outcome.round, page, context));
  await rounds.carryOut(round.id);
};

const showOwnEntry: Handler<OfRound> = async ({ respond, userId }, { round }, { texts }) => {
  await respond.answer(renderOwnEntry(round, userId, texts.rounds));
};

/** Opens the entries, or turns to another page of them. */
const showEntries: Handler<OfRound & { page?: number }> = async ({ respond, userId }, { round, page }, context) => {
  const show = page === undefined ? respond.answer : respond.update;
  await show(await entriesFor(userId, round, page ?? 0, context));
};

/** The entries as members may read them now; the rules may have changed since they were entered. */
async function entriesFor(
  userId: string,
  round: Round,
  page: number,
  { moderation, rounds, texts }: Needs<'moderation' | 'rounds' | 'texts'>,
): Promise<MessageBody> {
  const hidden = new Map<number, 'hidden' | 'forbidden'>();
  for (const number of await rounds.forbiddenEntries(round, numbersOnPage(round, page)))
    hidden.set(number, 'forbidden');
  for (const { number, jobId } of round.winners) {
    const memberId = entryByNumber(round, number)?.memberId ?? '';
    const standing = await moderation.access.statusOf({ guildId: round.guildId, jobId, memberId });
    if (isBlocked(standing)) hidden.set(number, 'hidden');
  }
  return renderEntries(round, userId, page, texts.rounds, hidden);
}

/** The buttons of a round. */
export const roundButton = defineButtons(roundIds, 'everyone', {
  submit: withRound(openEntryForm),
  withdraw: withRound(withdraw),
  vote: withRound(vote),
  mine: withRound(showOwnEntry),
  entries: withRound(showEntries),
  page: withRound(showEntries),
  manage: { guard: 'moderator', run: withRound(showManage) },
  managepage: { guard: 'moderator', run: withRound(showManage) },
  remove: { guard: 'moderator', run: withRound(askRemoval) },
  approve: { guard: 'moderator', run: withRound(approve) },
  undo: { guard: 'moderator', run: withRound(undo) },
  end: { guard: 'moderator', run: withRound(endEarly) },
  cancel: { guard: 'moderator', run: withRound(askCancel) },
  confirm: { guard: 'moderator', run: withRound(cancelRound) },
});

/** The forms for a new round, an entry and a removal. */
export const roundForm = defineForms(roundIds, 'everyone', {
  open: { guard: 'opener', run: (interaction, _, context) => openByForm(interaction, context) },
  submit: withRound(enterPrompt),
  remove: { guard: 'moderator', run: withRound(removeEntry) },
});
