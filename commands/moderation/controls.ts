import { ButtonStyle } from 'discord.js';
import {
  loggedIds,
  moderateIds,
  moderateRequestIds,
  moderatingIds,
  type ResultRef,
  reportIds,
} from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import { quoteShort, quoteWithin } from '../../src/discord/messages/prompt-text.ts';
import { reportLine } from '../../src/discord/messages/report-message.ts';
import { waitingId } from '../../src/discord/messages/request-message.ts';
import { allChangesOf } from '../../src/discord/messages/setting-words.ts';
import { kindOfRequest } from '../../src/jobs/job/variants.ts';
import { undoEndsInMs } from '../../src/moderation/reports/report-decisions.ts';
import { isDecidable, type ReportRecord } from '../../src/moderation/reports/report-record.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { en, type Texts } from '../../src/texts/en.ts';
import { decideReported, undoReported } from '../reports/controls.ts';
import { removeForm } from '../reports/view.ts';
import { MODERATION_COMMAND } from '../support/command-access.ts';
import type { Context, InServer, Needs, ServerInteraction } from '../support/context.ts';
import { defineButton, defineForm, defineMenuCommand } from '../support/define.ts';
import { type FormData, selectedIn, selectField } from '../support/form-fields.ts';
import { listed } from '../support/lists.ts';
import { decisionFields, whyIn } from '../support/reasons.ts';
import { requireTarget } from '../support/work-access.ts';
import { changeStanding, refuseOwnTimeout, showMember, timeOut, undoStanding } from './members.ts';

export { panelButton, pauseForm } from './panel.ts';

const { Danger, Success } = ButtonStyle;
const PROMPT_CHARACTERS = 800;
const REASONS_SHOWN = 10;

/** *Moderate …* on a hidden result. Everyone sees the button, but only moderators can use it. */
export const moderateButton = defineButton(moderateIds, 'moderator', async (interaction, ref, context) => {
  await openResultMenu(interaction, { ...ref, messageId: interaction.message.id }, context);
});

/** The same in a message's menu, which Discord shows to members with Manage Messages. */
export const moderateCommand = defineMenuCommand(
  {
    name: en.moderation.moderate.command,
    default_member_permissions: MODERATION_COMMAND.default_member_permissions,
  },
  'moderator',
  async (interaction, context) => {
    await openResultMenu(interaction, await requireTarget(interaction, context), context);
  },
);

async function openResultMenu(
  { respond, guildId }: ServerInteraction,
  { jobId, memberId, messageId }: ResultRef & { messageId: string },
  context: Context,
): Promise<void> {
  const { reports: words, moderate } = context.texts.moderation;
  const record = await context.moderation.reports.find(guildId, jobId);
  const work = await context.jobs.findAny({ guildId, memberId, jobId });
  const { state = 'shown', reports = [] } = record ?? {};
  const lines = [
    moderate.ofResult(work && kindOfRequest(work.request), memberId),
    !record || (reports.length === 0 && state === 'shown') ? moderate.notReported : words.cardState(record),
    ...reports.slice(-REASONS_SHOWN).map((one) => reportLine(one, quoteShort(one.why), context.texts)),
  ];
  const choice = (verb: 'keep' | 'remove', label: string, style: typeof Danger | typeof Success) =>
    button(moderatingIds.of(memberId, { verb, jobId }), label, style);
  const isShown = state === 'shown' || state === 'restored';
  const isOpen = record !== undefined && isDecidable(record);
  const buttons = [
    ...(isShown ? [button(reportIds.of(memberId, { jobId, messageId }), moderate.hide)] : []),
    ...(isOpen ? [choice('keep', state === 'hidden' ? words.buttons.restore : words.buttons.keep, Success)] : []),
    ...(isOpen ? [choice('remove', moderate.remove, Danger)] : []),
    ...(record ? undoButtons(record, context) : []),
    timeoutButton(memberId, context),
  ];
  await respond.answer(privateText(lines.join('\n'), buttons));
}

/** For as long as its decision can be undone. */
function undoButtons(record: ReportRecord, { clock, texts }: Needs<'clock' | 'texts'>) {
  const { decidedAtMs: atMs, jobId, memberId } = record;
  if (atMs === undefined || !undoEndsInMs(record, clock.now())) return [];
  const customId = moderatingIds.of(memberId, { verb: 'undoResult', jobId, atMs });
  return [button(customId, texts.moderation.moderators.undo)];
}

function timeoutButton(memberId: string, { texts }: Context) {
  return button(moderatingIds.of(memberId, { verb: 'timeout' }), texts.moderation.moderate.timeout);
}

