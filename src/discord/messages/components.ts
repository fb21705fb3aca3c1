import {
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIButtonComponentWithURL,
  type APIChannelSelectComponent,
  type APIComponentInContainer,
  type APIComponentInMessageActionRow,
  type APIContainerComponent,
  type APIFileComponent,
  type APIMediaGalleryComponent,
  type APIMessageTopLevelComponent,
  type APIRoleSelectComponent,
  type APISelectMenuOption,
  type APIStringSelectComponent,
  type APITextDisplayComponent,
  type APIUserSelectComponent,
  ButtonStyle,
  ChannelType,
  ComponentType,
  SelectMenuDefaultValueType,
} from 'discord.js';
import type { MediaKind } from '../../task-api/models.ts';
import type { Texts } from '../../texts/en.ts';
import { moderatingIds } from '../custom-ids/controls.ts';
import { type MessageAttachment, type MessageBody, messageBody } from '../rest/message-body.ts';

export function textDisplay(content: string): APITextDisplayComponent {
  return { type: ComponentType.TextDisplay, content };
}

export function button(
  customId: string,
  label: string,
  style: APIButtonComponentWithCustomId['style'] = ButtonStyle.Secondary,
  options: { disabled?: boolean } = {},
): APIButtonComponentWithCustomId {
  return { type: ComponentType.Button, custom_id: customId, label, style, ...options };
}

/** What stands before the number of a picture or clip, so that its button has a name for ears as well. */
const PICTURE_SIGNS: Record<MediaKind, string> = { image: '🖼️', video: '🎞️' };

/** A button for one of several pictures and clips, by its number. */
export function pictureButton(
  customId: string,
  number: number,
  kind: MediaKind,
  style?: APIButtonComponentWithCustomId['style'],
): APIButtonComponentWithCustomId {
  return { ...button(customId, String(number), style), emoji: { name: PICTURE_SIGNS[kind] } };
}

/** A button that opens an address. */
export function linkButton(url: string, label: string): APIButtonComponentWithURL {
  return { type: ComponentType.Button, url, label, style: ButtonStyle.Link };
}

/** Discord's limit for the buttons of a row. */
export const BUTTONS_IN_ROW = 5;

/** The items one after the other, in groups of at most `most`. */
export const inGroups = <Item>(items: readonly Item[], most: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, group) => items.slice(group * most, (group + 1) * most));

/** Discord's limits for a menu: how many options, and how long the label and the description of one. */
export const MENU_OPTIONS_MAX = 25;
export const MENU_OPTION_MAX_CHARACTERS = 100;

/** A menu from which members choose one option, unless `rules` allow several. */
export function menu(
  customId: string,
  options: APISelectMenuOption[],
  rules: Pick<APIStringSelectComponent, 'placeholder' | 'min_values' | 'max_values'> = {},
): APIStringSelectComponent {
  return { type: ComponentType.StringSelect, custom_id: customId, options, ...rules };
}

/** What a menu of roles or channels shows, and what it may return: from none up to `most`. */
interface Choosing {
  placeholder: string;
  /** Those that aren't chosen yet may be missing. */
  chosenIds: readonly (string | null | undefined)[];
  most: number;
}

export function roleMenu(customId: string, choosing: Choosing): APIRoleSelectComponent {
  const chosen = existing(choosing.chosenIds).map((id) => ({ id, type: SelectMenuDefaultValueType.Role as const }));
  return { type: ComponentType.RoleSelect, ...rulesOf(customId, choosing), default_values: chosen };
}

export function channelMenu(
  customId: string,
  channelTypes: ChannelType[],
  choosing: Choosing,
): APIChannelSelectComponent {
  const chosen = existing(choosing.chosenIds).map((id) => ({ id, type: SelectMenuDefaultValueType.Channel as const }));
  const rules = rulesOf(customId, choosing);
  return { type: ComponentType.ChannelSelect, ...rules, channel_types: channelTypes, default_values: chosen };
}

/** Channels where members can type a command, or whose posts are threads. Categories mean nothing here. */
export const COMMAND_CHANNELS = [
  ...[ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.PublicThread, ChannelType.PrivateThread],
  ...[ChannelType.GuildForum, ChannelType.GuildMedia, ChannelType.GuildVoice, ChannelType.GuildStageVoice],
];

/** A menu from which one member is chosen. */
export function memberMenu(customId: string, placeholder: string): APIUserSelectComponent {
  return { type: ComponentType.UserSelect, custom_id: customId, placeholder };
}

const existing = (ids: Choosing['chosenIds']): string[] => ids.filter((id) => typeof id === 'string');

const rulesOf = (customId: string, { placeholder, most }: Choosing) => ({
  custom_id: customId,
  placeholder,
  min_values: 0,
  max_values: most,
});

export function actionRow(
  components: APIComponentInMessageActionRow[],
): APIActionRowComponent<APIComponentInMessageActionRow> {
  return { type: ComponentType.ActionRow, components };
}

/** @param colour of the edge */
export function container(components: APIComponentInContainer[], colour?: number): APIContainerComponent {
  return { type: ComponentType.Container, components, ...(colour === undefined ? {} : { accent_color: colour }) };
}

/** A message that only one member sees. */
export function privateMessage(components: APIMessageTopLevelComponent[]): MessageBody {
  return messageBody(components, { ephemeral: true });
}

/** A text that only one member sees, with buttons or a menu below it. */
export function privateText(content: string, row: APIComponentInMessageActionRow[] = []): MessageBody {
  return privateMessage([textDisplay(content), ...rowOf(row)]);
}

/** An action row, or nothing if there are no components. */
export function rowOf(components: APIComponentInMessageActionRow[]) {
  return components.length > 0 ? [actionRow(components)] : [];
}

/** Buttons with which moderators act on a member, for every card about one. */
export function memberButtons(memberId: string, { moderation }: Texts) {
  const { member, timeout } = moderation.moderate;
  return [
    button(moderatingIds.of(memberId, { verb: 'timeout' }), timeout),
    button(moderatingIds.of(memberId, { verb: 'member' }), member),
  ];
}

const isSound = (name: string): boolean => /\.(mp3|m4a|wav|ogg|oga|opus|flac|aac)$/.test(name);

/** Describes files to upload, which a message's attachments name by their index. @param altOf describes one of them */
export function newAttachments(
  names: readonly string[],
  { altOf, spoiler }: { altOf: (name: string) => string; spoiler: boolean },
): MessageAttachment[] {
  return names.map((filename, index) => ({
    id: String(index),
    filename,
    description: altOf(filename),
    is_spoiler: spoiler,
  }));
}

/** Shows attachments by name: pictures and clips in one gallery, sounds as files. */
export function mediaComponents(
  names: readonly string[],
  { altOf, spoiler }: { altOf?: (name: string) => string; spoiler: boolean },
): (APIMediaGalleryComponent | APIFileComponent)[] {
  const items = names
    .filter((name) => !isSound(name))
    .map((name) => ({
      media: { url: `attachment://${name}` },
      ...(altOf && { description: altOf(name) }),
      spoiler,
    }));
  return [
    ...(items.length > 0 ? [{ type: ComponentType.MediaGallery as const, items }] : []),
    ...names.filter(isSound).map((name) => ({
      type: ComponentType.File as const,
      file: { url: `attachment://${name}` },
      spoiler,
    })),
  ];
}
