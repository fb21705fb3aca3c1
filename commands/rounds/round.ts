import { AMOUNT_MAX_CREDITS } from '../../src/budget/ledger/amounts.ts';
import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { linkOfRound, renderRound } from '../../src/discord/messages/round-message.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import {
  affordableWinners,
  newRound,
  OPEN_ROUNDS_MAX,
  ROUND_BOUNDS,
  type Round,
  THEME_MAX_CHARACTERS,
} from '../../src/moderation/rounds/round.ts';
import { modelCalled } from '../../src/task-api/models.ts';
import { en, type Texts } from '../../src/texts/en.ts';
import { MINUTE_MS } from '../../src/time/clock.ts';
import { allowedModel, allowedRatio, suggestModels, suggestRatios } from '../generate/models.ts';
import { requestInChannel } from '../generate/request-in-channel.ts';
import { parseRatio } from '../generate/validation.ts';
import { type CommandInteraction, type Context, locationOf, type Subcommand } from '../support/context.ts';
import { defineSubcommands } from '../support/define.ts';
import * as option from '../support/options.ts';
import { holdError, requireChannel, requireService } from '../support/refusals.ts';
import { judgeForRound } from './enter.ts';
import { renderRoundLink } from './view.ts';

const WINNERS_DEFAULT = 3;
const DURATION_DEFAULT = '1h';
/** Opens a round in this channel. @throws MemberError if that isn't possible; then no credits are held. */
async function openRound(interaction: CommandInteraction, context: Context): Promise<void> {
  const { rounds, texts } = context;
  const { respond, server } = interaction;
  requireChannel(server, texts);
  requireService(context);
  const round = await readRound(interaction, context);
  const outcome = await rounds.open(round, (opened) => respond.answerForRecord(renderRound(opened, texts)));
  switch (outcome.outcome) {
    case 'open':
    case 'unanswered':
      return;
    case 'another':
      throw new MemberError(texts.rounds.refusals.another(linkOfRound(outcome.round)));
    case 'interrupted':
      throw new MemberError(texts.rounds.refusals.interrupted);
    case 'too many':
      throw new MemberError(texts.rounds.refusals.tooMany(OPEN_ROUNDS_MAX), 'limit.records');
    default:
      throw holdError(outcome, texts);
  }
}

async function readRound(interaction: CommandInteraction, context: Context): Promise<Round> {
  const { clock, defaults, models, texts } = context;
  const { options } = interaction;
  const { refusals } = texts.rounds;
  const theme = (option.textOf(interaction, 'theme') ?? '').replace(/\s+/g, ' ');
  if (theme === '' || theme.length > THEME_MAX_CHARACTERS) throw new MemberError(refusals.theme(THEME_MAX_CHARACTERS));
  const { settings } = await context.rules();
  const { model, aspect_ratio: ratio } = options;
  const modelId =
    model === undefined
      ? allowedModel('image', [defaults.modelId.image], settings)
      : modelCalled(String(model), settings.modelNames)?.id;
  if (!modelId) throw new MemberError(texts.refusals.modelUnknown);
  const aspectRatio = parseRatio(ratio, texts) ?? allowedRatio([defaults.aspectRatio], settings);
  const chosen = { modelId, prompt: theme, spoiler: options['spoiler'] === true, ...option.chosenOf({ aspectRatio }) };
  const submitMs = durationOf(interaction, 'submit_time', texts);
  const voteMs = durationOf(interaction, 'vote_time', texts);

  const here = await requestInChannel(interaction, { ...chosen, sources: [] }, context);
  const { prompt: _, ...request } = here.request;
  const { needsApproval } = await judgeForRound(here, context);
  if (needsApproval) throw new MemberError(refusals.themeWaits);

  const quoteCredits = models.quoteCredits(request.modelId);
  const [least, most] = ROUND_BOUNDS.winnerCount;
  const asked = Math.min(Math.max(option.numberOf(interaction, 'winners') ?? WINNERS_DEFAULT, least), most);
  const winnerCount = affordableWinners(asked, quoteCredits, option.numberOf(interaction, 'pot'));
  if (winnerCount < 1) throw new MemberError(refusals.potTooSmall(quoteCredits));
  return newRound(
    {
      id: jobIdOf(interaction.id),
      location: locationOf(interaction),
      openedById: here.memberId,
      theme,
      request,
      ageRestricted: here.ageRestricted,
      winnerCount,
      quoteCredits,
      submitMs,
      voteMs,
      roleIds: [...here.roleIds],
      channelIds: [...here.channelIds],
    },
    clock.now(),
  );
}

function durationOf(interaction: CommandInteraction, name: string, texts: Texts): number {
  const durationMs = parseDurationMs(option.textOf(interaction, name) ?? DURATION_DEFAULT);
  if (durationMs === undefined) throw new MemberError(texts.rounds.refusals.duration);
  return durationMs;
}

const MINUTES_OF: Readonly<Record<string, number>> = { '': 1, m: 1, min: 1, h: 60, d: 1440 };
const SUGGESTED = ['10m', '30m', '1h', '2h', '6h', '12h', '1d', '2d', '7d'];

/** Reads a duration such as `30m`, `2h`, `1d`, or a number of minutes. @returns undefined if it's malformed or out of bounds. */
function parseDurationMs(text: string): number | undefined {
  const match = /^(\d{1,5}) ?(m|min|h|d|)$/i.exec(text.trim());
  if (!match) return undefined;
  const minutes = Number(match[1]) * (MINUTES_OF[(match[2] ?? '').toLowerCase()] ?? 1);
  const [least, most] = ROUND_BOUNDS.minutes;
  return minutes >= least && minutes <= most ? minutes * MINUTE_MS : undefined;
}

const suggestDurations = (interaction: InteractionOf<'autocomplete'>): Suggestions =>
  option.completing(interaction, SUGGESTED, (typed) => parseDurationMs(typed) !== undefined);

const words = en.commands.round;

/** Links to this channel's round. If its message is gone, a new one is posted first. */
const showRound: Subcommand = async ({ respond, channelId, userId }, { rounds, texts }) => {
  const running = await rounds.inChannel(channelId);
  if (!running) throw new MemberError(texts.rounds.refusals.none);
  await respond.deferPrivately();
  await rounds.refresh(running.id);
  const round = (await rounds.find(running.id)) ?? running;
  await respond.complete(renderRoundLink(round, userId, linkOfRound(round) ?? '', texts.rounds));
};

/** Group generation: members enter prompts and vote, and the best are made. */
export const round = defineSubcommands({
  name: 'round',
  description: words.description,
  subcommands: {
    open: {
      guard: 'opener',
      description: words.open,
      options: [
        option.text('theme', words.theme, { required: true, max_length: THEME_MAX_CHARACTERS }),
        option.suggested('model', words.model),
        option.suggested('submit_time', words.submit),
        option.suggested('vote_time', words.vote),
        option.integer('winners', words.winners, {
          min_value: ROUND_BOUNDS.winnerCount[0],
          max_value: ROUND_BOUNDS.winnerCount[1],
        }),
        option.integer('pot', words.pot, { min_value: 1, max_value: AMOUNT_MAX_CREDITS }),
        option.suggested('aspect_ratio', words.aspectRatio),
        option.toggle('spoiler', words.spoiler),
      ],
      run: openRound,
    },
    show: { guard: 'everyone', description: words.show, run: showRound },
  },
  suggest: {
    model: (interaction, context) => suggestModels(interaction, ['image', 'video'], context),
    aspect_ratio: suggestRatios,
    submit_time: suggestDurations,
    vote_time: suggestDurations,
  },
});
