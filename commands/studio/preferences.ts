import { ButtonStyle } from 'discord.js';
import { preferencesIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import type { BuildPolicy, Preferences } from '../../src/studio/preferences.ts';
import { type MediaKind, nameOfModel } from '../../src/task-api/models.ts';
import { en } from '../../src/texts/en.ts';
import { suggestModels, suggestRatios } from '../generate/models.ts';
import { checkCount, PICTURES_MAX, parseRatio, requireModel } from '../generate/validation.ts';
import type { Handler, Needs, Subcommand } from '../support/context.ts';
import { defineSubcommands } from '../support/define.ts';
import * as option from '../support/options.ts';

const words = en.commands.preferences;

/** Whether others may build on the member's pictures. */
const OTHERS = ['yes', 'ask', 'no'] as const;
/** Minutes, as the command's choices. */
const NOTIFY_AFTER = ['0', '1', '2', '5', '10', '30', '60', 'never'] as const;

/** Defaults for a member's requests. */
export const preferences = defineSubcommands({
  name: 'preferences',
  description: words.description,
  subcommands: {
    show: { guard: 'everyone', description: words.show, run: show },
    set: {
      guard: 'everyone',
      description: words.set,
      options: [
        option.suggested('image_model', words.imageModel),
        option.suggested('video_model', words.videoModel),
        option.suggested('aspect_ratio', words.aspectRatio),
        option.integer('count', words.count, { min_value: 1, max_value: PICTURES_MAX }),
        option.toggle('spoiler', words.spoiler),
        option.text('mention_when_done', words.tell, { choices: option.choicesOf(NOTIFY_AFTER, words.tellAfter) }),
        option.text('others_may_build_on', words.others, { choices: option.choicesOf(OTHERS, words.othersMay) }),
        option.toggle('drafts', words.drafts),
        option.toggle('direct_messages', words.directMessages),
        option.toggle('gallery_by_stars', words.stars),
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

async function show(...[interaction, context]: Parameters<Subcommand>): Promise<void> {
  await interaction.respond.answer(privateText(await describe(interaction.guildId, interaction.userId, context)));
}

type ChosenPreferences = Preferences & { othersMayWorkOn: BuildPolicy | undefined };

type PreferencesContext = Needs<'rules' | 'studio' | 'texts'>;

/** The member's preferences in this server and in all servers, in words. */
async function describe(guildId: string, userId: string, context: PreferencesContext): Promise<string> {
  const chosen = await chosenBy(guildId, userId, context);
  const { modelNames } = (await context.rules()).settings;
  const sentences = context.texts.studio.preferences;
  const say = <Value>(value: Value | undefined, sentence: (value: Value) => string): string[] =>
    value === undefined ? [] : [sentence(value)];
  const lines = [
    ...say(chosen.imageModelId, (id) => sentences.imageModel(nameOfModel(id, modelNames))),
    ...say(chosen.videoModelId, (id) => sentences.videoModel(nameOfModel(id, modelNames))),
    ...say(chosen.aspectRatio, sentences.aspectRatio),
    ...say(chosen.count, sentences.count),
    ...say(chosen.spoiler, sentences.spoiler),
    ...say(chosen.notifyAfterMinutes, sentences.mention),
    ...say(chosen.othersMayWorkOn, sentences.others),
    ...say(chosen.drafts, sentences.drafts),
    ...say(chosen.directMessages, sentences.directMessages),
    ...say(chosen.starsMayShow, sentences.stars),
  ];
  return lines.length === 0 ? sentences.none : [sentences.title, ...lines, sentences.hint].join('\n');
}

async function chosenBy(
  guildId: string,
  userId: string,
  { studio: { preferences } }: Needs<'studio'>,
): Promise<ChosenPreferences> {
  const [here, othersMayWorkOn] = await Promise.all([preferences.of(guildId, userId), preferences.buildPolicy(userId)]);
  return { ...here, othersMayWorkOn };
}

async function set(...[interaction, context]: Parameters<Subcommand>): Promise<void> {
  const { respond, guildId, userId, options } = interaction;
  const { discord, studio, texts } = context;
  const { settings } = await context.rules();
  const chosenModel = (kind: MediaKind): string | undefined => {
    const given = option.textOf(interaction, `${kind}_model`);
    return given === undefined ? undefined : requireModel(kind, given, texts, settings.modelNames);
  };
  const count = option.numberOf(interaction, 'count');
  const others = OTHERS.find((one) => one === options['others_may_build_on']);
  const tell = NOTIFY_AFTER.find((one) => one === options['mention_when_done']);
  const drafts = option.toggleOf(interaction, 'drafts');
  const directMessages = option.toggleOf(interaction, 'direct_messages');
  if (drafts && settings.drafts === 'off') throw new MemberError(texts.drafts.off, 'drafts.off');
  if (count !== undefined) checkCount(count, texts);
  const changes: Preferences = option.chosenOf({
    imageModelId: chosenModel('image'),
    videoModelId: chosenModel('video'),
    aspectRatio: parseRatio(options['aspect_ratio'], texts),
    count,
    spoiler: option.toggleOf(interaction, 'spoiler'),
    notifyAfterMinutes: tell === 'never' ? null : tell && Number(tell),
    drafts,
    directMessages,
    starsMayShow: option.toggleOf(interaction, 'gallery_by_stars'),
  });
  if (directMessages && !(await discord.directMessage(userId, texts.personal.hello, interaction.id)))
    throw new MemberError(texts.personal.closed);
  await studio.preferences.change(guildId, userId, changes);
  if (others !== undefined)
    await studio.preferences.setBuildPolicy(userId, others === 'ask' ? others : others === 'yes');
  await respond.answer(privateText(await describe(guildId, userId, context)));
}

/** Asks first, because a reset can't be undone. */
async function reset(...[{ respond, guildId, userId }, context]: Parameters<Subcommand>): Promise<void> {
  const chosen = await chosenBy(guildId, userId, context);
  const lines = await describe(guildId, userId, context);
  if (Object.values(chosen).every((one) => one === undefined)) {
    await respond.answer(privateText(lines));
    return;
  }
  const sentences = context.texts.studio.preferences;
  const yes = button(preferencesIds.of(userId, { verb: 'reset' }), sentences.resetYes, ButtonStyle.Danger);
  const no = button(preferencesIds.of(userId, { verb: 'keep' }), sentences.resetNo);
  await respond.answer(privateText(`${lines}\n\n${sentences.resetAsk}`, [yes, no]));
}

type Verb = NonNullable<ReturnType<typeof preferencesIds.read>>['verb'];

/** The answer to that question. */
export const answerReset: Handler<{ verb: Verb }> = async ({ respond, guildId, userId }, { verb }, context) => {
  const { preferences } = context.studio;
  if (verb === 'keep') return respond.update(privateText(await describe(guildId, userId, context)));
  await preferences.reset(guildId, userId);
  await preferences.setBuildPolicy(userId, undefined);
  await respond.update(privateText(context.texts.studio.preferences.reset));
};
