import { ALL_WORKS, chosenWorkPart, historyIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/errors.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import { en } from '../../src/texts/en.ts';
import type { PageStart } from '../../src/works/search.ts';
import { defineButton, defineCommand } from '../support/define.ts';
import { exportWorks } from '../works/export.ts';
import { renderPage } from '../works/page.ts';
import { filterOf, filterOptions, suggestCollections } from './filter.ts';
import { renderList } from './list.ts';

export const history = defineCommand({
  name: 'history',
  description: en.commands.history.description,
  options: filterOptions,
  guard: 'everyone',
  run: async (interaction, respond, context) => {
    const { channelId, id, server, userId } = interaction;
    const filter = await filterOf(interaction, context);
    const isAll = Object.keys(filter).length === 0;
    const viewId = isAll ? ALL_WORKS : jobIdOf(id);
    if (!isAll) await context.views.add({ guildId: server.guildId, memberId: userId }, viewId, filter);
    await respond.answer(await renderList({ channelId, server, userId, viewId, filter }, { at: 'newest' }, context));
  },
  suggest: { collection: suggestCollections },
});

/** Turns the pages of somebody's own history, and opens what is on them. */
export const historyButton = defineButton(historyIds, 'owner', async (interaction, pressed, respond, context) => {
  const { channelId, server, userId, values } = interaction;
  const { memberId, viewId } = pressed;
  if (pressed.verb === 'open') {
    const [jobId, ownerId] = chosenWorkPart.parse(values[0]);
    await respond.update(await renderPage(interaction, { jobId, memberId: ownerId, viewId }, context));
    return;
  }
  const owner = { guildId: server.guildId, memberId };
  const filter = viewId === ALL_WORKS ? {} : await context.views.find(owner, viewId);
  if (!filter) throw new MemberError(context.texts.works.viewGone);
  const viewer = { channelId, server, userId, viewId, filter };
  if (pressed.verb === 'export') return exportWorks(viewer, respond, context);
  const start: PageStart = pressed.verb === 'newest' ? { at: 'newest' } : { at: pressed.verb, jobId: pressed.jobId };
  await respond.update(await renderList(viewer, start, context));
});
