import {
  consentIds,
  preferencesIds,
  resultOf,
  saveStyleIds,
  styleFormIds,
  stylesIds,
  workFormIds,
  workIds,
} from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import { requestFactsOf } from '../../src/discord/messages/job-message.ts';
import { quoteWithin } from '../../src/discord/messages/prompt-text.ts';
import { costCreditsOf } from '../../src/jobs/job.ts';
import { SAVED_SOURCES_MAX } from '../../src/studio/saved-sources.ts';
import { en } from '../../src/texts/en.ts';
import type { WorkVerb } from '../generate/form.ts';
import { defineButton, defineForm, defineMenuCommand } from '../support/define.ts';
import { needReadable } from '../support/work-access.ts';
import { needConsent, originsOf } from './consent.ts';
import { answerConsent } from './consent-answer.ts';
import { answerReset } from './preferences.ts';
import { openStyleForm, saveFromForm } from './save-style.ts';
import { picturesIn } from './sources.ts';
import { loadStyles } from './style-list.ts';
import { buildFromForm, buildOnWork, openWorkForm } from './work-on.ts';

const words = en.studio.menu;

const workCommand = (name: string, verb: WorkVerb) =>
  defineMenuCommand({ name }, 'everyone', async (interaction, respond, context) =>
    openWorkForm(interaction, verb, picturesIn(interaction, context), respond, context),
  );

export const changePicture = workCommand(words.change, 'change');
export const animatePicture = workCommand(words.animate, 'animate');

export const useAsSource = defineMenuCommand({ name: words.use }, 'everyone', async (interaction, respond, context) => {
  const { texts } = context;
  const { savedSources } = context.studio;
  const { server, userId: memberId } = interaction;
  const pictures = picturesIn(interaction, context);
  await needConsent(interaction, originsOf(pictures), context);
  const count = await savedSources.add({ guildId: server.guildId, memberId }, pictures);
  if (count === 'full') throw new MemberError(texts.studio.savedSources.full(SAVED_SOURCES_MAX));
  await respond.answer(privateText(texts.studio.savedSources.laid(count)));
});

/** The longest quotation, next to the facts; Discord allows 4,000 characters of text in one message. */
const QUOTE_CHARACTERS = 3_000;

/** Everything that made a result, privately, from the menu of its message. */
export const whatMadeThis = defineMenuCommand(
  { name: en.studio.menu.what },
  'everyone',
  async (interaction, respond, context) => {
    const { texts } = context;
    const words = texts.studio.made;
    const { guildId } = interaction.server;
    const result = resultOf(interaction.target?.customIds);
    if (!result) throw new MemberError(words.notOurs);
    const { job, prompt } = await needReadable(interaction, result, context);
    const { request, tasks } = job;
    const facts = requestFactsOf(request, guildId, texts);
    const costCredits = tasks.reduce((sum, task) => sum + (costCreditsOf(task) ?? 0), 0);
    const lines = [
      words.by(result.memberId),
      prompt === undefined ? words.promptHidden : quoteWithin(prompt, QUOTE_CHARACTERS).quote,
      `-# ${facts} · ${texts.job.charged(costCredits)}`,
    ];
    const save = button(saveStyleIds.of(result.memberId, { jobId: result.jobId }), texts.studio.menu.saveStyle);
    await respond.answer(privateText(lines.join('\n'), [save]));
  },
);

export const workButton = defineButton(workIds, 'everyone', buildOnWork);
export const workOnForm = defineForm(workFormIds, 'everyone', buildFromForm);

export const consentButton = defineButton(consentIds, 'everyone', answerConsent);

export const resetButton = defineButton(preferencesIds, 'everyone', answerReset);

/** Turns a page of a member's own list. */
export const stylesPage = defineButton(stylesIds, 'owner', async (interaction, { page }, respond, context) =>
  respond.update(await loadStyles(interaction, page, context)),
);

export const saveThisStyle = defineMenuCommand(
  { name: words.saveStyle },
  'everyone',
  async (interaction, respond, context) => {
    const result = resultOf(interaction.target?.customIds);
    if (!result) throw new MemberError(context.texts.studio.made.notOurs);
    await openStyleForm(interaction, result, respond, context);
  },
);
export const saveStyleButton = defineButton(saveStyleIds, 'everyone', openStyleForm);
export const saveStyleForm = defineForm(styleFormIds, 'everyone', saveFromForm);
