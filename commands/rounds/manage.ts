import type { InteractionFacts, InteractionOf } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { MemberError } from '../../src/errors.ts';
import type { EntryDecision } from '../../src/moderation/rounds/decisions.ts';
import type { With } from '../../src/moderation/rounds/port.ts';
import { REMOVAL_REASON_MAX_CHARACTERS, type Round } from '../../src/moderation/rounds/round.ts';
import { noteDecision } from '../moderation/decisions.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { renderCancel, renderManage } from './views.ts';

/** What moderators do with a round. Who comes second is told who was first. */

type Press = InServer<InteractionFacts>;

/** An entry, and the page on which it was pressed. */
export interface OnPage {
  roundId: string;
  number: number;
  page: number;
}

export async function removeEntry(
  press: InServer<InteractionOf<'modal'>>,
  { id }: Round,
  respond: Responder,
  context: CommandContext,
  { number, page }: OnPage,
): Promise<void> {
  const why = String(press.fields['why'] ?? '').trim();
  const outcome = await context.rounds.remove(id, number, press.userId, why.slice(0, REMOVAL_REASON_MAX_CHARACTERS));
  await conclude(press, outcome, { id, number, page, how: 'removed', why }, respond, context);
}

export async function letIn(
  press: Press,
  { id }: Round,
  respond: Responder,
  context: CommandContext,
  { atMs, number, page }: OnPage & { atMs: number },
): Promise<void> {
  const outcome = await context.rounds.letIn(id, number, press.userId, atMs);
  await conclude(press, outcome, { id, number, page, how: 'letIn', why: '' }, respond, context);
}

interface Decided extends Omit<OnPage, 'roundId'> {
  id: string;
  how: 'removed' | 'letIn';
  why: string;
}

const ACTIONS = { removed: 'entry removed', letIn: 'entry let in' } as const;

/** Tells what came of a decision about an entry, and does what follows from it. */
async function conclude(
  press: Press,
  outcome: With<EntryDecision>,
  { id, number, page, how, why }: Decided,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { rounds, texts } = context;
  const { manage, refusals } = texts.rounds;
  const show = (round: Round, note: string) => showManage(press, round, page, note, respond, texts);
  switch (outcome.outcome) {
    case 'gone':
    case 'over':
      throw new MemberError(refusals[outcome.outcome]);
    case 'no entry':
      return show(outcome.round, refusals['no entry']);
    case 'changed':
      return show(outcome.round, manage.late.changed);
    case 'late': {
      const { byId, state } = outcome.entry;
      return show(outcome.round, state === 'removed' ? manage.late.removed(byId) : manage.late.letIn(byId));
    }
    case 'done': {
      await show(outcome.round, manage.done[how](number));
      await rounds.carryOut(id);
      const { memberId } = outcome.entry;
      const reason = why === '' ? {} : { why };
      const entry = { byId: press.userId, action: ACTIONS[how], memberId, jobId: id, ...reason };
      await noteDecision(press.server.guildId, entry, context);
    }
  }
}

export async function endEarly(
  press: Press,
  { id, theme }: Round,
  respond: Responder,
  context: CommandContext,
  { phase }: { roundId: string; phase: 'submitting' | 'voting' },
): Promise<void> {
  const { rounds, texts } = context;
  const { manage, refusals } = texts.rounds;
  const byId = press.userId;
  const outcome = await rounds.endEarly(id, phase, byId);
  if (outcome.outcome === 'gone') throw new MemberError(refusals.gone);
  const isDone = outcome.outcome === 'done';
  const note = isDone ? manage.done.ended : manage.late.ended(outcome.byId);
  await showManage(press, outcome.round, 0, note, respond, texts);
  await rounds.carryOut(id);
  if (!isDone) return;
  const entry = { byId, action: 'round ended early', jobId: id, why: theme } as const;
  await noteDecision(press.server.guildId, entry, context);
}

export async function askCancel(
  { userId }: Press,
  round: Round,
  respond: Responder,
  { texts }: CommandContext,
): Promise<void> {
  const words = texts.rounds;
  if (round.phase === 'ended') return respond.update(privateText(words.manage.over));
  await respond.update(renderCancel(round, userId, words));
}

export async function cancelRound(
  press: Press,
  round: Round,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { rounds, texts } = context;
  const { manage, refusals } = texts.rounds;
  const byId = press.userId;
  const outcome = await rounds.cancel(round.id, byId);
  if (outcome.outcome === 'gone') throw new MemberError(refusals.gone);
  const isDone = outcome.outcome === 'done';
  await respond.update(privateText(isDone ? manage.done.cancelled : manage.late.ended(outcome.byId)));
  await rounds.carryOut(round.id);
  if (!isDone) return;
  const entry = { byId, action: 'round cancelled', jobId: round.id, why: round.theme } as const;
  await noteDecision(press.server.guildId, entry, context);
}

/** The view of Manage that was pressed changes. */
async function showManage(
  { userId }: Press,
  round: Round,
  page: number,
  note: string,
  respond: Responder,
  { rounds }: CommandContext['texts'],
): Promise<void> {
  await respond.update(renderManage(round, userId, page, rounds, note));
}
