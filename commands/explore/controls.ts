import { chosenStylePart, exploreIds } from '../../src/discord/custom-ids/controls.ts';
import { defineButtons } from '../support/define.ts';
import { chosenIn } from '../support/form-fields.ts';
import { openPage } from '../works/work-page.ts';
import { loadPanel } from './panel.ts';

/** The tabs, pages and styles of the panel. */
export const exploreButton = defineButtons(exploreIds, 'owner', {
  tab: async (interaction, { tab }, context) =>
    interaction.respond.update(await loadPanel(interaction, { tab, page: 0 }, context)),
  page: async (interaction, shown, context) => interaction.respond.update(await loadPanel(interaction, shown, context)),
  open: (interaction, { jobId, authorId: memberId }, context) =>
    openPage(interaction, 'view', { jobId, memberId, picture: 0 }, context),
  style: async (interaction, _, context) => {
    const styleKey = chosenIn(interaction, chosenStylePart, context);
    await interaction.respond.update(await loadPanel(interaction, { tab: 'style', page: 0, styleKey }, context));
  },
});
