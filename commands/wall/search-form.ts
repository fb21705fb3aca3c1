import { z } from 'zod';
import { MODELS } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import { DAY_MS } from '../../src/time/clock.ts';
import type { WorkCollection } from '../../src/works/collections.ts';
import { WORDS_MAX_CHARACTERS, type WorkFilter } from '../../src/works/filter.ts';
import type { Context, FormInteraction } from '../support/context.ts';
import { type FormData, selectedIn, selectField, textField, typedIn } from '../support/form-fields.ts';
import * as option from '../support/options.ts';

/** The form behind *Search …*. */

const KINDS = ['image', 'video'] as const;
const ONLY = [...KINDS, 'starred'] as const;
const DAYS = ['7', '30', '90', '365'] as const;
const daysSchema = z.enum(DAYS).transform(Number);

/** @param filter what the list shows now */
export function renderSearchForm(
  customId: string,
  { words, kind, starred, modelId, collection }: WorkFilter,
  collections: readonly WorkCollection[],
  { works: { search } }: Texts,
): FormData {
  const onlyNow = [...(kind ? [kind] : []), ...(starred ? ['starred'] : [])];
  const any = { chosen: [], least: 0 };
  const models = MODELS.map(({ id, name }) => ({ label: name, value: id }));
  const own = collections.map(({ id, name }) => ({ label: name, value: id }));
  return {
    custom_id: customId,
    title: search.title,
    components: [
      textField('words', search.words, { value: words ?? '', most: WORDS_MAX_CHARACTERS, isRequired: false }),
      selectField('only', search.only, labelled(ONLY, search.onlyThese), {
        ...any,
        chosen: onlyNow,
        most: ONLY.length,
      }),
      selectField('model', search.model, models, { ...any, chosen: modelId === undefined ? [] : [modelId] }),
      selectField('days', search.days, labelled(DAYS, search.lastDays), any),
      ...(own.length > 0
        ? [selectField('collection', search.collection, own, { ...any, chosen: collection ? [collection.id] : [] })]
        : []),
    ],
  };
}

const labelled = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** What the form asks for; empty if it asks for everything. */
export async function filterFromForm(interaction: FormInteraction, context: Context): Promise<WorkFilter> {
  const { guildId, userId: memberId } = interaction;
  const only = selectedIn(interaction, 'only');
  const days = daysSchema.safeParse(selectedIn(interaction, 'days')[0]).data;
  const [modelId] = selectedIn(interaction, 'model');
  const [collectionId] = selectedIn(interaction, 'collection');
  const own = collectionId === undefined ? [] : await context.works.collections.of({ guildId, memberId });
  const collection = own.find(({ id }) => id === collectionId);
  // Pictures and clips together are everything.
  const kinds = KINDS.filter((one) => only.includes(one));
  return option.chosenOf({
    words: typedIn(interaction, 'words').slice(0, WORDS_MAX_CHARACTERS) || undefined,
    modelId: MODELS.find(({ id }) => id === modelId)?.id,
    kind: kinds.length === 1 ? kinds[0] : undefined,
    sinceMs: days === undefined ? undefined : Math.max(0, context.clock.now() - days * DAY_MS),
    starred: only.includes('starred') || undefined,
    collection: collection && { id: collection.id, name: collection.name },
  });
}
