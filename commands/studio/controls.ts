import {
  makeIds,
  NO_LIST,
  savedSourcesIds,
  saveStyleIds,
  styleFormIds,
  workIds,
} from '../../src/discord/custom-ids/controls.ts';
import { en } from '../../src/texts/en.ts';
import { defineButton, defineButtons, defineForm, defineMenuCommand } from '../support/define.ts';
import { requireTarget } from '../support/work-access.ts';
import { sayHowMade } from '../works/how-made.ts';
import { loadWorkPage, openPage } from '../works/work-page.ts';
import { buildOnWork } from './build-on.ts';
import { makeInOnePress } from './one-press.ts';
import { openStyleForm, saveFromForm } from './save-style.ts';
import { blendSaved, buildOnSaved, saveSources } from './saved-sources.ts';
import { picturesIn } from './sources.ts';
import { useStyle } from './use-style.ts';

export { preferencesControl, preferencesForm } from './preferences.ts';
export { styleControl, styleForms } from './style-controls.ts';

const words = en.studio.menu;

/**
 * Opens the private page of the work that a message shows, with everything that can be done with it. Of other pictures, it reads
 * what their files say of how they were made.
 */
export const openInEasel = defineMenuCommand({ name: words.open }, 'everyone', async (interaction, context) => {
  const { target } = interaction;
  if (target && !target.isOwn && target.pictures.length > 0) return sayHowMade(interaction, target.pictures, context);
  const { jobId, memberId } = await requireTarget(interaction, context);
  const page = { jobId, memberId, picture: 0, viewId: NO_LIST };
  await interaction.respond.answer(await loadWorkPage(interaction, 'view', page, context));
});

export const useAsSource = defineMenuCommand({ name: words.use }, 'everyone', async (interaction, context) =>
  saveSources(interaction, await picturesIn(interaction, context), context),
);

/** Makes something from all saved sources together. */
export const savedSourcesButton = defineButtons(savedSourcesIds, 'owner', {
  change: buildOnSaved,
  animate: buildOnSaved,
  blend: blendSaved,
});

/** Makes something from a work: with a form, or in one press. */
export const makeButton = defineButton(makeIds, 'everyone', makeInOnePress);
export const workButton = defineButtons(workIds, 'everyone', {
  view: (interaction, ref, context) => openPage(interaction, 'view', ref, context),
  more: (interaction, ref, context) => openPage(interaction, 'more', ref, context),
  change: buildOnWork,
  animate: buildOnWork,
  edit: buildOnWork,
  style: useStyle,
});

export const saveStyleButton = defineButton(saveStyleIds, 'everyone', openStyleForm);
export const saveStyleForm = defineForm(styleFormIds, 'everyone', saveFromForm);
