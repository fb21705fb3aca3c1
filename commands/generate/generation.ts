import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord.js';
import type { Suggestions } from '../../src/discord/interactions/command.ts';
import {
  type InteractionFacts,
  type InteractionOf,
  isPictureType,
  type ServerFacts,
  type SourceAttachment,
} from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { renderJob } from '../../src/discord/messages/job-message.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import { lackingHere } from '../../src/discord/server/permissions.ts';
import { MemberError } from '../../src/errors.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import { countVariants, modelsIn, sentPromptsOf } from '../../src/jobs/variants.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { Verdict } from '../../src/moderation/verdict.ts';
import { inStyle, STYLE_NAME_MAX_CHARACTERS, type Style } from '../../src/studio/style.ts';
import type { FoundStyle } from '../../src/studio/styles.ts';
import type { Picture } from '../../src/studio/tray.ts';
import {
  isOffered,
  kindOf,
  type MediaKind,
  type ModelId,
  modelCalled,
  modelIdsOf,
  SUGGESTED_RATIOS,
} from '../../src/task-api/models.ts';
import { en } from '../../src/texts/en.ts';
import { noDesk } from '../moderation/no-desk.ts';
import { refuseHiddenSource, withSource } from '../moderation/source.ts';
import { askPeople } from '../review/ask.ts';
import { needConsent, sourcesOf } from '../studio/consent.ts';
import { suggestStyles } from '../studio/suggest-styles.ts';
import { tellingBounds } from '../support/bounds.ts';
import type { Command, CommandContext, InServer } from '../support/context.ts';
import { spenderOf } from '../support/spender.ts';
import { takeBackAnswer } from '../support/unanswered.ts';
import { askFirst } from './ask-first.ts';
import { holdRefusal } from './hold-refusal.ts';
import { suggestModels } from './models.ts';
import { needService } from './service-refusal.ts';
import { asWanted, isAgeRestricted, type LeftOpen, wishOf } from './wish.ts';

/** What `/image`, `/video` and the Again button have in common: from a member's wish to a job. */

const RATIO = /^([1-9]\d{0,3}):([1-9]\d{0,3})$/;
export const MOST_PICTURES = 4;
const SOURCES = ['source', 'source2', 'source3'] as const;

export function generationOptions(kind: MediaKind, promptMaxCharacters: number): APIApplicationCommandBasicOption[] {
  const words = en.commands.options;
  return [
    {
      type: ApplicationCommandOptionType.String,
      name: 'prompt',
      description: words.prompt,
      required: true,
      max_length: promptMaxCharacters,
    },
    { type: ApplicationCommandOptionType.String, name: 'model', description: words.model, autocomplete: true },
    { type: ApplicationCommandOptionType.String, name: 'and_model', description: words.andModel, autocomplete: true },
    {
      type: ApplicationCommandOptionType.String,
      name: 'aspect_ratio',
      description: words.aspectRatio,
      autocomplete: true,
    },
    ...(kind === 'image'
      ? [
          {
            type: ApplicationCommandOptionType.Integer as const,
            name: 'count',
            description: en.commands.image.count,
            min_value: 1,
            max_value: MOST_PICTURES,
          },
        ]
      : []),
    ...SOURCES.map((name) => ({
      type: ApplicationCommandOptionType.Attachment as const,
      name,
      description: words[name],
    })),
    { type: ApplicationCommandOptionType.Boolean, name: 'spoiler', description: words.spoiler },
    {
      type: ApplicationCommandOptionType.String,
      name: 'style',
      description: en.studio.option,
      autocomplete: true,
    },
    { type: ApplicationCommandOptionType.Boolean, name: 'tray', description: en.studio.tray.option },
    { type: ApplicationCommandOptionType.Boolean, name: 'draft', description: words.draft },
  ];
}

/** The ratios that begin with what was typed so far; what was typed itself first, when it is one. */
export function suggestRatios({ focused, options }: InteractionOf<'autocomplete'>): { name: string; value: string }[] {
  if (focused !== 'aspect_ratio') return [];
  const typed = String(options['aspect_ratio'] ?? '').trim();
  const own = RATIO.test(typed) && !SUGGESTED_RATIOS.includes(typed) ? [typed] : [];
  return [...own, ...SUGGESTED_RATIOS.filter((ratio) => ratio.startsWith(typed))].map((ratio) => ({
    name: ratio,
    value: ratio,
  }));
}

