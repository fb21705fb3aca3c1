import { dateAt, startOfDateMs } from '../../src/budget/periods/calendar.ts';
import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import { MODELS } from '../../src/task-api/models.ts';
import { en, type Texts } from '../../src/texts/en.ts';
import { DAY_MS } from '../../src/time/clock.ts';
import { COLLECTION_NAME_MAX_CHARACTERS, collectionCalled } from '../../src/works/collections.ts';
import { WORDS_MAX_CHARACTERS, type WorkFilter } from '../../src/works/filter.ts';
import type { CommandInteraction, Context, Needs } from '../support/context.ts';
import { defineCommand } from '../support/define.ts';
import * as option from '../support/options.ts';
import { keepView, loadList } from './list.ts';

const words = en.commands.history;
const KINDS = ['image', 'video'] as const;
const DAYS_MAX = 3_650;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_CHARACTERS = 10;

const filterOptions: option.OptionData[] = [
  option.text('words', words.words, { max_length: WORDS_MAX_CHARACTERS }),
  option.text('kind', words.kind, { choices: option.choicesOf(KINDS, words.kinds) }),
  option.text('model', words.model, { choices: MODELS.map(({ id, name }) => ({ name, value: id })) }),
  option.toggle('starred', words.starred),
  option.suggested('collection', words.collection, { max_length: COLLECTION_NAME_MAX_CHARACTERS }),
  option.integer('last_days', words.lastDays, { min_value: 1, max_value: DAYS_MAX }),
  option.text('from', words.from, { max_length: DATE_CHARACTERS }),
  option.text('to', words.to, { max_length: DATE_CHARACTERS }),
];

export const history = defineCommand({
  name: 'history',
  description: words.description,
  options: filterOptions,
  guard: 'everyone',
  run: async (interaction, context) => {
    const { respond, channelId, id, guildId, server, userId } = interaction;
    const filter = await filterFromOptions(interaction, context);
    const viewId = await keepView(interaction, jobIdOf(id), filter, context);
    await respond.answer(
      await loadList({ channelId, guildId, server, userId, viewId, filter }, { at: 'newest' }, context),
    );
  },
  suggest: { collection: suggestCollections },
});

/** Reads the filter; it's empty if the member wants to see everything. @throws MemberError for an unusable option */
async function filterFromOptions(interaction: CommandInteraction, context: Context): Promise<WorkFilter> {
  const { clock, texts } = context;
  const lastDays = option.numberOf(interaction, 'last_days');
  const from = parseDate(option.textOf(interaction, 'from'), texts);
  const to = parseDate(option.textOf(interaction, 'to'), texts);
  const { settings } = await context.money.accounts.view(interaction.guildId);
  const startOf = (date: string | undefined): number | undefined =>
    date === undefined ? undefined : Math.max(0, startOfDateMs(date, settings.timeZone));
  const days = lastDays === undefined ? undefined : Math.max(0, clock.now() - lastDays * DAY_MS);
  const sinceMs = startOf(from) ?? days;
  const untilMs = startOf(to && dayAfter(to));
  if (sinceMs !== undefined && untilMs !== undefined && sinceMs >= untilMs) throw new MemberError(texts.works.noDays);
  return option.chosenOf({
    words: option.textOf(interaction, 'words')?.slice(0, WORDS_MAX_CHARACTERS) || undefined,
    modelId: option.textOf(interaction, 'model'),
    kind: KINDS.find((one) => one === option.textOf(interaction, 'kind')),
    sinceMs,
    untilMs,
    starred: option.toggleOf(interaction, 'starred') || undefined,
    collection: await collectionFromOptions(interaction, context),
  });
}

async function collectionFromOptions(
  interaction: CommandInteraction,
  { texts, works: { collections } }: Needs<'texts' | 'works'>,
): Promise<WorkFilter['collection']> {
  const name = option.textOf(interaction, 'collection');
  if (!name) return undefined;
  const { guildId, userId: memberId } = interaction;
  const found = collectionCalled(await collections.of({ guildId, memberId }), name);
  if (!found) throw new MemberError(texts.works.collect.unknown(escapeText(cut(name, COLLECTION_NAME_MAX_CHARACTERS))));
  return { id: found.id, name: found.name };
}

/** Suggests the member's collections whose names contain what was typed. */
async function suggestCollections(
  interaction: InteractionOf<'autocomplete'>,
  { works: { collections } }: Needs<'works'>,
): Promise<Suggestions> {
  const { guildId, userId: memberId } = interaction;
  if (guildId === undefined) return [];
  const own = await collections.of({ guildId, memberId });
  return option.matching(interaction, option.plainChoices(own.map(({ name }) => name)));
}

/** Reads a date such as `2026-11-20`. @throws MemberError for anything else */
export function parseDate(typed: string | undefined, { works }: Texts): string | undefined {
  if (typed === undefined) return undefined;
  const isDate = DATE.test(typed) && dateAt(Date.parse(typed) || -1, 'UTC') === typed;
  if (!isDate) throw new MemberError(works.noDate(escapeText(cut(typed, DATE_CHARACTERS))));
  return typed;
}

function dayAfter(date: string): string {
  return dateAt(Date.parse(date) + DAY_MS, 'UTC');
}
