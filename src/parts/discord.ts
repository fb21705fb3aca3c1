import type { Config } from '../config.ts';
import { createDiscordClient } from '../discord/gateway/client.ts';
import { createOpenPages } from '../discord/interactions/open-pages.ts';
import { createCommandMentions } from '../discord/messages/command-mentions.ts';
import { createForumPosts } from '../discord/reconciler/forum-posts.ts';
import { createJobMessages } from '../discord/reconciler/job-messages.ts';
import { createPersonalNotices } from '../discord/reconciler/personal-notices.ts';
import { createReconciler } from '../discord/reconciler/reconciler.ts';
import { createLookup } from '../discord/rest/lookup.ts';
import { createMessageClient } from '../discord/rest/message-client.ts';
import { createDiscordRest, type EndedCall } from '../discord/rest/rest.ts';
import { createRestWatch } from '../discord/rest/rest-watch.ts';
import { createAlertsChannel } from '../discord/server/alerts-channel.ts';
import {
  createChannels,
  createMembersNow,
  createMentionNames,
  createServerNames,
  createSight,
} from '../discord/server/lookups.ts';
import { createOperators } from '../discord/server/operators.ts';
import { finding } from '../findings/finding.ts';
import { createRepeatWatch } from '../health/repeat-watch.ts';
import { allShards, type Shards } from '../store/database/shards.ts';
import type { Store } from '../store/store.ts';
import { createPreferences } from '../studio/preferences.ts';
import { MINUTE_MS } from '../time/clock.ts';
import { createClockCheck } from '../time/clock-check.ts';
import { type Base, createTopic } from './base.ts';

/** One answer of another process may be seen during a takeover. */
const TWICE = { most: 2, withinMs: 10 * MINUTE_MS };
/** A few refusals are a busy channel's. */
const LIMITS = { most: 10, withinMs: MINUTE_MS };

/** Everything that talks to Discord. Its answers also set the clock check. */
export function createDiscord(
  base: Base,
  { reportOf, starsOf }: Pick<Parameters<typeof createJobMessages>[0], 'reportOf' | 'starsOf'>,
) {
  const { config, store, clock, random, log, metering, texts, stop, closing, replaced } = base;
  const { clockCheck = createClockCheck({ clock, log }), callsPerSecond } = replaced ?? {};
  const limitWatch = createRepeatWatch({ clock, log, found: finding('discord.limit'), ...LIMITS });
  const discord = createDiscordClient({
    token: config.DISCORD_TOKEN,
    apiUrl: config.DISCORD_API_URL,
    clock,
    log,
    shards: shardsToOpen(config, store),
    takeSlot: store.takeSlot,
    beforeCall: store.prove,
    maySend: store.isProved,
    onTime: clockCheck.observe,
    callsPerSecond,
    onLimited: ({ waitMs, isOfAll }) => limitWatch.record({ waitMs }, isOfAll ? waitMs : 0),
  });
  closing.push(() => discord.stop());
  const answeredTwice = createTopic<void>();
  const twiceWatch = createRepeatWatch({
    ...{ clock, log, found: finding('discord.twice'), ...TWICE },
    onFound: () => answeredTwice.publish(),
  });
  const commandMentions = createCommandMentions();
  const restWatch = createRestWatch({ clock, log, stop });
  const onCall = (call: EndedCall): void => {
    restWatch.record(call.outcome);
    metering.onDiscordCall(call);
  };
  const { rest = createDiscordRest(discord.lines, commandMentions.render, { clock, onCall }) } = replaced ?? {};
  const client = createMessageClient({ rest, clock, random, log, stop });
  const operators = createOperators({ rest, clock, log, configuredIds: config.OPERATOR_IDS ?? [] });
  const ask = createLookup(log);
  const channels = createChannels({ rest, ask, clock });
  const alertsChannel = createAlertsChannel({ channelId: config.OPERATOR_CHANNEL_ID, clock, log, rest });
  const preferences = createPreferences(store, clock);
  const personal = createPersonalNotices({
    client,
    rest,
    texts,
    stop,
    isWanted: async (guildId, memberId) => (await preferences.of(guildId, memberId)).directMessages === true,
  });
  const reconciler = createReconciler({ client, clock, stop });
  const { jobMessages = createJobMessages({ client, reconciler, personal, reportOf, starsOf, texts }) } =
    replaced ?? {};
  return {
    clockCheck,
    discord,
    rest,
    restWatch,
    twiceWatch,
    limitWatch,
    answeredTwice,
    alertsChannel,
    client,
    operators,
    ask,
    channels,
    preferences,
    personal,
    jobMessages,
    /** Of this process, which also carries out reports in the same servers. */
    openPages: createOpenPages(client),
    reconciler,
    commandMentions,
    ...createServerNames({ rest, ask, clock }),
    memberNow: createMembersNow({ rest, ask, clock }),
    isChannelInSight: createSight({ rest, ask, clock }),
    mentionNames: createMentionNames({ rest, ask, clock }),
    posts: createForumPosts({ rest, clock, log, stop }),
    /** Asks Discord again if its last answer is too old. */
    isClockRightNow: async (): Promise<boolean> => {
      if (clockCheck.isRight()) return true;
      await ask(rest.ownId, 'Discord did not say what time it is');
      return clockCheck.isRight();
    },
  };
}

/** A process that serves all servers may choose its own number of shards. */
function shardsToOpen({ SHARDS, SHARDS_PER_PROCESS }: Config, store: Store): Shards | 'auto' {
  if (SHARDS_PER_PROCESS !== 'all') return store.shards;
  return SHARDS === 'auto' ? SHARDS : allShards(SHARDS);
}

export type Discord = ReturnType<typeof createDiscord>;
