import { linkOfRound } from '../../src/discord/messages/round-message.ts';
import { type Round, THEME_MAX_CHARACTERS } from '../../src/moderation/rounds/round.ts';
import { en } from '../../src/texts/en.ts';
import type { CommandInteraction, Context, Subcommand } from '../support/context.ts';
import { defineCommand } from '../support/define.ts';
import { isOpener, requireOpener } from '../support/guards.ts';
import * as option from '../support/options.ts';
import { openingAtFirst, openOpeningForm, openRound } from './open.ts';
import { renderRoundLink } from './view.ts';

const words = en.commands.round;

/** Shows this channel's round. Where none runs, or with a theme, organisers open one. */
const run: Subcommand = async (interaction, context) => {
  const theme = option.textOf(interaction, 'theme');
  const running = await context.rounds.inChannel(interaction.channelId);
  if (running && (theme === undefined || !(await isOpener(interaction, context)))) {
    return showRound(interaction, running, context);
  }
  await requireOpener(interaction, context);
  const opening = await openingAtFirst(context);
  if (theme === undefined) await openOpeningForm(interaction, opening, context);
  else await openRound(interaction, { ...opening, theme }, context);
};

/** Links to a round. If its message is gone, a new one is posted first. */
async function showRound(
  { respond, userId }: CommandInteraction,
  running: Round,
  { rounds, texts }: Context,
): Promise<void> {
  await respond.deferPrivately();
  await rounds.refresh(running.id);
  const round = (await rounds.find(running.id)) ?? running;
  await respond.complete(renderRoundLink(round, userId, linkOfRound(round) ?? '', texts.rounds));
}

/** Group generation: members enter prompts and vote, and the best are made. */
export const round = defineCommand({
  name: 'round',
  description: words.description,
  guard: 'everyone',
  options: [option.text('theme', words.theme, { max_length: THEME_MAX_CHARACTERS })],
  run,
});