/** What to suggest for `/image` and `/video`. */
export const suggestFor =
  (kind: MediaKind) =>
  (interaction: InteractionOf<'autocomplete'>, context: CommandContext): Promise<Suggestions> | Suggestions => {
    switch (interaction.focused) {
      case 'model':
      case 'and_model':
        return suggestModels(interaction, [kind], context);
      case 'style':
        return suggestStyles(interaction, context, kind);
      default:
        return suggestRatios(interaction);
    }
  };

/** Reads a command's options, with the member's own choices where they are left open. @throws MemberError for the first that cannot be used. */
async function readRequest(
  kind: MediaKind,
  interaction: InServer<InteractionOf<'command'>>,
  context: CommandContext,
): Promise<{ request: JobRequest; count: number; leftOpen: LeftOpen }> {
  const { defaults, preferences, texts } = context;
  const { attachments, options, server, userId } = interaction;
  const own = await preferences.of(server.guildId, userId);
  const style = await styleOf(interaction, context);
  const preset = style?.style.preset ?? {};
  const prompt = promptIn(style?.style.text, interaction, context);

  const styleModel = options['model'] === undefined ? modelOfStyle(kind, style?.style, texts) : undefined;
  // One of their own that is offered no more is passed over.
  const ownModel = modelIdsOf(kind).find((id) => id === own[`${kind}ModelId`]);
  const modelId = modelOf(kind, options['model'] ?? styleModel ?? ownModel ?? defaults.modelId[kind], texts);

  const andModelId = options['and_model'] === undefined ? undefined : modelOf(kind, options['and_model'], texts);

  const givenRatio = options['aspect_ratio'] ?? preset.aspectRatio;
  const aspectRatio = ratioOf(givenRatio ?? own.aspectRatio, texts) ?? defaults.aspectRatio;
  const isOne = kind === 'image' && andModelId === undefined && !hasChoices(prompt);
  const each = Number(options['count'] ?? (isOne ? (preset.count ?? own.count) : undefined) ?? 1);
  const varied = { modelId, prompt, ...(andModelId === undefined ? {} : { andModelId }) };
  const { count, isVaried } = countOf(varied, each, texts);

  const attached = SOURCES.flatMap((name) => attachments[name] ?? []);
  for (const source of attached) checkSource(source, texts);
  const laid = options['tray'] === true ? await trayOf(interaction, context) : [];
  return {
    count,
    leftOpen: { model: (options['model'] ?? styleModel) === undefined, ratio: givenRatio === undefined },
    request: {
      ...varied,
      // What a member calls their own is nobody else's to read: no list has looked at it.
      ...(style?.isServers ? { styleName: style.style.name } : {}),
      ...(style?.style.text === undefined ? {} : { styleText: style.style.text }),
      ...(isVaried && { isVaried }),
      ...(aspectRatio === undefined ? {} : { aspectRatio }),
      ...sourcesOf([...attached.map(({ url }) => ({ address: url })), ...laid]),
      spoiler: (options['spoiler'] ?? preset.spoiler ?? own.spoiler) === true,
      ...((options['draft'] ?? own.drafts) === true ? { isDraft: true } : {}),
    },
  };
}

const hasChoices = (prompt: string): boolean => countVariants(prompt, 1) > 1;

/** @throws MemberError where no such model makes that. */
export function modelOf(kind: MediaKind, given: unknown, texts: Texts): ModelId {
  const found = modelCalled(String(given ?? ''));
  if (found?.kind !== kind) throw new MemberError(texts.refusals.modelUnknown);
  return found.id;
}

/**
 * How many tasks that takes: `{dawn|dusk}` makes so many of each, and a second model as many again.
 * @throws MemberError where they are too many.
 */
export function countOf(
  request: Pick<JobRequest, 'modelId' | 'andModelId' | 'prompt'>,
  each: number,
  texts: Texts,
): { count: number; isVaried: boolean } {
  checkCount(each, texts);
  if (request.andModelId === request.modelId) throw new MemberError(texts.studio.sameModels);
  const variants = countVariants(request.prompt, MOST_PICTURES);
  const count = variants * modelsIn(request).length * each;
  if (count > MOST_PICTURES) throw new MemberError(texts.studio.tooMany(MOST_PICTURES));
  return { count, isVaried: variants > 1 };
}

