import type { Responder } from '../../src/discord/interactions/responder.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { MemberError } from '../../src/errors.ts';
import { isHiddenOrRemoved } from '../../src/moderation/reports/report-record.ts';
import { entryOf, type Round } from '../../src/moderation/rounds/round.ts';
import type { Button, CommandContext, Form } from '../support/context.ts';
import { needModerator } from '../support/moderators.ts';
import { entryForm, removalForm } from './forms.ts';
import { entryLimit, handIn } from './hand-in.ts';
import { askCancel, cancelRound, endEarly, letIn, removeEntry } from './manage.ts';
import { type About, numberAt, type Press } from './press.ts';
import { numbersOnPage, renderEntries, renderManage, renderMine } from './views.ts';

type Handler = (press: Press, about: About, respond: Responder, context: CommandContext) => Promise<void>;

async function aboutOf(
  argument: string,
  { server }: Press,
  { rounds, texts }: CommandContext,
): Promise<About & { verb: string }> {
  const [verb = '', id = '', ...more] = argument.split('-');
  const round = await rounds.find(id);
  if (round?.guildId !== server.guildId) throw new MemberError(texts.rounds.refusals.gone);
  return { verb, round, more };
}

const openEntryForm: Handler = async ({ userId }, { round }, respond, context) => {
  const words = context.texts.rounds;
  if (round.phase !== 'submitting') throw new MemberError(words.refusals.over);
  if (entryOf(round, userId)?.state === 'removed') return respondWith(respond, renderMine(round, userId, words));
  await respond.openForm(entryForm(round, userId, entryLimit(context), words));
};

const withdraw: Handler = async ({ userId }, { round }, respond, { rounds, texts }) => {
  const words = texts.rounds;
  const outcome = await rounds.withdraw(round.id, userId);
  if (outcome.outcome === 'gone') throw new MemberError(words.refusals.gone);
  if (outcome.outcome !== 'withdrawn' && outcome.outcome !== 'none') throw new MemberError(words.refusals.over);
  await respond.update(privateText(outcome.outcome === 'withdrawn' ? words.withdrawn : words.noEntry));
  await rounds.carryOut(round.id);
};

const vote: Handler = async ({ server, userId }, about, respond, context) => {
  const { clock, moderation, rounds, texts } = context;
  const { refusals } = texts.rounds;
  const { timeout } = await moderation.members.of(server.guildId, userId);
  if (timeout && timeout.untilMs > clock.now()) {
    throw new MemberError(texts.moderation.refusals.timedOut(timeout.untilMs, escapeText(timeout.why)));
  }
  const number = numberAt(about, 0);
  if ((await rounds.barred(about.round, [number])).has(number)) throw new MemberError(refusals.entryGone);
  const outcome = await rounds.vote(about.round.id, userId, number);
  switch (outcome.outcome) {
    case 'counted':
    case 'taken back':
      await respond.update(await entriesFor(userId, outcome.round, numberAt(about, 1), context));
      return rounds.carryOut(about.round.id);
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
};

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
    if (isHiddenOrRemoved(await moderation.reports.find(round.guildId, jobId))) kept.set(number, 'hidden');
  }
  return renderEntries(round, userId, page, texts.rounds, kept);
}

const FOR_MEMBERS: Readonly<Record<string, Handler>> = {
  submit: openEntryForm,
  withdraw,
  vote,
  mine: ({ userId }, { round }, respond, { texts }) => respondWith(respond, renderMine(round, userId, texts.rounds)),
  entries: async ({ userId }, { round }, respond, context) =>
    respondWith(respond, await entriesFor(userId, round, 0, context)),
  page: async ({ userId }, about, respond, context) => {
    await respond.update(await entriesFor(userId, about.round, numberAt(about, 0), context));
  },
};

const FOR_MODERATORS: Readonly<Record<string, Handler>> = {
  manage: ({ userId }, { round }, respond, { texts }) =>
    respondWith(respond, renderManage(round, userId, 0, texts.rounds)),
  managepage: ({ userId }, about, respond, { texts }) =>
    respond.update(renderManage(about.round, userId, numberAt(about, 0), texts.rounds)),
  remove: ({ userId }, about, respond, { texts }) =>
    respond.openForm(removalForm(about.round, userId, numberAt(about, 0), numberAt(about, 1), texts.rounds)),
  letin: letIn,
  end: endEarly,
  cancel: askCancel,
  surely: cancelRound,
};

const handlerOf = (handlers: Readonly<Record<string, Handler>>, verb: string): Handler | undefined =>
  Object.hasOwn(handlers, verb) ? handlers[verb] : undefined;

/** Every button of a round. Who presses, and what the round is then, is looked at now, not when it was drawn. */
export const roundButton: Button = {
  action: 'round',
  run: async (interaction, { argument }, respond, context) => {
    const about = await aboutOf(argument, interaction, context);
    const forMembers = handlerOf(FOR_MEMBERS, about.verb);
    if (forMembers) return forMembers(interaction, about, respond, context);
    await needModerator(interaction.server, context);
    const forModerators = handlerOf(FOR_MODERATORS, about.verb);
    if (!forModerators) throw new MemberError(context.texts.refusals.unknownButton);
    await forModerators(interaction, about, respond, context);
  },
};

/** The forms of an entry, and of a removal. */
export const roundForm: Form = {
  action: 'round',
  run: async (interaction, { argument }, respond, context) => {
    const about = await aboutOf(argument, interaction, context);
    if (about.verb === 'submit') {
      return handIn(interaction, about.round, String(interaction.fields['prompt'] ?? ''), respond, context);
    }
    if (about.verb !== 'remove') throw new MemberError(context.texts.refusals.unknownButton);
    await needModerator(interaction.server, context);
    await removeEntry(interaction, about, String(interaction.fields['why'] ?? '').trim(), respond, context);
  },
};
