import { type APIComponentInContainer, type APIThumbnailComponent, ComponentType } from 'discord.js';
import type { StyleRef } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { PICTURES_MAX } from '../../src/jobs/job/job.ts';
import { foldedName, type Style, type StyleOptions } from '../../src/studio/style.ts';
import type { FoundStyle, StyleOwner } from '../../src/studio/styles.ts';
import { kindOf, type MediaKind, SUGGESTED_RATIOS } from '../../src/task-api/models.ts';
import type { Context, InServer, Needs } from '../support/context.ts';
import { pageAt } from '../support/lists.ts';
import { accessOf } from '../support/work-access.ts';
import { type Choice, modelChoices } from './option-menus.ts';
import { renderStyle, renderStylePage, renderStyles, styleOptionFacts } from './style-view.ts';

/** Loads styles with their samples, for a member who looks at them. */

const STYLES_PER_PAGE = 5;
/** How much of each style's text the list shows. */
const LISTED_CHARACTERS = 200;

/** A page of the member's own styles, followed by the server's. */
export async function loadStyles(
  interaction: InServer,
  wantedPage: number,
  context: Context,
  said?: string,
): Promise<MessageBody> {
  const { texts } = context;
  const { guildId, userId: memberId } = interaction;
  const { own, servers } = await stylesFor({ guildId, memberId }, context);
  const all = [
    ...own.map((style): FoundStyle => ({ style, isServers: false })),
    ...servers.map((style): FoundStyle => ({ style, isServers: true })),
  ];
  const page = pageAt(all, wantedPage, STYLES_PER_PAGE);
  const shown = await loadEach(page.shown, LISTED_CHARACTERS, interaction, context);
  return renderStyles({ page, shown, memberId, said }, texts);
}

/** One style with all of its text, and menus for those who may change it. @param said what the last press did */
export async function loadStyle(
  found: FoundStyle,
  interaction: InServer,
  context: Context,
  said?: string,
): Promise<MessageBody> {
  const { server, userId: memberId } = interaction;
  const shown = await loadEach([found], Number.POSITIVE_INFINITY, interaction, context);
  const mayChange = !found.isServers || mayManageServer(server.memberPermissions);
  const choices = mayChange ? await styleChoices(found.style, context) : undefined;
  return renderStylePage({ found, shown, choices, memberId, said }, context.texts);
}

/** What the menus of a style offer. */
export async function styleChoices(
  { options = {} }: Style,
  context: Context,
): Promise<Record<keyof StyleOptions, readonly Choice[]>> {
  const words = context.texts.studio.styles.menus;
  const ratios = new Set([undefined, ...SUGGESTED_RATIOS, options.aspectRatio]);
  const counts = [undefined, ...Array.from({ length: PICTURES_MAX }, (_, index) => index + 1)];
  return {
    modelId: await modelChoices(['image', 'video'], options.modelId, words.model, context),
    aspectRatio: [...ratios].map((value) => ({ value, label: words.aspectRatio(value) })),
    count: counts.map((value) => ({ value, label: words.count(value) })),
    spoiler: [undefined, true, false].map((value) => ({ value, label: words.spoiler(value) })),
  };
}

export const ownerOf = ({ guildId, userId: memberId }: InServer, { isServers }: StyleRef): StyleOwner =>
  isServers ? { guildId } : { guildId, memberId };

/** @throws MemberError if it was deleted */
export async function requireStyle(
  interaction: InServer,
  ref: StyleRef,
  { studio, texts }: Needs<'studio' | 'texts'>,
): Promise<Style> {
  const style = await studio.styles.byKey(ownerOf(interaction, ref), ref.key);
  if (!style) throw new MemberError(texts.studio.styles.gone, 'gone');
  return style;
}

async function stylesFor(member: { guildId: string; memberId: string }, { studio: { styles } }: Needs<'studio'>) {
  const [own, servers] = await Promise.all([styles.listOf(member), styles.listOf({ guildId: member.guildId })]);
  return { own, servers };
}

async function loadEach(
  styles: readonly FoundStyle[],
  maxCharacters: number,
  interaction: InServer,
  context: Context,
): Promise<APIComponentInContainer[]> {
  const { modelNames } = (await context.rules()).settings;
  return Promise.all(
    styles.map(async (found) =>
      renderStyle(found, await sampleOf(found, interaction, context), { maxCharacters, modelNames }, context.texts),
    ),
  );
}

/** The sample's current address; undefined if it's gone, or if this member may not see it here. */
async function sampleOf(
  { style: { sample } }: FoundStyle,
  interaction: InServer,
  context: Needs<'moderation' | 'rules' | 'works'>,
): Promise<APIThumbnailComponent | undefined> {
  if (!sample) return undefined;
  const { denials } = await accessOf(interaction, sample, ['sample'], context);
  if (denials.sample) return undefined;
  const at = { ...sample, guildId: interaction.guildId };
  const url = (await context.works.attachedFiles.addressesOf(at)).get(sample.attachmentId);
  return url === undefined ? undefined : { type: ComponentType.Thumbnail, media: { url }, spoiler: sample.spoiler };
}

/** Styles whose names contain what was typed, the member's own first. @param kind leaves out styles for the other kind */
export async function suggestStyles(
  { focused, guildId, userId: memberId, options }: InteractionOf<'autocomplete'>,
  context: Needs<'rules' | 'studio' | 'texts'>,
  kind?: MediaKind,
): Promise<Suggestions> {
  if (guildId === undefined) return [];
  const { texts } = context;
  const typed = foldedName(String(options[focused] ?? ''));
  const { own, servers } = await stylesFor({ guildId, memberId }, context);
  const { modelNames } = (await context.rules()).settings;
  const ownNames = new Set(own.map(({ name }) => foldedName(name)));
  const facts = (style: Style) => styleOptionFacts(style, texts, modelNames);
  return [
    ...own.map((one) => ({ ...one, facts: facts(one) })),
    ...servers
      .filter(({ name }) => !ownNames.has(foldedName(name)))
      .map((one) => ({ ...one, facts: [texts.studio.styles.serversSuffix, ...facts(one)] })),
  ]
    .filter(({ name, options }) => foldedName(name).includes(typed) && isFor(kind, options))
    .map(({ name, facts }) => ({ name: [name, ...facts].join(texts.models.between), value: name }));
}

function isFor(kind: MediaKind | undefined, options: StyleOptions | undefined): boolean {
  return kind === undefined || options?.modelId === undefined || kindOf(options.modelId) === kind;
}
