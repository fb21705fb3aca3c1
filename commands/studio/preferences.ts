import { ApplicationCommandOptionType, ApplicationCommandType, ButtonStyle } from 'discord.js';
import { idsWithVerbs } from '../../src/discord/custom-ids/ids.ts';
import { actionRow, button, privateText, textDisplay } from '../../src/discord/messages/components.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';
import { MemberError } from '../../src/errors.ts';
import type { MayWorkOn, Preferences } from '../../src/studio/preferences.ts';
import { type MediaKind, nameOfModel } from '../../src/task-api/models.ts';
import { en } from '../../src/texts/en.ts';
import { suggestModels } from '../generate/models.ts';
import { suggestRatios } from '../generate/options.ts';
import { checkCount, MOST_PICTURES, modelOf, ratioOf } from '../generate/values.ts';
import type { Command, CommandContext } from '../support/context.ts';
import { defineButton } from '../support/define.ts';
import { numberOf, runSubcommand, type Subcommand, textOf } from '../support/subcommands.ts';

const words = en.commands.preferences;
const Option = ApplicationCommandOptionType;

/** Whether others may build on one's pictures. */
const OTHERS = ['yes', 'ask', 'no'] as const;
/** Minutes of waiting, as they stand in the command. */
const TOLD_AFTER = ['0', '1', '2', '5', '10', '30', '60', 'never'] as const;

/** What a member's commands use where they say nothing else. */
export const preferences: Command = {
  data: {
    type: ApplicationCommandType.ChatInput,
    name: 'preferences',
    description: words.description,
    contexts: [0],
    options: [
      { type: Option.Subcommand, name: 'show', description: words.show },
      {
        type: Option.Subcommand,
        name: 'set',
        description: words.set,
        options: [
          { type: Option.String, name: 'image_model', description: words.imageModel, autocomplete: true },
          { type: Option.String, name: 'video_model', description: words.videoModel, autocomplete: true },
          { type: Option.String, name: 'aspect_ratio', description: words.aspectRatio, autocomplete: true },
          {
            ...{ type: Option.Integer, name: 'count', description: words.count },
            ...{ min_value: 1, max_value: MOST_PICTURES },
          },
          { type: Option.Boolean, name: 'spoiler', description: words.spoiler },
          {
            ...{ type: Option.String, name: 'tell_when_done', description: words.tell },
            choices: TOLD_AFTER.map((value) => ({ name: words.tellAfter[value], value })),
          },
          {
            ...{ type: Option.String, name: 'others_may_work_on', description: words.others },
            choices: OTHERS.map((value) => ({ name: words.othersMay[value], value })),
          },
          { type: Option.Boolean, name: 'drafts', description: words.drafts },
          { type: Option.Boolean, name: 'direct_messages', description: words.directMessages },
          { type: Option.Boolean, name: 'stars_may_show', description: words.stars },
        ],
      },
      { type: Option.Subcommand, name: 'reset', description: words.reset },
    ],
  },
  run: runSubcommand({ show, set, reset }),
  suggest: (interaction, context) => {
    if (interaction.focused === 'image_model') return suggestModels(interaction, ['image'], context);
    if (interaction.focused === 'video_model') return suggestModels(interaction, ['video'], context);
    return suggestRatios(interaction);
  },
};

async function show(...[interaction, respond, context]: Parameters<Subcommand>): Promise<void> {
  const { server, userId } = interaction;
  await respond.answer(
    privateText(await linesOf(server.guildId, await chosenBy(server.guildId, userId, context), context)),
  );
}

type Chosen = Preferences & { othersMayWorkOn: MayWorkOn | undefined };

/** What counts in this server, and what the member said for every server. */
async function chosenBy(guildId: string, userId: string, { preferences }: CommandContext): Promise<Chosen> {
  const [here, othersMayWorkOn] = await Promise.all([preferences.of(guildId, userId), preferences.mayWorkOn(userId)]);
  return { ...here, othersMayWorkOn };
}

async function set(...[interaction, respond, context]: Parameters<Subcommand>): Promise<void> {
  const { server, userId, options } = interaction;
  const { settings } = await context.moderation.settings.of(server.guildId);
  const chosenModel = (kind: MediaKind): string | undefined => {
    const given = textOf(interaction, `${kind}_model`);
    return given === undefined ? undefined : modelOf(kind, given, context.texts, settings.modelNames);
  };
  const imageModelId = chosenModel('image');
  const videoModelId = chosenModel('video');
  const aspectRatio = ratioOf(options['aspect_ratio'], context.texts);
  const count = numberOf(interaction, 'count');
  const others = OTHERS.find((one) => one === options['others_may_work_on']);
  const tell = TOLD_AFTER.find((one) => one === options['tell_when_done']);
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
    ...(typeof options['stars_may_show'] === 'boolean' ? { starsMayShow: options['stars_may_show'] } : {}),
  };
  if (directMessages === true) await tryDirectMessage(interaction, context);
  await context.preferences.change(server.guildId, userId, changes);
  if (others !== undefined)
    await context.preferences.sayMayWorkOn(userId, others === 'ask' ? others : others === 'yes');
  await respond.answer(
    privateText(await linesOf(server.guildId, await chosenBy(server.guildId, userId, context), context)),
  );
}

/** Who closed their direct messages learns of it here, once. @throws MemberError for them. */
async function tryDirectMessage(
  { id, userId }: Parameters<Subcommand>[0],
  { directMessage, texts }: CommandContext,
): Promise<void> {
  if ((await directMessage(userId, texts.personal.hello, id)) !== 'told') throw new MemberError(texts.personal.closed);
}

const resetIds = idsWithVerbs('preferences', { reset: {}, keep: {} });

/** Asks first: what is reset is gone for good. */
async function reset(...[{ server, userId }, respond, context]: Parameters<Subcommand>): Promise<void> {
  const chosen = await chosenBy(server.guildId, userId, context);
  const lines = await linesOf(server.guildId, chosen, context);
  if (Object.values(chosen).every((one) => one === undefined)) {
    await respond.answer(privateText(lines));
    return;
  }
  const sentences = context.texts.studio.preferences;
  const yes = button(resetIds.of(userId, { verb: 'reset' }), sentences.resetYes, ButtonStyle.Danger);
  const no = button(resetIds.of(userId, { verb: 'keep' }), sentences.resetNo);
  await respond.answer(
    messageBody([textDisplay(`${lines}\n\n${sentences.resetAsk}`), actionRow([yes, no])], { ephemeral: true }),
  );
}

export const resetButton = defineButton(resetIds, async ({ server, userId }, { verb }, respond, context) => {
  const { preferences, texts } = context;
  if (verb === 'reset') {
    await preferences.reset(server.guildId, userId);
    await preferences.sayMayWorkOn(userId, undefined);
  }
  const now = await linesOf(server.guildId, await chosenBy(server.guildId, userId, context), context);
  await respond.update(privateText(verb === 'reset' ? texts.studio.preferences.reset : now));
});

async function linesOf(guildId: string, chosen: Chosen, { moderation, texts }: CommandContext): Promise<string> {
  const { modelNames } = (await moderation.settings.of(guildId)).settings;
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
