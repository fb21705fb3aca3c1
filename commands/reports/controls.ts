import { type ResultRef, reportedIds, reportIds, whyReportedIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { escapeText } from '../../src/discord/messages/prompt-text.ts';
import { noticeOf } from '../../src/discord/messages/report-message.ts';
import { numberLine } from '../../src/discord/messages/request-message.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { DECISIONS_TO } from '../../src/moderation/reports/report-decisions.ts';
import {
  decidedStateOf,
  decisionDeadlineMs,
  isBeingRemoved,
  type ReportRecord,
  type ReportSubject,
  reporterAnswerId,
  reportReasonSchema,
  soleReporter,
} from '../../src/moderation/reports/report-record.ts';
import { en } from '../../src/texts/en.ts';
import { offerAnotherLook } from '../appeals/offer.ts';
import type { Context, Handler, InServer, Needs, ServerInteraction } from '../support/context.ts';
import { defineButton, defineForm, defineMenuCommand } from '../support/define.ts';
import { selectedIn, typedIn } from '../support/form-fields.ts';
import { isModerator } from '../support/guards.ts';
import { whyIn } from '../support/reasons.ts';
import { accessOf, denialError, requireTarget } from '../support/work-access.ts';
import { removeForm, reportForm as renderReportForm } from './view.ts';

/** *Report to moderators*, in the menu of a message that shows a result. */
export const reportCommand = defineMenuCommand(
  { name: en.commands.report },
  'everyone',
  // A hidden result can be reported too, because an intimate picture has to go at once.
  async (interaction, context) => openReportForm(interaction, await requireTarget(interaction, context), context),
);

/** *Why?*, on a hidden or removed result: tells its author and moderators what was decided, and why. */
export const whyReportedButton = defineButton(whyReportedIds, 'everyone', async (interaction, { jobId }, context) => {
  const { respond, guildId, server, userId } = interaction;
  const { moderation, texts } = context;
  const report = await moderation.reports.find(guildId, jobId);
  if (!report) throw denialError('gone', context);
  const number = numberLine(
    await moderation.decisions.find(guildId, DECISIONS_TO[decidedStateOf(report)], { jobId }),
    texts,
  );
  if (userId === report.memberId) {
    const entry = await context.history.find(guildId, userId, jobId);
    const { lines, buttons } = await offerAnotherLook(interaction, jobId, context);
    const said = [noticeOf(report, entry?.request, texts), ...lines, ...number];
    await respond.answer(privateText(said.join('\n'), buttons));
    return;
  }
  const { settings } = await context.rules();
  if (!isModerator(server, settings)) throw new MemberError(texts.refusals.onlyFor(report.memberId), 'owner');
  const { why = '' } = report;
  const lines = [texts.moderation.reports.cardState(report), ...(why === '' ? [] : [escapeText(why)]), ...number];
  await respond.answer(privateText(lines.join('\n')));
});

/** A report costs nothing, so it's taken even if Discord doesn't say whether admins restricted the command. */
const reportGuard = { who: 'everyone', as: reportCommand.data, ifUnsure: 'allow' } as const;

/** *Report …*, behind *More …* of a result. */
export const reportButton = defineButton(
  reportIds,
  reportGuard,
  (interaction, { jobId, memberId, messageId = interaction.message.id }, context) =>
    openReportForm(interaction, { jobId, memberId, messageId }, context),
);

/** A result, and the message on which it is reported: its own, or its copy in the gallery. */
const openReportForm: Handler<{ jobId: string; memberId: string; messageId: string }> = async (
  interaction,
  reported,
  context,
) => {
  const { respond, guildId, userId } = interaction;
  const { moderation, texts } = context;
  const words = texts.moderation.reports;
  if (userId === reported.memberId) {
    const copy = await moderation.gallery.find(guildId, reported.jobId);
    throw new MemberError(copy?.messageId === reported.messageId ? words.yourOwnCopy : words.yourOwn);
  }
  await requireReportable(interaction, reported, context);
  await respond.openForm(renderReportForm(reported, texts));
};

/** Also a result that Easel no longer keeps, because its message still shows it. @throws MemberError if it's out of sight */
async function requireReportable(
  interaction: InServer,
  reported: ResultRef,
  context: Needs<'moderation' | 'rules' | 'texts'>,
): Promise<void> {
  const { denials } = await accessOf(interaction, reported, ['report'], context);
  if (denials.report) throw denialError(denials.report, context);
}

export const reportForm = defineForm(reportIds, reportGuard, async (interaction, { jobId, memberId }, context) => {
  const { clock, moderation, rules, studio, texts } = context;
  const { respond, guildId, server, userId } = interaction;
  const words = texts.moderation.reports;
  if (userId === memberId) throw new MemberError(words.yourOwn);
  await requireReportable(interaction, { jobId, memberId }, context);
  const { settings } = await rules();
  const subject = await locate({ guildId, jobId, memberId }, context);
  const reason = reportReasonSchema.catch('other').parse(selectedIn(interaction, 'reason')[0]);
  const taken = await moderation.reports.report(subject, {
    byId: userId,
    reason,
    why: typedIn(interaction, 'why'),
    isModerator: isModerator(server, settings),
    reportsToHide: settings.reportsToHide,
  });
  const hasModeratorsChannel = settings.moderatorsChannelId !== null;
  const facts = { hasModeratorsChannel, atMs: clock.now(), ...taken };
  const said = words.answers[taken.outcome](facts);
  const deadlineMs = reason === 'intimate' ? await deadlineOf(subject, context) : undefined;
  await respond.answer(privateText(deadlineMs === undefined ? said : `${said} ${words.decidedBy(deadlineMs)}`));
  if (deadlineMs !== undefined) {
    const { applicationId, receivedAtMs: tokenIssuedAtMs, token } = interaction;
    await studio.answers.keep(guildId, reporterAnswerId(jobId, userId), { applicationId, token, tokenIssuedAtMs });
  }
  await moderation.reports.carryOut(guildId, jobId);
});

/** When moderators should have decided about it; undefined if they have, or needn't. */
async function deadlineOf(
  { guildId, jobId }: Pick<ReportSubject, 'guildId' | 'jobId'>,
  { moderation }: Needs<'moderation'>,
): Promise<number | undefined> {
  const record = await moderation.reports.find(guildId, jobId);
  return record && decisionDeadlineMs(record);
}

/** The message that shows the result, as its record says. The id may name any message. */
async function locate(
  { guildId, memberId, jobId }: Pick<ReportSubject, 'guildId' | 'memberId' | 'jobId'>,
  context: Needs<'jobs' | 'texts'>,
): Promise<ReportSubject> {
  const known = await context.jobs.lineageOf(guildId, jobId);
  if (!known) throw denialError('gone', context);
  const { channelId, messageId } = known;
  return { guildId, memberId, jobId, channelId, messageId };
}

type Decision = { verb: 'keep' | 'remove'; jobId: string; memberId: string; why: string; isAnswer?: boolean };

/** *Restore* and *Remove*, on the card of a report. *Remove* asks for the reason, which the author will see. */
export const reportedButton = defineButton(reportedIds, 'moderator', async (interaction, pressed, context) => {
  if (pressed.verb === 'undo') return undoReported(interaction, pressed, context);
  if (pressed.verb === 'all') return restoreAll(interaction, pressed, context);
  if (pressed.verb === 'keep') return decideOnCard(interaction, { ...pressed, verb: 'keep', why: '' }, context);
  const { settings } = await context.rules();
  await interaction.respond.openForm(removeForm(reportedIds.of(pressed.memberId, pressed), settings, context.texts));
});

export const reportedForm = defineForm(reportedIds, 'moderator', (interaction, sent, context) =>
  decideOnCard(interaction, { ...sent, verb: 'remove', why: whyIn(interaction) }, context),
);

const decideOnCard: Handler<Decision> = async (interaction, decision, context) => {
  await decideReported(interaction, decision, context);
  await interaction.respond.acknowledge();
  await context.moderation.reports.carryOut(interaction.guildId, decision.jobId);
};

/**
 * @param decision the one of that time
 * @param said takes the place of the pressed message; a card is drawn anew by itself
 * @throws MemberError if it's too late, or only others may bring it back
 */
export async function undoReported(
  interaction: ServerInteraction,
  { jobId, atMs }: { jobId: string; atMs: number },
  context: Context,
  said?: string,
): Promise<void> {
  const { guildId, respond, userId: byId } = interaction;
  const { reports } = context.moderation;
  const found = await reports.find(guildId, jobId);
  if (found && isBeingRemoved(found)) refuseOwn(found.memberId, interaction, context);
  const outcome = await reports.undo(guildId, jobId, { atMs, byId });
  if (outcome === 'late') throw new MemberError(context.texts.moderation.reports.undoLate, 'gone');
  await (said === undefined ? respond.acknowledge() : respond.update(privateText(said)));
  await reports.carryOut(guildId, jobId);
}

/** @throws MemberError for moderators who would show their own result again; managers can */
export function refuseOwn(authorId: string, { server, userId }: InServer, { texts }: Needs<'texts'>): void {
  if (authorId === userId && !mayManageServer(server.memberPermissions))
    throw new MemberError(texts.moderation.reports.ownDecision);
}

/** Restores everything undecided that only this result's reporter has reported, except the moderator's own. */
const restoreAll: Handler<{ jobId: string }> = async (
  { respond, guildId, server, userId },
  { jobId },
  { moderation, texts },
) => {
  const words = texts.moderation.reports;
  const record = await moderation.reports.find(guildId, jobId);
  const reporterId = record && soleReporter(record);
  if (reporterId === undefined) throw new MemberError(words.severalReporters);
  const mayDecide = (authorId: string) => authorId !== userId || mayManageServer(server.memberPermissions);
  const restored = await moderation.reports.restoreAll(guildId, reporterId, userId, mayDecide);
  await respond.answer(privateText(words.restoredAll(reporterId, restored.length)));
  for (const id of restored) await moderation.reports.carryOut(guildId, id);
};

/**
 * @param decision the answer to an appeal is final, and its author reads only that
 * @throws MemberError if the presser may not decide about the result, or someone has decided already
 */
export async function decideReported(
  interaction: InServer,
  { verb, jobId, memberId, why, isAnswer = false }: Decision,
  context: Needs<'moderation' | 'texts'>,
): Promise<ReportRecord> {
  const { guildId, userId } = interaction;
  const { moderation, texts } = context;
  const words = texts.moderation.reports;
  const to = verb === 'remove' ? 'removed' : 'restored';
  const { memberId: authorId = memberId } = (await moderation.reports.find(guildId, jobId)) ?? {};
  if (to === 'restored') refuseOwn(authorId, interaction, context);
  const how = { why, isUndoable: !isAnswer, isAuthorTold: isAnswer };
  const outcome = await moderation.reports.decide(guildId, jobId, to, userId, how);
  if (outcome.outcome === 'gone') throw new MemberError(texts.moderation.waiting.gone, 'gone');
  if (outcome.outcome === 'late') throw new MemberError(words.late(outcome.record), 'gone');
  return outcome.record;
}
