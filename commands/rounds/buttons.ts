import { roundIds } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { MemberError } from '../../src/errors.ts';
import { isKeptBack } from '../../src/moderation/access/access.ts';
import { entryOf, type Round } from '../../src/moderation/rounds/round.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { defineButtons, defineForms } from '../support/define.ts';
import { entryForm, removalForm } from './forms.ts';
import { entryLimit, handIn } from './hand-in.ts';
import { askCancel, cancelRound, endEarly, letIn, type OnPage, removeEntry } from './manage.ts';
import { numbersOnPage, renderEntries, renderManage, renderMine } from './views.ts';

type Press = InServer<InteractionFacts>;

/** A press or a form with the round as it is now, not as it was when it was drawn. */
const ofRound =
  <Facts extends InteractionFacts, Pressed extends { roundId: string }>(
    run: (
      press: InServer<Facts>,
      round: Round,
      respond: Responder,
      context: CommandContext,
      pressed: Pressed,
    ) => Promise<void>,
  ) =>
  async (press: InServer<Facts>, pressed: Pressed, respond: Responder, context: CommandContext): Promise<void> =>
    run(press, await findHere(pressed.roundId, press, context), respond, context, pressed);

/** Every button of a round. */
export const roundButton = defineButtons(roundIds, {
  submit: { guard: 'everyone', run: ofRound(openEntryForm) },
  withdraw: { guard: 'everyone', run: ofRound(withdraw) },
  vote: { guard: 'everyone', run: ofRound(vote) },
  mine: {
    guard: 'everyone',
    run: ofRound(async ({ userId }, round, respond, { texts }) => {
      await respond.answer(renderMine(round, userId, texts.rounds));
    }),
  },
  entries: {
    guard: 'everyone',
    run: ofRound(async ({ userId }, round, respond, context) => {
      await respond.answer(await entriesFor(userId, round, 0, context));
    }),
  },
  page: {
    guard: 'everyone',
    run: ofRound(async ({ userId }, round, respond, context, { page }: { roundId: string; page: number }) =>
      respond.update(await entriesFor(userId, round, page, context)),
    ),
  },
  manage: {
    guard: 'moderator',
    run: ofRound(async ({ userId }, round, respond, { texts }) => {
      await respond.answer(renderManage(round, userId, 0, texts.rounds));
    }),
  },
  managepage: {
    guard: 'moderator',
    run: ofRound(async ({ userId }, round, respond, { texts }, { page }: { roundId: string; page: number }) =>
      respond.update(renderManage(round, userId, page, texts.rounds)),
    ),
  },
  remove: { guard: 'moderator', run: ofRound(askRemoval) },
  letin: { guard: 'moderator', run: ofRound(letIn) },
  end: { guard: 'moderator', run: ofRound(endEarly) },
  cancel: { guard: 'moderator', run: ofRound(askCancel) },
  surely: { guard: 'moderator', run: ofRound(cancelRound) },
});

/** The forms of an entry, and of a removal. */
export const roundForm = defineForms(roundIds, {
  submit: { guard: 'everyone', run: ofRound(handIn) },
  remove: { guard: 'moderator', run: ofRound(removeEntry) },
});

async function findHere(id: string, { server }: Press, { rounds, texts }: CommandContext): Promise<Round> {
  const round = await rounds.find(id);
  if (round?.guildId !== server.guildId) throw new MemberError(texts.rounds.refusals.gone);
  return round;
}

async function openEntryForm(
  { userId }: Press,
  round: Round,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const words = context.texts.rounds;
  if (round.phase !== 'submitting') throw new MemberError(words.refusals.over);
  if (entryOf(round, userId)?.state === 'removed') await respond.answer(renderMine(round, userId, words));
  else await respond.openForm(entryForm(round, userId, entryLimit(context), words));
}

async function withdraw(
  { userId }: Press,
  round: Round,
  respond: Responder,
  { rounds, texts }: CommandContext,
): Promise<void> {
  const words = texts.rounds;
  const outcome = await rounds.withdraw(round.id, userId);
  if (outcome.outcome === 'gone') throw new MemberError(words.refusals.gone);
  if (outcome.outcome !== 'withdrawn' && outcome.outcome !== 'none') throw new MemberError(words.refusals.over);
  await respond.update(privateText(outcome.outcome === 'withdrawn' ? words.withdrawn : words.noEntry));
  await rounds.carryOut(round.id);
}

async function vote(
  { server, userId }: Press,
  round: Round,
  respond: Responder,
  context: CommandContext,
  { number, page }: OnPage,
): Promise<void> {
  const { clock, moderation, rounds, texts } = context;
  const { refusals } = texts.rounds;
  const { timeout } = await moderation.members.of(server.guildId, userId);
  if (timeout && timeout.untilMs > clock.now()) {
    throw new MemberError(texts.moderation.refusals.timedOut(timeout.untilMs, escapeText(timeout.why)));
  }
  if ((await rounds.barred(round, [number])).has(number)) throw new MemberError(refusals['no entry']);
  const outcome = await rounds.vote(round.id, userId, number);
  if (outcome.outcome !== 'counted' && outcome.outcome !== 'taken back') {
    throw new MemberError(refusals[outcome.outcome]);
  }
  await respond.update(await entriesFor(userId, outcome.round, page, context));
  await rounds.carryOut(round.id);
}

async function askRemoval(
  { userId }: Press,
  round: Round,
  respond: Responder,
  { texts }: CommandContext,
  { number, page }: OnPage,
): Promise<void> {
  await respond.openForm(removalForm(round, userId, number, page, texts.rounds));
}

/** The entries as everybody may read them now: rules may have changed since they were handed in. */
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
    const standing = await moderation.access.standingOf({ guildId: round.guildId, jobId, memberId });
    if (isKeptBack(standing)) kept.set(number, 'hidden');
  }
  return renderEntries(round, userId, page, texts.rounds, kept);
}
