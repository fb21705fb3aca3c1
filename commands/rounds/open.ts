import { roundIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { MENU_OPTION_MAX_CHARACTERS, MENU_OPTIONS_MAX } from '../../src/discord/messages/components.ts';
import { cut } from '../../src/discord/messages/prompt-text.ts';
import { linkOfRound, renderRound } from '../../src/discord/messages/round-message.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import { newRound, OPEN_ROUNDS_MAX, type Round, THEME_MAX_CHARACTERS } from '../../src/moderation/rounds/round.ts';
import { ROUND_WINNERS } from '../../src/moderation/settings/settings.ts';
import { MODELS, type ModelId } from '../../src/task-api/models.ts';
import { MINUTE_MS } from '../../src/time/clock.ts';
import { allowedModel, allowedRatio, modelFacts, serverModels } from '../generate/models.ts';
import { requestInChannel } from '../generate/request.ts';
import {
  type CommandInteraction,
  type Context,
  type FormInteraction,
  locationOf,
  type Needs,
} from '../support/context.ts';
import { selectedIn, selectField, textField, typedIn } from '../support/form-fields.ts';
import { chosenOf } from '../support/options.ts';
import { holdError, requireChannel, requireService } from '../support/refusals.ts';
import { judgeForRound } from './enter.ts';

/** What an organiser chooses for a round. */
interface Opening {
  theme: string;
  modelId: ModelId;
  submitMinutes: number;
  voteMinutes: number;
  winnerCount: number;
}

const MINUTES = [10, 30, 60, 120, 360, 720, 1_440, 2_880, 4_320, 10_080];
const FIRST_MINUTES = 60;
const WINNERS = Array.from({ length: ROUND_WINNERS[1] }, (_, index) => index + ROUND_WINNERS[0]);

/** What a round has unless its organiser chooses otherwise. */
export async function openingAtFirst({
  defaults,
  rules,
}: Needs<'defaults' | 'rules'>): Promise<Omit<Opening, 'theme'>> {
  const { settings } = await rules();
  return {
    modelId: allowedModel('image', [defaults.modelId.image], settings),
    submitMinutes: FIRST_MINUTES,
    voteMinutes: FIRST_MINUTES,
    winnerCount: settings.roundWinners,
  };
}

/** Opens the form with all choices of a round. @throws MemberError if the server allows no model */
export async function openOpeningForm(
  { respond, userId }: CommandInteraction,
  { modelId, submitMinutes, voteMinutes, winnerCount }: Omit<Opening, 'theme'>,
  context: Context,
): Promise<void> {
  const { forms: words } = context.texts.rounds;
  const models = (await serverModels(['image', 'video'], context)).slice(0, MENU_OPTIONS_MAX).map((model) => ({
    label: model.name,
    value: model.id,
    description: cut(modelFacts(model, context).join(context.texts.models.between), MENU_OPTION_MAX_CHARACTERS),
  }));
  const chosen = models.find(({ value }) => value === modelId) ?? models[0];
  if (!chosen) throw new MemberError(context.texts.studio.work.noModel);
  const times = MINUTES.map((minutes) => ({ value: String(minutes), label: words.time(minutes) }));
  const winners = WINNERS.map((count) => ({ value: String(count), label: String(count) }));
  await respond.openForm({
    custom_id: roundIds.of(userId, { verb: 'open' }),
    title: words.open,
    components: [
      textField('theme', words.theme, { most: THEME_MAX_CHARACTERS }),
      selectField('model', words.model, models, { chosen: [chosen.value] }),
      selectField('submit', words.submitTime, times, { chosen: [String(submitMinutes)] }),
      selectField('vote', words.voteTime, times, { chosen: [String(voteMinutes)] }),
      selectField('winners', words.winners, winners, { about: words.winnersAbout, chosen: [String(winnerCount)] }),
    ],
  });
}

/** Opens a round as the form says. */
export async function openByForm(interaction: FormInteraction, context: Context): Promise<void> {
  const chosenIn = <Value>(field: string, offered: readonly Value[]): Value => {
    const chosen = offered.find((one) => String(one) === selectedIn(interaction, field)[0]);
    if (chosen === undefined) throw new MemberError(context.texts.refusals.unknownButton, 'gone');
    return chosen;
  };
  const opening = {
    theme: typedIn(interaction, 'theme'),
    modelId: chosenIn(
      'model',
      MODELS.map(({ id }) => id),
    ),
    submitMinutes: chosenIn('submit', MINUTES),
    voteMinutes: chosenIn('vote', MINUTES),
    winnerCount: chosenIn('winners', WINNERS),
  };
  await openRound(interaction, opening, context);
}

/** Opens a round in this channel. @throws MemberError if that isn't possible; then no credits are held. */
export async function openRound(
  interaction: CommandInteraction | FormInteraction,
  opening: Opening,
  context: Context,
): Promise<void> {
  const { rounds, texts } = context;
  const { respond, server } = interaction;
  requireChannel(server, texts);
  requireService(context);
  const round = await roundOf(interaction, opening, context);
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

async function roundOf(
  interaction: CommandInteraction | FormInteraction,
  { modelId, submitMinutes, voteMinutes, winnerCount, ...opening }: Opening,
  context: Context,
): Promise<Round> {
  const { clock, defaults, models, texts } = context;
  const { refusals } = texts.rounds;
  const theme = opening.theme.replace(/\s+/g, ' ');
  if (theme === '' || theme.length > THEME_MAX_CHARACTERS) throw new MemberError(refusals.theme(THEME_MAX_CHARACTERS));
  const aspectRatio = allowedRatio([defaults.aspectRatio], (await context.rules()).settings);
  const chosen = { modelId, prompt: theme, spoiler: false, ...chosenOf({ aspectRatio }) };
  const here = await requestInChannel(interaction, { ...chosen, sources: [] }, context);
  const { prompt: _, ...request } = here.request;
  const { needsApproval } = await judgeForRound(here, context);
  if (needsApproval) throw new MemberError(refusals.themeWaits);
  return newRound(
    {
      id: jobIdOf(interaction.id),
      location: locationOf(interaction),
      openedById: here.memberId,
      theme,
      request,
      ageRestricted: here.ageRestricted,
      winnerCount,
      quoteCredits: models.quoteCredits(request.modelId),
      submitMs: submitMinutes * MINUTE_MS,
      voteMs: voteMinutes * MINUTE_MS,
      roleIds: [...here.roleIds],
      channelIds: [...here.channelIds],
    },
    clock.now(),
  );
}
