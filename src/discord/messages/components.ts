import {
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInMessageActionRow,
  type APITextDisplayComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
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

/** A few words that only the member sees. */
export function privateText(content: string): MessageBody {
  return messageBody([textDisplay(content)], { ephemeral: true });
}
