import { makeIds, NO_LIST, saveStyleIds, styleFormIds, workIds } from '../../src/discord/custom-ids/controls.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import { requestFactsOf } from '../../src/discord/messages/job-message.ts';
import { quoteWithin } from '../../src/discord/messages/prompt-text.ts';
import { en } from '../../src/texts/en.ts';
import type { BuildVerb } from '../generate/form.ts';
import { defineButton, defineButtons, defineForm, defineMenuCommand } from '../support/define.ts';
import { requireReadable, requireTarget } from '../support/work-access.ts';
import { costCredits } from '../works/view.ts';
import { loadWorkPage, openPage } from '../works/work-page.ts';
import { buildOnWork, openBuildForm, saveSources } from './build-on.ts';
import { makeInOnePress } from './one-press.ts';
import { openStyleForm, saveFromForm } from './save-style.ts';
import { picturesIn } from './sources.ts';

export { preferencesControl, preferencesForm } from './preferences.ts';
export { styleControl, styleForms } from './style-controls.ts';

const words = en.studio.menu;

const workCommand = (name: string, verb: BuildVerb) =>
  defineMenuCommand({ name }, 'everyone', async (interaction, context) => {
    const pictures = await picturesIn(interaction, context);
    const [{ origin } = { origin: undefined }, ...others] = pictures;
    if (origin?.kind !== 'result' || others.length === 0) {
      return openBuildForm(interaction, verb, pictures, context);
    }
    // The member chooses one of them by its number.
    const { id: jobId, memberId } = origin;
    const page = { jobId, memberId, picture: 0, viewId: NO_LIST };
    await interaction.respond.answer(await loadWorkPage(interaction, 'view', page, context));
  });

export const changePicture = workCommand(words.change, 'change');
export const animatePicture = workCommand(words.animate, 'animate');

export const useAsSource = defineMenuCommand({ name: words.use }, 'everyone', async (interaction, context) =>
  saveSources(interaction, await picturesIn(interaction, context), context),
);

/** Discord allows 4,000 characters of text in a message. The facts need the rest. */
const QUOTE_CHARACTERS = 3_000;

/** Shows privately how a work was made. */
export const whatMadeThis = defineMenuCommand(
  { name: en.studio.menu.what },
  'everyone',
  async (interaction, context) => {
    const { texts } = context;
    const words = texts.studio.made;
    const { respond, guildId } = interaction;
    const result = await requireTarget(interaction, context);
    const { job, prompt } = await requireReadable(interaction, result, context);
    const { request } = job;
    const facts = requestFactsOf(request, guildId, texts);
    const lines = [
      words.by(result.memberId),
      prompt === undefined ? texts.works.promptHidden : quoteWithin(prompt, QUOTE_CHARACTERS).quote,
      `-# ${facts} · ${texts.job.charged(costCredits(job))}`,
    ];
    const save = button(saveStyleIds.of(result.memberId, { jobId: result.jobId }), texts.studio.menu.saveStyle);
    await respond.answer(privateText(lines.join('\n'), [save]));
  },
);

/** Makes something from a work: with a form, or in one press. */
export const makeButton = defineButton(makeIds, 'everyone', makeInOnePress);
export const workButton = defineButtons(workIds, {
  view: { guard: 'everyone', run: (interaction, ref, context) => openPage(interaction, 'view', ref, context) },
  more: { guard: 'everyone', run: (interaction, ref, context) => openPage(interaction, 'more', ref, context) },
  change: { guard: 'everyone', run: buildOnWork },
  animate: { guard: 'everyone', run: buildOnWork },
  edit: { guard: 'everyone', run: buildOnWork },
});

export const saveThisStyle = defineMenuCommand({ name: words.saveStyle }, 'everyone', async (interaction, context) => {
  await openStyleForm(interaction, await requireTarget(interaction, context), context);
});
export const saveStyleButton = defineButton(saveStyleIds, 'everyone', openStyleForm);
export const saveStyleForm = defineForm(styleFormIds, 'everyone', saveFromForm);
