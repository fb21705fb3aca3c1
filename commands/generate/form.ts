import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { MENU_OPTION_MAX_CHARACTERS } from '../../src/discord/messages/components.ts';
import { cut } from '../../src/discord/messages/prompt-text.ts';
import type { GenerationRequest, JobRequest } from '../../src/jobs/job/job.ts';
import { madeOf } from '../../src/jobs/job/sources.ts';
import { countPerVariant, totalPrice } from '../../src/jobs/job/variants.ts';
import { usualMs } from '../../src/jobs/polling/expectation.ts';
import type { FoundStyle } from '../../src/studio/styles.ts';
import { kindOf, type MediaKind, SUGGESTED_RATIOS } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import {
  type Context,
  type FormInteraction,
  type InServer,
  type Needs,
  type ServerInteraction,
  spenderOf,
} from '../support/context.ts';
import { type FormData, selectedIn, selectField, textField, typedIn } from '../support/form-fields.ts';
import { generate } from './generation.ts';
import { countChoices, modelFacts, type ServerModel, serverModels } from './models.ts';
import { NO_RATIO, requestFrom, typedRequest } from './request.ts';

/** Makes another picture of a picture, a clip of it, or edits the request that made it. */
export type BuildVerb = 'change' | 'animate' | 'edit';

interface FormFacts {
  /** `style`: makes something in a server's style. `new`: a command without a prompt or picture. */
  verb: BuildVerb | 'style' | 'new';
  kind: MediaKind;
  /** The initial values. */
  request: JobRequest;
  /** All pictures or clips together. */
  count: number;
}

/** Opens the form that edits a request. */
export function openEditForm(
  interaction: ServerInteraction,
  customId: string,
  { request, count }: { request: JobRequest; count: number },
  context: Context,
): Promise<void> {
  const kind = kindOf(request.modelId);
  return openGenerationForm(interaction, customId, { verb: 'edit', kind, request, count }, context);
}

/** @throws MemberError if the server allows no model of this kind */
export async function openGenerationForm(
  interaction: ServerInteraction,
  customId: string,
  facts: FormFacts,
  context: Context,
): Promise<void> {
  const { kind, request, count } = facts;
  const offered = await serverModels([kind], context);
  const chosen = offered.find(({ id }) => id === request.modelId) ?? offered[0];
  if (!chosen) throw new MemberError(context.texts.studio.work.noModel);
  const cost = await costLine(interaction, { request: { ...request, modelId: chosen.id }, count }, context);
  const hasDrafts = (await context.rules()).settings.drafts === 'on';
  await interaction.respond.openForm(renderForm(customId, facts, { offered, chosen, cost, hasDrafts }, context));
}

/** What the form makes as it is opened: its price and usual time, and the credits left for it. */
async function costLine(
  interaction: InServer,
  { request, count }: Pick<FormFacts, 'request' | 'count'>,
  { models, money, texts }: Context,
): Promise<string> {
  const { guildId } = interaction;
  const [{ leftCredits }, [room]] = await Promise.all([
    money.accounts.view(guildId),
    money.accounts.shareRooms(guildId, spenderOf(interaction)),
  ]);
  const usuallyMs = usualMs(models.runTimes(request.modelId).law);
  const isOwn = room !== undefined && room.leftCredits < leftCredits;
  return texts.models.cost(
    totalPrice(request, count, models.price),
    usuallyMs,
    isOwn ? room.leftCredits : leftCredits,
    isOwn,
  );
}

interface Offer {
  offered: readonly ServerModel[];
  chosen: ServerModel;
  cost: string;
  /** Whether the server allows drafts. */
  hasDrafts: boolean;
}

