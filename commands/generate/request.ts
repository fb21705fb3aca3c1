import type { ServerFacts } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { GenerationRequest, JobRequest } from '../../src/jobs/job/job.ts';
import { madeOf, type Origin, originOf } from '../../src/jobs/job/sources.ts';
import { countVariants, modelsIn } from '../../src/jobs/job/variants.ts';
import type { RequestFacts } from '../../src/moderation/admission/verdict.ts';
import type { ServerRules } from '../../src/moderation/settings/server-settings.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { Preferences } from '../../src/studio/preferences.ts';
import { applyStyle, type Style } from '../../src/studio/style.ts';
import type { FoundStyle } from '../../src/studio/styles.ts';
import { isOffered, keptNames, kindOf, type MediaKind, modelCalled } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import { type Context, type InServer, type Needs, spenderOf } from '../support/context.ts';
import { isModerator } from '../support/guards.ts';
import { chosenOf } from '../support/options.ts';
import { allowedModel, allowedRatio, serverModels } from './models.ts';
import { offersFor } from './offers.ts';
import { checkPrompt, countTasks, parseRatio, requireModel } from './validation.ts';

/**
 * Makes a request from fields. Each field takes the first value that there is: what the member chose, their style's, their
 * preference, the default, or what the server's settings allow.
 */

/** How many pictures a request makes where nothing else says so. */
export const usualCount = ({ count }: Preferences, { picturesPerRequest }: ModerationSettings): number =>
  count ?? picturesPerRequest;

/** A form's choice to leave the ratio to the model. */
export const NO_RATIO = 'none';

/** @throws MemberError for the first unusable field */
export function requestFrom(
  {
    kind,
    chosen,
    style: found,
    preferences = {},
    base = {},
  }: {
    kind: MediaKind;
    /** What the member chose in a command or form, unchecked. */
    chosen: {
      /** Undefined before it's written. */
      prompt: string | undefined;
      model?: unknown;
      secondModel?: unknown;
      ratio?: unknown;
      /** Of each prompt and model. */
      count?: unknown;
      spoiler?: boolean | undefined;
      isDraft?: boolean | undefined;
    };
    style?: FoundStyle | undefined;
    preferences?: Preferences;
    /** What a command or form doesn't ask for: source pictures, and what it repeats. */
    base?: Partial<JobRequest>;
  },
  settings: ModerationSettings,
  context: Needs<'defaults' | 'texts'>,
): GenerationRequest {
  const { defaults, texts } = context;
  const style = found?.style;
  const prompt = chosen.prompt === undefined ? '' : styledPrompt(chosen.prompt, style, context);

  const modelNamed = chosen.model ?? modelOfStyle(kind, style, texts);
  const modelId =
    modelNamed === undefined
      ? allowedModel(kind, [preferences[`${kind}ModelId`], defaults.modelId[kind]], settings)
      : requireModel(kind, modelNamed, texts, settings.modelNames);
  const andModelId =
    chosen.secondModel === undefined ? undefined : requireModel(kind, chosen.secondModel, texts, settings.modelNames);
  const isOne = kind === 'image' && andModelId === undefined && countVariants(prompt, 1) === 1;
  const usual = style?.options?.count ?? usualCount(preferences, settings);
  const each = chosen.count ?? (isOne ? usual : 1);
  const models = { modelId, prompt, ...chosenOf({ andModelId }) };
  const { count, isVaried } = countTasks(models, Number(each), texts);

  const ratioNamed = chosen.ratio ?? style?.options?.aspectRatio;
  const aspectRatio =
    ratioNamed === undefined
      ? allowedRatio([preferences.aspectRatio, defaults.aspectRatio], settings)
      : ratioNamed === NO_RATIO
        ? undefined
        : parseRatio(ratioNamed, texts);
  const { isVaried: _, andModelId: __, aspectRatio: ___, styleName: ____, styleText: _____, ...rest } = base;
  const request: JobRequest = {
    sources: [],
    ...rest,
    ...models,
    ...(isVaried && { isVaried }),
    // Only the member may read their own style's name, because word lists haven't checked it.
    ...(found?.isServers ? { styleName: found.style.name } : {}),
    ...chosenOf({ styleText: style?.text, aspectRatio }),
    ...optionsFrom({ kind, chosen, style: found, preferences, base }),
  };
  return { request, count };
}

/** @throws MemberError if the prompt is empty or too long, with the style's words or without */
function styledPrompt(typed: string, style: Style | undefined, context: Needs<'defaults' | 'texts'>): string {
  checkPrompt(typed, context);
  const prompt = applyStyle(style?.text, typed);
  checkPrompt(prompt, context);
  return prompt;
}

