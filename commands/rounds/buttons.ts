import { roundIds } from '../../src/discord/custom-ids/rounds.ts';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { MemberError } from '../../src/errors.ts';
import { isKeptBack } from '../../src/moderation/access/access.ts';
import { entryOf, type Round } from '../../src/moderation/rounds/round.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { defineButton, defineForm } from '../support/define.ts';
import { needModerator } from '../support/moderators.ts';
import { entryForm, removalForm } from './forms.ts';
import { entryLimit, handIn } from './hand-in.ts';
import { askCancel, cancelRound, endEarly, letIn, removeEntry } from './manage.ts';
import { numbersOnPage, renderEntries, renderManage, renderMine } from './views.ts';

type Press = InServer<InteractionFacts>;
type OfRound = (press: Press, round: Round, respond: Responder, context: CommandContext) => Promise<void>;
type Pressed = NonNullable<ReturnType<typeof roundIds.read>>;

/** Every button of a round. Who presses, and what the round is then, is looked at now, not when it was drawn. */
export const roundButton = defineButton(roundIds, async (press, pressed, respond, context) => {
  const words = context.texts.rounds;
  const round = await findHere(pressed.roundId, press, context);
  switch (pressed.verb) {
    case 'submit':
      return openEntryForm(press, round, respond, context);
    case 'withdraw':
      return withdraw(press, round, respond, context);
    case 'vote':
      return vote(press, round, pressed, respond, context);
    case 'mine':
      return respondWith(respond, renderMine(round, press.userId, words));
    case 'entries':
      return respondWith(respond, await entriesFor(press.userId, round, 0, context));
    case 'page':
      return respond.update(await entriesFor(press.userId, round, pressed.page, context));
    default:
      await needModerator(press.server, context);
      await manage(press, round, pressed, respond, context);
  }
});

/** What only moderators press. */
async function manage(
  press: Press,
  round: Round,
  pressed: Exclude<Pressed, { verb: 'submit' | 'withdraw' | 'vote' | 'mine' | 'entries' | 'page' }>,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const words = context.texts.rounds;
  switch (pressed.verb) {
    case 'manage':
      return respondWith(respond, renderManage(round, press.userId, 0, words));
    case 'managepage':
      return respond.update(renderManage(round, press.userId, pressed.page, words));
    case 'remove':
      return respond.openForm(removalForm(round, press.userId, pressed.number, pressed.page, words));
    case 'letin':
      return letIn(press, round, pressed, respond, context);
    case 'end':
      return endEarly(press, round, pressed.phase, respond, context);
    case 'cancel':
      return askCancel(press, round, respond, context);
    case 'surely':
      return cancelRound(press, round, respond, context);
  }
}

/** The forms of an entry, and of a removal. */
export const roundForm = defineForm(roundIds, async (press, sent, respond, context) => {
  const round = await findHere(sent.roundId, press, context);
  if (sent.verb === 'submit') {
    return handIn(press, round, String(press.fields['prompt'] ?? ''), respond, context);
  }
  if (sent.verb !== 'remove') throw new MemberError(context.texts.refusals.unknownButton);
  await needModerator(press.server, context);
  await removeEntry(press, round, { ...sent, why: String(press.fields['why'] ?? '').trim() }, respond, context);
});

async function findHere(id: string, { server }: Press, { rounds, texts }: CommandContext): Promise<Round> {
  const round = await rounds.find(id);
  if (round?.guildId !== server.guildId) throw new MemberError(texts.rounds.refusals.gone);
  return round;
}

const openEntryForm: OfRound = async ({ userId }, round, respond, context) => {
  const words = context.texts.rounds;
  if (round.phase !== 'submitting') throw new MemberError(words.refusals.over);
  if (entryOf(round, userId)?.state === 'removed') return respondWith(respond, renderMine(round, userId, words));
  await respond.openForm(entryForm(round, userId, entryLimit(context), words));
};

const withdraw: OfRound = async ({ userId }, round, respond, { rounds, texts }) => {
  const words = texts.rounds;
  const outcome = await rounds.withdraw(round.id, userId);
  if (outcome.outcome === 'gone') throw new MemberError(words.refusals.gone);
  if (outcome.outcome !== 'withdrawn' && outcome.outcome !== 'none') throw new MemberError(words.refusals.over);
  await respond.update(privateText(outcome.outcome === 'withdrawn' ? words.withdrawn : words.noEntry));
  await rounds.carryOut(round.id);
};

async function vote(
  { server, userId }: Press,
  round: Round,
  { number, page }: { number: number; page: number },
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { clock, moderation, rounds, texts } = context;
  const { refusals } = texts.rounds;
  const { timeout } = await moderation.members.of(server.guildId, userId);
  if (timeout && timeout.untilMs > clock.now()) {
    throw new MemberError(texts.moderation.refusals.timedOut(timeout.untilMs, escapeText(timeout.why)));
  }
  if ((await rounds.barred(round, [number])).has(number)) throw new MemberError(refusals.entryGone);
  const outcome = await rounds.vote(round.id, userId, number);
  switch (outcome.outcome) {
    case 'counted':
    case 'taken back':
      await respond.update(await entriesFor(userId, outcome.round, page, context));
      return rounds.carryOut(round.id);
    case 'gone':
      throw new MemberError(refusals.gone);
    case 'over':
      throw new MemberError(refusals.over);
    case 'early':
      throw new MemberError(refusals.tooEarly);
    case 'own':
      throw new MemberError(refusals.ownVote);
    case 'no entry':
      throw new MemberError(refusals.entryGone);
    case 'full':
      throw new MemberError(refusals.tooManyVoters);
  }
}

const respondWith = async (respond: Responder, body: Parameters<Responder['answer']>[0]): Promise<void> => {
  await respond.answer(body);
};

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