/** *Moderate …* on a request that members vote on. */
export const moderateRequestButton = defineButton(
  moderateRequestIds,
  'moderator',
  async ({ respond, guildId }, { requestId, memberId }, context) => {
    const { moderation, texts } = context;
    const request = await moderation.requests.find(requestId);
    if (request?.guildId !== guildId || request.decision) {
      throw new MemberError(texts.moderation.waiting.gone, 'gone');
    }
    const words = texts.moderation.waiting.buttons;
    const { quote } = quoteWithin(request.request.prompt, PROMPT_CHARACTERS);
    const buttons = [
      button(waitingId('veto', request), words.veto, Danger),
      ...(request.draft ? [] : [button(waitingId('edit', request), words.edit)]),
      timeoutButton(memberId, context),
    ];
    const text = `${texts.moderation.moderate.ofRequest(memberId)}\n${quote}`;
    await respond.answer(privateText(text, buttons));
  },
);

export const moderatingButton = defineButton(moderatingIds, 'moderator', async (interaction, pressed, context) => {
  const customId = moderatingIds.of(pressed.memberId, pressed);
  const { settings } = await context.rules();
  switch (pressed.verb) {
    case 'lift':
    case 'trust':
    case 'untrust':
      return changeStanding(interaction, pressed.verb, pressed.memberId, context);
    case 'undo':
      return undoStanding(interaction, pressed, context);
    case 'undoResult':
      // Also without a moderators' channel, which would have a card with this button.
      return undoReported(interaction, pressed, context, context.texts.moderation.reports.undone);
    case 'member':
      return showMember(interaction, pressed.memberId, context);
    case 'keep':
      return decide(interaction, { ...pressed, verb: 'keep', why: '' }, context);
    case 'remove':
      return interaction.respond.openForm(removeForm(customId, settings, context.texts));
    case 'timeout':
      await refuseTimeout(interaction, pressed.memberId, context);
      return interaction.respond.openForm(timeoutForm(customId, settings, context.texts));
  }
});

export const moderatingForm = defineForm(moderatingIds, 'moderator', async (interaction, sent, context) => {
  const why = whyIn(interaction);
  if (sent.verb === 'remove') return decide(interaction, { ...sent, verb: 'remove', why }, context);
  if (sent.verb !== 'timeout') throw new MemberError(context.texts.refusals.unknownButton, 'gone');
  await refuseTimeout(interaction, sent.memberId, context);
  const minutes = Number(selectedIn(interaction, 'for')[0]) || 0;
  await timeOut(interaction, { memberId: sent.memberId, minutes, why }, context);
});

async function decide(
  interaction: ServerInteraction,
  decision: { verb: 'keep' | 'remove'; jobId: string; memberId: string; why: string },
  context: Context,
): Promise<void> {
  const decided = await decideReported(interaction, decision, context);
  const { cardState } = context.texts.moderation.reports;
  await interaction.respond.update(privateText(cardState(decided), undoButtons(decided, context)));
  await context.moderation.reports.carryOut(interaction.guildId, decided.jobId);
}

/**
 * Asks Discord who the member is, because a press doesn't say.
 * @throws MemberError for managers and for the moderator's own timeout, or if Discord doesn't answer
 */
async function refuseTimeout(interaction: InServer, memberId: string, context: Context): Promise<void> {
  const { moderate, moderators } = context.texts.moderation;
  refuseOwnTimeout(memberId, interaction, context);
  const manages = await context.discord.isManager(interaction.guildId, memberId);
  if (manages === undefined) throw new MemberError(moderate.unsure);
  if (manages) throw new MemberError(moderators.noTimeoutOfManagers(memberId));
}

function timeoutForm(customId: string, settings: ModerationSettings, texts: Texts): FormData {
  const { for: label, timeout: title, why } = texts.moderation.moderate.forms;
  const options = texts.moderation.moderators.durations.map(({ minutes, name }) => ({
    label: name,
    value: String(minutes),
  }));
  const duration = selectField('for', label, options, { chosen: [] });
  return { custom_id: customId, title, components: [duration, ...decisionFields(why, settings, texts)] };
}

/** *Show* on a line about many changed settings. */
export const loggedButton = defineButton(loggedIds, 'moderator', async (interaction, { atMs, memberId }, context) => {
  const { moderation, texts } = context;
  const { entries } = await moderation.audit.of(interaction.guildId);
  const entry = entries.find((one) => one.atMs === atMs && one.byId === memberId && one.changes !== undefined);
  if (!entry) throw new MemberError(texts.moderation.settings.changesGone, 'gone');
  const lines = allChangesOf(entry, texts.moderation.settings).map((line) => `- ${line}`);
  const { line, more } = texts.moderation.moderators;
  await interaction.respond.answer(privateText(listed(line(entry), '', lines, more)));
});
