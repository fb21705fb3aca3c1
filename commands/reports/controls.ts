import { moderateIds, reportedIds, reportIds } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { REASON_MAX_CHARACTERS } from '../../src/moderation/records/members.ts';
import {
  REPORT_REASONS,
  type ReportRecord,
  reportReasonSchema,
  type Subject,
} from '../../src/moderation/reports/report-record.ts';
import { en } from '../../src/texts/en.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { defineButton, defineForm, defineMenuCommand } from '../support/define.ts';
import { type FieldOption, type FormData, selectedIn, selectField, textField } from '../support/form-fields.ts';
import { isModerator } from '../support/guards.ts';

/** *Report*, in the menu of a message: of a result of Easel's. */
export const reportCommand = defineMenuCommand(
  { name: en.commands.report },
  'everyone',
  async (interaction, respond, context) => {
    const { target } = interaction;
    // What reports have hidden may still have to go at once.
    const id = target?.customIds.map((one) => reportIds.read(one) ?? moderateIds.read(one)).find(Boolean);
    if (!target || !id) throw new MemberError(context.texts.moderation.reports.noResult);
    await openForm(interaction, { ...id, messageId: target.id }, respond, context);
  },
);

/** The same on a result: asks why. */
export const reportButton = defineButton(
  reportIds,
  { who: 'everyone', as: reportCommand.data },
  (interaction, { jobId, memberId, messageId = interaction.message.id }, respond, context) =>
    openForm(interaction, { jobId, memberId, messageId }, respond, context),
);

/** A result, and the message on which somebody reports it: its own, or its copy's. */
interface Reported {
  jobId: string;
  memberId: string;
  messageId: string;
}

async function openForm(
  { server, userId }: InServer<InteractionFacts>,
  { jobId, memberId, messageId }: Reported,
  respond: Responder,
  { moderation, texts }: CommandContext,
): Promise<void> {
  const words = texts.moderation.reports;
  if (userId === memberId) {
    const copy = await moderation.gallery.find(server.guildId, jobId);
    throw new MemberError(copy?.messageId === messageId ? words.yourOwnCopy : words.yourOwn);
  }
  await respond.openForm({
    custom_id: reportIds.of(memberId, { jobId, messageId }),
    title: words.form.title,
    components: [
      selectField('reason', words.form.reason, reasonOptions(words), { chosen: ['rules'] }),
      textField('why', words.form.why, { most: REASON_MAX_CHARACTERS, isLong: true, isRequired: false }),
    ],
  });
}

function reasonOptions({ intimateHint, reasons }: CommandContext['texts']['moderation']['reports']): FieldOption[] {
  return REPORT_REASONS.map((value) => ({
    value,
    label: reasons[value],
    ...(value === 'intimate' ? { description: intimateHint } : {}),
  }));
}

export const reportForm = defineForm(
  reportIds,
  { who: 'everyone', as: reportCommand.data },
  async (interaction, { jobId, messageId, memberId }, respond, context) => {
    const { moderation, rules, texts } = context;
    const { server, userId, channelId, fields } = interaction;
    const words = texts.moderation.reports;
    if (userId === memberId) throw new MemberError(words.yourOwn);
    const { guildId } = server;
    const { settings } = await rules();
    const pressed = { guildId, jobId, memberId, channelId, messageId };
    const subject = await placed(pressed, context);
    const { outcome } = await moderation.reports.report(subject, {
      byId: userId,
      reason: reportReasonSchema.catch('other').parse(selectedIn(fields['reason'])[0]),
      why: String(fields['why'] ?? '').trim(),
      isModerator: isModerator(server, settings),
      reportsToHide: settings.reportsToHide,
    });
    const hasModeratorsChannel = settings.moderatorsChannelId !== null;
    await respond.answer(privateText(words.thanks[outcome](hasModeratorsChannel)));
    await moderation.reports.carryOut(guildId, jobId);
  },
);

/** The result with the place where it is shown, as far as that is kept; else somebody pressed on it, or on its copy. */
async function placed(pressed: Subject, { history, moderation }: CommandContext): Promise<Subject> {
  const { guildId, memberId, jobId } = pressed;
  const entry = await history.find(guildId, memberId, jobId);
  const known = entry?.messageId === undefined ? await moderation.reports.find(guildId, jobId) : entry;
  if (known?.messageId !== undefined) {
    return { ...pressed, channelId: known.channelId, messageId: known.messageId };
  }
  const copy = await moderation.gallery.find(guildId, jobId);
  if (copy?.messageId === undefined || copy.messageId !== pressed.messageId) return pressed;
  const { channelId, messageId } = copy.source;
  return { ...pressed, channelId, messageId };
}

type Decision = { verb: 'keep' | 'remove'; jobId: string; memberId: string; why: string };

/** What moderators decide on the card of a reported result. Removing asks for the reason, which its author reads. */
export const reportedButton = defineButton(reportedIds, 'moderator', async (interaction, pressed, respond, context) => {
  if (pressed.verb === 'keep') return decideOnCard(interaction, { ...pressed, why: '' }, respond, context);
  await respond.openForm(removeForm(reportedIds.of(pressed.memberId, pressed), context.texts));
});

export const reportedForm = defineForm(reportedIds, 'moderator', (interaction, sent, respond, context) =>
  decideOnCard(interaction, { ...sent, why: String(interaction.fields['why'] ?? '').trim() }, respond, context),
);

async function decideOnCard(
  interaction: InServer<InteractionFacts>,
  decision: Decision,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  await decideAbout(interaction, decision, context);
  await respond.acknowledge();
  await context.moderation.reports.carryOut(interaction.server.guildId, decision.jobId);
}

/** For moderators. @throws MemberError where it is not theirs to decide, or decided already. */
export async function decideAbout(
  { server, userId }: InServer<InteractionFacts>,
  { verb, jobId, memberId, why }: Decision,
  context: CommandContext,
): Promise<ReportRecord> {
  const words = context.texts.moderation.reports;
  const to = verb === 'remove' ? 'removed' : 'restored';
  if (to === 'restored' && userId === memberId && !mayManageServer(server.memberPermissions)) {
    throw new MemberError(words.ownDecision);
  }
  const outcome = await context.moderation.reports.decide(server.guildId, jobId, to, userId, why);
  if (outcome.outcome === 'gone') throw new MemberError(context.texts.moderation.waiting.gone);
  if (outcome.outcome === 'late') throw new MemberError(words.late(outcome.record.state, outcome.record.byId));
  return outcome.record;
}

export function removeForm(customId: string, texts: CommandContext['texts']): FormData {
  return { custom_id: customId, title: texts.moderation.moderate.forms.remove, components: [whyField(texts)] };
}

/** Why a moderator does it: its member reads that. */
export const whyField = ({ moderation }: CommandContext['texts']) =>
  textField('why', moderation.moderate.forms.why, { most: REASON_MAX_CHARACTERS, isLong: true, isRequired: false });
