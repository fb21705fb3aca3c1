import {
  collectFormIds,
  confirmDeleteIds,
  deleteIds,
  fetchIds,
  historyIds,
  NO_LIST,
  pageIds,
  promptIds,
  starIds,
} from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import { refusalLinesOf } from '../../src/discord/messages/job-message.ts';
import { renderWholePrompt } from '../../src/discord/messages/prompt-text.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import type { Texts } from '../../src/texts/en.ts';
import {
  COLLECTED_MAX,
  COLLECTION_NAME_MAX_CHARACTERS,
  COLLECTIONS_MAX,
  includesWork,
  type WorkCollection,
} from '../../src/works/collections.ts';
import { STARS_OF_MEMBER_MAX, STARS_OF_WORK_MAX, type WorkRef } from '../../src/works/stars.ts';
import { saveSources } from '../studio/saved-sources.ts';
import { type PictureRef, sourceOf } from '../studio/work-pictures.ts';
import type { ComponentInteraction, Context, Handler, InServer } from '../support/context.ts';
import { defineButton, defineButtons, defineForm } from '../support/define.ts';
import { chosenIn, type FormData, selectedIn, selectField, textField, typedIn } from '../support/form-fields.ts';
import { requireAccess } from '../support/work-access.ts';
import { bringBack } from './bring-back.ts';
import { deleteConfirmed, deleteOrAsk } from './delete.ts';
import { fetchAgain } from './fetch.ts';
import { chosenPolicy } from './view.ts';
import { loadWorkPage, openPage } from './work-page.ts';

type PageRef = PictureRef & { viewId?: string | undefined };

/** Sets who may build on one of the member's own works. @throws MemberError if it's someone else's */
const choosePolicy: Handler<PageRef, ComponentInteraction> = async (interaction, ref, context) => {
  const { guildId, userId } = interaction;
  const { jobId, memberId } = ref;
  if (userId !== memberId) throw new MemberError(context.texts.works.terms.notYours, 'owner');
  await requireAccess(interaction, ref, ['find'], context);
  const buildPolicy = chosenIn(interaction, chosenPolicy, context);
  await context.history.change({ guildId, jobId, memberId }, (job) => [{ ...job, buildPolicy }]);
  await openPage(interaction, 'more', ref, context);
};

/** Sets a picture aside for the member's next requests. */
const useAsSource: Handler<PictureRef, ComponentInteraction> = async (interaction, ref, context) => {
  const picture = await sourceOf(interaction, ref, context);
  if (picture.address === '') throw new MemberError(context.texts.studio.work.noPicture);
  await saveSources(interaction, [picture], context);
};

const openCollectForm: Handler<PageRef, ComponentInteraction> = async (interaction, ref, context) => {
  const { respond, guildId, userId } = interaction;
  const { memberId, ...at } = ref;
  await requireAccess(interaction, ref, ['find'], context);
  const own = await context.works.collections.of({ guildId, memberId: userId });
  const work = { guildId, memberId, jobId: at.jobId };
  await respond.openForm(renderCollectForm(collectFormIds.of(memberId, at), own, work, context.texts));
};

/** Controls that only the page with everything about a work has. */
export const pageButton = defineButtons(pageIds, 'everyone', {
  bring: bringBack,
  source: useAsSource,
  terms: choosePolicy,
  collect: openCollectForm,
});

/** The form that puts a work into the member's collections, or into a new one. */
function renderCollectForm(
  customId: string,
  own: readonly WorkCollection[],
  work: WorkRef,
  { works }: Texts,
): FormData {
  const words = works.collect;
  const options = own.map(({ id, name }) => ({ label: name, value: id }));
  const chosen = own.filter((one) => includesWork(one, work)).map(({ id }) => id);
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

export const collectForm = defineForm(collectFormIds, 'everyone', async (interaction, ref, context) => {
  const { texts } = context;
  const { id, guildId, userId } = interaction;
  const { jobId, memberId, viewId = NO_LIST } = ref;
  const words = texts.works.collect;
  const work = { guildId, jobId, memberId };
  await requireAccess(interaction, work, ['find'], context);
  const name = typedIn(interaction, 'name').slice(0, COLLECTION_NAME_MAX_CHARACTERS);
  const ids = selectedIn(interaction, 'collections');
  const owner = { guildId, memberId: userId };
  const made = name === '' ? undefined : { id: jobIdOf(id), name };
  const outcome = await context.works.collections.assign(owner, work, { ids, made });
  if (outcome === 'many') throw new MemberError(words.many(COLLECTIONS_MAX), 'limit.records');
  if (outcome === 'full') throw new MemberError(words.full(COLLECTED_MAX), 'limit.records');
  await interaction.respond.update(await loadWorkPage(interaction, 'more', { ...ref, viewId }, context));
});

/** Adds the member's star, or removes it. On a page, the button itself says so. */
export const starButton = defineButton(starIds, 'everyone', async (interaction, ref, context) => {
  const words = context.texts.works.stars;
  const { isStarred, count } = await toggleStar(interaction, ref, context);
  if (ref.viewId !== undefined) return openPage(interaction, 'view', ref, context);
  const mine = button(historyIds.of(interaction.userId, { verb: 'starred' }), words.mine);
  await interaction.respond.answer(
    isStarred ? privateText(words.given(count), [mine]) : privateText(words.taken(count)),
  );
});

/** @throws MemberError if the member or the work has too many stars */
async function toggleStar(
  interaction: InServer,
  { jobId, memberId }: { jobId: string; memberId: string },
  context: Context,
): Promise<{ isStarred: boolean; count: number }> {
  const { texts } = context;
  const { stars } = context.works;
  const { guildId, userId } = interaction;
  const ref = { guildId, jobId, memberId };
  if (await stars.isStarred(ref, userId)) return { isStarred: false, count: await stars.unstar(ref, userId) };
  const { work } = await requireAccess(interaction, ref, ['star'], context);
  const { outcome, count } = await stars.star({ ...ref, createdAtMs: work.createdAtMs }, userId);
  if (outcome === 'member full')
    throw new MemberError(texts.works.stars.memberFull(STARS_OF_MEMBER_MAX), 'limit.records');
  if (outcome === 'work full') throw new MemberError(texts.works.stars.workFull(STARS_OF_WORK_MAX), 'limit.records');
  return { isStarred: true, count };
}

/** Shows privately the whole prompt, which the message shortens or hides. */
export const wholePromptButton = defineButton(promptIds, 'everyone', async (interaction, result, context) => {
  const words = { 'private prompt': context.texts.refusals.onlyFor(result.memberId) };
  const { work } = await requireAccess(interaction, result, ['read'], context, words);
  const { request, tasks } = work;
  // The service's reasons may repeat a hidden prompt, so its message leaves them out.
  const refusals = request.hidesPrompt ? refusalLinesOf(tasks, context.texts) : [];
  await interaction.respond.answer(renderWholePrompt(request.prompt, refusals));
});

export const fetchButton = defineButton(fetchIds, 'owner', fetchAgain);

export const deleteButton = defineButton(deleteIds, 'everyone', deleteOrAsk);
export const confirmDeleteButton = defineButton(confirmDeleteIds, 'everyone', deleteConfirmed);
