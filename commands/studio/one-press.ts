import type { makeIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { MENU_OPTIONS_MAX } from '../../src/discord/messages/components.ts';
import { type ControlFacts, pricesFromPicture, pricesOfClip } from '../../src/discord/messages/work-controls.ts';
import { TooOftenError } from '../../src/engine/member-bound.ts';
import { type FromClips, type Job, type JobRequest, taskIndexOf, taskOfPicture } from '../../src/jobs/job/job.ts';
import { kindOfRequest, requestOfTaskAlone, requestToRepeat, totalPrice } from '../../src/jobs/job/variants.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { Preferences } from '../../src/studio/preferences.ts';
import { SUGGESTED_RATIOS } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import { generate } from '../generate/generation.ts';
import { allowedRatio } from '../generate/models.ts';
import { offersFor, pictureModel } from '../generate/offers.ts';
import { NO_RATIO, repeatRequest, requestFrom, reuseWords, typedRequest } from '../generate/request.ts';
import { checkPrompt } from '../generate/validation.ts';
import { GENERATE_COMMANDS, requireCommand } from '../support/command-access.ts';
import type { ComponentInteraction, Context, Handler, Needs } from '../support/context.ts';
import { requireAccess } from '../support/work-access.ts';
import { requireUsable } from './build-on.ts';
import { makeFromClip } from './clip-press.ts';
import { sourcesOf, withPicturesNow } from './sources.ts';
import { type PictureRef, sourceOf, workOrigin } from './work-pictures.ts';

/** Makes something in one press: with a work's own words and, except for *Again*, from its picture or clip. */

type Pressed = Parameters<typeof makeIds.of>[1] & PictureRef;

export const makeInOnePress: Handler<Pressed, ComponentInteraction> = (interaction, pressed, context) =>
  once(interaction, context, () => make(interaction, pressed, context));

/**
 * Runs `work`, unless this member pressed the same button a moment ago or what that started isn't answered yet. After a
 * refusal, the next press counts as the first.
 * @param work resolves with false, or throws a MemberError, if it was refused
 */
export async function once(
  { respond, customId, userId, values }: ComponentInteraction,
  { works: { pressBound } }: Needs<'works'>,
  work: () => Promise<boolean>,
): Promise<void> {
  const pressed = [userId, customId, ...values].join(' ');
  try {
    if (!(await pressBound.run(pressed, work))) pressBound.forget(pressed);
  } catch (error) {
    if (error instanceof MemberError) pressBound.forget(pressed);
    if (!(error instanceof TooOftenError)) throw error;
    await respond.acknowledge();
  }
}

/** @returns false if it was refused */
async function make(interaction: ComponentInteraction, pressed: Pressed, context: Context): Promise<boolean> {
  const words = { 'private prompt': context.texts.refusals.againNotYours };
  const { work } = await requireAccess(interaction, pressed, ['repeat'], context, words);
  const { verb } = pressed;
  if (verb === 'again') return makeAgain(interaction, work, pressed, context);
  if (verb === 'continue' || verb === 'still' || verb === 'join')
    return makeFromClip(interaction, work, { ...pressed, verb }, context);
  return makeFromPicture(interaction, work, pressed, verb, context);
}

/** The same request as a new job of the member who presses. */
async function makeAgain(
  interaction: ComponentInteraction,
  job: Job,
  { credits: agreedCredits, ...ref }: Pressed,
  context: Context,
): Promise<boolean> {
  const { guildId, userId } = interaction;
  const { request, count } = requestToRepeat(job);
  await requireCommand(GENERATE_COMMANDS[kindOfRequest(request)], interaction, context);
  checkPrompt(request.prompt, context);
  const own = await context.studio.preferences.of(guildId, userId);
  const work = await workOrigin(interaction, ref, context);
  const repeated = repeatRequest(await withPicturesNow(request, guildId, context), work, 'again', { userId, own });
  return generate(interaction, { request: repeated, count, agreedCredits }, context);
}

async function makeFromPicture(
  interaction: ComponentInteraction,
  job: Job,
  { credits: agreedCredits, ...ref }: Pressed,
  verb: Exclude<Pressed['verb'], 'again' | FromClips['how']>,
  context: Context,
): Promise<boolean> {
  const { guildId, userId } = interaction;
  const { defaults, studio, texts } = context;
  const source = await sourceOf(interaction, ref, context);
  await requireUsable(interaction, [source], context);
  const kind = verb === 'animate' ? 'video' : 'image';
  await requireCommand(GENERATE_COMMANDS[kind], interaction, context);
  const { settings } = await context.rules();
  const own = await studio.preferences.of(guildId, userId);
  const made = pictureRequestOf(job, ref.picture);
  const offers = offersFor(made, settings, context, own);
  const better = { finish: offers.finish?.modelId, animate: offers.animate?.modelId };
  const model = verb === 'finish' || verb === 'animate' ? better[verb] : pictureModel(made, settings, context);
  if (model === undefined) throw new MemberError(texts.studio.work.noModel);
  const given =
    verb === 'reframe' ? interaction.values[0] : made.aspectRatio && allowedRatio([made.aspectRatio], settings);
  const chosen = { prompt: promptFor(verb, made.prompt, texts), model, ratio: given ?? NO_RATIO, count: 1 };
  const words = reuseWords(made, ref.memberId, { userId, own });
  const read = async () => {
    const base = { ...words, ...(await sourcesOf([source], interaction, context)) };
    return requestFrom({ kind, chosen, base }, settings, context);
  };
  const generation = { ...typedRequest({ kind, chosen, base: words }, defaults), agreedCredits };
  return generate(interaction, generation, context, { read });
}

/** What each control of a work costs now. @param picture which one; 0 for the work as a whole */
export function pricesOf(
  job: Pick<Job, 'request' | 'tasks'>,
  picture: number,
  own: Preferences,
  settings: ModerationSettings,
  context: Needs<'clips' | 'defaults' | 'models'>,
): ControlFacts['prices'] {
  const { models } = context;
  const { request } = job;
  const repeated = requestToRepeat(job);
  const again = totalPrice(repeated.request, repeated.count, models.price);
  if (picture === 0) {
    const { continue: continued } = offersFor(request, settings, context, own);
    return { again, edit: again, ...pricesOfClip(job, continued) };
  }
  const made = pictureRequestOf(job, picture);
  const { vary, finish, animate } = offersFor(made, settings, context, own);
  return {
    again,
    edit: again,
    change: vary,
    animateWith: animate,
    ...pricesFromPicture(made, { vary, finish, animate }),
  };
}

/** The aspect ratios of the server in which a picture can be made again. */
export function reframesOf({ request }: Pick<Job, 'request'>, { ratios }: ModerationSettings): string[] {
  const offered = ratios.length === 0 ? SUGGESTED_RATIOS : ratios;
  return offered.filter((ratio) => ratio !== request.aspectRatio).slice(0, MENU_OPTIONS_MAX);
}

/** The request that made one picture of a job. */
function pictureRequestOf({ request, tasks }: Pick<Job, 'request' | 'tasks'>, picture: number): JobRequest {
  const task = taskOfPicture(tasks, picture);
  return requestOfTaskAlone(request, task ? taskIndexOf(task.key) : 0);
}

/** The service has no field for how much moves, so the words say it. */
function promptFor(verb: Pressed['verb'], prompt: string, { works }: Texts): string {
  return verb === 'animate' ? `${prompt}${works.controls.moveWords}` : prompt;
}
