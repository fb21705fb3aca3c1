import { ButtonStyle } from 'discord.js';
import { askFormIds, askIds } from '../../src/discord/custom-ids/controls.ts';
import type { MemberError } from '../../src/discord/interactions/member-error.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import { quoteWithin } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { type GenerationRequest, isMadeHere } from '../../src/jobs/job/job.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import { holdTasksOf, modelsIn, quotesOf, sentPromptsOf, totalPrice } from '../../src/jobs/job/variants.ts';
import { FORM_REQUEST_LIFE_MS, KEPT_REQUEST_LIFE_MS, type KeptRequest } from '../../src/studio/kept-requests.ts';
import { kindOf, type Price } from '../../src/task-api/models.ts';
import { DAY_MS } from '../../src/time/clock.ts';
import { offerAnotherLook } from '../appeals/offer.ts';
import { type Context, type InServer, type Needs, type ServerInteraction, spenderOf } from '../support/context.ts';
import { explainBounds, NoCreditsError, NotNowError } from '../support/refusals.ts';
import { modelFactsLine, serverModel, serverModels } from './models.ts';

/** Pending requests: expensive ones that their author has to confirm, and refused ones that they can edit. */

/** For all variants of the prompt together, next to the question. */
const QUOTE_CHARACTERS = 3_000;

/** @returns when the pending request expires */
export async function keep(
  { applicationId, guildId, receivedAtMs: tokenIssuedAtMs, token, userId: memberId }: InServer,
  keptRequestId: string,
  generation: GenerationRequest,
  { studio: { answers, keptRequests } }: Needs<'studio'>,
  lifeMs?: number,
): Promise<number> {
  await answers.keep(guildId, keptRequestId, { applicationId, token, tokenIssuedAtMs });
  return keptRequests.add({ guildId, memberId }, keptRequestId, { ...generation, questionId: keptRequestId }, lifeMs);
}

/** Keeps a request for the form that completes it, which lives longer than a question. @returns the form's custom id */
export async function keepForForm(
  { id, guildId, userId: memberId }: InServer,
  kept: Omit<KeptRequest, 'expiresAtMs'>,
  { studio: { keptRequests } }: Needs<'studio'>,
): Promise<string> {
  const keptRequestId = jobIdOf(id);
  await keptRequests.add({ guildId, memberId }, keptRequestId, kept, FORM_REQUEST_LIFE_MS);
  return askFormIds.of(memberId, { keptRequestId });
}

/** As long as the reason for a refusal, and then as long as any question; a day if its end is unknown or later. */
function refusedLifeMs({ endsAtMs }: NotNowError, nowMs: number): number {
  return endsAtMs === undefined ? DAY_MS : Math.min(DAY_MS, Math.max(0, endsAtMs - nowMs) + KEPT_REQUEST_LIFE_MS);
}

/**
 * Asks the member to confirm a request if managers want that for its cost, if it has several prompts or models, or if it
 * costs more than the pressed button said.
 * @param isConfirmed the button was the answer to such a question
 * @returns whether a question was asked, in which case nothing has started
 */
export async function confirmCost(
  interaction: ServerInteraction,
  generation: GenerationRequest,
  context: Context,
  isConfirmed: boolean,
): Promise<boolean> {
  const { request, count, agreedCredits = Number.POSITIVE_INFINITY } = generation;
  const { models, money, texts } = context;
  const { respond, guildId, userId: memberId } = interaction;
  const id = jobIdOf(interaction.id);
  const quotesCredits = quotesOf(request, count, models.quoteCredits);
  const tasks = holdTasksOf(id, request, quotesCredits);
  const isSideBySide = request.andModelId !== undefined;
  const price = totalPrice(request, count, models.price);
  const isDearer = price.credits > agreedCredits;
  if (isConfirmed && !isDearer) return false;
  const isMuch = request.isVaried === true || isSideBySide || isDearer;
  const hold = { jobId: id, tasks, ...spenderOf(interaction) };
  const weighed = await explainBounds(money.accounts.weigh(guildId, hold, isMuch), texts);
  if (weighed.outcome !== 'much') return false;

  const expiresAtMs = await keep(interaction, id, { ...generation, agreedCredits: price.credits }, context);
  const { settings } = await context.rules();
  const words = texts.budget;
  const choice = (verb: 'yes' | 'no' | 'edit', label: string, style?: ButtonStyle.Primary) =>
    button(askIds.of(memberId, { verb, keptRequestId: id }), label, style);
  const { leftCredits, room } = weighed;
  const question = room ? words.askOfShare(price, room.share, room.leftCredits) : words.ask(price, leftCredits);
  const prompts = request.isVaried ? `${quoteWithin(sentPromptsOf(request).join('\n'), QUOTE_CHARACTERS).quote}\n` : '';
  const makers = isSideBySide
    ? modelsIn(request).map((modelId) => `- ${modelFactsLine(serverModel(modelId, settings), context)}\n`)
    : [];
  const buttons = [
    choice('yes', texts.refused.make(count, price), ButtonStyle.Primary),
    choice('edit', texts.refused.edit),
    choice('no', words.askNo),
  ];
  const content = `${prompts}${makers.join('')}${question}\n-# ${words.askExpires(expiresAtMs)}`;
  await respond.answer(privateText(content, buttons));
  return true;
}

