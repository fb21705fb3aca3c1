import { ButtonStyle } from 'discord.js';
import { ALL_WORKS, chosenWorkPart, forgetIds, historyIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import type { PageStart } from '../../src/works/search.ts';
import { defineButton } from '../support/define.ts';
import { chosenIn } from '../support/form-fields.ts';
import { exportWorks } from '../works/export.ts';
import { loadWorkPage } from '../works/work-page.ts';
import { loadList } from './list.ts';

/** Turns the pages of a member's own list, opens works, and exports them. */
export const historyButton = defineButton(historyIds, 'owner', async (interaction, pressed, context) => {
  const { respond, channelId, guildId, server, userId } = interaction;
  const { memberId, viewId } = pressed;
  if (pressed.verb === 'open') {
    const [jobId, ownerId] = chosenIn(interaction, chosenWorkPart, context);
    await respond.update(await loadWorkPage(interaction, { jobId, memberId: ownerId, viewId }, context));
    return;
  }
  const owner = { guildId, memberId };
  const filter = viewId === ALL_WORKS ? {} : await context.works.views.find(owner, viewId);
  if (!filter) throw new MemberError(context.texts.works.viewGone, 'gone');
  const viewer = { channelId, guildId, server, userId, viewId, filter };
  if (pressed.verb === 'export') return exportWorks(viewer, respond, context);
  const start: PageStart = pressed.verb === 'newest' ? { at: 'newest' } : { at: pressed.verb, jobId: pressed.jobId };
  await respond.update(await loadList(viewer, start, context));
});

/** Deletes everything that Easel keeps about a member's finished works in this server. Asks first. */
export const forgetButton = defineButton(
  forgetIds,
  'owner',
  async ({ respond, guildId }, { verb, memberId }, { moderation, texts, ...context }) => {
    const words = texts.history;
    if (verb === 'ask') {
      const yes = button(forgetIds.of(memberId, { verb: 'yes' }), words.forgetYes, ButtonStyle.Danger);
      await respond.answer(privateText(words.forgetAsk, [yes]));
      return;
    }
    await respond.acknowledge();
    const { stars, collections, views } = context.works;
    for (const records of [stars, collections, views]) await records.forget({ guildId, memberId });
    await context.studio.keptRequests.forget({ guildId, memberId });
    await context.history.forget(guildId, memberId);
    await moderation.audit.forget(guildId, memberId);
    await respond.complete(privateText(words.forgotten(moderation.requests.countUnfinished(guildId, memberId))));
    await moderation.requests.forget(guildId, memberId);
  },
);
