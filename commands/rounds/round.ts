import { AMOUNT_MAX_CREDITS } from '../../src/budget/amounts.ts';
import { linkOfRound } from '../../src/discord/messages/round-message.ts';
import { MemberError } from '../../src/errors.ts';
import { ROUND_BOUNDS, THEME_MAX_CHARACTERS } from '../../src/moderation/rounds/round.ts';
import { en } from '../../src/texts/en.ts';
import { suggestModels } from '../generate/models.ts';
import { suggestRatios } from '../generate/options.ts';
import { defineSubcommands } from '../support/define.ts';
import { integer, suggested, text, toggle } from '../support/options.ts';
import type { Subcommand } from '../support/subcommands.ts';
import { openRound, suggestDurations } from './open.ts';
import { renderShow } from './view.ts';

const words = en.commands.round;

/** Where the round of this channel is; where its message is gone, a new one is posted. */
const show: Subcommand = async ({ channelId, userId }, respond, { rounds, texts }) => {
  const running = await rounds.inChannel(channelId);
  if (!running) throw new MemberError(texts.rounds.refusals.none);
  await respond.deferPrivately();
  await rounds.refresh(running.id);
  const round = (await rounds.find(running.id)) ?? running;
  await respond.complete(renderShow(round, userId, linkOfRound(round) ?? '', texts.rounds));
};

/** Group generation: members hand in prompts, vote, and the best are made. */
export const round = defineSubcommands({
  name: 'round',
  description: words.description,
  subcommands: {
    open: {
      guard: 'opener',
      description: words.open,
      options: [
        text('theme', words.theme, { required: true, max_length: THEME_MAX_CHARACTERS }),
        suggested('model', words.model),
        suggested('submit_time', words.submit),
        suggested('vote_time', words.vote),
        integer('winners', words.winners, { min_value: ROUND_BOUNDS.winners[0], max_value: ROUND_BOUNDS.winners[1] }),
        integer('pot', words.pot, { min_value: 1, max_value: AMOUNT_MAX_CREDITS }),
        suggested('aspect_ratio', words.aspectRatio),
        toggle('spoiler', words.spoiler),
      ],
      run: openRound,
    },
    show: { guard: 'everyone', description: words.show, run: show },
  },
  suggest: {
    model: (interaction, context) => suggestModels(interaction, ['image', 'video'], context),
    aspect_ratio: suggestRatios,
    submit_time: suggestDurations,
    vote_time: suggestDurations,
  },
});
