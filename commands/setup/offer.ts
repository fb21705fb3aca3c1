import { ButtonStyle } from 'discord.js';
import { setupIds } from '../../src/discord/custom-ids/controls.ts';
import type { Interaction } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { GENERATE_COMMANDS } from '../support/command-access.ts';
import type { Needs } from '../support/context.ts';

/** Commands with which a manager sets Easel up already, or that name `/setup`. */
const LEAD_TO_SETUP: readonly string[] = ['setup', 'settings', 'help'];
/** Commands whose first result is followed by a private line about its buttons. */
const MAKING: readonly string[] = Object.values(GENERATE_COMMANDS).map(({ name }) => name);

/** Offers `/setup` to the first manager who uses a command in a server where nothing was ever set. */
export async function offerSetup(
  interaction: Interaction,
  respond: Pick<Responder, 'tell'>,
  { moderation, studio, texts: { setup: words } }: Needs<'moderation' | 'studio' | 'texts'>,
): Promise<void> {
  const { guildId, kind, server, userId } = interaction;
  if (kind !== 'command' || LEAD_TO_SETUP.includes(interaction.name)) return;
  if (guildId === undefined || !server || !mayManageServer(server.memberPermissions)) return;
  // One private note at a time: this one comes with the next command.
  if (MAKING.includes(interaction.name) && !(await studio.preferences.of(guildId, userId)).knowsControls) return;
  if (!(await moderation.settings.firstVisit(guildId))) return;
  const open = button(setupIds.of(userId, { verb: 'again' }), words.offerButton, ButtonStyle.Primary);
  await respond.tell(privateText([words.offer, words.offerSmall].join('\n'), [open]));
}