/** A request whose fields can't all be used, as far as it is known, so that the member can correct the rest. */
export function typedRequest(
  sources: Parameters<typeof requestFrom>[0],
  defaults: Context['defaults'],
): GenerationRequest {
  const { kind, chosen, base } = sources;
  const model = modelCalled(String(chosen.model ?? ''));
  const modelId = model?.kind === kind ? model.id : defaults.modelId[kind];
  const { prompt = '' } = chosen;
  return { request: { sources: [], ...base, prompt, modelId, ...optionsFrom(sources) }, count: 1 };
}

/** What is made from a draft is one, too. */
function optionsFrom({ chosen, style, preferences = {}, base = {} }: Parameters<typeof requestFrom>[0]) {
  const spoiler = chosen.spoiler ?? style?.style.options?.spoiler ?? preferences.spoiler ?? base.spoiler ?? false;
  const isDraft = base.isDraft ?? chosen.isDraft ?? preferences.drafts ?? false;
  return { spoiler, ...(isDraft && { isDraft }) };
}

/** @throws MemberError if the style's model is for the other command or no longer offered */
function modelOfStyle(kind: MediaKind, style: Style | undefined, texts: Texts): string | undefined {
  const modelId = style?.options?.modelId;
  if (style === undefined || modelId === undefined) return undefined;
  const words = texts.studio.styles;
  const name = escapeText(style.name);
  if (!isOffered(modelId)) throw new MemberError(words.retired(name, modelId));
  if (kindOf(modelId) !== kind) throw new MemberError(words.otherKind(name, kindOf(modelId)));
  return modelId;
}

/** A request as this server shows it. Without a ratio, it takes one that the server uses. */
export function forServer(
  { modelNames: _, ...request }: JobRequest,
  ageRestricted: boolean,
  settings: ModerationSettings,
  context: Needs<'clips' | 'defaults' | 'models'>,
): JobRequest {
  const { modelNames, spoiler, prompts } = settings;
  const isHidden = spoiler === 'always' || (spoiler === 'ageRestricted' && ageRestricted);
  return {
    ...request,
    ...keptNames(modelsIn(request), modelNames),
    ...chosenOf({ aspectRatio: request.aspectRatio ?? allowedRatio([], settings) }),
    spoiler: request.spoiler || isHidden,
    hidesPrompt: prompts === 'member' || request.promptById !== undefined,
    offers: offersFor(request, settings, context),
  };
}

/** The same request again, from the same pictures and clips. @param use whether with other words */
export function repeatRequest(
  request: JobRequest,
  work: Origin,
  use: 'again' | 'edit',
  by: { userId: string; own: Preferences },
): JobRequest {
  const { fromClips } = request;
  const sources = [{ ...originOf(work), use }, ...madeOf(request)];
  return { ...reuseWords(request, work.ownerId, by), ...chosenOf({ fromClips }), sources };
}

/**
 * The words and options of a request, without what it was made from. A hidden prompt stays hidden from everyone except
 * its first author.
 * @param by the member who uses them now
 */
export function reuseWords(
  { fromClips: _, promptById: knownId, ...plain }: JobRequest,
  authorId: string,
  { userId, own }: { userId: string; own: Preferences },
): JobRequest {
  const promptById = knownId ?? authorId;
  const isAnothers = plain.hidesPrompt === true && promptById !== userId;
  return { ...plain, ...(own.drafts && { isDraft: true }), ...(isAnothers && { promptById }), sources: [] };
}

/** Adapts a request to the server's settings, with the facts that moderation judges it by. */
export async function requestInChannel(
  interaction: InServer,
  request: JobRequest,
  context: Needs<'clips' | 'defaults' | 'discord' | 'models' | 'rules'>,
): Promise<RequestFacts & { rules: ServerRules }> {
  const { guildId, server } = interaction;
  const rules = await context.rules();
  const { settings } = rules;
  const ageRestricted = await isAgeRestricted(server, context);
  return {
    ...spenderOf(interaction),
    guildId,
    request: forServer(request, ageRestricted, settings, context),
    ageRestricted,
    isModerator: isModerator(server, settings),
    rules,
  };
}

/** A thread inherits its channel's restriction, which only Discord knows. Without an answer, the thread isn't age-restricted. */
export async function isAgeRestricted(server: ServerFacts, context: Needs<'discord'>): Promise<boolean> {
  if (server.parentChannelId === undefined) return server.isAgeRestricted ?? false;
  return (await context.discord.channels.isAgeRestricted(server.parentChannelId)) ?? false;
}

/** A picture for people who want to see one before they think of a prompt. */
export async function sampleRequest(context: Needs<'defaults' | 'rules' | 'texts'>): Promise<JobRequest> {
  const { defaults, texts } = context;
  const offered = await serverModels(['image'], context);
  const modelId =
    offered.find(({ id }) => id === defaults.modelId.image)?.id ?? offered[0]?.id ?? defaults.modelId.image;
  return { prompt: texts.help.samplePrompt, modelId, sources: [], spoiler: false };
}