/** @throws MemberError */
export function checkCount(each: number, texts: Texts): void {
  if (!Number.isInteger(each) || each < 1 || each > MOST_PICTURES) throw new MemberError(texts.refusals.countWrong);
}

/** @throws MemberError where the tray is empty, or somebody does not want their results to be used any more. */
async function trayOf(
  interaction: InServer<InteractionOf<'command'>>,
  context: CommandContext,
): Promise<readonly Picture[]> {
  const laid = await context.trays.of({ guildId: interaction.server.guildId, memberId: interaction.userId });
  if (laid.length === 0) throw new MemberError(context.texts.studio.tray.empty);
  await needConsent(interaction, laid, context);
  return laid;
}

/** `/image` and `/video`: what was laid out for it is used up once it was asked for. */
export const runGeneration =
  (kind: MediaKind): Command['run'] =>
  async (interaction, respond, context) => {
    const { options, server, userId: memberId } = interaction;
    await generate(interaction, await readRequest(kind, interaction, context), respond, context);
    if (options['tray'] === true) await context.trays.clear({ guildId: server.guildId, memberId });
  };

/** @throws MemberError where none is called so. */
async function styleOf(
  { options, server, userId: memberId }: InServer<InteractionOf<'command'>>,
  { styles, texts }: CommandContext,
): Promise<FoundStyle | undefined> {
  if (options['style'] === undefined) return undefined;
  const name = String(options['style']).slice(0, STYLE_NAME_MAX_CHARACTERS);
  const found = await styles.find({ guildId: server.guildId, memberId }, name);
  if (!found) throw new MemberError(texts.studio.styles.unknown(escapeText(name)));
  return found;
}

/** What is sent, in the style's words where it has some. */
function promptIn(
  styleText: string | undefined,
  { options }: InteractionOf<'command'>,
  { defaults, texts }: CommandContext,
): string {
  const typed = String(options['prompt'] ?? '').trim();
  checkPrompt(typed, defaults.promptMaxCharacters, texts);
  const prompt = inStyle(styleText, typed);
  checkPrompt(prompt, defaults.promptMaxCharacters, texts);
  return prompt;
}

/** @throws MemberError where it is for the other command, or nothing is made with its model any more. */
function modelOfStyle(kind: MediaKind, style: Style | undefined, texts: Texts): string | undefined {
  const modelId = style?.preset?.modelId;
  if (style === undefined || modelId === undefined) return undefined;
  const words = texts.studio.styles;
  const name = escapeText(style.name);
  if (!isOffered(modelId)) throw new MemberError(words.retired(name, modelId));
  if (kindOf(modelId) !== kind) throw new MemberError(words.otherKind(name, kindOf(modelId)));
  return modelId;
}

type Texts = CommandContext['texts'];

export function checkPrompt(prompt: string, limit: number, texts: Texts): void {
  if (prompt === '') throw new MemberError(texts.refusals.promptEmpty);
  if (prompt.length > limit) throw new MemberError(texts.refusals.promptTooLong(prompt.length, limit));
}

export function ratioOf(given: unknown, texts: Texts): string | undefined {
  if (given === undefined) return undefined;
  const text = String(given)
    .trim()
    .replace(/\s*[:x×/]\s*/, ':');
  if (!RATIO.test(text)) throw new MemberError(texts.refusals.ratio(escapeText(cut(String(given), 40))));
  return text;
}

/** Discord tells the type by the file's name alone, but width and height only of what it could read as a picture. */
function checkSource(source: SourceAttachment, texts: Texts): void {
  const name = escapeText(cut(source.filename, 60));
  if (!isPictureType(source.content_type)) throw new MemberError(texts.refusals.sourceNoImage(name));
  if (!source.size || !source.width || !source.height) throw new MemberError(texts.refusals.sourceUnreadable(name));
}

/**
 * Begins a job and answers with its pending message, or asks first where it costs much.
 * @throws MemberError where it cannot be begun; no credits were touched then.
 */
