import { roundIds } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { isBlocked } from '../../src/moderation/access/access.ts';
import { timeoutRefusal } from '../../src/moderation/admission/verdict.ts';
import { entryOf, type Round } from '../../src/moderation/rounds/round.ts';
import type { CommandContext, Handler } from '../support/context.ts';
import { defineButtons, defineForms } from '../support/define.ts';
import { refusalError } from '../support/refusals.ts';
import { entryLimit, handIn } from './hand-in.ts';
import {
  askCancel,
  askRemoval,
  cancelRound,
  endEarly,
  letIn,
  type OfRound,
  type OnPage,
  openManage,
  removeEntry,
  turnManage,
} from './manage.ts';
import { entryForm, numbersOnPage, renderEntries, renderMine } from './view.ts';

/** A press or a form with the round as it is now, not as it was when it was drawn. */
const ofRound =
  <Pressed, Facts extends InteractionFacts>(
    run: Handler<Pressed & OfRound, Facts>,
  ): Handler<Pressed & { roundId: string }, Facts> =>
  async (press, pressed, respond, context) => {
    const round = await context.rounds.find(pressed.roundId);
    if (round?.guildId !== press.server.guildId) throw new MemberError(context.texts.rounds.refusals.gone);
    await run(press, { ...pressed, round }, respond, context);
  };

const openEntryForm: Handler<OfRound> = async ({ userId }, { round }, respond, context) => {
  const words = context.texts.rounds;
  if (round.phase !== 'submitting') throw new MemberError(words.refusals.over);
  if (entryOf(round, userId)?.state === 'removed') await respond.answer(renderMine(round, userId, words));
  else await respond.openForm(entryForm(round, userId, entryLimit(context), words));
};

const withdraw: Handler<OfRound> = async ({ userId }, { round }, respond, { rounds, texts }) => {
  const words = texts.rounds;
  const { outcome } = await rounds.withdraw(round.id, userId);
  if (outcome === 'gone') throw new MemberError(words.refusals.gone);
  if (outcome !== 'withdrawn' && outcome !== 'none') throw new MemberError(words.refusals.over);
  await respond.update(privateText(outcome === 'withdrawn' ? words.withdrawn : words.noEntry));
  await rounds.carryOut(round.id);
};

const vote: Handler<OfRound & OnPage> = async ({ server, userId }, { round, number, page }, respond, context) => {
  const { clock, moderation, rounds, texts } = context;
  const { refusals } = texts.rounds;
  const refusal = timeoutRefusal(await moderation.members.of(server.guildId, userId), clock.now());
  if (refusal) throw refusalError(refusal, server.guildId, context);
  if ((await rounds.barred(round, [number])).has(number)) throw new MemberError(refusals['no entry']);
  const outcome = await rounds.vote(round.id, userId, number);
  if (outcome.outcome !== 'counted' && outcome.outcome !== 'taken back') {
    throw new MemberError(refusals[outcome.outcome]);
  }
  await respond.update(await entriesFor(userId, outcome.round, page, context));
  await rounds.carryOut(round.id);
};

const showMine: Handler<OfRound> = async ({ userId }, { round }, respond, { texts }) => {
  await respond.answer(renderMine(round, userId, texts.rounds));
};

const showEntries: Handler<OfRound> = async ({ userId }, { round }, respond, context) => {
  await respond.answer(await entriesFor(userId, round, 0, context));
};

const turnEntries: Handler<OfRound & { page: number }> = async ({ userId }, { round, page }, respond, context) =>
  respond.update(await entriesFor(userId, round, page, context));

/** The entries as members may read them now: rules may have changed since they were entered. */
async function entriesFor(
  userId: string,
  round: Round,
  page: number,
  { moderation, rounds, texts }: CommandContext,
): Promise<MessageBody> {
  const kept = new Map<number, 'hidden' | 'forbidden'>();
  for (const number of await rounds.barred(round, numbersOnPage(round, page))) kept.set(number, 'forbidden');
  for (const { number, jobId } of round.picks) {
    const memberId = round.entries.find((entry) => entry.number === number)?.memberId ?? '';
    const standing = await moderation.access.statusOf({ guildId: round.guildId, jobId, memberId });
    if (isBlocked(standing)) kept.set(number, 'hidden');
  }
  return renderEntries(round, userId, page, texts.rounds, kept);
}

/** Every button of a round. */
export const roundButton = defineButtons(roundIds, {
  submit: { guard: 'everyone', run: ofRound(openEntryForm) },
  withdraw: { guard: 'everyone', run: ofRound(withdraw) },
  vote: { guard: 'everyone', run: ofRound(vote) },
  mine: { guard: 'everyone', run: ofRound(showMine) },
  entries: { guard: 'everyone', run: ofRound(showEntries) },
  page: { guard: 'everyone', run: ofRound(turnEntries) },
  manage: { guard: 'moderator', run: ofRound(openManage) },
  managepage: { guard: 'moderator', run: ofRound(turnManage) },
  remove: { guard: 'moderator', run: ofRound(askRemoval) },
  letin: { guard: 'moderator', run: ofRound(letIn) },
  end: { guard: 'moderator', run: ofRound(endEarly) },
  cancel: { guard: 'moderator', run: ofRound(askCancel) },
  confirm: { guard: 'moderator', run: ofRound(cancelRound) },
});

/** The forms of an entry, and of a removal. */
export const roundForm = defineForms(roundIds, {
  submit: { guard: 'everyone', run: ofRound(handIn) },
  remove: { guard: 'moderator', run: ofRound(removeEntry) },
});
