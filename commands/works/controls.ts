import {
  collectFormIds,
  deleteIds,
  fetchIds,
  pageIds,
  promptIds,
  starIds,
  surelyDeleteIds,
} from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts, InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { refusalLinesOf } from '../../src/discord/messages/job-message.ts';
import { renderWholePrompt } from '../../src/discord/messages/whole-prompt.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import {
  COLLECTED_MAX,
  COLLECTION_NAME_MAX_CHARACTERS,
  COLLECTIONS_MAX,
  holds,
  type WorkCollection,
} from '../../src/works/collections.ts';
import { STARS_OF_MEMBER_MAX, STARS_OF_WORK_MAX, type WorkRef } from '../../src/works/stars.ts';
import { TERMS_OF_MEMBER_MAX } from '../../src/works/terms.ts';
import type { CommandContext, Handle, InServer } from '../support/context.ts';
import { defineButton, defineButtons, defineForm } from '../support/define.ts';
import { chosenIn, type FormData, selectField, textField } from '../support/form-fields.ts';
import { needAccess } from '../support/work-access.ts';
import { bringBack } from './bring-back.ts';
import { deleteConfirmed, deleteOrAsk } from './delete.ts';
import { fetchAgain } from './fetch.ts';
import { renderPage } from './page.ts';
import { chosenTerms, type PageRef } from './view.ts';

/** Keeps what the member chose of one work of theirs, and shows its page anew. @throws MemberError where it is not theirs. */
const chooseTerms: Handle<PageRef, InteractionOf<'component'>> = async (interaction, ref, respond, context) => {
  const { server, userId, values } = interaction;
  const { jobId, memberId } = ref;
  const { texts } = context;
  const { terms } = context.works;
  const words = texts.works.terms;
  if (userId !== memberId) throw new MemberError(words.notYours);
  const { work } = await needAccess(interaction, ref, ['find'], context);
  const { createdAtMs } = work.job;
  const said = await terms.set({ guildId: server.guildId, jobId, memberId, createdAtMs }, chosenTerms(values[0]));
  if (said === 'full') throw new MemberError(words.full(TERMS_OF_MEMBER_MAX));
  await respond.update(await renderPage(interaction, ref, context));
};

/** What is pressed and chosen on a work's page alone. */
export const pageButton = defineButtons(pageIds, {
  bring: { guard: 'everyone', run: bringBack },
  terms: { guard: 'everyone', run: chooseTerms },
  star: {
    guard: 'everyone',
    run: async (interaction, ref, respond, context) => {
      await toggleStar(interaction, ref, context);
      await respond.update(await renderPage(interaction, ref, context));
    },
  },
  collect: {
    guard: 'everyone',
    run: async (interaction, { jobId, memberId, viewId }, respond, context) => {
      const { server, userId } = interaction;
      const work = { guildId: server.guildId, jobId, memberId };
      await needAccess(interaction, work, ['find'], context);
      const own = await context.works.collections.of({ guildId: server.guildId, memberId: userId });
      const id = collectFormIds.of(userId, { jobId, ownerId: memberId, viewId });
      await respond.openForm(collectForm(id, own, work, context.texts));
    },
  },
});

/** Which of one's collections have it, and a new one. */
function collectForm(
  customId: string,
  own: readonly WorkCollection[],
  work: WorkRef,
  { works }: CommandContext['texts'],
): FormData {
  const words = works.collect;
  const options = own.map(({ id, name }) => ({ label: name, value: id }));
  const chosen = own.filter((one) => holds(one, work)).map(({ id }) => id);
  const which = selectField('collections', words.which, options, { chosen, least: 0, most: options.length });
  return {
    custom_id: customId,
    title: words.title,
    components: [
      ...(options.length > 0 ? [which] : []),
      textField('name', words.made, { most: COLLECTION_NAME_MAX_CHARACTERS, isRequired: false }),
    ],
  };
}

export const collectFormSent = defineForm(
  collectFormIds,
  'everyone',
  async (interaction, { jobId, ownerId, memberId, viewId }, respond, context) => {
    const { texts } = context;
    const { collections } = context.works;
    const { fields, id, server } = interaction;
    const { guildId } = server;
    const words = texts.works.collect;
    const work = { guildId, jobId, memberId: ownerId };
    await needAccess(interaction, work, ['find'], context);
    const name = String(fields['name'] ?? '')
      .trim()
      .slice(0, COLLECTION_NAME_MAX_CHARACTERS);
    const ids = chosenIn(fields['collections']);
    const owner = { guildId, memberId };
    const made = name === '' ? undefined : { id: jobIdOf(id), name };
    const outcome = await collections.sort(owner, work, { ids, made });
    if (outcome === 'many') throw new MemberError(words.many(COLLECTIONS_MAX));
    if (outcome === 'full') throw new MemberError(words.full(COLLECTED_MAX));
    await respond.update(await renderPage(interaction, { jobId, memberId: ownerId, viewId }, context));
  },
);

/** The star of the one who presses: given, or taken away where it is there. */
export const starButton = defineButton(starIds, 'everyone', async (interaction, ref, respond, context) => {
  const words = context.texts.works.stars;
  const { isStarred, count } = await toggleStar(interaction, ref, context);
  await respond.answer(privateText(isStarred ? words.given(count) : words.taken(count)));
});

/** Gives the star of the one who presses, or takes it away. @throws MemberError where it cannot be given. */
async function toggleStar(
  interaction: InServer<InteractionFacts>,
  { jobId, memberId }: { jobId: string; memberId: string },
  context: CommandContext,
): Promise<{ isStarred: boolean; count: number }> {
  const { texts } = context;
  const { stars } = context.works;
  const { server, userId } = interaction;
  const ref = { guildId: server.guildId, jobId, memberId };
  if (await stars.isStarred(ref, userId)) return { isStarred: false, count: await stars.unstar(ref, userId) };
  const { work } = await needAccess(interaction, ref, ['star'], context);
  const { outcome, count } = await stars.star({ ...ref, createdAtMs: work.job.createdAtMs }, userId);
  if (outcome === 'member full') throw new MemberError(texts.works.stars.memberFull(STARS_OF_MEMBER_MAX));
  if (outcome === 'work full') throw new MemberError(texts.works.stars.workFull(STARS_OF_WORK_MAX));
  return { isStarred: true, count };
}

/** Shows the whole of a prompt that its message cuts or hides, to the one who asks. */
export const wholePrompt = defineButton(promptIds, 'everyone', async (interaction, result, respond, context) => {
  const { work } = await needAccess(interaction, result, ['read'], context);
  const { request, tasks } = work.job;
  // Its message leaves the service's words out where it hides the prompt: they may repeat it.
  const refusals = request.hidesPrompt ? refusalLinesOf(tasks, context.texts) : [];
  await respond.answer(renderWholePrompt(request.prompt, refusals));
});

export const fetchButton = defineButton(fetchIds, 'owner', fetchAgain);

export const deleteButton = defineButton(deleteIds, 'everyone', deleteOrAsk);
export const confirmDeleteButton = defineButton(surelyDeleteIds, 'everyone', deleteConfirmed);
