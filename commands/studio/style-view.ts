import {
  type APIComponentInContainer,
  type APISectionComponent,
  type APIThumbnailComponent,
  ComponentType,
} from 'discord.js';
import { stylesIds } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts, InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { privateMessage, privateText, rowOf, textDisplay } from '../../src/discord/messages/components.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { foldedName, PRESET_KEYS, type Preset, type Style } from '../../src/studio/style.ts';
import type { FoundStyle } from '../../src/studio/styles.ts';
import { kindOf, type MediaKind, type ModelNames, nameOfModel } from '../../src/task-api/models.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { defineButton } from '../support/define.ts';
import { pageOf, turningButtons } from '../support/paging.ts';
import { accessOf } from '../support/work-access.ts';

/** Styles as their members see them, each with its sample. */

const STYLES_PER_PAGE = 5;
/** All of a page are looked up at once, and the answer has to be there within 3 s. */
const SAMPLE_WITHIN_MS = 1_000;
/** Of a style's words in the list. */
const LISTED_CHARACTERS = 200;

/** Turns a page of a member's own list. */
export const stylesPage = defineButton(stylesIds, 'owner', async (interaction, { page }, respond, context) => {
  await respond.update(await renderStyles(interaction, page, context));
});

/** A page of a member's styles, and then the server's. */
export async function renderStyles(
  interaction: InServer<InteractionFacts>,
  wantedPage: number,
  context: CommandContext,
): Promise<MessageBody> {
  const { texts } = context;
  const { styles } = context.studio;
  const { server, userId: memberId } = interaction;
  const { guildId } = server;
  const [own, servers] = await Promise.all([styles.listOf({ guildId, memberId }), styles.listOf({ guildId })]);
  const all = [
    ...own.map((style): FoundStyle => ({ style, isServers: false })),
    ...servers.map((style): FoundStyle => ({ style, isServers: true })),
  ];
  const words = texts.studio.styles;
  if (all.length === 0) return privateText(words.none);
  const paged = pageOf(all, wantedPage, STYLES_PER_PAGE);
  const turning = turningButtons(paged, (page) => stylesIds.of(memberId, { page }), {
    back: texts.history.newer,
    on: texts.history.older,
  });
  const sections = await renderEach(paged.shown, LISTED_CHARACTERS, interaction, context);
  const components: APIComponentInContainer[] = [textDisplay(`### ${words.title}`), ...sections];
  return privateMessage([{ type: ComponentType.Container, components }, ...rowOf(turning)]);
}

/** One style with all its words. */
export async function renderStyle(
  found: FoundStyle,
  interaction: InServer<InteractionFacts>,
  context: CommandContext,
): Promise<MessageBody> {
  const components = await renderEach([found], Number.POSITIVE_INFINITY, interaction, context);
  return privateMessage([{ type: ComponentType.Container, components }]);
}

async function renderEach(
  shown: readonly FoundStyle[],
  wordsMost: number,
  interaction: InServer<InteractionFacts>,
  context: CommandContext,
): Promise<APIComponentInContainer[]> {
  const { modelNames } = (await context.rules()).settings;
  return Promise.all(
    shown.map(async (found) => {
      const text = textDisplay(linesOf(found, wordsMost, modelNames, context.texts));
      const sample = await sampleOf(found, interaction, context);
      if (!sample) return text;
      return { type: ComponentType.Section, components: [text], accessory: sample } satisfies APISectionComponent;
    }),
  );
}

function linesOf(
  { style, isServers }: FoundStyle,
  wordsMost: number,
  own: ModelNames,
  texts: CommandContext['texts'],
): string {
  const words = texts.studio.styles;
  const facts = [...(isServers ? [words.serversSuffix] : []), ...presetFactsOf(style, texts, own)];
  return [
    `**${escapeText(style.name)}**`,
    ...(style.text === undefined ? [] : [escapeText(cut(style.text, wordsMost))]),
    ...(facts.length === 0 ? [] : [`-# ${facts.map(escapeText).join(texts.models.between)}`]),
  ].join('\n');
}

/** Where Discord has it now; one that vanished, or that is not for this member here, is left out. */
async function sampleOf(
  { style: { sample } }: FoundStyle,
  interaction: InServer<InteractionFacts>,
  context: CommandContext,
): Promise<APIThumbnailComponent | undefined> {
  if (!sample) return undefined;
  const { denials } = await accessOf(interaction, sample, ['sample'], context);
  if (denials.sample) return undefined;
  const at = { ...sample, guildId: interaction.server.guildId };
  const address = await context.works.resultPictures.addressOf(at, sample.attachmentId, SAMPLE_WITHIN_MS);
  return address === undefined
    ? undefined
    : { type: ComponentType.Thumbnail, media: { url: address }, spoiler: sample.spoiler };
}

/**
 * Names that contain what was typed so far: the member's own first.
 * @param kind what is to be made: those for the other are left out.
 */
export async function suggestStyles(
  { focused, server, userId: memberId, options }: InteractionOf<'autocomplete'>,
  { rules, studio: { styles }, texts }: CommandContext,
  kind?: MediaKind,
): Promise<Suggestions> {
  if (!server) return [];
  const { guildId } = server;
  const typed = foldedName(String(options[focused] ?? ''));
  const [own, servers] = await Promise.all([styles.listOf({ guildId, memberId }), styles.listOf({ guildId })]);
  const { modelNames } = (await rules()).settings;
  const known = new Set(own.map(({ name }) => foldedName(name)));
  const sentences = texts.studio.styles;
  return [
    ...own.map((one) => ({ ...one, facts: presetFactsOf(one, texts, modelNames) })),
    ...servers
      .filter(({ name }) => !known.has(foldedName(name)))
      .map((one) => ({ ...one, facts: [sentences.serversSuffix, ...presetFactsOf(one, texts, modelNames)] })),
  ]
    .filter(({ name, preset }) => foldedName(name).includes(typed) && isFor(kind, preset))
    .map(({ name, facts }) => ({ name: [name, ...facts].join(texts.models.between), value: name }));
}

function isFor(kind: MediaKind | undefined, preset: Preset | undefined): boolean {
  return kind === undefined || preset?.modelId === undefined || kindOf(preset.modelId) === kind;
}

/** How it is made, as far as the style says. */
export function presetFactsOf(
  { preset = {} }: Pick<Style, 'preset'>,
  texts: CommandContext['texts'],
  own?: ModelNames,
): string[] {
  return PRESET_KEYS.flatMap((key) => presetFact(preset, key, texts, own));
}

/** One of those facts, where there is one. */
export function presetFact(
  preset: Preset,
  key: keyof Preset,
  { studio }: CommandContext['texts'],
  own?: ModelNames,
): string[] {
  const words = studio.styles;
  const { modelId, aspectRatio, count, spoiler } = preset;
  switch (key) {
    case 'modelId':
      return modelId === undefined ? [] : [nameOfModel(modelId, own)];
    case 'aspectRatio':
      return aspectRatio === undefined ? [] : [aspectRatio];
    case 'count':
      return count === undefined ? [] : [words.count(count)];
    case 'spoiler':
      return spoiler === undefined ? [] : [words.spoiler(spoiler)];
  }
}
