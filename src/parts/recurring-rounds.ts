import { allowedModel, allowedRatio } from '../../commands/generate/models.ts';
import { forServer } from '../../commands/generate/request.ts';
import { chosenOf } from '../../commands/support/options.ts';
import { textDisplay } from '../discord/messages/components.ts';
import { toBrought } from '../discord/reconciler/reconciler.ts';
import { saidIn } from '../discord/rest/lookup.ts';
import { messageBody } from '../discord/rest/message-body.ts';
import { RetryLater } from '../engine/lane.ts';
import { CAUTIOUS_LIMIT_BYTES } from '../jobs/job/job.ts';
import type { Moderation } from '../moderation/moderation.ts';
import type { RoundMessages } from '../moderation/rounds/context.ts';
import { recurrenceCollection } from '../moderation/rounds/recurrence.ts';
import { createRecurringRounds, type RecurringParts } from '../moderation/rounds/recurring.ts';
import { newRound } from '../moderation/rounds/round.ts';
import type { Rounds } from '../moderation/rounds/rounds.ts';
import { HOUR_MS } from '../time/clock.ts';
import type { App } from './app.ts';
import { defaultsOf } from './commands.ts';

interface RoundParts {
  moderation: Moderation;
  rounds: Rounds;
  messages: RoundMessages;
}

/** Opens scheduled rounds in the bot's own name, by the rules for moderators. */
export function openRecurringRounds(app: App, { moderation, ...parts }: RoundParts) {
  return createRecurringRounds({
    ...app,
    ...parts,
    settings: moderation.settings,
    collection: app.store.collection(recurrenceCollection),
    isClockRight: app.isClockRightNow,
    prepareRound: createPrepareRound(app, moderation),
    notifyManagers: createNotifyManagers(app, moderation),
  });
}

function createPrepareRound(
  { ask, channels, clips, clock, config, models, rest }: App,
  moderation: Moderation,
): RecurringParts['prepareRound'] {
  return async ({ guildId, roundId: id, theme, settings }) => {
    const channelId = settings.roundChannelId ?? '';
    const channelIds = await channels.idsOf(channelId);
    const ageRestricted = (await channels.isAgeRestricted(channelId)) ?? false;
    const openedById = saidIn(await ask(rest.ownId, 'Discord did not say who the bot is'));
    if (openedById === undefined) throw new RetryLater();
    const modelId = allowedModel('image', [config.IMAGE_MODEL_DEFAULT], settings);
    const ratio = chosenOf({ aspectRatio: allowedRatio([config.ASPECT_RATIO_DEFAULT], settings) });
    const asked = { modelId, prompt: theme, sources: [], spoiler: false, ...ratio };
    const wanted = forServer(asked, ageRestricted, settings, { clips, defaults: defaultsOf(config), models });
    const by = { guildId, memberId: openedById, roleIds: [], isModerator: true };
    const facts = { ...by, request: wanted, channelIds, ageRestricted };
    const verdict = await moderation.admission.judge(facts, 'round', await moderation.settings.of(guildId));
    if (verdict.verdict === 'refuse') return 'entry' in verdict.refusal ? 'refused' : 'rules';
    const { prompt: _, ...request } = wanted;
    return newRound(
      {
        id,
        // A message of the bot itself, which no interaction token opens.
        location: {
          guildId,
          channelId,
          applicationId: '',
          token: '',
          tokenIssuedAtMs: 0,
          uploadLimitBytes: CAUTIOUS_LIMIT_BYTES,
        },
        channelIds,
        ageRestricted,
        openedById,
        theme,
        request,
        roleIds: [],
        winnerCount: settings.roundWinners,
        quoteCredits: models.quoteCredits(request.modelId),
        submitMs: settings.roundHours * HOUR_MS,
        voteMs: settings.roundVoteHours * HOUR_MS,
      },
      clock.now(),
    );
  };
}

/** Posts to the channel for alerts, or to the moderators' channel if there is none. */
function createNotifyManagers(
  { alerter, client, log, texts }: App,
  { settings }: Moderation,
): RecurringParts['notifyManagers'] {
  return async (guildId, what, idempotencyKey) => {
    const channelId = (await alerter.channelOf(guildId)) ?? (await settings.of(guildId)).settings.moderatorsChannelId;
    if (channelId === null) {
      log.warn({ server: guildId, what }, 'there is no channel to say why a scheduled round did not open');
      return;
    }
    const body = messageBody([textDisplay(texts.rounds.recurrenceProblems[what])]);
    toBrought(await client.post({ guildId, channelId }, body, { idempotencyKey }));
  };
}
