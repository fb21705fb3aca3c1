import { collectFormIds, pageIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/errors.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import {
  COLLECTED_MAX,
  COLLECTION_NAME_MAX_CHARACTERS,
  COLLECTIONS_MAX,
  holds,
  type WorkCollection,
} from '../../src/works/collections.ts';
import type { WorkRef } from '../../src/works/stars.ts';
import type { CommandContext } from '../support/context.ts';
import { defineButtons, defineForm } from '../support/define.ts';
import { chosenIn, type FormData, selectField, textField } from '../support/form-fields.ts';
import { needAccess } from '../support/work-access.ts';
import { bringBack } from './bring-back.ts';
import { renderPage } from './page.ts';
import { toggleStar } from './star.ts';
import { chooseTerms } from './terms.ts';

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
      const own = await context.collections.of({ guildId: server.guildId, memberId: userId });
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
    const { collections, texts } = context;
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
