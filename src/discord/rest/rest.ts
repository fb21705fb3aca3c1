import type { REST } from 'discord.js';
import { answerCalls } from './answer-calls.ts';
import { applicationCalls } from './application-calls.ts';
import type { CallPace } from './call-pace.ts';
import { forumCalls } from './forum-calls.ts';
import { messageCalls } from './message-calls.ts';
import { type Outcome, withOutcomes } from './outcome.ts';
import { type Call, createCall } from './request.ts';
import { serverCalls } from './server-calls.ts';

/** All calls to Discord that Easel makes. Each is sent once, except for changes in archived threads. */
export type DiscordRest = ReturnType<typeof createDiscordRest>;

export interface RestLines {
  /** Sends the bot's token. */
  bot: REST;
  /**
   * For calls with an interaction's token. They don't count towards Discord's global rate limit, which discord.js applies
   * per instance, so they have their own.
   */
  interactions: REST;
  /** Limits calls with the bot's token. */
  pace: CallPace;
}

/** @param renderBody makes the last changes to each body. */
export function createDiscordRest(
  { bot, interactions, pace }: RestLines,
  renderBody: (body: object) => object = (body) => body,
  onOutcome?: (outcome: Outcome<unknown>) => void,
) {
  const rendering =
    (send: Call): Call =>
    (method, route, schema, request) =>
      send(method, route, schema, request?.body ? { ...request, body: renderBody(request.body) } : request);
  const call = rendering(createCall(bot, pace));
  return withOutcomes(
    {
      ...messageCalls(call),
      ...answerCalls(rendering(createCall(interactions))),
      ...serverCalls(call),
      ...applicationCalls(call),
      ...forumCalls(call),
    },
    onOutcome,
  );
}
