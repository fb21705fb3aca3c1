import { z } from 'zod';
import { queueIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import {
  actionRow,
  button,
  memberMenu,
  menu,
  privateMessage,
  privateText,
  textDisplay,
} from '../../src/discord/messages/components.ts';
import { refuseOwn } from '../reports/controls.ts';
import { postCards, waitingLines } from '../review/queue.ts';
import type { Context, ServerInteraction, Subcommand } from '../support/context.ts';
import { defineButtons, defineForms } from '../support/define.ts';
import { chosenIn, typedIn } from '../support/form-fields.ts';
import { listed } from '../support/lists.ts';
import { whyField } from '../support/reasons.ts';
import { fetchInBounds } from '../works/fetch.ts';
import { showMember } from './members.ts';
import { LISTS } from './overviews.ts';

/** `/moderation panel`: what waits for moderators, a member's record, the lists, and the pause. */

const listNames = z.enum(Object.keys(LISTS) as [keyof typeof LISTS, ...(keyof typeof LISTS)[]]);

export const showPanel: Subcommand = async ({ respond, guildId, userId: memberId }, context) => {
  const { moderation, texts } = context;
  const words = texts.moderation.moderators;
  const lines = waitingLines(guildId, context);
  const { pause } = await moderation.settings.of(guildId);
  const lists = listNames.options.map((value) => ({ value, label: words.lists[value] }));
  const idOf = (verb: 'cards' | 'find' | 'list' | 'pause' | 'resume') => queueIds.of(memberId, { verb });
  await respond.answer(
    privateMessage([
      textDisplay(listed(words.queue, words.emptyQueue, lines, words.more)),
      actionRow([memberMenu(idOf('find'), words.find)]),
      actionRow([menu(idOf('list'), lists, { placeholder: words.showList })]),
      actionRow([
        pause === null ? button(idOf('pause'), words.pause) : button(idOf('resume'), words.resume),
        ...(lines.length > 0 ? [button(idOf('cards'), words.postCards)] : []),
      ]),
    ]),
  );
};

/** @throws MemberError if it's so already */
async function setPause(interaction: ServerInteraction, isPaused: boolean, why: string, context: Context) {
  const words = context.texts.moderation.moderators;
  const { respond, guildId, userId: byId } = interaction;
  const isNew = await context.moderation.settings.setPause(guildId, isPaused, { byId, why });
  if (!isNew) throw new MemberError(isPaused ? words.pausedAlready : words.notPaused);
  await respond.answer(privateText(isPaused ? words.paused : words.resumed));
}

export const panelButton = defineButtons(queueIds, 'moderator', {
  cards: postCards,
  find: async (interaction, _, context) => showMember(interaction, chosenIn(interaction, z.string(), context), context),
  list: async (interaction, _, context) => LISTS[chosenIn(interaction, listNames, context)](interaction, context),
  pause: async ({ respond, userId }, _, { texts }) => {
    const { pauseTitle: title, pauseWhy } = texts.moderation.moderators;
    const customId = queueIds.of(userId, { verb: 'pause' });
    await respond.openForm({ custom_id: customId, title, components: [whyField(pauseWhy)] });
  },
  forget: async (interaction, _, context) => {
    const { moderation, texts } = context;
    const { guildId, userId: byId } = interaction;
    const { decisions, known, reports } = moderation;
    const jobId = chosenIn(interaction, z.string(), context);
    const report = await reports.find(guildId, jobId);
    if (report) {
      const { memberId } = report;
      refuseOwn(memberId, interaction, context);
      await known.forget(guildId, jobId, [decisions.put(guildId, { byId, action: 'allowed again', memberId, jobId })]);
      decisions.deliver(guildId);
    }
    await interaction.respond.answer(privateText(texts.moderation.moderators.forgotten));
  },
  bring: async (interaction, _, context) =>
    bringBackRemoved(interaction, chosenIn(interaction, z.string(), context), context),
  resume: (interaction, _, context) => setPause(interaction, false, '', context),
});

export const pauseForm = defineForms(queueIds, 'moderator', {
  pause: (interaction, _, context) => setPause(interaction, true, typedIn(interaction, 'why'), context),
});

/**
 * Shows a removed result again, if its message is there and its files can be had.
 * @throws MemberError if not, and then nothing has changed
 */
async function bringBackRemoved(interaction: ServerInteraction, jobId: string, context: Context): Promise<void> {
  const { moderation, texts } = context;
  const { respond, guildId, userId } = interaction;
  const words = texts.moderation.moderators.broughtBack;
  const report = await moderation.reports.find(guildId, jobId);
  if (report) refuseOwn(report.memberId, interaction, context);
  await fetchInBounds(userId, context, async () => {
    await respond.deferPrivately();
    const outcome = await moderation.reports.bringBack(guildId, jobId, userId);
    if (outcome !== 'brought back') throw new MemberError(words[outcome], 'gone');
    await respond.complete(privateText(words[outcome]));
  });
  await moderation.reports.carryOut(guildId, jobId);
}
