import {
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInMessageActionRow,
  type APIMessageTopLevelComponent,
  type APITextDisplayComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { Texts } from '../../texts/en.ts';
import { moderatingIds } from '../custom-ids/controls.ts';
import { type MessageBody, messageBody } from '../rest/message-body.ts';

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

export function actionRow(
  components: APIComponentInMessageActionRow[],
): APIActionRowComponent<APIComponentInMessageActionRow> {
  return { type: ComponentType.ActionRow, components };
}

/** What only the member sees. */
export function privateMessage(components: APIMessageTopLevelComponent[]): MessageBody {
  return messageBody(components, { ephemeral: true });
}

/** A few words for the member, and what to press or choose below them. */
export function privateText(content: string, row: APIComponentInMessageActionRow[] = []): MessageBody {
  return privateMessage([textDisplay(content), ...rowOf(row)]);
}

/** A row; none where there is nothing for it. */
export function rowOf(components: APIComponentInMessageActionRow[]) {
  return components.length > 0 ? [actionRow(components)] : [];
}

/** What moderators can do about a member, on every card that is about one. */
export function memberButtons(memberId: string, { moderation }: Texts) {
  const { member, timeout } = moderation.moderate;
  return [
    button(moderatingIds.of(memberId, { verb: 'timeout' }), timeout),
    button(moderatingIds.of(memberId, { verb: 'member' }), member),
  ];
}
