import type { InteractionEnd } from '../discord/interactions/dispatch.ts';
import type { AlertPosters } from '../discord/reconciler/alert-messages.ts';
import type { EndedCall } from '../discord/rest/rest.ts';
import { finding } from '../findings/finding.ts';
import { createSlowWatch } from '../health/slow-watch.ts';
import type { Job } from '../jobs/job/job.ts';
import { kindOfRequest } from '../jobs/job/variants.ts';
import { FetchError } from '../media/fetching/fetch-failure.ts';
import type { ResultFetcher } from '../media/fetching/fetch-result.ts';
import { createMetrics } from '../metrics/metrics.ts';
import type { Needs } from '../runtime.ts';
import type { OnCommit } from '../store/committer.ts';
import type { EndedServiceCall } from '../task-api/watched-calls.ts';

/** Members wait for these, and Discord accepts no response after 3 s. */
const STORE_SLOW_MS = 1_000;
const DISCORD_SLOW_MS = 2_000;
const SERVICE_SLOW_MS = 10_000;

/** Tells the metrics what happens in the bot, and notices what has become slow. */
export function createMetering({ clock, log }: Needs<'clock' | 'log'>, metrics = createMetrics()) {
  const slowWatch = (id: 'store.slow' | 'discord.slow' | 'service.slow', slowMs: number, over: string) =>
    createSlowWatch({ log, slowMs, found: finding(id), over });
  const slow = {
    store: slowWatch('store.slow', STORE_SLOW_MS, 'the store is fast again'),
    discord: slowWatch('discord.slow', DISCORD_SLOW_MS, 'Discord is fast again'),
    service: slowWatch('service.slow', SERVICE_SLOW_MS, 'the service is fast again'),
  };
  const countedAlert = async (kind: Parameters<typeof metrics.alert>[0]['kind'], posting: Promise<boolean>) => {
    try {
      const isPosted = await posting;
      metrics.alert({ kind, outcome: isPosted ? 'posted' : 'not posted' });
      return isPosted;
    } catch (error) {
      metrics.alert({ kind, outcome: 'not posted' });
      throw error;
    }
  };
  return {
    metrics,
    slow,
    onCommit: (({ outcome, durationMs }) => {
      metrics.commit({ outcome }, durationMs);
      if (outcome === 'done') slow.store.record(durationMs);
    }) satisfies OnCommit,
    onDiscordCall: ({ class: about, name, outcome, durationMs }: EndedCall): void => {
      const isToRepeat = outcome.outcome === 'unavailable' && outcome.retryAfterMs !== undefined;
      metrics.discordCall({ class: about, outcome: isToRepeat ? 'asked to wait' : outcome.outcome });
      metrics.discordCallTime({ class: about }, durationMs);
      // The others wait for rate limits, or carry files.
      if (name === 'answer' && outcome.outcome === 'done') slow.discord.record(durationMs);
    },
    onServiceCall: ({ operation, outcome, durationMs }: EndedServiceCall): void => {
      metrics.serviceCall({ operation, outcome });
      metrics.serviceCallTime({ operation }, durationMs);
      if (outcome === 'done') slow.service.record(durationMs);
    },
    onInteraction: ({ kind, outcome, reason, respondedInMs }: InteractionEnd): void => {
      metrics.interaction({ kind, outcome });
      if (reason !== undefined) metrics.refusal({ reason });
      if (respondedInMs !== undefined) metrics.firstResponse({ kind }, respondedInMs);
    },
    onJobEnded: ({ request, tasks, createdAtMs }: Job): void => {
      const kind = kindOfRequest(request);
      metrics.job({ kind }, clock.now() - createdAtMs);
      for (const { state } of tasks) {
        if (state === 'delivered' || state === 'failed' || state === 'unconfirmed')
          metrics.taskEnded({ kind, outcome: state });
      }
    },
    onPolled: (lateMs: number): void => metrics.pollLateness({}, lateMs),
    /** The same fetcher, with each fetch counted. A fetch that a stop interrupted doesn't count. */
    countedFetches: (fetcher: ResultFetcher): ResultFetcher => ({
      ...fetcher,
      fetch: async (address, name, options) => {
        try {
          const file = await fetcher.fetch(address, name, options);
          metrics.resultFetch({ outcome: 'done' });
          return file;
        } catch (error) {
          if (!options.signal.aborted)
            metrics.resultFetch({ outcome: error instanceof FetchError ? error.reason : 'disk' });
          throw error;
        }
      },
    }),
    /** The same posters, with each attempt counted. */
    countedAlerts: ({ post, postToOperator }: AlertPosters): AlertPosters => ({
      post: (at, alert, options) => countedAlert(alert.kind, post(at, alert, options)),
      postToOperator: (alert, options) => countedAlert(alert.kind, postToOperator(alert, options)),
    }),
  };
}

export type Metering = ReturnType<typeof createMetering>;
