import { savedSourcesIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import type { Source } from '../../src/jobs/job/sources.ts';
import { SAVED_SOURCES_MAX } from '../../src/studio/saved-sources.ts';
import { openGenerationForm } from '../generate/form.ts';
import { generate } from '../generate/generation.ts';
import { keepForForm } from '../generate/kept-requests.ts';
import { allowedModel } from '../generate/models.ts';
import { requestFrom, typedRequest } from '../generate/request.ts';
import { GENERATE_COMMANDS, requireCommand } from '../support/command-access.ts';
import type { ComponentInteraction, Context, Handler, ServerInteraction } from '../support/context.ts';
import { newRequest, requireUsable } from './build-on.ts';
import { once } from './one-press.ts';
import { sourcesOf } from './sources.ts';

/** Pictures that a member sets aside, and what is made from all of them together. */

/** Sets pictures aside, and offers what can be made of all that are. @throws MemberError if one isn't usable */
export async function saveSources(
  interaction: ServerInteraction,
  pictures: readonly Source[],
  context: Context,
): Promise<void> {
  const { respond, guildId, userId: memberId } = interaction;
  const { models, studio, texts } = context;
  const sources = texts.studio.savedSources;
  await requireUsable(interaction, pictures, context);
  const hadRoom = await studio.savedSources.add({ guildId, memberId }, pictures);
  const count = (await studio.savedSources.of({ guildId, memberId })).length;
  const words = texts.studio.work.buttons;
  const buttons = (['change', 'animate'] as const).map((verb) =>
    button(savedSourcesIds.of(memberId, { verb }), words[verb]),
  );
  const price = models.price((await newRequest('image', interaction, context)).modelId);
  const { credits } = price;
  const blend = button(savedSourcesIds.of(memberId, { verb: 'blend', credits }), sources.blend(count, price));
  const said = hadRoom ? sources.laid(count) : sources.full(count, SAVED_SOURCES_MAX);
  await respond.answer(privateText(said, [...buttons, ...(count > 1 ? [blend] : [])]));
  if (!hadRoom) respond.onRefused('limit.records');
}

/** Opens the form of *Change …* or *Animate …* for all saved sources together. */
export const buildOnSaved: Handler<{ verb: 'change' | 'animate' }> = async (interaction, { verb }, context) => {
  const { guildId, userId: memberId } = interaction;
  const { studio, texts } = context;
  const kind = verb === 'animate' ? ('video' as const) : ('image' as const);
  await requireCommand(GENERATE_COMMANDS[kind], interaction, context);
  const pictures = await studio.savedSources.of({ guildId, memberId });
  if (pictures.length === 0) throw new MemberError(texts.studio.savedSources.empty);
  await requireUsable(interaction, pictures, context);
  const base = {
    ...(await newRequest(kind, interaction, context)),
    ...(await sourcesOf(pictures, interaction, context)),
  };
  const customId = await keepForForm(interaction, { request: base, count: 1, usesSavedSources: true }, context);
  await openGenerationForm(interaction, customId, { verb, kind, request: base, count: 1 }, context);
};

/** *Blend*: makes one picture of all saved sources in one press, without words of the member's. */
export const blendSaved: Handler<{ credits: number }, ComponentInteraction> = (
  interaction,
  { credits: agreedCredits },
  context,
) =>
  once(interaction, context, async () => {
    const { guildId, userId: memberId } = interaction;
    const { defaults, studio, texts } = context;
    const words = texts.studio.savedSources;
    const pictures = await studio.savedSources.of({ guildId, memberId });
    if (pictures.length < 2) throw new MemberError(pictures.length === 0 ? words.empty : words.blendNeedsTwo);
    await requireUsable(interaction, pictures, context);
    await requireCommand(GENERATE_COMMANDS.image, interaction, context);
    const { settings } = await context.rules();
    const preferences = await studio.preferences.of(guildId, memberId);
    const model = allowedModel('image', [preferences.imageModelId, defaults.modelId.image], settings);
    const fields = { kind: 'image' as const, chosen: { prompt: words.blendWords, model, count: 1 }, preferences };
    const read = async () => {
      const base = await sourcesOf(pictures, interaction, context);
      return { ...requestFrom({ ...fields, base }, settings, context), usesSavedSources: true };
    };
    return generate(interaction, { ...typedRequest(fields, defaults), agreedCredits }, context, { read });
  });