function renderForm(
  customId: string,
  { verb, kind, request, count: tasks }: FormFacts,
  offer: Offer,
  context: Context,
): FormData {
  const { defaults, texts } = context;
  const { offered, chosen, cost } = offer;
  const words = texts.studio.work;
  const count = countPerVariant(request, tasks);
  const models = offered.map((model) => ({
    label: model.name,
    value: model.id,
    description: cut(modelFacts(model, context).join(texts.models.between), MENU_OPTION_MAX_CHARACTERS),
  }));
  const counts = countChoices(chosen, context).map(({ count: number, pictures, about }) => ({
    label: pictures,
    value: String(number),
    description: about,
  }));
  const given = request.aspectRatio ?? ANY_RATIO;
  const ratios = [...new Set([given, ANY_RATIO, ...SUGGESTED_RATIOS])].map((ratio) => ({
    label: ratio === ANY_RATIO ? words.anyRatio : ratio,
    value: ratio,
  }));
  const first = [
    textField('prompt', words.prompts[verb], {
      value: request.prompt,
      example: words.examples[verb],
      most: defaults.promptMaxCharacters,
      isLong: true,
    }),
    selectField('model', words.model, models, { about: cost, chosen: [chosen.id] }),
  ];
  const last = [
    selectField('ratio', words.ratio, ratios, { chosen: [given] }),
    ...(kind === 'image' ? [selectField('count', words.count, counts, { chosen: [String(count)] })] : []),
  ];
  return {
    custom_id: customId,
    title: words.titles[verb],
    components: [...first, ...last, moreField(request, offer, texts)],
  };
}

/** What a request can have besides: everything that is ticked counts. */
function moreField({ andModelId, isDraft, spoiler }: JobRequest, { offered, hasDrafts }: Offer, { studio }: Texts) {
  const { more, moreAbout, extras } = studio.work;
  const offersDraft = hasDrafts || isDraft === true;
  const options = [
    { value: 'spoiler', label: extras.spoiler, isChosen: spoiler },
    ...(offersDraft ? [{ value: 'draft', label: extras.draft, isChosen: isDraft === true }] : []),
    ...(offered.length > 1
      ? offered.map(({ id, name }) => ({
          value: `${COMPARE}${id}`,
          label: extras.compare(name),
          isChosen: id === andModelId,
        }))
      : []),
  ];
  const chosen = options.flatMap(({ value, isChosen }) => (isChosen ? [value] : []));
  const shown = options.map(({ value, label }) => ({ value, label }));
  return selectField('more', more, shown, { about: moreAbout(offersDraft), chosen, least: 0, most: options.length });
}

/** In the menu of extras, before the id of the second model. */
const COMPARE = 'compare ';

/** A select's value can't be empty. */
const ANY_RATIO = 'any';

/**
 * Starts the request that a form describes. If a field is unusable, the member can edit the request again.
 * @param base what the form doesn't ask for
 */
export async function generateFromForm(
  interaction: FormInteraction,
  {
    request: base,
    usesSavedSources,
    style,
  }: Pick<GenerationRequest, 'request' | 'usesSavedSources'> & { style?: FoundStyle | undefined },
  context: Context,
): Promise<void> {
  const selected = (name: string): string | undefined => selectedIn(interaction, name)[0];
  const more = selectedIn(interaction, 'more');
  const seconds = more.flatMap((one) => (one.startsWith(COMPARE) ? [one.slice(COMPARE.length)] : []));
  const ratio = selected('ratio') ?? ANY_RATIO;
  const chosen = {
    prompt: typedIn(interaction, 'prompt'),
    model: selected('model'),
    secondModel: seconds[0],
    ratio: ratio === ANY_RATIO ? NO_RATIO : ratio,
    count: selected('count'),
    spoiler: more.includes('spoiler'),
    isDraft: more.includes('draft'),
  };
  const sources = {
    kind: kindOf(base.modelId),
    chosen,
    base: await withoutChosenDraft(base, interaction, context),
    style,
  };
  const read = async (): Promise<GenerationRequest> => {
    const { settings } = await context.rules();
    if (seconds.length > 1) throw new MemberError(context.texts.studio.work.compareOne);
    return { ...requestFrom(sources, settings, context), usesSavedSources };
  };
  const generation = { ...typedRequest(sources, context.defaults), usesSavedSources };
  await generate(interaction, generation, context, { read });
}

/** A draft stays one if it's made of a draft. If its member chose that, they can choose otherwise. */
async function withoutChosenDraft(
  request: JobRequest,
  { guildId }: Pick<InServer, 'guildId'>,
  { jobs }: Needs<'jobs'>,
): Promise<JobRequest> {
  const { isDraft, ...rest } = request;
  if (isDraft !== true) return request;
  const works = madeOf(request).filter(({ kind }) => kind === 'work');
  const made = await Promise.all(works.map(({ id }) => jobs.lineageOf(guildId, id)));
  // What is gone may have been a draft.
  return made.some((lineage) => lineage === undefined || lineage.isDraft === true) ? request : rest;
}