/**
 * Keeps a refused request, so that its author can edit it, try again once the reason is over, or start what the remaining
 * credits pay for.
 */
export async function renderRefused(
  interaction: InServer,
  generation: GenerationRequest,
  refusal: MemberError,
  context: Context,
): Promise<MessageBody> {
  const { clock, models, texts } = context;
  const { id, userId: memberId } = interaction;
  const keptRequestId = jobIdOf(id);
  const isNotNow = refusal instanceof NotNowError;
  const lifeMs = isNotNow ? refusedLifeMs(refusal, clock.now()) : KEPT_REQUEST_LIFE_MS;
  await keep(interaction, keptRequestId, generation, context, lifeMs);
  // No words made what Easel makes of clips itself.
  const verb = isNotNow || isMadeHere(generation.request) ? 'again' : 'edit';
  const buttons = [button(askIds.of(memberId, { verb, keptRequestId }), texts.refused[verb])];
  if (refusal instanceof NoCreditsError) {
    buttons.push(button(askIds.of(memberId, { verb: 'edit', keptRequestId }), texts.refused.edit));
    const { leftCredits } = refusal;
    const { modelId } = generation.request;
    const offered = await serverModels([kindOf(modelId)], context);
    const modelIds = offered.map(({ id }) => id);
    const cheaper = cheaperRequests(generation, { leftCredits, modelIds, priceOf: models.price });
    for (const [index, { request, count, price }] of cheaper.entries()) {
      const offerId = `${keptRequestId}${index}`;
      await keep(interaction, offerId, { ...generation, request, count, agreedCredits: price.credits }, context);
      const other = offered.find(({ id }) => id === request.modelId && id !== modelId);
      const label = texts.refused.make(count, price, other?.name);
      buttons.push(button(askIds.of(memberId, { verb: 'yes', keptRequestId: offerId }), label));
    }
  }
  const look = refusal.reason === 'timeout' ? await offerAnotherLook(interaction, undefined, context) : undefined;
  const lines = [refusal.message, ...(look?.lines ?? []), `-# ${texts.refused.kept(lifeMs, texts.refused[verb])}`];
  return privateText(lines.join('\n'), [...buttons, ...(look?.buttons ?? [])]);
}

interface Affordable {
  leftCredits: number;
  /** Allowed in this server, for this kind. */
  modelIds: readonly string[];
  priceOf: (modelId: string) => Price;
}

/** What the remaining credits pay for: as many as possible with the same model, or with a cheaper one. */
export function cheaperRequests(
  { request, count }: GenerationRequest,
  { leftCredits, modelIds, priceOf }: Affordable,
): (GenerationRequest & { price: Price })[] {
  const { andModelId: _, ...alone } = request;
  const wanted = count / modelsIn(request).length;
  const byModel = (modelId: string) => {
    const { credits, isGuess } = priceOf(modelId);
    const affordable = credits === 0 ? wanted : Math.min(wanted, Math.floor(leftCredits / credits));
    // Only the member can say which of several prompts to leave out.
    const least = request.isVaried ? wanted : 1;
    return affordable < least
      ? []
      : [{ request: { ...alone, modelId }, count: affordable, price: { credits: affordable * credits, isGuess } }];
  };
  const others = modelIds
    .filter((id) => priceOf(id).credits < priceOf(request.modelId).credits)
    .flatMap(byModel)
    .toSorted((a, b) => b.count - a.count || b.price.credits - a.price.credits);
  return [...byModel(request.modelId), ...others.slice(0, 1)];
}
