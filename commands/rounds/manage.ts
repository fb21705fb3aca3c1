import { roundIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import type { RoundOutcome } from '../../src/moderation/rounds/context.ts';
import type { EntryDecision } from '../../src/moderation/rounds/decisions.ts';
import {
  isOpenToEntryDecisions,
  mayCancel,
  REMOVAL_REASON_MAX_CHARACTERS,
  type Round,
} from '../../src/moderation/rounds/round.ts';
import type { Context, FormInteraction, Handler, ServerInteraction } from '../support/context.ts';
import { whyIn } from '../support/reasons.ts';
import { removalForm, renderCancel, renderManage } from './view.ts';

/** What moderators do with a round. A late press says who was first. */

export interface OfRound {
  round: Round;
}
/** An entry, and the page whose button was pressed. */
export interface OnPage {
  number: number;
  page: number;
}

/** Opens the list of entries, or turns to another page of it. */
export const showManage: Handler<OfRound & { page?: number }> = async (
  { respond, userId },
  { round, page },
  { texts },
) => {
  const show = page === undefined ? respond.answer : respond.update;
  await show(renderManage(round, userId, page ?? 0, texts.rounds));
};

export const askRemoval: Handler<OfRound & OnPage> = async (press, pressed, context) => {
  const { number, page, round } = pressed;
  if (isOpenToEntryDecisions(round)) {
    const { settings } = await context.rules();
    await press.respond.openForm(removalForm(round, press.userId, { number, page }, settings, context.texts));
  } else await conclude(press, { outcome: 'over', round }, { ...pressed, how: 'removed' }, context);
};

export const removeEntry: Handler<OfRound & OnPage, FormInteraction> = async (press, pressed, context) => {
  const { number, round } = pressed;
  const reason = whyIn(press).slice(0, REMOVAL_REASON_MAX_CHARACTERS);
  const outcome = await context.rounds.remove(round.id, number, press.userId, reason);
  await conclude(press, outcome, { ...pressed, how: 'removed' }, context);
};

export const approve: Handler<OfRound & OnPage & { atMs: number }> = async (press, pressed, context) => {
  const { atMs, number, round } = pressed;
  const outcome = await context.rounds.approve(round.id, number, press.userId, atMs);
  await conclude(press, outcome, { ...pressed, how: 'approved' }, context);
};

export const undo: Handler<OfRound & OnPage & { atMs: number }> = async (press, pressed, context) => {
  const { atMs, number, round } = pressed;
  const outcome = await context.rounds.undo(round.id, number, press.userId, atMs);
  await conclude(press, outcome, { ...pressed, how: 'undone' }, context);
};

interface Decided extends OfRound, OnPage {
  how: 'removed' | 'approved' | 'undone';
}

/** Shows the outcome of a decision about an entry, then carries it out. */
async function conclude(
  press: ServerInteraction & { message?: { isPrivate: boolean } | undefined },
  outcome: RoundOutcome<EntryDecision>,
  { round: { id }, number, page, how }: Decided,
  context: Context,
): Promise<void> {
  const { rounds, texts } = context;
  const { manage, refusals } = texts.rounds;
  const isOnCard = press.message?.isPrivate === false;
  const show = async (round: Round, note: string): Promise<void> => {
    if (isOnCard) throw new MemberError(note);
    await press.respond.update(renderManage(round, press.userId, page, texts.rounds, note));
  };
  switch (outcome.outcome) {
    case 'gone':
      throw new MemberError(refusals.gone, 'gone');
    case 'over':
      return show(outcome.round, manage.over);
    case 'no entry':
      return show(outcome.round, refusals['no entry']);
    case 'changed':
      return show(outcome.round, manage.late.changed);
    case 'late': {
      const { byId, state } = outcome.entry;
      return show(outcome.round, state === 'removed' ? manage.late.removed(byId) : manage.late.approved(byId));
    }
    case 'undo late':
      return show(outcome.round, texts.moderation.reports.undoLate);
    case 'done': {
      const note = manage.done[how](number);
      const atMs = outcome.entry.undo?.untilMs;
      const undoId = atMs !== undefined && roundIds.of(press.userId, { verb: 'undo', roundId: id, number, page, atMs });
      const buttons = undoId ? [button(undoId, texts.moderation.moderators.undo)] : [];
      // The card itself follows.
      if (isOnCard) await press.respond.answer(privateText(note, buttons));
      else await press.respond.update(renderManage(outcome.round, press.userId, page, texts.rounds, note, buttons));
      await rounds.carryOut(id);
    }
  }
}

export const endEarly: Handler<OfRound & { phase: 'submitting' | 'voting' }> = async (
  { respond, userId: byId },
  { round: { id }, phase },
  context,
) => {
  const { rounds, texts } = context;
  const { manage, refusals } = texts.rounds;
  const outcome = await rounds.endEarly(id, phase, byId);
  if (outcome.outcome === 'gone') throw new MemberError(refusals.gone, 'gone');
  const isDone = outcome.outcome === 'done';
  const note = isDone ? manage.done.ended : manage.late.ended(outcome.byId);
  await respond.update(renderManage(outcome.round, byId, 0, texts.rounds, note));
  await rounds.carryOut(id);
};

export const askCancel: Handler<OfRound> = async ({ respond, userId }, { round }, { texts }) => {
  const words = texts.rounds;
  await respond.update(mayCancel(round) ? renderCancel(round, userId, words) : privateText(words.manage.over));
};

export const cancelRound: Handler<OfRound> = async ({ respond, userId: byId }, { round }, context) => {
  const { rounds, texts } = context;
  const { manage, refusals } = texts.rounds;
  const { id } = round;
  const outcome = await rounds.cancel(id, byId);
  if (outcome.outcome === 'gone') throw new MemberError(refusals.gone, 'gone');
  const isDone = outcome.outcome === 'done';
  await respond.update(privateText(isDone ? manage.done.cancelled : manage.late.ended(outcome.byId)));
  await rounds.carryOut(id);
};
