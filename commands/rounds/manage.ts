import type { Responder } from '../../src/discord/interactions/responder.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { MemberError } from '../../src/errors.ts';
import { REMOVAL_REASON_MAX_CHARACTERS, type Round } from '../../src/moderation/rounds/round.ts';
import { noteDecision } from '../moderation/note.ts';
import type { CommandContext } from '../support/context.ts';
import { type About, numberAt, type Press } from './press.ts';
import { renderCancel, renderManage } from './views.ts';

/** What moderators do with a round. Who comes second is told who was first. */

type Manage = (press: Press, about: About, respond: Responder, context: CommandContext) => Promise<void>;

export async function removeEntry(
  press: Press,
  about: About,
  why: string,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { rounds, texts } = context;
  const { manage, refusals } = texts.rounds;
  const byId = press.userId;
  const number = numberAt(about, 0);
  const outcome = await rounds.remove(about.round.id, number, byId, why.slice(0, REMOVAL_REASON_MAX_CHARACTERS));
  const show = (round: Round, note: string) => showManage(press, { ...about, round }, 1, note, respond, texts);
  switch (outcome.outcome) {
    case 'gone':
      throw new MemberError(refusals.gone);
    case 'over':
      throw new MemberError(refusals.over);
    case 'no entry':
    case 'changed':
      return show(outcome.round, refusals.entryGone);
    case 'late':
      return show(outcome.round, manage.late.removed(outcome.entry.byId));
    case 'done': {
      await show(outcome.round, manage.done.removed(number));
      await rounds.carryOut(about.round.id);
      const { memberId } = outcome.entry;
      const { guildId } = press.server;
      const reason = why === '' ? {} : { why };
      await noteDecision(
        guildId,
        { byId, action: 'entry removed', memberId, jobId: about.round.id, ...reason },
        context,
      );
    }
  }
}

export const letIn: Manage = async (press, about, respond, context) => {
  const { rounds, texts } = context;
  const { manage, refusals } = texts.rounds;
  const byId = press.userId;
  const number = numberAt(about, 0);
  const outcome = await rounds.letIn(about.round.id, number, byId, Number.parseInt(about.more[2] ?? '0', 36));
  const show = (round: Round, note: string) => showManage(press, { ...about, round }, 1, note, respond, texts);
  switch (outcome.outcome) {
    case 'gone':
      throw new MemberError(refusals.gone);
    case 'over':
      throw new MemberError(refusals.over);
    case 'no entry':
      return show(outcome.round, refusals.entryGone);
    case 'changed':
      return show(outcome.round, manage.late.changed);
    case 'late': {
      const { byId: first, state } = outcome.entry;
      return show(outcome.round, state === 'removed' ? manage.late.removed(first) : manage.late.letIn(first));
    }
    case 'done': {
      await show(outcome.round, manage.done.letIn(number));
      await rounds.carryOut(about.round.id);
      const { memberId } = outcome.entry;
      const entry = { byId, action: 'entry let in', memberId, jobId: about.round.id } as const;
      await noteDecision(press.server.guildId, entry, context);
    }
  }
};

export const endEarly: Manage = async (press, about, respond, context) => {
  const { rounds, texts } = context;
  const { manage, refusals } = texts.rounds;
  const byId = press.userId;
  const phase = about.more[0] === 'v' ? 'voting' : 'submitting';
  const outcome = await rounds.endEarly(about.round.id, phase, byId);
  if (outcome.outcome === 'gone') throw new MemberError(refusals.gone);
  const isDone = outcome.outcome === 'done';
  const note = isDone ? manage.done.ended : manage.late.ended(outcome.byId);
  await showManage(press, { ...about, round: outcome.round }, 1, note, respond, texts);
  await rounds.carryOut(about.round.id);
  if (!isDone) return;
  const entry = { byId, action: 'round ended early', jobId: about.round.id, why: about.round.theme } as const;
  await noteDecision(press.server.guildId, entry, context);
};

export const askCancel: Manage = async ({ userId }, { round }, respond, { texts }) => {
  const words = texts.rounds;
  if (round.phase === 'ended') return respond.update(privateText(words.manage.over));
  await respond.update(renderCancel(round, userId, words));
};

export const cancelRound: Manage = async (press, { round }, respond, context) => {
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
};

/** The view of Manage that was pressed changes. @param pageAt where its page stands in the custom id. */
async function showManage(
  { userId }: Press,
  about: About,
  pageAt: number,
  note: string,
  respond: Responder,
  { rounds }: CommandContext['texts'],
): Promise<void> {
  await respond.update(renderManage(about.round, userId, numberAt(about, pageAt), rounds, note));
}
