import { ApplicationCommandType, ComponentType, TextInputStyle } from 'discord.js';
import { privateText } from '../../src/discord/components.ts';
import { customIdOf, parseCustomId } from '../../src/discord/custom-ids.ts';
import type { Responder } from '../../src/discord/responder.ts';
import { MemberError } from '../../src/errors.ts';
import { REASON_MAX_CHARACTERS } from '../../src/moderation/members.ts';
import { en } from '../../src/texts/en.ts';
import { needCommand } from '../command-access.ts';
import type { Button, Command, CommandContext, Form } from '../context.ts';
import { isModerator, needModerator } from '../moderators.ts';

/** Report on a result: asks why. */
export const reportButton: Button = {
  action: 'report',
  run: async (interaction, { argument: jobId, memberId }, respond, context) => {
    await needCommand(context.texts.commands.report, interaction, context);
    await openForm(jobId, memberId, interaction.userId, respond, context);
  },
};

/** The same from the menu of a message: of a result of Easel's. */
export const reportCommand: Command = {
  data: { type: ApplicationCommandType.Message, name: en.commands.report, contexts: [0] },
  run: async ({ userId, targetCustomIds }, respond, context) => {
    const id = targetCustomIds.map(parseCustomId).find((one) => one?.action === 'report');
    if (!id) throw new MemberError(context.texts.moderation.reports.noResult);
    await openForm(id.argument, id.memberId, userId, respond, context);
  },
};

async function openForm(
  jobId: string,
  memberId: string,
  userId: string,
  respond: Responder,
  { texts }: CommandContext,
): Promise<void> {
  const words = texts.moderation.reports;
  if (userId === memberId) throw new MemberError(words.yourOwn);
  await respond.openForm({
    custom_id: customIdOf({ action: 'report', argument: jobId, memberId }),
    title: words.form.title,
    components: [
      {
        type: ComponentType.Label,
        label: words.form.why,
        component: {
          ...{ type: ComponentType.TextInput, custom_id: 'why', style: TextInputStyle.Paragraph },
          ...{ max_length: REASON_MAX_CHARACTERS, required: false },
        },
      },
    ],
  });
}

export const reportForm: Form = {
  action: 'report',
  run: async ({ server, userId, fields }, { argument: jobId, memberId }, respond, context) => {
    const { history, moderation, texts } = context;
    const words = texts.moderation.reports;
    if (userId === memberId) throw new MemberError(words.yourOwn);
    const { guildId } = server;
    const entry = await history.find(guildId, memberId, jobId);
    const known = await moderation.reports.find(guildId, jobId);
    const copy = await moderation.gallery.find(guildId, jobId);
    if (!entry && !known && !copy) throw new MemberError(texts.refusals.jobGone);
    const { settings } = await moderation.settings.of(guildId);
    const subject = {
      ...{ guildId, jobId, memberId },
      channelId: entry?.channelId ?? known?.channelId ?? copy?.source.channelId ?? '',
      messageId: entry?.messageId ?? known?.messageId ?? copy?.source.messageId,
    };
    const { outcome } = await moderation.reports.report(subject, {
      byId: userId,
      why: String(fields['why'] ?? '').trim(),
      isModerator: isModerator(server, settings),
      reportsToHide: settings.reportsToHide,
    });
    await respond.answer(privateText(words.thanks[outcome]));
    await moderation.reports.carryOut(guildId, jobId);
  },
};

/** What moderators decide about a reported result: on its card, or on the hidden result itself. */
export const reportedButton: Button = {
  action: 'reported',
  run: async ({ server, userId }, { argument }, respond, context) => {
    await needModerator(server, context);
    const words = context.texts.moderation.reports;
    const [verb, jobId = ''] = argument.split('-');
    const to = verb === 'remove' ? 'removed' : 'restored';
    const outcome = await context.moderation.reports.decide(server.guildId, jobId, to, userId);
    if (outcome.outcome === 'gone') throw new MemberError(context.texts.moderation.waiting.gone);
    if (outcome.outcome === 'late') throw new MemberError(words.late(outcome.record.state, outcome.record.byId));
    await respond.acknowledge();
    await context.moderation.reports.carryOut(server.guildId, jobId);
  },
};
