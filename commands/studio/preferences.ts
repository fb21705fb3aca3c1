import { ButtonStyle } from 'discord.js';
import { preferencesIds } from '../../src/discord/custom-ids/controls.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import { MemberError } from '../../src/errors.ts';
import type { MayWorkOn, Preferences } from '../../src/studio/preferences.ts';
import { type MediaKind, nameOfModel } from '../../src/task-api/models.ts';
import { en } from '../../src/texts/en.ts';
import { suggestRatios } from '../generate/command.ts';
import { suggestModels } from '../generate/models.ts';
import { checkCount, MOST_PICTURES, modelOf, ratioOf } from '../generate/validation.ts';
import type { CommandContext, Subcommand } from '../support/context.ts';
import { defineButton, defineSubcommands } from '../support/define.ts';
import { choicesOf, integer, numberOf, suggested, text, textOf, toggle } from '../support/options.ts';

const words = en.commands.preferences;

/** Whether others may build on one's pictures. */
const OTHERS = ['yes', 'ask', 'no'] as const;
/** Minutes of waiting, as they stand in the command. */
const TOLD_AFTER = ['0', '1', '2', '5', '10', '30', '60', 'never'] as const;

/** What a member's commands use where they say nothing else. */
export const preferences = defineSubcommands({
  name: 'preferences',
  description: words.description,
  subcommands: {
    show: { guard: 'everyone', description: words.show, run: show },
    set: {
      guard: 'everyone',
      description: words.set,
      options: [
        suggested('image_model', words.imageModel),
        suggested('video_model', words.videoModel),
        suggested('aspect_ratio', words.aspectRatio),
        integer('count', words.count, { min_value: 1, max_value: MOST_PICTURES }),
        toggle('spoiler', words.spoiler),
        text('mention_when_done', words.tell, { choices: choicesOf(TOLD_AFTER, words.tellAfter) }),
        text('others_may_build_on', words.others, { choices: choicesOf(OTHERS, words.othersMay) }),
        toggle('drafts', words.drafts),
        toggle('direct_messages', words.directMessages),
        toggle('gallery_by_stars', words.stars),
      ],
      run: set,
    },
    reset: { guard: 'everyone', description: words.reset, run: reset },
  },
  suggest: {
    image_model: (interaction, context) => suggestModels(interaction, ['image'], context),
    video_model: (interaction, context) => suggestModels(interaction, ['video'], context),
    aspect_ratio: suggestRatios,
  },
});

async function show(...[interaction, respond, context]: Parameters<Subcommand>): Promise<void> {
  const { server, userId } = interaction;
  await respond.answer(privateText(await linesOf(await chosenBy(server.guildId, userId, context), context)));
}

type Chosen = Preferences & { othersMayWorkOn: MayWorkOn | undefined };

/** What counts in this server, and what the member said for every server. */
async function chosenBy(guildId: string, userId: string, { studio: { preferences } }: CommandContext): Promise<Chosen> {
  const [here, othersMayWorkOn] = await Promise.all([preferences.of(guildId, userId), preferences.mayWorkOn(userId)]);
  return { ...here, othersMayWorkOn };
}

async function set(...[interaction, respond, context]: Parameters<Subcommand>): Promise<void> {
  const { server, userId, options } = interaction;
  const { settings } = await context.rules();
  const chosenModel = (kind: MediaKind): string | undefined => {
    const given = textOf(interaction, `${kind}_model`);
    return given === undefined ? undefined : modelOf(kind, given, context.texts, settings.modelNames);
  };
  const imageModelId = chosenModel('image');
  const videoModelId = chosenModel('video');
  const aspectRatio = ratioOf(options['aspect_ratio'], context.texts);
  const count = numberOf(interaction, 'count');
  const others = OTHERS.find((one) => one === options['others_may_build_on']);
  const tell = TOLD_AFTER.find((one) => one === options['mention_when_done']);
  const drafts = options['drafts'];
  const directMessages = options['direct_messages'];
  if (drafts === true && settings.drafts === 'off') throw new MemberError(context.texts.drafts.off);
  if (count !== undefined) checkCount(count, context.texts);
  const changes: Preferences = {
    ...(imageModelId === undefined ? {} : { imageModelId }),
    ...(videoModelId === undefined ? {} : { videoModelId }),
    ...(aspectRatio === undefined ? {} : { aspectRatio }),
    ...(count === undefined ? {} : { count }),
    ...(typeof options['spoiler'] === 'boolean' ? { spoiler: options['spoiler'] } : {}),
    ...(tell === undefined ? {} : { toldAfterMinutes: tell === 'never' ? null : Number(tell) }),
    ...(typeof drafts === 'boolean' ? { drafts } : {}),
    ...(typeof directMessages === 'boolean' ? { directMessages } : {}),
    ...(typeof options['gallery_by_stars'] === 'boolean' ? { starsMayShow: options['gallery_by_stars'] } : {}),
  };
  if (directMessages === true) await tryDirectMessage(interaction, context);
  await context.studio.preferences.change(server.guildId, userId, changes);
  if (others !== undefined)
    await context.studio.preferences.sayMayWorkOn(userId, others === 'ask' ? others : others === 'yes');
  await respond.answer(privateText(await linesOf(await chosenBy(server.guildId, userId, context), context)));
}

