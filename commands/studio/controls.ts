import { saveStyleIds, styleFormIds, stylesIds, workIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import { requestFactsOf } from '../../src/discord/messages/job-message.ts';
import { quoteWithin } from '../../src/discord/messages/prompt-text.ts';
import { SAVED_SOURCES_MAX } from '../../src/studio/saved-sources.ts';
import { en } from '../../src/texts/en.ts';
import type { BuildVerb } from '../generate/form.ts';
import { defineButton, defineForm, defineMenuCommand } from '../support/define.ts';
import { requireReadable, requireTarget } from '../support/work-access.ts';
import { costCredits } from '../works/view.ts';
import { buildOnWork, openBuildForm, requireUsable } from './build-on.ts';
import { openStyleForm, saveFromForm } from './save-style.ts';
import { picturesIn } from './sources.ts';
import { loadStyles } from './style-list.ts';

export { preferencesControl, preferencesForm } from './preferences.ts';

const words = en.studio.menu;

const workCommand = (name: string, verb: BuildVerb) =>
  defineMenuCommand({ name }, 'everyone', async (interaction, context) =>
    openBuildForm(interaction, verb, await picturesIn(interaction, context), context),
  );

export const changePicture = workCommand(words.change, 'change');
export const animatePicture = workCommand(words.animate, 'animate');

export const useAsSource = defineMenuCommand({ name: words.use }, 'everyone', async (interaction, context) => {
  const { texts } = context;
  const { respond, guildId, userId: memberId } = interaction;
  const pictures = await picturesIn(interaction, context);
  await requireUsable(interaction, pictures, context);
  const count = await context.studio.savedSources.add({ guildId, memberId }, pictures);
  if (count === 'full') throw new MemberError(texts.studio.savedSources.full(SAVED_SOURCES_MAX), 'limit.records');
  await respond.answer(privateText(texts.studio.savedSources.laid(count)));
});

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

export const buildButton = defineButton(workIds, 'everyone', buildOnWork);

export const stylesPageButton = defineButton(stylesIds, 'owner', async (interaction, { page }, context) =>
  interaction.respond.update(await loadStyles(interaction, page, context)),
);

export const saveThisStyle = defineMenuCommand({ name: words.saveStyle }, 'everyone', async (interaction, context) => {
  await openStyleForm(interaction, await requireTarget(interaction, context), context);
});
export const saveStyleButton = defineButton(saveStyleIds, 'everyone', openStyleForm);
export const saveStyleForm = defineForm(styleFormIds, 'everyone', saveFromForm);
