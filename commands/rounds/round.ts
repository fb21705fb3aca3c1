import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord.js';
import { AMOUNT_MAX_CREDITS } from '../../src/budget/amounts.ts';
import { linkOfRound } from '../../src/discord/messages/round-message.ts';
import { MemberError } from '../../src/errors.ts';
import { ROUND_BOUNDS, THEME_MAX_CHARACTERS } from '../../src/moderation/rounds/round.ts';
import { en } from '../../src/texts/en.ts';
import { suggestModels } from '../generate/models.ts';
import { suggestRatios } from '../generate/options.ts';
import type { Command } from '../support/context.ts';
import { runSubcommand, type Subcommand, textOf } from '../support/subcommands.ts';
import { suggestDurations } from './durations.ts';
import { openRound } from './open.ts';
import { renderShow } from './views.ts';

const words = en.commands.round;
const Option = ApplicationCommandOptionType;

/** Where the round of this channel is; where its message is gone, a new one is posted. */
const show: Subcommand = async ({ channelId, userId }, respond, { rounds, texts }) => {
  const running = await rounds.inChannel(channelId);
  if (!running) throw new MemberError(texts.rounds.refusals.none);
  await respond.deferPrivately();
  await rounds.refresh(running.id);
  const round = (await rounds.find(running.id)) ?? running;
  await respond.complete(renderShow(round, userId, linkOfRound(round) ?? '', texts.rounds));
};

const run = runSubcommand({ open: openRound, show });

/** Group generation: members hand in prompts, vote, and the best are made. */
export const round: Command = {
  data: {
    type: ApplicationCommandType.ChatInput,
    name: 'round',
    description: words.description,
    contexts: [0],
    options: [
      {
        type: Option.Subcommand,
        name: 'open',
        description: words.open,
        options: [
          {
            ...{ type: Option.String, name: 'theme', description: words.theme },
            ...{ required: true, max_length: THEME_MAX_CHARACTERS },
          },
          { type: Option.String, name: 'model', description: words.model, autocomplete: true },
          { type: Option.String, name: 'submit_time', description: words.submit, autocomplete: true },
          { type: Option.String, name: 'vote_time', description: words.vote, autocomplete: true },
          {
            ...{ type: Option.Integer, name: 'winners', description: words.winners },
            ...{ min_value: ROUND_BOUNDS.winners[0], max_value: ROUND_BOUNDS.winners[1] },
          },
          {
            ...{ type: Option.Integer, name: 'pot', description: words.pot },
            ...{ min_value: 1, max_value: AMOUNT_MAX_CREDITS },
          },
          { type: Option.String, name: 'aspect_ratio', description: words.aspectRatio, autocomplete: true },
          { type: Option.Boolean, name: 'spoiler', description: words.spoiler },
        ],
      },
      { type: Option.Subcommand, name: 'show', description: words.show },
    ],
  },
  run,
  suggest: (interaction, context) => {
    if (interaction.focused === 'model') return suggestModels(interaction, ['image', 'video'], context);
    if (interaction.focused === 'aspect_ratio') return suggestRatios(interaction);
    return suggestDurations(textOf(interaction, interaction.focused) ?? '');
  },
};
