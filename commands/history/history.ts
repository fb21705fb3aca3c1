import { dateAt, startOfDateMs } from '../../src/budget/periods/calendar.ts';
import { ALL_WORKS } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import { MODELS } from '../../src/task-api/models.ts';
import { en, type Texts } from '../../src/texts/en.ts';
import { DAY_MS } from '../../src/time/clock.ts';
import { COLLECTION_NAME_MAX_CHARACTERS, collectionCalled } from '../../src/works/collections.ts';
import { WORDS_MAX_CHARACTERS, type WorkFilter } from '../../src/works/filter.ts';
import type { CommandContext, CommandInteraction, Needs } from '../support/context.ts';
import { defineCommand } from '../support/define.ts';
import { choicesOf, integer, numberOf, type OptionData, suggested, text, textOf, toggle } from '../support/options.ts';
import { loadList } from './list.ts';

const words = en.commands.history;
const DAYS_MAX = 3_650;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_CHARACTERS = 10;

const filterOptions: OptionData[] = [
  text('words', words.words, { max_length: WORDS_MAX_CHARACTERS }),
  text('kind', words.kind, { choices: choicesOf(['image', 'video'], words.kinds) }),
  text('model', words.model, { choices: MODELS.map(({ id, name }) => ({ name, value: id })) }),
  toggle('starred', words.starred),
  suggested('collection', words.collection, { max_length: COLLECTION_NAME_MAX_CHARACTERS }),
  integer('last_days', words.lastDays, { min_value: 1, max_value: DAYS_MAX }),
  text('from', words.from, { max_length: DATE_CHARACTERS }),
  text('to', words.to, { max_length: DATE_CHARACTERS }),
];

export const history = defineCommand({
  name: 'history',
  description: words.description,
  options: filterOptions,
  guard: 'everyone',
  run: async (interaction, context) => {
    const { respond, channelId, id, guildId, server, userId } = interaction;
    const filter = await filterFromOptions(interaction, context);
    const isAll = Object.keys(filter).length === 0;
    const viewId = isAll ? ALL_WORKS : jobIdOf(id);
    if (!isAll) await context.works.views.add({ guildId, memberId: userId }, viewId, filter);
    await respond.answer(
      await loadList({ channelId, guildId, server, userId, viewId, filter }, { at: 'newest' }, context),
    );
  },
  suggest: { collection: suggestCollections },
});

/** Reads the filter; it's empty if the member wants to see everything. @throws MemberError for an unusable option */
async function filterFromOptions(interaction: CommandInteraction, context: CommandContext): Promise<WorkFilter> {
  const { clock, texts } = context;
  const { kind, starred } = interaction.options;
  const typed = textOf(interaction, 'words');
  const modelId = textOf(interaction, 'model');
  const lastDays = numberOf(interaction, 'last_days');
  const from = parseDate(textOf(interaction, 'from'), texts);
  const to = parseDate(textOf(interaction, 'to'), texts);
  const { settings } = await context.money.accounts.view(interaction.guildId);
  const startOf = (date: string | undefined): number | undefined =>
    date === undefined ? undefined : Math.max(0, startOfDateMs(date, settings.timeZone));
  const days = lastDays === undefined ? undefined : Math.max(0, clock.now() - lastDays * DAY_MS);
  const sinceMs = startOf(from) ?? days;
  const untilMs = startOf(to && dayAfter(to));
  if (sinceMs !== undefined && untilMs !== undefined && sinceMs >= untilMs) throw new MemberError(texts.works.noDays);
  return {
    ...(typed ? { words: typed.slice(0, WORDS_MAX_CHARACTERS) } : {}),
    ...(modelId === undefined ? {} : { modelId }),
    ...(kind === 'image' || kind === 'video' ? { kind } : {}),
    ...(sinceMs === undefined ? {} : { sinceMs }),
    ...(untilMs === undefined ? {} : { untilMs }),
    ...(starred === true ? { starred } : {}),
    ...(await collectionFromOptions(interaction, context)),
  };
}

async function collectionFromOptions(
  interaction: CommandInteraction,
  { texts, works: { collections } }: Needs<'texts' | 'works'>,
): Promise<Pick<WorkFilter, 'collection'>> {
  const name = textOf(interaction, 'collection');
  if (!name) return {};
  const { guildId, userId: memberId } = interaction;
  const found = collectionCalled(await collections.of({ guildId, memberId }), name);
  if (!found) throw new MemberError(texts.works.collect.unknown(escapeText(cut(name, COLLECTION_NAME_MAX_CHARACTERS))));
  return { collection: { id: found.id, name: found.name } };
}

/** Suggests the member's collections whose names contain what was typed. */
async function suggestCollections(
  { options, guildId, userId: memberId }: InteractionOf<'autocomplete'>,
  { works: { collections } }: Needs<'works'>,
): Promise<Suggestions> {
  if (guildId === undefined) return [];
  const typed = String(options['collection'] ?? '')
    .trim()
    .toLowerCase();
  const own = await collections.of({ guildId, memberId });
  return own.filter(({ name }) => name.toLowerCase().includes(typed)).map(({ name }) => ({ name, value: name }));
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
