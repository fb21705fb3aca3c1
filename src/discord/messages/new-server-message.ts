import { type APIMessageTopLevelComponent, ButtonStyle } from 'discord.js';
import type { OperatorAlert } from '../../alerts/operator-alert.ts';
import type { Texts } from '../../texts/en.ts';
import { newServerIds } from '../custom-ids/controls.ts';
import { actionRow, button } from './components.ts';
import { cut, escapeText } from './prompt-text.ts';

type NewServer = Extract<OperatorAlert, { kind: 'new server' }>;

/** A server may be called whatever its owner likes; enough to know it by. */
const NAME_CHARACTERS = 50;

/** What the operator's card about a new server says. */
export function newServerWords(
  { guildId, name, offeredCredits }: NewServer,
  { creditsCommand, operatorAlerts }: Texts,
): string {
  const shown = name === undefined ? undefined : escapeText(cut(name, NAME_CHARACTERS));
  return operatorAlerts.newServer(creditsCommand.server(guildId, shown), offeredCredits);
}

export function newServerButtons(
  { guildId, offeredCredits: credits }: NewServer,
  { operatorAlerts }: Texts,
): APIMessageTopLevelComponent {
  const { give, later } = operatorAlerts.newServerButtons;
  return actionRow([
    button(newServerIds.of(guildId, { verb: 'give', credits }), give(credits), ButtonStyle.Primary),
    button(newServerIds.of(guildId, { verb: 'later' }), later),
  ]);
}