/** Who closed their direct messages learns of it here, once. @throws MemberError for them. */
async function tryDirectMessage(
  { id, userId }: Parameters<Subcommand>[0],
  { discord: { directMessage }, texts }: CommandContext,
): Promise<void> {
  if (!(await directMessage(userId, texts.personal.hello, id))) throw new MemberError(texts.personal.closed);
}

/** Asks first: what is reset is gone for good. */
async function reset(...[{ server, userId }, respond, context]: Parameters<Subcommand>): Promise<void> {
  const chosen = await chosenBy(server.guildId, userId, context);
  const lines = await linesOf(chosen, context);
  if (Object.values(chosen).every((one) => one === undefined)) {
    await respond.answer(privateText(lines));
    return;
  }
  const sentences = context.texts.studio.preferences;
  const yes = button(preferencesIds.of(userId, { verb: 'reset' }), sentences.resetYes, ButtonStyle.Danger);
  const no = button(preferencesIds.of(userId, { verb: 'keep' }), sentences.resetNo);
  await respond.answer(privateText(`${lines}\n\n${sentences.resetAsk}`, [yes, no]));
}

export const resetButton = defineButton(
  preferencesIds,
  'everyone',
  async ({ server, userId }, { verb }, respond, context) => {
    const { texts } = context;
    const { preferences } = context.studio;
    if (verb === 'reset') {
      await preferences.reset(server.guildId, userId);
      await preferences.sayMayWorkOn(userId, undefined);
    }
    const now = await linesOf(await chosenBy(server.guildId, userId, context), context);
    await respond.update(privateText(verb === 'reset' ? texts.studio.preferences.reset : now));
  },
);

async function linesOf(chosen: Chosen, { rules, texts }: CommandContext): Promise<string> {
  const { modelNames } = (await rules()).settings;
  const sentences = texts.studio.preferences;
  const { imageModelId, videoModelId, aspectRatio, count, spoiler, othersMayWorkOn } = chosen;
  const { drafts, directMessages, starsMayShow, toldAfterMinutes } = chosen;
  const lines = [
    ...(imageModelId === undefined ? [] : [sentences.imageModel(nameOfModel(imageModelId, modelNames))]),
    ...(videoModelId === undefined ? [] : [sentences.videoModel(nameOfModel(videoModelId, modelNames))]),
    ...(aspectRatio === undefined ? [] : [sentences.aspectRatio(aspectRatio)]),
    ...(count === undefined ? [] : [sentences.count(count)]),
    ...(spoiler === undefined ? [] : [sentences.spoiler(spoiler)]),
    ...(toldAfterMinutes === undefined ? [] : [sentences.told(toldAfterMinutes)]),
    ...(othersMayWorkOn === undefined ? [] : [sentences.others(othersMayWorkOn)]),
    ...(drafts === undefined ? [] : [sentences.drafts(drafts)]),
    ...(directMessages === undefined ? [] : [sentences.directMessages(directMessages)]),
    ...(starsMayShow === undefined ? [] : [sentences.stars(starsMayShow)]),
  ];
  return lines.length === 0 ? sentences.none : [sentences.title, ...lines, sentences.hint].join('\n');
}