export async function generate(
  interaction: InServer<InteractionFacts>,
  { request, count, leftOpen = NOTHING_OPEN }: { request: JobRequest; count: number; leftOpen?: LeftOpen },
  respond: Responder,
  context: CommandContext,
  { wasAsked = false }: { wasAsked?: boolean } = {},
): Promise<void> {
  const { moderation, texts } = context;
  const { server, userId: memberId } = interaction;
  needUsableChannel(server, texts);
  needService(context);

  await refuseHiddenSource(server.guildId, request, context);
  const { settings } = await moderation.settings.of(server.guildId);
  if (request.isDraft) refuseDraft(settings, texts);
  const ageRestricted = await isAgeRestricted(server, context);
  const wanted = asWanted(request, leftOpen, ageRestricted, settings);
  const wish = wishOf(interaction, wanted, ageRestricted, settings);
  const jobId = jobIdOf(interaction.id);
  const admitted = await moderation.admission.admit(
    { guildId: server.guildId, memberId, jobId, wish },
    async (verdict) => {
      if (!wasAsked && (await askFirst(interaction, { request: wanted, count }, respond, context))) return false;
      return withSource(interaction, request, context, () => {
        if (wanted.isDraft) return submitDraft(interaction, { request: wanted, count }, verdict, respond, context);
        if (verdict.verdict === 'ask') {
          return askPeople(interaction, { request: wanted, count, ageRestricted }, verdict, respond, context);
        }
        return submitJob(interaction, { request: wanted, count }, respond, context);
      });
    },
  );
  if (admitted.verdict === 'refuse' && admitted.refusal.reason === 'no moderators channel') {
    throw noDesk(server.guildId, context);
  }
  if (admitted.verdict === 'refuse') throw new MemberError(refusalWords(admitted.refusal, texts));
}

/** @throws MemberError where Easel may not do what a result needs. */
export function needUsableChannel(server: ServerFacts, { refusals }: Texts): void {
  const lacking = lackingHere(server);
  if (!lacking) return;
  throw new MemberError({ see: refusals.cannotSee, send: refusals.cannotSend, attach: refusals.cannotAttach }[lacking]);
}

const NOTHING_OPEN: LeftOpen = { model: false, ratio: false };

/** @returns whether a job was begun. @throws MemberError where the budget has no room for it. */
async function submitJob(
  interaction: InServer<InteractionFacts>,
  { request, count }: { request: JobRequest; count: number },
  respond: Responder,
  context: CommandContext,
): Promise<boolean> {
  const { jobs, texts } = context;
  const { server, channelId } = interaction;
  const submitted = jobs.submit(
    {
      jobId: jobIdOf(interaction.id),
      request,
      count,
      ...spenderOf(interaction),
      place: {
        guildId: server.guildId,
        channelId,
        applicationId: interaction.applicationId,
        token: interaction.token,
        tokenIssuedAtMs: interaction.receivedAtMs,
        uploadLimitBytes: server.uploadLimitBytes,
      },
    },
    (job) => respond.answer(renderJob({ job, expectation: undefined, newFiles: [] }, texts)),
  );
  const outcome = await tellingBounds(submitted, texts);
  if (outcome.outcome === 'busy') throw new MemberError(texts.refusals.busy(outcome.roomAtMs));
  if (outcome.outcome === 'short' || outcome.outcome === 'share' || outcome.outcome === 'paused') {
    throw holdRefusal(outcome, texts);
  }
  if (outcome.outcome === 'unanswered') takeBackAnswer(respond, context);
  return outcome.outcome !== 'unanswered';
}

function refuseDraft({ drafts }: ModerationSettings, texts: Texts): void {
  if (drafts === 'off') throw new MemberError(texts.drafts.off);
}

/**
 * What the channel's mode asks is asked when the draft is shown; what a list asks of moderators concerns what is made, and a draft
 * nobody sees. @throws MemberError for such a prompt.
 */
async function submitDraft(
  interaction: InServer<InteractionFacts>,
  asked: { request: JobRequest; count: number },
  verdict: Exclude<Verdict, { verdict: 'refuse' }>,
  respond: Responder,
  context: CommandContext,
): Promise<boolean> {
  if (verdict.verdict === 'ask' && verdict.entry !== undefined) throw new MemberError(context.texts.drafts.reviewed);
  const isBegun = await submitJob(interaction, asked, respond, context);
  const { server, channelId, userId: memberId } = interaction;
  const prompt = sentPromptsOf(asked.request);
  if (isBegun) await context.moderation.audit.addDraft(server.guildId, { memberId, channelId, prompt });
  return isBegun;
}
